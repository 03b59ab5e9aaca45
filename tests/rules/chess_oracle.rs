//! The rules of chess against python-chess, by the tables that tests/oracles/chess_games.py wrote.

use kibitzer::games::chess::rules::{
    ChessProgress, Note, Outcome, PgnGame, PgnReader, Position, read_coordinates, read_san,
    write_coordinates, write_pgn, write_san,
};
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::BufReader,
    path::PathBuf,
};

fn table(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/games").join(name)
}

fn lines(name: &str) -> Vec<String> {
    let text = fs::read_to_string(table(name)).expect("a table");
    text.lines().skip(1).map(str::to_owned).collect()
}

/// The first six hexadecimal digits of the SHA-256.
fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes())[..3].iter().map(|byte| format!("{byte:02x}")).collect()
}

const fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Open => "open",
        Outcome::Won { .. } => "checkmate",
        Outcome::Stalemate => "stalemate",
        Outcome::DeadPosition => "dead",
        Outcome::Threefold => "threefold",
        Outcome::Fivefold => "fivefold",
        Outcome::FiftyMoves => "fifty",
        Outcome::SeventyFiveMoves => "seventyfive",
    }
}

/// What the generator's `facts` says about a position; every move is read back from both of its
/// spellings.
fn facts(game: &ChessProgress) -> String {
    let position = game.position();
    let spelled = |&mv| {
        let (squares, san) = (write_coordinates(position, mv), write_san(position, mv));
        assert_eq!(
            (read_coordinates(position, &squares), read_san(position, &san)),
            (Ok(mv), Ok(mv)),
            "{}",
            position.to_fen()
        );
        format!("{squares} {san}")
    };
    let mut moves: Vec<String> = position.legal_moves().iter().map(spelled).collect();
    moves.sort_unstable();
    let outcome = outcome_name(game.outcome());
    format!(
        "{}\n{}\n{outcome} {} {}",
        position.to_fen(),
        moves.join(","),
        position.can_mate(true),
        position.can_mate(false)
    )
}

#[test]
fn every_position_is_as_python_chess_sees_it() {
    let mut outcomes: BTreeMap<&str, usize> = BTreeMap::new();
    for line in lines("chess_games.csv") {
        let [_, start, words] =
            line.splitn(3, ',').collect::<Vec<_>>().try_into().expect("three columns");
        let start = if start.is_empty() {
            Position::default()
        } else {
            Position::from_fen(start).expect("a FEN")
        };
        let mut game = ChessProgress::new(start);
        for word in words.split(' ') {
            let (expected, played) = word.split_at(6);
            let facts = facts(&game);
            assert_eq!(digest(&facts), expected, "{facts}");
            assert_eq!(Position::from_fen(&game.position().to_fen()).as_ref(), Ok(game.position()));
            *outcomes.entry(outcome_name(game.outcome())).or_default() += 1;
            if !played.is_empty() {
                let mv = read_coordinates(game.position(), played).expect("a legal move");
                game.play(mv);
            }
        }
    }
    assert!(outcomes.values().sum::<usize>() >= 10_000, "{outcomes:?}");
    assert!(outcomes.len() == 8 && outcomes.values().all(|count| *count >= 5), "{outcomes:?}");
}

#[test]
fn texts_are_positions_as_python_chess_sees_it() {
    for line in lines("chess_fens.csv") {
        let (fen, expected) = line.rsplit_once(',').expect("two columns");
        assert_eq!(
            Position::from_fen(fen).is_ok().to_string(),
            expected,
            "{fen}: {:?}",
            Position::from_fen(fen)
        );
    }
}

/// Final FEN, moves, comments, sum of the glyphs, variations and result, as in chess_notes.csv.
fn note_facts(game: &PgnGame) -> String {
    let end = game.moves.iter().fold(game.start.clone(), |position, (mv, _)| position.after(*mv));
    let notes: Vec<&Note> =
        game.opening_notes.iter().chain(game.moves.iter().flat_map(|(_, notes)| notes)).collect();
    let comments: Vec<&str> = notes
        .iter()
        .filter_map(|n| if let Note::Comment(text) = n { Some(&**text) } else { None })
        .collect();
    let glyphs: u32 = notes
        .iter()
        .map(|n| if let Note::Glyph(number) = n { u32::from(*number) } else { 0 })
        .sum();
    let variations = notes.iter().filter(|n| matches!(n, Note::Variation(_))).count();
    let comments = digest(&comments.join("|"));
    format!(
        "{},{},{comments},{glyphs},{variations},{}",
        end.to_fen(),
        game.moves.len(),
        game.result.text()
    )
}

#[test]
fn annotated_games_are_read_whole() {
    let file = BufReader::new(File::open(table("chess_notes.pgn")).expect("the games"));
    let games: Vec<PgnGame> = PgnReader::new(file).collect::<Result<_, _>>().expect("games");
    assert_eq!(games.iter().map(note_facts).collect::<Vec<_>>(), lines("chess_notes.csv"));
    for game in games {
        let text = write_pgn(&game);
        let again = PgnReader::new(text.as_bytes()).next().expect("a game").expect("a game");
        assert!(again.moves == game.moves && again.opening_notes == game.opening_notes, "{text}");
        assert_eq!((again.start, again.result), (game.start, game.result));
    }
}

//! What must hold for every text that anybody may hand to a parser: no panic, an end, and what was
//! read is written so that it reads back the same. Used by `tests/rules/robustness.rs` and by the
//! fuzz targets in `fuzz/`.

use kibitzer::{
    dataset::manifest::{Label, to_lines},
    games::{
        CellGrid, GameId, NotationError,
        checkers::rules::{PdnGame, Position as Draughts, Variant, read_pdn, write_pdn},
        chess::{
            rules::{
                Move, PgnError, PgnGame, PgnReader, Position, Settings, TimeControl,
                read_coordinates, read_san, write_coordinates, write_pgn, write_san,
            },
            uci::read_line,
        },
        go::sgf::Record,
    },
};

/// A check of one parser.
pub type Check = fn(&str);

/// Every check, by the name of its fuzz target and of its folder of valid texts in `fuzz/seeds/`.
pub const CHECKS: [(&str, Check); 12] = [
    ("checkers_fen", checkers_fen),
    ("checkers_pdn", checkers_pdn),
    ("chess_board", chess_board),
    ("chess_fen", chess_fen),
    ("chess_san", chess_san),
    ("chess_pgn", chess_pgn),
    ("chess_settings", chess_settings),
    ("chess_time", chess_time),
    ("chess_uci", chess_uci),
    ("go_sgf", go_sgf),
    ("qwirkle_rows", qwirkle_rows),
    ("manifest_line", manifest_line),
];

/// A fault names a place within the text.
fn is_in(error: &NotationError, text: &str) {
    let lines = text.split('\n').count();
    assert!((1..=lines).contains(&error.line), "{error}: there are {lines} lines");
    let line = text.split('\n').nth(error.line - 1).unwrap_or_default();
    let columns = line.chars().count() + 1;
    assert!((1..=columns).contains(&error.column), "{error}: there are {columns} columns");
}

/// A board that is read is written so that it reads back.
fn board(game: GameId, text: &str) {
    match game.game().from_notation(text) {
        Ok(board) => assert_eq!(
            game.game().from_notation(&game.game().to_notation(&board)).as_ref(),
            Ok(&board)
        ),
        Err(error) => is_in(&error, text),
    }
}

/// PDN FEN: boards, and positions of each kind of draughts.
pub fn checkers_fen(text: &str) {
    board(GameId::Checkers, text);
    for variant in Variant::ALL {
        match Draughts::from_fen(&variant, text) {
            Ok(position) => {
                assert_eq!(Draughts::from_fen(&variant, &position.to_fen(&variant)), Ok(position))
            }
            Err(error) => is_in(&error, text),
        }
    }
}

/// Games in PDN.
pub fn checkers_pdn(text: &str) {
    match read_pdn(text) {
        Ok(games) => {
            games.iter().for_each(pdn_reads_back);
        }
        Err(error) => is_in(&error, text),
    }
}

fn pdn_reads_back(game: &PdnGame) {
    let written = write_pdn(game);
    let again = read_pdn(&written).expect("it was written");
    let [again] = &again[..] else { panic!("{} games in {written}", again.len()) };
    assert_eq!(without_routes(again), without_routes(game), "{written}");
    assert_eq!(write_pdn(again), written);
}

/// A game without the routes of its captures, which are written only where others take other
/// pieces.
fn without_routes(game: &PdnGame) -> PdnGame {
    let mut game = game.clone();
    game.moves.iter_mut().for_each(|mv| mv.path = vec![mv.to()]);
    game
}

/// The board of a FEN.
pub fn chess_board(text: &str) {
    board(GameId::Chess, text);
}

/// A FEN with all its fields.
pub fn chess_fen(text: &str) {
    match Position::from_fen(text) {
        Ok(position) => {
            let written = position.to_fen();
            assert_eq!(Position::from_fen(&written).as_ref(), Ok(&position), "{written}");
        }
        Err(error) => is_in(&error, text),
    }
}

/// Moves in algebraic notation and in coordinates, in positions with castling, en passant,
/// promotion and look-alikes.
pub fn chess_san(text: &str) {
    const POSITIONS: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "7k/8/8/Q1Q5/8/Q7/8/4K3 w - - 0 1",
    ];
    for fen in POSITIONS {
        let position = Position::from_fen(fen).expect("a position");
        if let Ok(mv) = read_san(&position, text) {
            assert_eq!(read_san(&position, &write_san(&position, mv)), Ok(mv));
        }
        if let Ok(mv) = read_coordinates(&position, text) {
            assert_eq!(read_coordinates(&position, &write_coordinates(&position, mv)), Ok(mv));
        }
    }
}

/// Games in PGN. Every game that is read reads back the same after it was written; after a fault
/// reading goes on.
pub fn chess_pgn(text: &str) {
    // Its lines end as those of any system.
    let text = &text.replace("\r\n", "\n").replace('\r', "\n");
    for read in PgnReader::new(text.as_bytes()) {
        match read {
            Ok(game) => pgn_reads_back(&game),
            Err(PgnError::Notation(error)) => is_in(&error, text),
            Err(_) => {}
        }
    }
    // Old files are not UTF-8: they are read, too, to their end.
    let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
    for game in PgnReader::new(&latin[..]).flatten() {
        pgn_reads_back(&game);
    }
}

fn pgn_reads_back(game: &PgnGame) {
    let written = write_pgn(game);
    let again: Vec<PgnGame> =
        PgnReader::new(written.as_bytes()).collect::<Result<_, _>>().expect("it was written");
    let [again] = &again[..] else { panic!("{} games in {written}", again.len()) };
    // A brace cannot stand in a comment in braces, and white space is folded.
    assert_eq!(bare(again), bare(game), "{written}");
    assert_eq!((&again.start, again.result), (&game.start, game.result), "{written}");
    assert_eq!(write_pgn(again), written);
}

/// A game's moves.
fn bare(game: &PgnGame) -> Vec<Move> {
    game.moves.iter().map(|(mv, _)| *mv).collect()
}

/// Lines that a UCI engine says.
pub fn chess_uci(text: &str) {
    for (number, line) in text.lines().enumerate() {
        match read_line(line, number + 1) {
            Ok(said) => assert_eq!(read_line(&said.to_string(), 1).as_ref(), Ok(&said), "{said}"),
            Err(mut error) => {
                assert_eq!(error.line, number + 1);
                error.line = 1;
                is_in(&error, line);
            }
        }
    }
}

/// Time controls.
pub fn chess_time(text: &str) {
    if let Ok(time) = text.parse::<TimeControl>() {
        assert_eq!(time.to_string().parse::<TimeControl>().as_ref(), Ok(&time), "{time}");
    }
}

/// Bytes of settings.
pub fn chess_settings(text: &str) {
    for byte in text.bytes() {
        if let Ok(settings) = Settings::from_byte(byte) {
            assert_eq!(settings.to_byte(), Ok(byte));
        }
    }
}

/// Go boards and games in SGF.
pub fn go_sgf(text: &str) {
    board(GameId::Go, text);
    match Record::read_all(text) {
        Ok(records) => {
            for record in records {
                record.replay();
                assert_eq!(Record::read_all(&record.to_sgf()), Ok(vec![record]));
            }
        }
        Err(error) => is_in(&error, text),
    }
}

/// Rows of Qwirkle tiles.
pub fn qwirkle_rows(text: &str) {
    board(GameId::Qwirkle, text);
}

/// A line of a manifest of labels.
pub fn manifest_line(text: &str) {
    if let Ok(label) = serde_json::from_str::<Label>(text) {
        let board: Option<CellGrid> = label.board().ok().flatten();
        let _ = (label.quad(), board);
        assert_eq!(serde_json::from_str::<Label>(&to_lines([&label])).ok().as_ref(), Some(&label));
    }
}

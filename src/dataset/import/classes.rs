//! What other people call our classes.

use crate::games::{Game, GameId};

/// What a name in a source stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A class of the game, by index.
    Class(u8),
    /// A corner of the board, or all four.
    Corner,
    /// The whole board.
    Board,
    /// Nothing of interest: a hand.
    Ignored,
}

/// Names of the whole board, without what parts their words.
const BOARDS: [&str; 9] = [
    "board",
    "chessboard",
    "boardchess",
    "checkerboard",
    "boardchecker",
    "boardcheckers",
    "goban",
    "boardgo",
    "grid",
];
/// Names of what is no piece.
const IGNORED: [&str; 3] = ["hand", "person", "table"];
/// Words that name a corner by its place, one of each.
const SIDES: [[&str; 4]; 2] = [["top", "bottom", "upper", "lower"], ["left", "right", "", ""]];

impl Meaning {
    /// What a code of the user's list stands for: a class, `board`, `corner`, or `-` for nothing.
    pub(super) fn of_code(game: &dyn Game, code: &str) -> Option<Self> {
        match code {
            "-" => Some(Self::Ignored),
            "board" => Some(Self::Board),
            "corner" => Some(Self::Corner),
            _ => game.class_of(code).map(Self::Class),
        }
    }
}

/// What a name stands for: as the user's list of names and codes says, a code, a class's name in
/// any order and writing ("king_white", "White-King"), or one of the usual abbreviations (`wk`,
/// `black`).
pub(super) fn meaning(game: &dyn Game, name: &str, names: &[(String, String)]) -> Option<Meaning> {
    if let Some((_, code)) = names.iter().find(|(from, _)| from == name) {
        return Meaning::of_code(game, code);
    }
    if let Some(class) = game.class_of(name) {
        return Some(Meaning::Class(class));
    }
    let words = words(name);
    let joined = words.concat();
    if is_corner(&words) {
        return Some(Meaning::Corner);
    }
    if BOARDS.contains(&joined.as_str()) {
        return Some(Meaning::Board);
    }
    if IGNORED.contains(&joined.as_str()) {
        return Some(Meaning::Ignored);
    }
    by_words(game, &words).or_else(|| by_letters(game, name)).map(Meaning::Class)
}

/// `corner`, `board corners`, `corner 2`, `top-left`.
fn is_corner(words: &[String]) -> bool {
    let is = |word: &String, all: &[&str]| all.contains(&word.as_str());
    let named = |word: &String| is(word, &["corner", "corners"]);
    let beside = |word: &String| is(word, &["board", "chessboard"]) || word.parse::<u8>().is_ok();
    let (corners, others): (Vec<&String>, Vec<&String>) = words.iter().partition(|w| named(w));
    let placed = matches!(&others[..], [a, b] if SIDES.iter().all(|s| is(a, s) != is(b, s)));
    placed || (!corners.is_empty() && others.iter().all(|word| beside(word)))
}

/// The words of a name in small letters, sorted: they are parted by anything that is no letter or
/// digit, and by case.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut after_small = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (after_small && c.is_uppercase()) {
            words.push(String::new());
        }
        if c.is_alphanumeric() {
            words.last_mut().expect("there is always one").extend(c.to_lowercase());
        }
        after_small = c.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words.sort();
    words
}

fn by_words(game: &dyn Game, words: &[String]) -> Option<u8> {
    let same = |name: &str| {
        let full = self::words(name);
        // "black" is enough where no other class is black.
        let plain: Vec<&String> =
            full.iter().filter(|w| !["man", "stone"].contains(&w.as_str())).collect();
        let others: Vec<&String> = words
            .iter()
            .filter(|w| !["man", "stone", "piece", "checker"].contains(&w.as_str()))
            .collect();
        full == words || (!others.is_empty() && plain == others)
    };
    game.classes().iter().position(|class| same(class.name)).map(|i| i as u8)
}

/// Color and kind by a letter each: `wk` is the white king in chess and checkers, `bm` checkers'
/// black man; `n` is the empty square of the checkers document.
fn by_letters(game: &dyn Game, name: &str) -> Option<u8> {
    let letters: String =
        name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    let code = match (game.id(), letters.as_bytes()) {
        (GameId::Chess, [b'w', kind @ (b'p' | b'n' | b'b' | b'r' | b'q' | b'k')]) => {
            kind.to_ascii_uppercase()
        }
        (GameId::Chess, [b'b', kind @ (b'p' | b'n' | b'b' | b'r' | b'q' | b'k')]) => *kind,
        (GameId::Checkers, [color @ (b'w' | b'b'), b'm']) => *color,
        (GameId::Checkers, [color @ (b'w' | b'b'), b'k']) => color.to_ascii_uppercase(),
        (GameId::Checkers, b"n") => b'.',
        _ => return None,
    };
    game.class_of(&char::from(code).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_many_writings() {
        let code = |game: GameId, name: &str| match meaning(game.game(), name, &[]) {
            Some(Meaning::Class(class)) => {
                game.game().classes()[usize::from(class)].code.to_owned()
            }
            other => format!("{other:?}"),
        };
        for (name, expected) in [
            ("white-king", "K"),
            ("King_White", "K"),
            ("BlackPawn", "p"),
            ("black queen", "q"),
            ("wN", "N"),
            ("bb", "b"),
            ("n", "n"),
            ("empty", "."),
            ("chessboard", "Some(Board)"),
            ("Chess-Board", "Some(Board)"),
            ("hand", "Some(Ignored)"),
            ("Corner", "Some(Corner)"),
            ("board_corners", "Some(Corner)"),
            ("corner 3", "Some(Corner)"),
            ("top-left", "Some(Corner)"),
            ("bottomRight_corner", "Some(Corner)"),
            ("left-right", "None"),
            ("top", "None"),
            ("horse", "None"),
        ] {
            assert_eq!(code(GameId::Chess, name), expected, "{name}");
        }
        for (name, expected) in [
            ("WM", "w"),
            ("BK", "B"),
            ("n", "."),
            ("white", "w"),
            ("black_king", "B"),
            ("black checker", "b"),
        ] {
            assert_eq!(code(GameId::Checkers, name), expected, "{name}");
        }
        for (name, expected) in
            [("black", "b"), ("white_stone", "w"), ("stone-black", "b"), ("w", "w")]
        {
            assert_eq!(code(GameId::Go, name), expected, "{name}");
        }
        assert_eq!(code(GameId::Qwirkle, "circle red"), "1R");
        assert_eq!(code(GameId::Qwirkle, "6W"), "6W");
    }

    #[test]
    fn the_users_list_counts_first() {
        let names = [
            ("king".to_owned(), "k".to_owned()),
            ("clock".to_owned(), "-".to_owned()),
            ("x".to_owned(), "?".to_owned()),
            ("field".to_owned(), "board".to_owned()),
        ];
        let meaning = |name| meaning(GameId::Chess.game(), name, &names);
        assert_eq!(meaning("king"), Some(Meaning::Class(12)));
        assert_eq!(meaning("clock"), Some(Meaning::Ignored));
        assert_eq!(meaning("x"), None);
        assert_eq!(meaning("field"), Some(Meaning::Board));
    }
}

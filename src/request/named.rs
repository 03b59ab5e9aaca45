//! What a name of a board stands for: a photo, a file with a notation, or the notation itself.

use super::{Given, InvalidBoard, shortened};
use crate::{
    games::{Game, GameId},
    vision::{PhotoFormat, PhotoProblem},
};
use std::{
    fs,
    io::{self, Read},
    path::Path,
};

/// So many bytes tell a photo.
const START: u64 = 32;
/// How names of files with a notation end.
const NOTATIONS: [&str; 5] = ["sgf", "pgn", "pdn", "fen", "txt"];
/// A notation in a file is read up to this size.
const LONGEST_NOTATION: u64 = 16 << 20;

/// What a name of a board stands for.
#[derive(Debug)]
pub enum Named {
    /// A photo's file, whether it is there or not.
    Photo,
    /// A file with a notation, and its text.
    File(String),
    /// No file: the name may be a notation.
    Text,
}

/// A name that stands for no board.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoBoard {
    /// It is a folder's.
    #[error("{0} is a folder: name a photo or a file in it")]
    Folder(String),
    /// The file cannot be read.
    #[error("cannot read {file}: {problem}; check its {}", remedy(.problem))]
    Unreadable {
        /// The file.
        file: String,
        /// What the system said.
        problem: io::Error,
    },
    /// The file is no notation: nobody writes one so long.
    #[error(
        "{file} is too large for a notation ({size} bytes): give a photo, or a file with one board"
    )]
    TooLarge {
        /// The file.
        file: String,
        /// Its bytes.
        size: u64,
    },
    /// The file is a picture that is not read.
    #[error("{file}: {problem}")]
    Picture {
        /// The file.
        file: String,
        /// Why not.
        problem: PhotoProblem,
    },
    /// The file is no text.
    #[error("{0} is no text: give a photo or a text file with a notation")]
    NoText(String),
    /// The file's text is no board of the game.
    #[error("{file} is no {game} board")]
    File {
        /// The file.
        file: String,
        /// The game.
        game: GameId,
        /// Why not.
        source: InvalidBoard,
    },
    /// There is no such file, and the name can be nothing else than a file's.
    #[error("there is no file {0}: check the path")]
    Missing(String),
    /// There is no such file, and the name itself is no board of the game.
    #[error("'{}' is neither a file nor a {game} board", shortened(.name))]
    Text {
        /// The name.
        name: String,
        /// The game.
        game: GameId,
        /// Why not.
        source: InvalidBoard,
    },
}

/// What to check where a file cannot be read.
fn remedy(problem: &io::Error) -> &'static str {
    if problem.kind() == io::ErrorKind::NotFound { "path" } else { "permissions" }
}

impl Named {
    /// What a name of a board of a game stands for.
    ///
    /// # Errors
    /// When it is a folder's, or that of a file with something else than a text.
    pub fn of(name: &Path, game: GameId) -> Result<Self, NoBoard> {
        if name.is_dir() {
            return Err(NoBoard::Folder(shown(name)));
        }
        if is_photo(name) {
            return Ok(Self::Photo);
        }
        if name.is_file() { read_notation(name, game).map(Self::File) } else { Ok(Self::Text) }
    }
}

/// Whether a name is a photo's: by its ending, or by how the file begins.
#[must_use]
pub fn is_photo(name: &Path) -> bool {
    PhotoFormat::is_photo(name, &start_of(name).unwrap_or_default())
}

/// The first bytes of a file.
fn start_of(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(START).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text of a file with a notation of a game, in whatever encoding.
///
/// # Errors
/// When the file cannot be read, or is no text.
pub fn read_notation(path: &Path, game: GameId) -> Result<String, NoBoard> {
    let file = shown(path);
    let unreadable = |problem| NoBoard::Unreadable { file: shown(path), problem };
    let size = fs::metadata(path).map_err(unreadable)?.len();
    if size > LONGEST_NOTATION {
        return Err(NoBoard::TooLarge { file, size });
    }
    let bytes = fs::read(path).map_err(unreadable)?;
    let utf16 = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF");
    let bytes = if utf16 { &bytes } else { without_padding(&bytes) };
    if bytes.contains(&0) && !utf16 {
        return Err(match PhotoFormat::of(bytes).filter(|format| !format.is_read()) {
            Some(format) => NoBoard::Picture { file, problem: PhotoProblem::Format { format } },
            None => NoBoard::NoText(file),
        });
    }
    Ok(game.game().text_of(bytes))
}

/// A text without the NULs that some programs end it with.
fn without_padding(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    &bytes[..end]
}

impl Given {
    /// The board whose notation a file of that `name` holds: see
    /// [`board_from_notation`](super::board_from_notation).
    ///
    /// # Errors
    /// When the text is no board of the game.
    pub fn from_file(
        game: &dyn Game,
        rows: Option<usize>,
        name: &str,
        text: &str,
    ) -> Result<Self, NoBoard> {
        Self::from_notation(game, rows, text).map_err(|source| NoBoard::File {
            file: name.to_owned(),
            game: game.id(),
            source,
        })
    }

    /// The board that a name is the notation of, which is no file's.
    ///
    /// # Errors
    /// When it is none.
    pub fn from_name(game: &dyn Game, rows: Option<usize>, name: &str) -> Result<Self, NoBoard> {
        Self::from_notation(game, rows, name).map_err(|source| {
            let (name, game) = (name.to_owned(), game.id());
            if is_path(&name, game) {
                NoBoard::Missing(name)
            } else {
                NoBoard::Text { name, game, source }
            }
        })
    }
}

/// Whether a text that is no board looks like a file's name: by its ending, or by a slash where no
/// notation of the game has one.
fn is_path(name: &str, game: GameId) -> bool {
    if name.starts_with(['(', '[']) || name.contains(['\n', '"']) {
        return false;
    }
    let path = Path::new(name);
    let ending = path.extension().unwrap_or_default();
    let ends = NOTATIONS.iter().any(|known| ending.eq_ignore_ascii_case(known));
    let has_slash = match game {
        GameId::Chess => name.starts_with(['/', '.', '~']),
        _ => name.contains('/') && !name.contains(':'),
    };
    ends || has_slash || PhotoFormat::is_photo_name(path)
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_can_only_be_a_files_is_one_of_no_file() {
        let said = |name: &str, game: GameId| {
            let fault = Given::from_name(game.game(), None, name).expect_err("no board");
            (fault.to_string(), std::error::Error::source(&fault).is_some())
        };
        for (name, game) in [
            ("/nonexist.sgf", GameId::Go),
            ("games/nowhere", GameId::Go),
            ("C:\\games\\my game (1).SGF", GameId::Go),
            ("nowhere.pdn", GameId::Checkers),
            ("nowhere.txt", GameId::Qwirkle),
            ("games/nowhere.pgn", GameId::Chess),
            ("./nowhere", GameId::Chess),
        ] {
            let wanted = format!("there is no file {name}: check the path");
            assert_eq!(said(name, game), (wanted, false));
        }
        for (name, game) in [
            ("nonsense", GameId::Go),
            ("(;C[a/b.sgf", GameId::Go),
            ("W:W1/2:B3", GameId::Checkers),
            ("8/8/8/8/8/8/8/9", GameId::Chess),
        ] {
            let (said, has_reason) = said(name, game);
            assert!(said.contains("is neither a file nor a") && has_reason, "{said}");
        }
    }

    fn folder() -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("kibitzer-named-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn names_are_those_of_photos_files_or_notations() {
        let folder = folder();
        let of = |name: &str| Named::of(&folder.join(name), GameId::Go);
        fs::write(folder.join("a.sgf"), "\u{feff}(;SZ[9])").expect("a file");
        assert!(matches!(of("a.sgf"), Ok(Named::File(text)) if text == "(;SZ[9])"));
        assert!(matches!(of("nowhere.jpg"), Ok(Named::Photo)));
        assert!(matches!(of("nowhere.sgf"), Ok(Named::Text)));
        let error = of("").expect_err("a folder").to_string();
        assert!(error.ends_with(" is a folder: name a photo or a file in it"), "{error}");
        fs::write(folder.join("nul.sgf"), b"(;SZ[9])\n\0\0").expect("a file");
        assert!(matches!(of("nul.sgf"), Ok(Named::File(text)) if text == "(;SZ[9])\n"));
        fs::write(folder.join("utf16.sgf"), b"\xFF\xFE(\0;\0)\0").expect("a file");
        assert!(matches!(of("utf16.sgf"), Ok(Named::File(text)) if text == "(;)"));
        fs::write(folder.join("b.sgf"), b"(;\0)").expect("a file");
        let error = of("b.sgf").expect_err("no text").to_string();
        assert!(error.contains("b.sgf is no text: give a photo"), "{error}");
        let error = read_notation(&folder.join("c.sgf"), GameId::Go).expect_err("no file");
        assert!(error.to_string().ends_with("; check its path"), "{error}");
        fs::remove_dir_all(&folder).expect("removed");
    }
}

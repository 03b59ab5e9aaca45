//! Boards as the user names them: a photo, a file with a notation, or the notation itself.

use crate::args::{Common, PhotoOptions};
use anyhow::{Context, anyhow, bail};
use kibitzer::{
    games::{CellGrid, Game, GameId, NotationError, decode, go::sgf},
    messages::Language,
    recognition::{Readers, Recognition},
    report::photo::{PhotoNote, Which},
    vision::{PhotoLimits, open_photo},
};
use std::{fs, path::Path};

/// Endings of photos, whether or not they can be opened.
const PHOTOS: [&str; 8] = ["jpg", "jpeg", "png", "webp", "heic", "gif", "bmp", "tiff"];
/// A notation in a file is read up to this size.
const LONGEST_NOTATION: u64 = 16 << 20;

/// What is said of a game where one board is wanted.
const WHOLE_GAME: &str = "it holds a whole game, and one board is wanted: give the position";

/// A board and where it came from.
pub struct Given {
    /// The board.
    pub board: CellGrid,
    /// How it was given.
    pub source: Source,
}

/// How a board was given.
pub enum Source {
    /// A photo, and how it was read.
    Photo(Box<Recognition>),
    /// A notation.
    Notation(String),
}

impl Given {
    /// The notation, where it was given so.
    pub fn notation(&self) -> Option<&str> {
        match &self.source {
            Source::Notation(text) => Some(text),
            Source::Photo(_) => None,
        }
    }

    /// How sure the photo is, where it was given by the photo of that `name`.
    pub fn note(
        &self,
        which: Which,
        name: &str,
        game: &dyn Game,
        language: Language,
    ) -> Option<PhotoNote> {
        match &self.source {
            Source::Photo(found) => Some(PhotoNote::new(which, name, game, found, language)),
            Source::Notation(_) => None,
        }
    }
}

/// Reads a notation of one game's board.
pub type ReadNotation = fn(&str) -> Result<CellGrid, NotationError>;

/// Gets boards; the models are loaded when the first photo comes.
pub struct Boards<'a> {
    game: &'static dyn Game,
    common: &'a Common,
    options: &'a PhotoOptions,
    read_notation: ReadNotation,
    readers: Option<Readers>,
}

impl<'a> Boards<'a> {
    /// Boards of a game.
    pub const fn new(
        game: &'static dyn Game,
        common: &'a Common,
        options: &'a PhotoOptions,
        read_notation: ReadNotation,
    ) -> Self {
        Self { game, common, options, read_notation, readers: None }
    }

    /// The board that a name stands for.
    pub fn get(&mut self, name: &str) -> anyhow::Result<Given> {
        let path = Path::new(name);
        if is_photo(path) {
            return self.photo(path);
        }
        if path.is_file() {
            return self.notation(read_text(path, self.game.id())?, || {
                format!("{name} is no {} board", self.game.id())
            });
        }
        let hint =
            || format!("'{}' is neither a file nor a {} board", shortened(name), self.game.id());
        self.notation(name.to_owned(), hint)
    }

    /// The board of a notation; `wrong` says that it is none.
    fn notation(&self, text: String, wrong: impl Fn() -> String) -> anyhow::Result<Given> {
        let text = if self.game.id() == GameId::Chess { untagged(text) } else { text };
        match (self.read_notation)(&text) {
            Ok(board) => Ok(Given { board, source: Source::Notation(text) }),
            Err(_) if self.game.id() == GameId::Chess && is_game(&text) => {
                bail!("{}: {WHOLE_GAME} as a FEN", wrong())
            }
            Err(_) if self.game.id() == GameId::Checkers && is_game(&text) => {
                bail!("{}: {WHOLE_GAME} as a PDN FEN", wrong())
            }
            Err(error) => Err(error).with_context(wrong),
        }
    }

    fn photo(&mut self, path: &Path) -> anyhow::Result<Given> {
        let photo = open_photo(path, &PhotoLimits::default())?;
        let (game, options) = (self.game.id(), self.options.recognize_options());
        let found = self
            .readers()?
            .read(&photo, Some(game), &options)
            .with_context(|| path.display().to_string())?;
        Ok(Given { board: found.board.clone(), source: Source::Photo(Box::new(found)) })
    }

    fn readers(&mut self) -> anyhow::Result<&Readers> {
        if self.readers.is_none() {
            self.readers = Some(self.common.readers()?);
        }
        self.readers.as_ref().ok_or_else(|| anyhow!("the models are not loaded"))
    }
}

/// Whether a name is a photo's: by its ending, or by how the file begins.
pub fn is_photo(path: &Path) -> bool {
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    if ending.is_some_and(|ending| PHOTOS.contains(&ending.as_str())) {
        return true;
    }
    let start = fs::File::open(path).and_then(|file| {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut std::io::Read::take(file, 32), &mut bytes).map(|_| bytes)
    });
    let photo = |bytes: Vec<u8>| {
        use image::ImageFormat::{Jpeg, Png, WebP};
        matches!(image::guess_format(&bytes), Ok(Jpeg | Png | WebP))
    };
    start.is_ok_and(photo)
}

/// Whether a text looks like a game in PGN or PDN: it has a tag that is not a board, or a first
/// move.
fn is_game(text: &str) -> bool {
    text.lines()
        .map(str::trim_start)
        .any(|line| (line.starts_with('[') && !is_fen_tag(line)) || line.starts_with("1."))
}

fn is_fen_tag(line: &str) -> bool {
    let name = line.trim_start_matches('[').trim_start().get(..3);
    name.is_some_and(|name| name.eq_ignore_ascii_case("FEN"))
}

/// A FEN without the tag `[FEN "..."]` that it may stand in.
fn untagged(text: String) -> String {
    let tag = text.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let (name, value) = tag.and_then(|tag| tag.trim().split_at_checked(3)).unwrap_or_default();
    let value = value.trim().strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    match value {
        Some(fen) if name.eq_ignore_ascii_case("FEN") && !fen.contains('"') => fen.to_owned(),
        _ => text,
    }
}

fn read_text(path: &Path, game: GameId) -> anyhow::Result<String> {
    let shown = path.display();
    let size = fs::metadata(path).with_context(|| format!("cannot read {shown}"))?.len();
    if size > LONGEST_NOTATION {
        bail!(
            "{shown} is too large for a notation ({size} bytes): give a photo, or a file with one \
            board"
        );
    }
    let bytes =
        fs::read(path).map_err(|e| anyhow!("cannot read {shown}: {e}; check its permissions"))?;
    if bytes.contains(&0) && !bytes.starts_with(b"\xFF\xFE") && !bytes.starts_with(b"\xFE\xFF") {
        bail!("{shown} is no text: give a photo or a text file with a notation");
    }
    // Some programs put a mark at the start of UTF-8.
    let text = if game == GameId::Go { sgf::decode(&bytes) } else { decode(&bytes) };
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}

/// The start of a text, for a message.
pub fn shortened(text: &str) -> String {
    let line: String = text.chars().take_while(|c| *c != '\n').take(40).collect();
    if line.len() < text.len() { line + "..." } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_shortened() {
        assert_eq!(shortened("W:W1:B2"), "W:W1:B2");
        assert_eq!(shortened(&"x".repeat(100)).len(), 43);
        assert_eq!(shortened("a\nb"), "a...");
    }
}

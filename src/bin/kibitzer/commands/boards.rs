//! Boards as the user names them: a photo, a file with a notation, or the notation itself.

use crate::args::{Common, PhotoOptions};
use anyhow::{Context, anyhow, bail};
use kibitzer::{
    games::{Game, GameId},
    recognition::Readers,
    request::{Given, shortened},
    vision::{PhotoFormat, PhotoLimits, PhotoProblem, open_photo},
};
use std::{
    fs,
    io::{self, Read},
    path::Path,
};

/// So many bytes tell a photo.
const START: u64 = 32;
/// A notation in a file is read up to this size.
const LONGEST_NOTATION: u64 = 16 << 20;

/// Gets boards; the models are loaded when the first photo comes.
pub struct Boards<'a> {
    game: &'static dyn Game,
    common: &'a Common,
    options: &'a PhotoOptions,
    /// Rows that a notation of checkers is for; `None` for those that fit.
    rows: Option<usize>,
    readers: Option<Readers>,
}

impl<'a> Boards<'a> {
    /// Boards of a game.
    pub const fn new(
        game: &'static dyn Game,
        common: &'a Common,
        options: &'a PhotoOptions,
        rows: Option<usize>,
    ) -> Self {
        Self { game, common, options, rows, readers: None }
    }

    /// The board that a name stands for.
    pub fn get(&mut self, name: &str) -> anyhow::Result<Given> {
        let path = Path::new(name);
        if path.is_dir() {
            bail!("{name} is a folder: name a photo or a file in it");
        }
        if is_photo(path) {
            return self.photo(path);
        }
        if path.is_file() {
            let text = read_text(path, self.game.id())?;
            let wrong = || format!("{name} is no {} board", self.game.id());
            return Given::from_notation(self.game, self.rows, &text).with_context(wrong);
        }
        let wrong =
            || format!("'{}' is neither a file nor a {} board", shortened(name), self.game.id());
        Given::from_notation(self.game, self.rows, name).with_context(wrong)
    }

    fn photo(&mut self, path: &Path) -> anyhow::Result<Given> {
        let photo = open_photo(path, &PhotoLimits::default())?;
        let (game, options) = (self.game.id(), self.options.recognize_options());
        let found = self
            .readers()?
            .read(&photo, Some(game), &options)
            .with_context(|| path.display().to_string())?;
        Ok(Given::photo(found))
    }

    fn readers(&mut self) -> anyhow::Result<&Readers> {
        if self.readers.is_none() {
            self.readers = Some(self.common.readers()?);
        }
        self.readers.as_ref().ok_or_else(|| anyhow!("the models are not loaded"))
    }
}

/// What is said of photos needs a photo to be said of.
pub fn check_photos<'a>(
    options: &PhotoOptions,
    mut boards: impl Iterator<Item = &'a str>,
) -> anyhow::Result<()> {
    let given = options.given();
    if !given.is_empty() && !boards.any(|name| is_photo(Path::new(name))) {
        bail!("none of these boards is a photo: leave out {}", given.join(" and "));
    }
    Ok(())
}

/// Whether a name is a photo's: by its ending, or by how the file begins.
pub fn is_photo(path: &Path) -> bool {
    PhotoFormat::is_photo(path, &start_of(path).unwrap_or_default())
}

/// The first bytes of a file.
fn start_of(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(START).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text of a file, in whatever encoding.
pub fn read_text(path: &Path, game: GameId) -> anyhow::Result<String> {
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
        match PhotoFormat::of(&bytes).filter(|format| !format.is_read()) {
            Some(format) => bail!("{shown}: {}", PhotoProblem::Format { format }),
            None => bail!("{shown} is no text: give a photo or a text file with a notation"),
        }
    }
    Ok(game.game().text_of(&bytes))
}

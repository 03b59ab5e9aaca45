//! Boards as the user names them: a photo, a file with a notation, or the notation itself.

use crate::args::{Common, PhotoOptions};
use anyhow::{Context, anyhow, bail};
use kibitzer::{
    games::Game,
    recognition::Readers,
    request::{Given, Named, is_photo},
    vision::{PhotoLimits, open_photo},
};
use std::{
    collections::BTreeMap,
    ffi::OsString,
    path::{Path, PathBuf},
};

/// What boards are called, as text, which not every file's name is.
#[derive(Default)]
pub struct Names(BTreeMap<String, PathBuf>);

impl Names {
    /// What a board is called: no two the same.
    pub fn add(&mut self, board: impl AsRef<Path>) -> String {
        let path = board.as_ref();
        let mut name = path.display().to_string();
        while self.0.get(&name).is_some_and(|other| other != path) {
            name.push('*');
        }
        self.0.insert(name.clone(), path.to_owned());
        name
    }

    fn path<'a>(&'a self, name: &'a str) -> &'a Path {
        self.0.get(name).map_or(Path::new(name), PathBuf::as_path)
    }
}

/// Gets boards; the models are loaded when the first photo comes.
pub struct Boards<'a> {
    game: &'static dyn Game,
    common: &'a Common,
    options: &'a PhotoOptions,
    /// Rows that a notation of checkers is for; `None` for those that fit.
    rows: Option<usize>,
    readers: Option<Readers>,
    names: Names,
}

impl<'a> Boards<'a> {
    /// Boards of a game.
    pub fn new(
        game: &'static dyn Game,
        common: &'a Common,
        options: &'a PhotoOptions,
        rows: Option<usize>,
    ) -> Self {
        Self { game, common, options, rows, readers: None, names: Names::default() }
    }

    /// The same, for boards that are called so.
    pub fn called(self, names: Names) -> Self {
        Self { names, ..self }
    }

    /// The board that a name stands for.
    pub fn get(&mut self, name: &str) -> anyhow::Result<Given> {
        let path = self.names.path(name).to_owned();
        match Named::of(&path, self.game.id())? {
            Named::Photo => self.photo(&path),
            Named::File(text) => Ok(Given::from_file(self.game, self.rows, name, &text)?),
            Named::Text => Ok(Given::from_name(self.game, self.rows, name)?),
        }
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
    mut boards: impl Iterator<Item = &'a OsString>,
) -> anyhow::Result<()> {
    let given = options.given();
    if !given.is_empty() && !boards.any(|name| is_photo(Path::new(name))) {
        bail!("none of these boards is a photo: leave out {}", given.join(" and "));
    }
    Ok(())
}

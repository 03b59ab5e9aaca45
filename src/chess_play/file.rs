//! The file of a game: PGN, written whole after every move by way of a temporary file, so that
//! whatever happens to the program or the power, the file holds the last move that was confirmed.

use crate::{
    files::{self, WriteError},
    games::chess::rules::{PgnError, PgnGame, PgnReader, write_pgn},
};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// A game's file.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
    /// What was written last; nothing before the first time.
    written: Option<Vec<u8>>,
}

/// A file that cannot be played on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameFileError {
    /// A new game was to be stored where there is a file already.
    #[error("{} exists already: name another file", .0.display())]
    Exists(PathBuf),
    /// The folder it was to be stored in is not there.
    #[error("there is no folder {}: make it first, or name a file in another one", .0.display())]
    NoFolder(PathBuf),
    /// It cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It is no PGN, or its game has an illegal move.
    #[error("{}: {source}", path.display())]
    Pgn {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: PgnError,
    },
    /// It holds no game, or several.
    #[error("{} holds {count} games: only a file with a single one can be played on",
    path.display())]
    Count {
        /// The file.
        path: PathBuf,
        /// How many; "no" or "several".
        count: &'static str,
    },
    /// Somebody else has changed it.
    #[error("{} was changed by another program while the game went on, and is left as it is",
    .0.display())]
    Changed(PathBuf),
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl GameFile {
    /// A file to be made by the first [`GameFile::save`].
    ///
    /// # Errors
    /// When there is one already, or its folder is not there: that is more likely misspelled than
    /// wanted.
    pub fn create(path: &Path) -> Result<Self, GameFileError> {
        let folder = files::folder(path);
        if path.exists() {
            Err(GameFileError::Exists(path.to_owned()))
        } else if !folder.is_dir() {
            Err(GameFileError::NoFolder(folder.to_owned()))
        } else {
            Ok(Self { path: path.to_owned(), written: None })
        }
    }

    /// A file that holds a game, and the game. What an interrupted save has left beside it is
    /// removed.
    ///
    /// # Errors
    /// When it cannot be read or holds anything else than one game.
    pub fn open(path: &Path) -> Result<(Self, PgnGame), GameFileError> {
        let read = |source| GameFileError::Read { path: path.to_owned(), source };
        let count = |count| GameFileError::Count { path: path.to_owned(), count };
        let text = fs::read(path).map_err(read)?;
        let mut games = PgnReader::new(text.as_slice());
        let game = games.next().ok_or_else(|| count("no"))?;
        let game = game.map_err(|source| GameFileError::Pgn { path: path.to_owned(), source })?;
        if games.next().is_some() {
            return Err(count("several"));
        }
        files::remove_leftovers(path);
        Ok((Self { path: path.to_owned(), written: Some(text) }, game))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the game; when this returns, it is on the disk.
    ///
    /// # Errors
    /// When the system refuses, or the file is not as it was left.
    pub fn save(&mut self, game: &PgnGame) -> Result<(), GameFileError> {
        let text = write_pgn(game).into_bytes();
        match &self.written {
            None => files::write_new(&self.path, &text).map_err(|error| match error {
                WriteError::Exists(path) => GameFileError::Exists(path),
                other => other.into(),
            })?,
            Some(written) => {
                if fs::read(&self.path).ok().as_ref() != Some(written) {
                    return Err(GameFileError::Changed(self.path.clone()));
                }
                files::write_atomically(&self.path, &text)?;
            }
        }
        self.written = Some(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_the_users_is_lost() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.pgn");
        let mut file = GameFile::create(&path).expect("no file yet");
        let mut other = GameFile::create(&path).expect("no file yet");
        file.save(&PgnGame::default()).expect("saved");
        file.save(&PgnGame::default()).expect("saved again");
        assert!(matches!(other.save(&PgnGame::default()), Err(GameFileError::Exists(_))));
        assert!(matches!(GameFile::create(&path), Err(GameFileError::Exists(_))));
        fs::write(&path, "1. e4 *\n\n1. d4 *\n").expect("changed");
        assert!(matches!(file.save(&PgnGame::default()), Err(GameFileError::Changed(_))));
        assert!(matches!(
            GameFile::open(&path),
            Err(GameFileError::Count { count: "several", .. })
        ));
        assert_eq!(fs::read(&path).expect("there"), b"1. e4 *\n\n1. d4 *\n");
    }

    #[test]
    fn what_is_no_game_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.pgn");
        assert!(matches!(GameFile::open(&path), Err(GameFileError::Read { .. })));
        fs::write(&path, "").expect("written");
        assert!(matches!(GameFile::open(&path), Err(GameFileError::Count { count: "no", .. })));
        fs::write(&path, "1. e4 e4 *").expect("written");
        let error = GameFile::open(&path).expect_err("illegal").to_string();
        assert!(error.contains("game.pgn") && error.contains("line 1, column 7"), "{error}");
    }
}

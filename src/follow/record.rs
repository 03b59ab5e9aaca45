//! The record of a game: written anew after each move, whole or not at all.

use super::tracker::Part;
use crate::{
    files::{WriteError, write_atomically},
    games::{
        GameId,
        rules::{IllegalStep, RecordFile, Rules, Step},
    },
};
use std::path::{Path, PathBuf};

/// A record that cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A move is not legal after those before it, by the format's idea of whose turn it is.
    #[error("the game cannot be written in its format: {0}")]
    Step(#[from] IllegalStep),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// The files of a game: of one that went on from a board that does not follow from the last one,
/// a game a part.
///
/// # Errors
/// When a move cannot be written in the format.
pub fn files(game: GameId, rules: &dyn Rules, parts: &[&Part]) -> Result<Vec<RecordFile>, IllegalStep> {
    let mut files: Vec<RecordFile> = Vec::new();
    for part in parts {
        let steps: Vec<Step> = part.moves.iter().map(|(step, _)| step.clone()).collect();
        for file in rules.record(&*part.start, &steps)? {
            match files.iter_mut().find(|other| other.name == file.name) {
                Some(other) if game != GameId::Qwirkle => {
                    other.text = format!("{}\n{}", other.text, file.text);
                }
                _ => files.push(file),
            }
        }
    }
    Ok(files)
}

/// Writes the files of a game into a folder, each by way of a temporary file.
///
/// # Errors
/// When a move cannot be written in the format, or the system refuses.
pub fn write(
    folder: &Path,
    game: GameId,
    rules: &dyn Rules,
    parts: &[&Part],
) -> Result<Vec<PathBuf>, RecordError> {
    let mut written = Vec::new();
    for file in files(game, rules, parts)? {
        let path = folder.join(&file.name);
        write_atomically(&path, file.text.as_bytes())?;
        written.push(path);
    }
    Ok(written)
}

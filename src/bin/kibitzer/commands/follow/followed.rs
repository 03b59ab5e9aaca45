//! Which photo of a folder is followed, kept beside the record: a game that is gone on with does not
//! begin again with the first one.

use kibitzer::files::{WriteError, write_atomically};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The file in the record's folder, which has the photo's path.
const FILE: &str = "followed.txt";

/// The photos that are followed.
pub struct Followed {
    file: PathBuf,
    /// Whether the game is gone on with.
    resumes: bool,
    /// The folder that the photos are in; `None` where frames are not those of a folder.
    folder: Option<PathBuf>,
}

impl Followed {
    /// Those of the game whose record is in a folder.
    pub fn of(record: &Path, resumes: bool) -> Self {
        Self { file: record.join(FILE), resumes, folder: None }
    }

    /// Photos of this folder are followed; the one that was looked at last where a game is gone on
    /// with.
    pub fn begin(&mut self, folder: PathBuf) -> anyhow::Result<Option<PathBuf>> {
        self.folder = Some(folder);
        if !self.resumes || !self.file.exists() {
            return Ok(None);
        }
        let photo = fs::read_to_string(&self.file).map_err(|error| {
            anyhow::anyhow!(
                "cannot read {}: {error}; remove it to begin with the first photo",
                self.file.display()
            )
        })?;
        Ok(Some(PathBuf::from(photo.trim_end_matches('\n'))))
    }

    /// Keeps that a photo is looked at now: all before it were, and their moves are recorded.
    pub fn keep(&self, name: Option<&str>) -> Result<(), WriteError> {
        let (Some(folder), Some(name)) = (&self.folder, name) else { return Ok(()) };
        let photo = format!("{}\n", folder.join(name).display());
        write_atomically(&self.file, photo.as_bytes())
    }
}

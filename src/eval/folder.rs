//! The folder that an evaluation writes.

use std::{
    fs,
    io::{self, BufRead, BufReader},
    path::{Path, PathBuf},
};

/// A folder that appears, whole, at its place when it is finished; until then it is `NAME.partial` beside it. When it is dropped
/// unfinished, the partial folder is deleted unless photos were read into it.
#[derive(Debug)]
pub struct OutputFolder {
    place: PathBuf,
    partial: PathBuf,
}

/// A folder that cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// Something else is there.
    #[error("{0} is there and is not the output of `kibitzer eval`: name another folder with --out")]
    Occupied(String),
    /// The path has no last part: `/` or `..`.
    #[error("{0} cannot be an output folder: name a new one with --out")]
    NoName(String),
    /// The system refuses.
    #[error("cannot write {path}: {source}")]
    Io {
        /// The file or folder.
        path: String,
        /// What the system said.
        source: io::Error,
    },
}

impl OutputFolder {
    /// Makes the partial folder. An earlier partial one is emptied, unless it is to be gone on with (`resume`); a finished
    /// evaluation at `place` stays until [`Self::finish`].
    ///
    /// # Errors
    /// When there is something other than an evaluation or an empty folder at `place`, or the system refuses.
    pub fn create(place: &Path, resume: bool) -> Result<Self, FolderError> {
        let name = place.file_name().ok_or_else(|| FolderError::NoName(place.display().to_string()))?;
        if !may_replace(place) {
            return Err(FolderError::Occupied(place.display().to_string()));
        }
        let partial = place.with_file_name(format!("{}.partial", name.to_string_lossy()));
        if partial.exists() && !partial.join(MARK).is_file() {
            return Err(FolderError::Occupied(partial.display().to_string()));
        }
        if !resume {
            remove(&partial)?;
        }
        fs::create_dir_all(&partial).map_err(io_error(&partial))?;
        fs::write(partial.join(MARK), "").map_err(io_error(&partial))?;
        Ok(Self { place: place.to_owned(), partial })
    }

    /// The folder to write into.
    pub fn path(&self) -> &Path {
        &self.partial
    }

    /// Writes a file.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> Result<(), FolderError> {
        let path = self.partial.join(name);
        fs::write(&path, contents).map_err(io_error(&path))
    }

    /// Puts the folder in its place.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn finish(self) -> Result<(), FolderError> {
        for done_with in [self.journal(), self.partial.join(MARK)] {
            if done_with.exists() {
                fs::remove_file(&done_with).map_err(io_error(&done_with))?;
            }
        }
        remove(&self.place)?;
        fs::rename(&self.partial, &self.place).map_err(io_error(&self.place))
    }

    /// The file that what is read goes into, line by line.
    pub fn predictions(&self) -> PathBuf {
        self.partial.join("predictions.jsonl")
    }

    /// The file that an interrupted evaluation is gone on with from.
    pub fn journal(&self) -> PathBuf {
        self.partial.join("journal.jsonl")
    }
}

impl Drop for OutputFolder {
    fn drop(&mut self) {
        // The first line of the journal says of what it is; those that follow are readings.
        let journaled = fs::File::open(self.journal()).is_ok_and(|file| BufReader::new(file).lines().nth(1).is_some());
        let read_something = journaled || fs::metadata(self.predictions()).is_ok_and(|file| file.len() > 0);
        if !read_something && self.partial.join(MARK).is_file() {
            // The error that led here is the one to report.
            let _ = fs::remove_dir_all(&self.partial);
        }
    }
}

/// Marks a partial folder as ours.
const MARK: &str = ".kibitzer-eval";

/// Whether nothing is lost when `place` is replaced: nothing there, an empty folder, or an earlier evaluation.
fn may_replace(place: &Path) -> bool {
    let empty = || fs::read_dir(place).is_ok_and(|mut entries| entries.next().is_none());
    !place.exists() || empty() || (place.join("summary.json").is_file() && place.join("predictions.jsonl").is_file())
}

fn remove(path: &Path) -> Result<(), FolderError> {
    if path.exists() { fs::remove_dir_all(path).map_err(io_error(path)) } else { Ok(()) }
}

fn io_error(path: &Path) -> impl Fn(io::Error) -> FolderError {
    let path = path.display().to_string();
    move |source| FolderError::Io { path: path.clone(), source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appears_whole_when_finished() {
        let dir = tempfile::tempdir().expect("temporary folder");
        let place = dir.path().join("eval");
        let folder = OutputFolder::create(&place, false).expect("made");
        folder.write("summary.json", "{}").expect("written");
        assert!(!place.exists() && folder.path().join("summary.json").exists());
        folder.finish().expect("finished");
        assert_eq!(fs::read_dir(&place).expect("there").count(), 1);
        assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 1);
    }

    #[test]
    fn an_earlier_evaluation_stays_until_the_new_one_is_finished() {
        let dir = tempfile::tempdir().expect("temporary folder");
        let place = dir.path().join("eval");
        fs::create_dir(&place).expect("made");
        fs::write(place.join("summary.json"), "old").expect("written");
        fs::write(place.join("predictions.jsonl"), "").expect("written");
        let folder = OutputFolder::create(&place, false).expect("made");
        folder.write("summary.json", "new").expect("written");
        assert_eq!(fs::read_to_string(place.join("summary.json")).expect("there"), "old");
        folder.finish().expect("finished");
        assert_eq!(fs::read_to_string(place.join("summary.json")).expect("there"), "new");
        assert!(!place.join("predictions.jsonl").exists());
    }

    #[test]
    fn an_unfinished_folder_stays_only_with_something_in_it() {
        let dir = tempfile::tempdir().expect("temporary folder");
        let place = dir.path().join("eval");
        drop(OutputFolder::create(&place, false).expect("made"));
        assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 0);
        let folder = OutputFolder::create(&place, false).expect("made");
        fs::write(folder.predictions(), "{}\n").expect("written");
        drop(folder);
        assert!(dir.path().join("eval.partial/predictions.jsonl").is_file());
        // Killed while it was resumed, and before it had written the predictions again.
        let folder = OutputFolder::create(&place, true).expect("made");
        fs::write(folder.predictions(), "").expect("written");
        fs::write(folder.journal(), "{}\n{}\n").expect("written");
        drop(folder);
        assert!(dir.path().join("eval.partial/journal.jsonl").is_file());
    }

    #[test]
    fn somebody_elses_folder_is_left_alone() {
        let dir = tempfile::tempdir().expect("temporary folder");
        fs::write(dir.path().join("holiday.jpg"), "").expect("written");
        assert!(matches!(OutputFolder::create(dir.path(), false), Err(FolderError::Occupied(_))));
        assert!(dir.path().join("holiday.jpg").exists());
        let partial = dir.path().join("eval.partial");
        fs::create_dir(&partial).expect("made");
        fs::write(partial.join("thesis.tex"), "").expect("written");
        assert!(OutputFolder::create(&dir.path().join("eval"), false).is_err());
        assert!(partial.join("thesis.tex").exists());
    }
}

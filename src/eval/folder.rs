//! The folder that an evaluation writes.

use std::{
    fs,
    io::{self, BufRead, BufReader},
    path::{Path, PathBuf},
};

/// A folder that appears, whole, at its place when it is finished; until then it is `NAME.partial`
/// beside it. When it is dropped unfinished, the partial folder is deleted unless photos were read
/// into it.
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
    #[error("{0} is there and is not the output of `kibitzer eval`: name another folder")]
    Occupied(String),
    /// Somebody's own file lies in an earlier evaluation.
    #[error(
        "{path} holds {file} beside an evaluation, and would lose it: move it, or name another \
        folder"
    )]
    OwnFile {
        /// The folder.
        path: String,
        /// The file's name.
        file: String,
    },
    /// An interrupted evaluation has readings that would be lost.
    #[error(
        "{0} holds the readings of an interrupted evaluation: go on with it, delete it, or \
        name another folder"
    )]
    Interrupted(String),
    /// The path has no last part: `/` or `..`.
    #[error("{0} cannot be an output folder: name a new one")]
    NoName(String),
    /// A link leads nowhere.
    #[error("{0} is a link to a folder that is not there: make that folder, or name another")]
    Dangling(String),
    /// The finished folder cannot be put in its place.
    #[error(
        "cannot replace {place}: {source}; the whole evaluation is in {partial}: move it where it \
        belongs"
    )]
    Place {
        /// The place.
        place: String,
        /// The finished folder.
        partial: String,
        /// What the system said.
        source: io::Error,
    },
    /// The system refuses.
    #[error(
        "cannot write {path}: {source}; check that the disk has room and the folder is yours to \
        write in"
    )]
    Io {
        /// The file or folder.
        path: String,
        /// What the system said.
        source: io::Error,
    },
}

impl OutputFolder {
    /// Makes the partial folder, or goes on with an earlier one (`resume`). A finished evaluation
    /// at `place` stays until [`Self::finish`]; where `place` is a link, it is what the link leads
    /// to.
    ///
    /// # Errors
    /// When there is something other than an evaluation or an empty folder at `place`, when
    /// readings of an interrupted evaluation would be lost, or when the system refuses.
    pub fn create(place: &Path, resume: bool) -> Result<Self, FolderError> {
        let dangling = |_| FolderError::Dangling(place.display().to_string());
        let linked =
            place.is_symlink().then(|| place.canonicalize().map_err(dangling)).transpose()?;
        let place = linked.as_deref().unwrap_or(place);
        let name =
            place.file_name().ok_or_else(|| FolderError::NoName(place.display().to_string()))?;
        may_replace(place)?;
        let partial = place.with_file_name(format!("{}.partial", name.to_string_lossy()));
        if partial.exists() && !partial.join(MARK).is_file() {
            return Err(FolderError::Occupied(partial.display().to_string()));
        }
        if !resume {
            if has_readings(&partial.join(JOURNAL)) {
                return Err(FolderError::Interrupted(partial.display().to_string()));
            }
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

    /// Puts the folder in its place; what is there is deleted last.
    ///
    /// # Errors
    /// When the system refuses, or somebody has put something else there meanwhile; then the
    /// partial folder stays.
    pub fn finish(self) -> Result<(), FolderError> {
        may_replace(&self.place)?;
        let refused = |source| FolderError::Place {
            place: self.place.display().to_string(),
            partial: self.partial.display().to_string(),
            source,
        };
        let beside = self.place.parent().unwrap_or(&self.place);
        let aside =
            tempfile::Builder::new().prefix(".kibitzer-").tempdir_in(beside).map_err(refused)?;
        let old = aside.path().join("old");
        let replaces = self.place.exists();
        if replaces {
            fs::rename(&self.place, &old).map_err(refused)?;
        }
        if let Err(source) = fs::rename(&self.partial, &self.place) {
            if replaces && fs::rename(&old, &self.place).is_err() {
                // Rather two folders than one evaluation fewer.
                let _ = aside.keep();
            }
            return Err(refused(source));
        }
        for done_with in [JOURNAL, MARK].map(|name| self.place.join(name)) {
            if done_with.exists() {
                fs::remove_file(&done_with).map_err(io_error(&done_with))?;
            }
        }
        aside.close().map_err(refused)
    }

    /// The file that what is read goes into, line by line.
    pub fn predictions(&self) -> PathBuf {
        self.partial.join("predictions.jsonl")
    }

    /// The file that an interrupted evaluation is gone on with from.
    pub fn journal(&self) -> PathBuf {
        self.partial.join(JOURNAL)
    }
}

impl Drop for OutputFolder {
    fn drop(&mut self) {
        let read_something = has_readings(&self.journal())
            || fs::metadata(self.predictions()).is_ok_and(|file| file.len() > 0);
        if !read_something && self.partial.join(MARK).is_file() {
            // The error that led here is the one to report.
            let _ = fs::remove_dir_all(&self.partial);
        }
    }
}

/// Marks a partial folder as ours.
const MARK: &str = ".kibitzer-eval";

/// The journal's name.
const JOURNAL: &str = "journal.jsonl";

/// What an evaluation consists of, and what is taken off it last.
const FILES: [&str; 9] = [
    "summary.json",
    "predictions.jsonl",
    "photos.csv",
    "photos.parquet",
    "cells.parquet",
    "report.html",
    "stress.json",
    JOURNAL,
    MARK,
];

/// Whether a journal holds readings: its first line says of what it is, those that follow are
/// readings.
fn has_readings(journal: &Path) -> bool {
    fs::File::open(journal).is_ok_and(|file| BufReader::new(file).lines().nth(1).is_some())
}

/// Nothing is lost when `place` is replaced where nothing is there, an empty folder, or an earlier
/// evaluation and nothing else.
fn may_replace(place: &Path) -> Result<(), FolderError> {
    if !place.exists() {
        return Ok(());
    }
    let path = || place.display().to_string();
    let entries = fs::read_dir(place).map_err(|_| FolderError::Occupied(path()))?;
    let names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    if !names.is_empty()
        && !["summary.json", "predictions.jsonl"]
            .iter()
            .all(|file| names.iter().any(|name| name == file))
    {
        return Err(FolderError::Occupied(path()));
    }
    match names.into_iter().find(|name| !FILES.contains(&name.as_str())) {
        Some(file) => Err(FolderError::OwnFile { path: path(), file }),
        None => Ok(()),
    }
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
        // Its readings are not lost by starting anew.
        assert!(matches!(OutputFolder::create(&place, false), Err(FolderError::Interrupted(_))));
        assert!(dir.path().join("eval.partial/journal.jsonl").is_file());
    }

    #[test]
    fn a_file_of_somebodys_own_beside_an_evaluation_is_not_lost() {
        let dir = tempfile::tempdir().expect("temporary folder");
        for name in ["summary.json", "predictions.jsonl", "theirs.jsonl"] {
            fs::write(dir.path().join(name), "").expect("written");
        }
        let refused = OutputFolder::create(dir.path(), false).expect_err("not replaced");
        assert!(
            matches!(&refused, FolderError::OwnFile { file, .. } if file == "theirs.jsonl"),
            "{refused}"
        );
    }

    #[test]
    fn what_was_put_there_meanwhile_is_not_lost() {
        let dir = tempfile::tempdir().expect("temporary folder");
        let place = dir.path().join("eval");
        let folder = OutputFolder::create(&place, false).expect("made");
        fs::write(folder.predictions(), "{}\n").expect("written");
        fs::create_dir(&place).expect("made");
        fs::write(place.join("notes.md"), "").expect("written");
        assert!(matches!(folder.finish(), Err(FolderError::Occupied(_))));
        assert!(
            place.join("notes.md").is_file()
                && dir.path().join("eval.partial/predictions.jsonl").is_file()
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_nothing_is_refused_before_anything_is_read() {
        let dir = tempfile::tempdir().expect("temporary folder");
        let link = dir.path().join("link");
        std::os::unix::fs::symlink(dir.path().join("nothing"), &link).expect("linked");
        assert!(matches!(OutputFolder::create(&link, false), Err(FolderError::Dangling(_))));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let dir = tempfile::tempdir().expect("temporary folder");
        let (disk, link) = (dir.path().join("disk"), dir.path().join("link"));
        fs::create_dir(&disk).expect("made");
        std::os::unix::fs::symlink(&disk, &link).expect("linked");
        let folder = OutputFolder::create(&link, false).expect("made");
        folder.write("summary.json", "{}").expect("written");
        folder.finish().expect("finished");
        assert!(link.is_symlink() && disk.join("summary.json").is_file());
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

//! Writing files so that nobody ever sees half of one.
//!
//! ```
//! use kibitzer::files::{WriteError, write_atomically, write_new};
//! # let folder = tempfile::tempdir()?;
//!
//! let path = folder.path().join("reports/first.txt");
//! write_atomically(&path, b"a board")?;
//! assert_eq!(std::fs::read(&path)?, b"a board");
//! assert!(matches!(write_new(&path, b"another one"), Err(WriteError::Exists(_))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::{
    fs, io,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};
use tempfile::{Builder, NamedTempFile, TempPath};

/// How the names of temporary files begin.
const TEMPORARY: &str = ".kibitzer-";

/// A file that could not be written; what was there before is untouched.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// There is a file of that name already, and it was not to be replaced.
    #[error("{} exists already: name another file", .0.display())]
    Exists(PathBuf),
    /// The system refused.
    #[error("cannot write {}: {source}; check that the disk has room and the folder is yours to \
    write in", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Writes a file by way of a temporary one in the same folder, so that it is there whole or not at
/// all; an existing file is replaced. Missing folders are made.
///
/// # Errors
/// [`WriteError::Io`] when the system refuses.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let failed = |source| WriteError::Io { path: path.to_owned(), source };
    temporary(path, bytes, true)?.persist(path).map_err(|e| failed(e.error))?;
    sync_folder(path).map_err(failed)
}

/// Like [`write_atomically`], for what only its owner may read: a key, a secret.
///
/// # Errors
/// [`WriteError::Io`] when the system refuses.
pub fn write_private(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let failed = |source| WriteError::Io { path: path.to_owned(), source };
    temporary(path, bytes, false)?.persist(path).map_err(|e| failed(e.error))?;
    sync_folder(path).map_err(failed)
}

/// Removes the temporary files that a killed program has left when writing `path`.
pub fn remove_leftovers(path: &Path) {
    let prefix = temporary_prefix(path);
    for entry in fs::read_dir(folder(path)).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(&prefix) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The folder that a file is in.
pub(crate) fn folder(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether a file of this name is one that a killed program has left when writing.
#[must_use]
pub fn is_temporary(name: &str) -> bool {
    name.starts_with(TEMPORARY)
}

fn temporary_prefix(path: &Path) -> String {
    format!("{TEMPORARY}{}-", path.file_name().unwrap_or_default().to_string_lossy())
}

/// Writes a shell script for a test to run. A process of its own writes it: what this one has open
/// for writing another test's child may have open, too, and then it cannot be run ("text file busy").
#[cfg(all(test, unix))]
pub(crate) fn write_program(path: &Path, script: &str) {
    let written = std::process::Command::new("sh")
        .args(["-c", "printf '#!/bin/sh\\n%s\\n' \"$2\" > \"$1\" && chmod +x \"$1\"", "sh"])
        .arg(path)
        .arg(script)
        .status();
    assert!(written.expect("sh runs").success());
}

/// Makes a new name in a folder survive a loss of power, too.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    fs::File::open(folder(path))?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Like [`write_atomically`], but refuses to replace a file.
///
/// # Errors
/// [`WriteError::Exists`] when there is one already, [`WriteError::Io`] when the system refuses.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let mut file = NewFile::create(path)?;
    file.write(bytes)?;
    file.finish()
}

/// A new file that is written bit by bit. It appears when it is finished; dropped before, it leaves
/// nothing behind.
///
/// ```
/// use kibitzer::files::NewFile;
/// # let folder = tempfile::tempdir()?;
///
/// let path = folder.path().join("readings.jsonl");
/// let mut file = NewFile::create(&path)?;
/// file.write(b"the first\n")?;
/// file.write(b"the second\n")?;
/// assert!(!path.exists());
/// file.finish()?;
/// assert_eq!(std::fs::read(&path)?, b"the first\nthe second\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    file: BufWriter<NamedTempFile>,
}

impl NewFile {
    /// A file that nothing is in yet. Missing folders are made.
    ///
    /// # Errors
    /// [`WriteError::Exists`] when there is one already, [`WriteError::Io`] when the system refuses.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        if path.exists() {
            return Err(WriteError::Exists(path.to_owned()));
        }
        Ok(Self { path: path.to_owned(), file: BufWriter::new(temporary(path, b"", true)?) })
    }

    /// Writes what comes next.
    ///
    /// # Errors
    /// [`WriteError::Io`] when the system refuses.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        self.file.write_all(bytes).map_err(|source| refused(&self.path, source))
    }

    /// Puts the file where it belongs.
    ///
    /// # Errors
    /// [`WriteError::Exists`] when another one has come there, [`WriteError::Io`] when the system
    /// refuses.
    pub fn finish(self) -> Result<(), WriteError> {
        let Self { path, file } = self;
        let io = |source| refused(&path, source);
        let file = file.into_inner().map_err(|e| io(e.into_error()))?;
        file.as_file().sync_all().map_err(io)?;
        file.persist_noclobber(&path).map_err(|e| match e.error.kind() {
            io::ErrorKind::AlreadyExists => WriteError::Exists(path.clone()),
            _ => io(e.error),
        })?;
        sync_folder(&path).map_err(io)
    }
}

/// Gives a file that has been written its name in the same folder, where there is none of that name.
///
/// # Errors
/// [`WriteError::Exists`] when there is one, [`WriteError::Io`] when the system refuses; the file
/// then stays as it is called.
pub fn put_new(file: &Path, name: &Path) -> Result<(), WriteError> {
    let file = TempPath::try_from_path(file).map_err(|source| refused(name, source))?;
    file.persist_noclobber(name).map_err(|mut e| {
        e.path.disable_cleanup(true);
        match e.error.kind() {
            io::ErrorKind::AlreadyExists => WriteError::Exists(name.to_owned()),
            _ => refused(name, e.error),
        }
    })?;
    sync_folder(name).map_err(|source| refused(name, source))
}

fn refused(path: &Path, source: io::Error) -> WriteError {
    WriteError::Io { path: path.to_owned(), source }
}

/// [`write_atomically`] when `force`, else [`write_new`].
///
/// # Errors
/// As these two.
pub fn write(path: &Path, bytes: &[u8], force: bool) -> Result<(), WriteError> {
    if force { write_atomically(path, bytes) } else { write_new(path, bytes) }
}

/// A temporary file with the given content beside `path`, removed again when dropped; its owner's
/// alone, or an ordinary one.
fn temporary(path: &Path, bytes: &[u8], ordinary: bool) -> Result<NamedTempFile, WriteError> {
    let write = || {
        fs::create_dir_all(folder(path))?;
        let prefix = temporary_prefix(path);
        let mut builder = Builder::new();
        builder.prefix(&prefix);
        if ordinary {
            readable_by_all(&mut builder);
        }
        let mut file = builder.tempfile_in(folder(path))?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        Ok(file)
    };
    write().map_err(|source| WriteError::Io { path: path.to_owned(), source })
}

/// A temporary file is private by default; one that stays gets the rights of an ordinary file, less
/// the user's umask.
#[cfg(unix)]
fn readable_by_all(builder: &mut Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn readable_by_all(_: &mut Builder<'_, '_>) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_only_when_asked_to() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new/a.txt");
        write(&path, b"one", false).expect("the first");
        assert!(matches!(write(&path, b"two", false), Err(WriteError::Exists(p)) if p == path));
        assert_eq!(fs::read(&path).expect("there"), b"one");
        write(&path, b"two", true).expect("forced");
        assert_eq!(fs::read(&path).expect("there"), b"two");
        let left: Vec<_> = fs::read_dir(folder.path().join("new")).expect("a folder").collect();
        assert_eq!(left.len(), 1, "a temporary file was left behind: {left:?}");
    }

    #[test]
    fn leftovers_of_that_file_are_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in [".kibitzer-a.txt-Xyz", ".kibitzer-b.txt-Xyz", "a.txt"] {
            fs::write(folder.path().join(name), b"").expect("writable");
        }
        remove_leftovers(&folder.path().join("a.txt"));
        let left = |name: &str| folder.path().join(name).exists();
        assert!(!left(".kibitzer-a.txt-Xyz") && left(".kibitzer-b.txt-Xyz") && left("a.txt"));
    }

    #[test]
    fn a_folder_that_is_a_file_is_named_in_the_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, b"").expect("writable");
        let message = write_atomically(&file.join("x"), b"").expect_err("no folder").to_string();
        assert!(message.contains("file/x"), "{message}");
    }

    #[cfg(unix)]
    #[test]
    fn written_files_are_readable_by_others() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a");
        write_atomically(&path, b"").expect("written");
        fs::write(folder.path().join("b"), b"").expect("written");
        let mode = |p: PathBuf| fs::metadata(p).expect("there").permissions().mode();
        assert_eq!(mode(path), mode(folder.path().join("b")));
    }

    #[cfg(unix)]
    #[test]
    fn a_secret_is_its_owners_alone() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("secret");
        write_private(&path, b"secret").expect("written");
        let rights = fs::metadata(&path).expect("there").permissions().mode();
        assert_eq!((rights & 0o077, fs::read(&path).expect("reads")), (0, b"secret".to_vec()));
    }
}

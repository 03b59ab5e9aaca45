//! The folder of a sequence, as far as it is done.

use super::{
    GameJobError,
    truth::{File, SETTINGS, frame_name},
};
use crate::{
    dataset::manifest::Label,
    files::{write_atomically, write_new},
};
use std::{
    fs::{self, OpenOptions},
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

/// A folder that frames are added to, in order.
pub struct Folder {
    labels: PathBuf,
    file: fs::File,
    done: usize,
}

fn io(path: &Path) -> impl FnOnce(std::io::Error) -> GameJobError + '_ {
    move |source| GameJobError::Io { path: path.to_owned(), source }
}

/// The text of a file, `None` where there is none.
fn text_of(path: &Path) -> Result<Option<String>, GameJobError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io(path)(error)),
    }
}

impl Folder {
    /// Opens a new folder, or one in which the same sequence was begun, and writes what belongs
    /// beside the frames; the first of `files` says by itself which sequence it is.
    pub fn open(folder: &Path, files: Vec<File>) -> Result<Self, GameJobError> {
        let labels = folder.join("frames.jsonl");
        let settings = folder.join(SETTINGS);
        let is_new = text_of(&settings)?.is_none();
        let frames = folder.join("frames");
        let stranger = [&labels, &frames].into_iter().find(|path| is_new && path.exists());
        if let Some(path) = stranger {
            return Err(GameJobError::OtherSequence(path.clone()));
        }
        let mut missing = Vec::new();
        for (name, text) in &files {
            let path = folder.join(name);
            match text_of(&path)? {
                None => missing.push((path, text)),
                Some(old) if is_new || old != *text => {
                    return Err(GameJobError::OtherSequence(path));
                }
                Some(_) => {}
            }
        }
        for (path, text) in missing {
            write_new(&path, text.as_bytes())?;
        }
        fs::create_dir_all(&frames).map_err(io(&frames))?;
        let done = finished(folder, &labels)?;
        let file = OpenOptions::new().create(true).append(true).open(&labels);
        Ok(Self { file: file.map_err(io(&labels))?, labels, done })
    }

    /// Frames that are there with their labels.
    pub const fn done(&self) -> usize {
        self.done
    }

    /// Adds the label of the next frame, a line.
    pub fn append(&mut self, line: &str) -> Result<(), GameJobError> {
        self.file.write_all(line.as_bytes()).map_err(io(&self.labels))
    }
}

/// The number of frames whose labels are whole and in order. What follows them, such as a line cut
/// short by an interrupt, is taken off.
fn finished(folder: &Path, labels: &Path) -> Result<usize, GameJobError> {
    let Some(text) = text_of(labels)? else { return Ok(0) };
    let is_done = |(i, line): &(usize, &str)| {
        let label = serde_json::from_str::<Label>(line).ok().filter(|_| line.ends_with('\n'));
        label.is_some_and(|label| {
            label.image == frame_name(*i) && folder.join(&label.image).is_file()
        })
    };
    let kept: Vec<&str> =
        text.split_inclusive('\n').enumerate().take_while(is_done).map(|(_, line)| line).collect();
    let whole = kept.concat();
    if whole != text {
        write_atomically(labels, whole.as_bytes())?;
    }
    Ok(kept.len())
}

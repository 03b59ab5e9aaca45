//! Photos in a folder, in the order of their names; those that are still to come, too.

use super::{Frame, FrameSource, Next, SourceError};
use crate::vision::{PhotoLimits, by_name, open_photo, photos_in, taken_at};
use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant, SystemTime},
};

/// How long to wait before a folder is looked at again.
const PAUSE: Duration = Duration::from_millis(200);

/// Photos in a folder.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    limits: PhotoLimits,
    /// How long to wait for further photos; `None` to take those that are there.
    wait: Option<Duration>,
    waiting: Vec<PathBuf>,
    taken: HashSet<PathBuf>,
}

impl Folder {
    /// The photos that are in a folder, or, with `wait`, those that come, too, until none has come
    /// for so long.
    ///
    /// # Errors
    /// When the folder cannot be listed.
    pub fn open(
        path: &Path,
        limits: PhotoLimits,
        wait: Option<Duration>,
    ) -> Result<Self, SourceError> {
        let mut folder = Self {
            path: path.to_owned(),
            limits,
            wait,
            waiting: Vec::new(),
            taken: HashSet::new(),
        };
        folder.look()?;
        Ok(folder)
    }

    /// The photos of a list, in its order.
    pub fn of(photos: Vec<PathBuf>, limits: PhotoLimits) -> Self {
        let waiting = photos.into_iter().rev().collect();
        Self { path: PathBuf::new(), limits, wait: None, waiting, taken: HashSet::new() }
    }

    /// Passes over the photos before one of this folder, which were followed already; says how many.
    pub fn go_on_from(&mut self, photo: &Path) -> usize {
        if !self.waiting.iter().any(|path| path == photo) {
            return 0;
        }
        let before: Vec<PathBuf> =
            self.waiting.extract_if(.., |path| by_name(path, photo).is_lt()).collect();
        let passed = before.len();
        self.taken.extend(before);
        passed
    }

    /// Whether there are photos that were not taken yet.
    pub const fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Notes the photos that are new, the last first.
    fn look(&mut self) -> Result<(), SourceError> {
        let failed = |source| SourceError::Folder { path: self.path.clone(), source };
        let photos = photos_in(&self.path).map_err(failed)?;
        self.waiting = photos.into_iter().rev().filter(|path| !self.taken.contains(path)).collect();
        Ok(())
    }

    /// Waits for further photos; false where none comes.
    fn wait(&mut self) -> Result<bool, SourceError> {
        let Some(wait) = self.wait else { return Ok(false) };
        let since = Instant::now();
        while self.waiting.is_empty() && since.elapsed() < wait {
            thread::sleep(PAUSE);
            self.look()?;
        }
        Ok(!self.waiting.is_empty())
    }
}

impl FrameSource for Folder {
    fn next_frame(&mut self) -> Result<Next, SourceError> {
        if self.waiting.is_empty() && !self.wait()? {
            return Ok(Next::End);
        }
        let Some(path) = self.waiting.pop() else { return Ok(Next::End) };
        self.taken.insert(path.clone());
        if self.wait.is_some() {
            wait_until_written(&path);
        }
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        Ok(match open_photo(&path, &self.limits) {
            Ok(image) => {
                let time_s = taken_at(&path).or_else(|| modified(&path));
                Next::Frame(Frame { image, name, time_s })
            }
            Err(error) => Next::Unreadable { name, why: error.to_string() },
        })
    }
}

/// Waits until a file does not grow any more.
fn wait_until_written(path: &Path) {
    let size = || fs::metadata(path).map(|data| data.len()).ok();
    let mut before = None;
    while before.is_none() || before != Some(size()) {
        before = Some(size());
        thread::sleep(PAUSE / 2);
    }
}

/// When a file was written, in seconds since 1970.
fn modified(path: &Path) -> Option<f64> {
    let time = fs::metadata(path).ok()?.modified().ok()?;
    Some(time.duration_since(SystemTime::UNIX_EPOCH).ok()?.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::RgbImage;

    fn names(folder: &mut Folder) -> Vec<String> {
        let mut names = Vec::new();
        loop {
            match folder.next_frame().expect("readable") {
                Next::Frame(frame) => names.extend(frame.name),
                Next::Unreadable { name, .. } => names.push(format!("!{}", name.expect("a name"))),
                Next::Gone { .. } | Next::End => return names,
            }
        }
    }

    #[test]
    fn photos_come_in_the_order_of_their_names_and_damaged_ones_are_passed_over() {
        let dir = tempfile::tempdir().expect("temporary folder");
        for name in ["10.png", "9.png"] {
            RgbImage::new(40, 40).save(dir.path().join(name)).expect("written");
        }
        fs::write(dir.path().join("9b.jpg"), "no picture").expect("written");
        fs::write(dir.path().join("notes.txt"), "").expect("written");
        let mut folder = Folder::open(dir.path(), PhotoLimits::default(), None).expect("a folder");
        assert_eq!(names(&mut folder), ["9.png", "!9b.jpg", "10.png"]);
    }

    #[test]
    fn a_folder_that_grows_is_waited_for() {
        let dir = tempfile::tempdir().expect("temporary folder");
        let path = dir.path().to_owned();
        let wait = Some(Duration::from_secs(20));
        let mut folder = Folder::open(&path, PhotoLimits::default(), wait).expect("a folder");
        let writer = thread::spawn(move || {
            thread::sleep(PAUSE);
            RgbImage::new(40, 40).save(path.join("1.png")).expect("written");
        });
        let next = folder.next_frame().expect("readable");
        assert!(matches!(next, Next::Frame(frame) if frame.name.as_deref() == Some("1.png")));
        writer.join().expect("written");
    }
}

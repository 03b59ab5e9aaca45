//! Photos in a folder, in the order of their names; those that are still to come, too.

use super::{Frame, FrameSource, Next, SourceError};
use crate::vision::{PhotoLimits, by_name, open_photo, photos_in, taken_at};
use image::RgbImage;
use std::{
    collections::{HashMap, HashSet},
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant, SystemTime},
};

/// How long to wait before a folder is looked at again.
const PAUSE: Duration = Duration::from_millis(200);

/// How long a photo that cannot be read is waited for: it may still be arriving.
const PATIENCE: Duration = Duration::from_secs(1);

/// Size and time of change of a file.
type State = Option<(u64, Option<SystemTime>)>;

/// Photos in a folder.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    limits: PhotoLimits,
    /// How long to wait for further photos; `None` to take those that are there.
    wait: Option<Duration>,
    waiting: Vec<PathBuf>,
    taken: HashSet<PathBuf>,
    /// Photos that could not be read, as they were then: changed, they are looked at again.
    unreadable: HashMap<PathBuf, State>,
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
            unreadable: HashMap::new(),
        };
        folder.look()?;
        Ok(folder)
    }

    /// The photos of a list, in its order.
    pub fn of(photos: Vec<PathBuf>, limits: PhotoLimits) -> Self {
        let waiting = photos.into_iter().rev().collect();
        Self {
            path: PathBuf::new(),
            limits,
            wait: None,
            waiting,
            taken: HashSet::new(),
            unreadable: HashMap::new(),
        }
    }

    /// Passes over the photos whose names come before one, which were followed already; says how
    /// many. The photo itself may have gone since.
    pub fn go_on_from(&mut self, name: &Path) -> usize {
        let photo = &self.path.join(name);
        let before: Vec<PathBuf> =
            self.waiting.extract_if(.., |path| by_name(path, photo).is_lt()).collect();
        let passed = before.len();
        self.taken.extend(before);
        passed
    }

    /// The photo that comes next, of those that are there.
    pub fn next_photo(&self) -> Option<&Path> {
        self.waiting.last().map(PathBuf::as_path)
    }

    /// Whether there are photos that were not taken yet.
    pub const fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Notes the photos that are new, the last first.
    fn look(&mut self) -> Result<(), SourceError> {
        let failed = |source| SourceError::Folder { path: self.path.clone(), source };
        let photos = photos_in(&self.path).map_err(failed)?;
        let is_new = |path: &PathBuf| match self.unreadable.get(path) {
            Some(before) => state(path) != *before,
            None => !self.taken.contains(path),
        };
        self.waiting = photos.into_iter().rev().filter(is_new).collect();
        Ok(())
    }

    /// Opens a photo. One that may still be arriving is waited for while it grows, and some time
    /// more where it cannot be read as it is.
    fn open_photo(&mut self, path: &Path) -> Result<RgbImage, String> {
        if self.wait.is_none() {
            return open_photo(path, &self.limits).map_err(|error| error.to_string());
        }
        loop {
            let before = when_written(path);
            let error = match open_photo(path, &self.limits) {
                Ok(image) => {
                    self.unreadable.remove(path);
                    return Ok(image);
                }
                Err(error) => error,
            };
            let since = Instant::now();
            while state(path) == before && since.elapsed() < PATIENCE {
                thread::sleep(PAUSE);
            }
            if state(path) == before {
                self.unreadable.insert(path.to_owned(), before);
                return Err(format!("{error}; it is looked at again when it changes"));
            }
        }
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
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        Ok(match self.open_photo(&path) {
            Ok(image) => {
                let time_s = taken_at(&path).or_else(|| modified(&path));
                Next::Frame(Frame { image, name, time_s })
            }
            Err(why) => Next::Unreadable { name, why },
        })
    }
}

/// Waits until a file does not grow any more; says how it is then.
fn when_written(path: &Path) -> State {
    loop {
        let before = state(path);
        thread::sleep(PAUSE / 2);
        if state(path) == before {
            return before;
        }
    }
}

fn state(path: &Path) -> State {
    let data = fs::metadata(path).ok()?;
    Some((data.len(), data.modified().ok()))
}

/// When a file was written, in seconds since 1970.
fn modified(path: &Path) -> Option<f64> {
    let time = fs::metadata(path).ok()?.modified().ok()?;
    Some(time.duration_since(SystemTime::UNIX_EPOCH).ok()?.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

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
    #[test]
    fn a_photo_that_arrives_slowly_is_followed() {
        let dir = tempfile::tempdir().expect("temporary folder");
        let (whole, path) = (dir.path().join("whole"), dir.path().join("1.png"));
        RgbImage::new(40, 40).save_with_format(&whole, image::ImageFormat::Png).expect("written");
        let bytes = fs::read(&whole).expect("a photo");
        fs::write(&path, &bytes[..bytes.len() / 2]).expect("half of it");
        let wait = Some(Duration::from_secs(20));
        let mut folder = Folder::open(dir.path(), PhotoLimits::default(), wait).expect("a folder");
        let is_photo =
            |next| matches!(next, Next::Frame(frame) if frame.name.as_deref() == Some("1.png"));
        let whole_after = |pause: Duration| {
            let (path, bytes) = (path.clone(), bytes.clone());
            thread::spawn(move || {
                thread::sleep(pause);
                fs::write(path, bytes).expect("written");
            })
        };
        // It pauses for a moment.
        let writer = whole_after(PATIENCE / 2);
        assert!(is_photo(folder.next_frame().expect("readable")));
        writer.join().expect("written");

        // It pauses for longer than it is waited for.
        fs::write(dir.path().join("2.png"), "no picture").expect("written");
        let next = folder.next_frame().expect("readable");
        let Next::Unreadable { why, .. } = next else { panic!("{next:?}") };
        assert!(why.ends_with("; it is looked at again when it changes"), "{why}");
        fs::copy(&whole, dir.path().join("2.png")).expect("written");
        let next = folder.next_frame().expect("readable");
        assert!(matches!(next, Next::Frame(frame) if frame.name.as_deref() == Some("2.png")));
    }

    #[test]
    fn photos_that_were_followed_are_passed_over_by_their_names() {
        let dir = tempfile::tempdir().expect("temporary folder");
        for name in ["8.png", "9.png", "11.png"] {
            RgbImage::new(40, 40).save(dir.path().join(name)).expect("written");
        }
        let open = || Folder::open(dir.path(), PhotoLimits::default(), None).expect("a folder");
        for (last, passed, rest) in [
            ("9.png", 1, vec!["9.png", "11.png"]),
            ("10.png", 2, vec!["11.png"]),
            ("12.png", 3, vec![]),
        ] {
            let mut folder = open();
            assert_eq!(folder.go_on_from(Path::new(last)), passed, "{last}");
            assert_eq!(names(&mut folder), rest, "{last}");
        }
    }
}

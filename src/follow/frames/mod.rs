//! Where frames come from: a folder of photos, a stream of pictures, ffmpeg.
//!
//! ```
//! use kibitzer::{follow::frames::{FrameSource, Next, Stream}, vision::PhotoLimits};
//!
//! let picture = |gray: u8| [b"P6 48 40 255\n".to_vec(), vec![gray; 48 * 40 * 3]].concat();
//! let bytes = [picture(7), picture(9)].concat();
//! let mut stream = Stream::new(bytes.as_slice(), PhotoLimits::default(), Some(10.0));
//! let mut times = Vec::new();
//! while let Next::Frame(frame) = stream.next_frame()? {
//!     times.extend(frame.time_s);
//! }
//! assert_eq!(times, [0.0, 0.1]);
//! # Ok::<(), kibitzer::follow::frames::SourceError>(())
//! ```

mod ffmpeg;
mod folder;
mod stream;

use image::RgbImage;
use std::path::PathBuf;

pub use ffmpeg::{Ffmpeg, Input};
pub use folder::Folder;
pub use stream::Stream;

/// A picture of a board at some time.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The picture.
    pub image: RgbImage,
    /// The file's name; frames of a camera have none.
    pub name: Option<String>,
    /// When it was taken, in seconds: from the first frame, or since 1970.
    pub time_s: Option<f64>,
}

/// What a source gives next.
#[derive(Clone, Debug)]
pub enum Next {
    /// A frame.
    Frame(Frame),
    /// A frame that is damaged or no picture: it is passed over.
    Unreadable {
        /// The file's name; frames of a camera have none.
        name: Option<String>,
        /// What is wrong with it.
        why: String,
    },
    /// A camera has gone, and is waited for from now on.
    Gone {
        /// What was said of it last.
        why: String,
    },
    /// There are no more.
    End,
}

/// Gives the frames of a game, one after the other.
pub trait FrameSource {
    /// The next frame; waits for it where it is still to come.
    ///
    /// # Errors
    /// When the source as a whole cannot be read.
    fn next_frame(&mut self) -> Result<Next, SourceError>;
}

/// A source of frames that cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// A folder cannot be listed.
    #[error("cannot list {}: {source}; check its permissions", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A stream broke off.
    #[error("the stream of pictures cannot be read: {0}")]
    Stream(#[from] std::io::Error),
    /// What comes is not a stream of pictures.
    #[error(
        "this is no stream of pictures: it has to be JPEG pictures one after the other (MJPEG), or \
        PPM pictures (P6) with values up to 255"
    )]
    NoPictures,
    /// ffmpeg is not there.
    #[error(
        "cannot start ffmpeg as '{program}': {source}; install ffmpeg, or say where the program is"
    )]
    NoFfmpeg {
        /// The program.
        program: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// ffmpeg cannot read what it was given.
    #[error("ffmpeg cannot read {input}: {said}")]
    Ffmpeg {
        /// What it was given.
        input: String,
        /// What it said last.
        said: String,
    },
}

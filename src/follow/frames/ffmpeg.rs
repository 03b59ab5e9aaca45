//! Video files, network cameras and cameras of this machine, through the `ffmpeg` program as a
//! child process.

use super::{FrameSource, Next, SourceError, Stream};
use crate::vision::PhotoLimits;
use std::{
    io::{BufReader, Read},
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

/// How long to wait before a camera that has gone is asked again.
const AGAIN: Duration = Duration::from_secs(1);
/// How long a program may take to end whose pictures have ended.
const ENDING: Duration = Duration::from_secs(2);

/// What ffmpeg is to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A video file: every frame counts, and its end is the end.
    File(String),
    /// A network camera or a camera of this machine: where it is gone it is waited for.
    Camera(String),
}

impl Input {
    /// What a name means: a path of a video file, a URL, or a device (`/dev/video0`).
    pub fn named(name: &str) -> Self {
        let is_url = name.contains("://") && !name.starts_with("file://");
        if is_url || name.starts_with("/dev/") {
            return Self::Camera(name.to_owned());
        }
        Self::File(name.to_owned())
    }

    fn name(&self) -> &str {
        match self {
            Self::File(name) | Self::Camera(name) => name,
        }
    }
}

/// Frames from ffmpeg.
#[derive(Debug)]
pub struct Ffmpeg {
    program: String,
    input: Input,
    rate: f64,
    limits: PhotoLimits,
    /// How long to wait for a camera that has gone.
    patience: Duration,
    running: Running,
    begun: Instant,
    frames: usize,
    /// Since when the camera is gone.
    gone: Option<Instant>,
}

/// A started ffmpeg.
#[derive(Debug)]
struct Running {
    child: Child,
    stream: Stream<BufReader<ChildStdout>>,
    said: Arc<Mutex<String>>,
}

impl Ffmpeg {
    /// Starts `program` to give `rate` frames a second of an input. A camera that has gone is
    /// waited for as long as `patience` says.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn start(
        program: &str,
        input: Input,
        rate: f64,
        limits: PhotoLimits,
        patience: Duration,
    ) -> Result<Self, SourceError> {
        let running = start(program, &input, rate, limits)?;
        let program = program.to_owned();
        Ok(Self {
            program,
            input,
            rate,
            limits,
            patience,
            running,
            begun: Instant::now(),
            frames: 0,
            gone: None,
        })
    }

    /// The next picture of the program that runs. What is cut off is no picture, but its end.
    fn next_of_running(&mut self) -> Result<Next, SourceError> {
        let why = match self.running.stream.next_frame() {
            Ok(Next::Unreadable { why, .. }) => why,
            Err(error @ SourceError::NoPictures) => error.to_string(),
            next => return next,
        };
        // A program that goes on would wait for ever for somebody to read what it writes.
        match self.running.ends_by_itself() {
            true => Ok(Next::End),
            false => Err(SourceError::Ffmpeg { input: self.input.name().to_owned(), said: why }),
        }
    }

    fn failed(&mut self) -> Option<SourceError> {
        let status = self.running.child.wait().ok()?;
        let said = self.running.said.lock().unwrap_or_else(PoisonError::into_inner);
        let said = said.lines().last().unwrap_or_default().trim().to_owned();
        let input = self.input.name().to_owned();
        (!status.success()).then(|| SourceError::Ffmpeg {
            input,
            said: if said.is_empty() { status.to_string() } else { said },
        })
    }

    /// Starts the program again until a frame comes, or patience ends.
    fn again(&mut self, since: Instant) -> Result<Next, SourceError> {
        let mut failed = None;
        while since.elapsed() < self.patience {
            thread::sleep(AGAIN.min(self.patience));
            self.running = start(&self.program, &self.input, self.rate, self.limits)?;
            if let Next::Frame(frame) = self.next_of_running()? {
                self.gone = None;
                return Ok(Next::Frame(frame));
            }
            failed = self.failed();
        }
        match failed {
            Some(error) if self.frames == 0 => Err(error),
            _ => Ok(Next::End),
        }
    }
}

impl FrameSource for Ffmpeg {
    fn next_frame(&mut self) -> Result<Next, SourceError> {
        let next = match self.gone {
            Some(since) => self.again(since)?,
            None => self.next_of_running()?,
        };
        let next = match (next, &self.input) {
            (Next::End, Input::Camera(_)) if self.gone.is_none() => {
                self.gone = Some(Instant::now());
                let why = self.failed().map(|error| error.to_string());
                Next::Gone { why: why.unwrap_or_else(|| "the stream has ended".to_owned()) }
            }
            (Next::End, Input::File(_)) => match self.failed() {
                Some(error) => return Err(error),
                None => Next::End,
            },
            (next, _) => next,
        };
        let Next::Frame(mut frame) = next else { return Ok(next) };
        frame.time_s = Some(match self.input {
            Input::File(_) => self.frames as f64 / self.rate,
            Input::Camera(_) => self.begun.elapsed().as_secs_f64(),
        });
        self.frames += 1;
        Ok(Next::Frame(frame))
    }
}

impl Running {
    /// Whether the program ends soon; else it is ended.
    fn ends_by_itself(&mut self) -> bool {
        let since = Instant::now();
        while since.elapsed() < ENDING {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return true;
            }
            thread::sleep(ENDING / 20);
        }
        // It may have ended just now.
        let _ = self.child.kill();
        false
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start(
    program: &str,
    input: &Input,
    rate: f64,
    limits: PhotoLimits,
) -> Result<Running, SourceError> {
    let failed = |source| SourceError::NoFfmpeg { program: program.to_owned(), source };
    let mut command = Command::new(program);
    command.args(["-nostdin", "-loglevel", "error"]);
    let name = input.name();
    if Path::new(name).starts_with("/dev") {
        command.args(["-f", "v4l2"]);
    }
    let filter = format!("fps={rate}");
    command.args([
        "-i",
        name,
        "-vf",
        &filter,
        "-f",
        "image2pipe",
        "-c:v",
        "ppm",
        "-pix_fmt",
        "rgb24",
        "-",
    ]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let no_pipe = || failed(std::io::Error::other("it gives no pictures"));
    let stdout = child.stdout.take().ok_or_else(no_pipe)?;
    let said = Arc::new(Mutex::new(String::new()));
    if let Some(stderr) = child.stderr.take() {
        let said = Arc::clone(&said);
        thread::spawn(move || listen(stderr, &said));
    }
    let stream = Stream::new(BufReader::with_capacity(1 << 20, stdout), limits, None);
    Ok(Running { child, stream, said })
}

/// Keeps what a program says, or rather its last part.
fn listen(mut from: impl Read, said: &Mutex<String>) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        if said.len() > 1 << 16 {
            said.clear();
        }
        said.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_end_and_cameras_are_waited_for() {
        assert_eq!(Input::named("game.mp4"), Input::File("game.mp4".to_owned()));
        for camera in ["rtsp://camera/1", "http://10.0.0.2:8080/video", "/dev/video0"] {
            assert_eq!(Input::named(camera), Input::Camera(camera.to_owned()));
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_program_whose_pictures_cannot_be_read_is_not_waited_for() {
        let dir = tempfile::tempdir().expect("temporary folder");
        let program = dir.path().join("ffmpeg");
        // Pictures of 16 bits a color, of which more come than a pipe holds.
        crate::files::write_program(&program, "printf 'P6 640 480 65535\\n'; exec cat /dev/zero");
        let (program, input) = (program.to_str().expect("UTF-8"), Input::named("a.mp4"));
        let limits = PhotoLimits::default();
        let mut frames = Ffmpeg::start(program, input, 5.0, limits, Duration::ZERO).expect("runs");
        let error = frames.next_frame().expect_err("no picture").to_string();
        assert!(error.contains("a.mp4"), "{error}");
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let start = Ffmpeg::start(
            "no-such-ffmpeg",
            Input::named("a.mp4"),
            5.0,
            PhotoLimits::default(),
            Duration::ZERO,
        );
        assert!(start.is_err_and(|error| error.to_string().contains("no-such-ffmpeg")));
    }
}

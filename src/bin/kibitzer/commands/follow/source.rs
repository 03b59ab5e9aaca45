//! What frames are followed: by the name that the user gives.

use super::{One, followed::Followed};
use crate::commands::inputs;
use anyhow::bail;
use kibitzer::{
    follow::frames::{Ffmpeg, Folder, FrameSource, Input, Stream},
    vision::{PhotoFormat, PhotoLimits},
};
use std::{
    io::{BufReader, stdin},
    path::Path,
    time::Duration,
};

/// How long a camera that has gone is waited for.
const PATIENCE: Duration = Duration::from_secs(120);

/// Whether frames follow one another so fast that two have to agree: those of cameras and videos.
pub fn is_moving(source: &str) -> bool {
    !Path::new(source).is_dir()
}

/// Opens the frames that a name stands for; photos that were `followed` already are passed over.
pub fn open(one: &One, followed: Option<&mut Followed>) -> anyhow::Result<Box<dyn FrameSource>> {
    let One { args, source, .. } = *one;
    let limits = PhotoLimits::default();
    if !(args.fps > 0.0 && args.fps <= 1000.0) {
        bail!("--fps {} is no number of frames a second: give one from 0.1 to 1000", args.fps);
    }
    if source == "-" {
        let bytes = BufReader::with_capacity(1 << 20, stdin());
        return Ok(Box::new(Stream::new(bytes, limits, Some(args.fps))));
    }
    let path = Path::new(source);
    if path.is_dir() {
        return folder(path, args.wait, followed);
    }
    if path.is_file() && PhotoFormat::is_readable_name(path) {
        bail!(
            "{source} is one photo, and no game: name the folder that it is in; `kibitzer read` \
            reads one"
        );
    }
    if args.wait.is_some() {
        bail!("--wait is for folders, and {source} is none: leave it out");
    }
    if !source.contains("://") && !path.exists() {
        bail!(
            "there is no {source}: name a folder, a video file, a camera, or - for standard input"
        );
    }
    let ffmpeg = Ffmpeg::start(&args.ffmpeg, Input::named(source), args.fps, limits, PATIENCE)?;
    Ok(Box::new(ffmpeg))
}

/// The photos of a folder, or of the folder `frames` in it.
fn folder(
    path: &Path,
    wait: Option<u64>,
    followed: Option<&mut Followed>,
) -> anyhow::Result<Box<dyn FrameSource>> {
    let wait = wait.map(Duration::from_secs);
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let (mut within, frames) = (real(path), real(&path.join("frames")));
    let open = |path: &Path| Folder::open(path, PhotoLimits::default(), wait);
    let mut folder = open(&within)?;
    if folder.is_empty() && frames.is_dir() {
        (folder, within) = (open(&frames)?, frames);
    }
    if folder.is_empty() && wait.is_none() {
        bail!(inputs::without_photos(&within, "name another one, or wait for photos with --wait"));
    }
    inputs::warn_of_unread(&within);
    if let Some(followed) = followed {
        followed.begin(within, &mut folder, wait.is_some())?;
    }
    Ok(Box::new(folder))
}

//! `kibitzer read`.

mod lines;
mod overlays;
mod shard;
mod text;

use super::{
    inputs,
    reference::{self, worth},
};
use crate::{
    advice,
    args::{Common, GameChoice, MovingSide, PhotoOptions},
    output::{self, Status},
};
use anyhow::bail;
use clap::{Args, ValueEnum};
use image::RgbImage;
use kibitzer::{
    adapt::{Reference, learn},
    error::Error,
    games::chess::rules::Castling,
    recognition::{self, Readers, Recognition},
    report::{self, Reading},
    request::Unseen,
    vision::{PhotoError, PhotoLimits, decode_photo, open_photo},
};
use lines::Lines;
use shard::Shard;
use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

#[derive(Args)]
pub struct ReadArgs {
    /// Photos, folders of photos, or patterns such as 'games/*.jpg'; - for a photo on standard
    /// input
    #[arg(required_unless_present = "files_from", value_name = "PHOTO")]
    photos: Vec<PathBuf>,
    /// The game: checkers, chess, go or qwirkle; or auto, to find out
    #[arg(long, short, default_value = "auto")]
    game: GameChoice,
    #[command(flatten)]
    options: PhotoOptions,
    /// A photo of this very set, with what it shows: PHOTO=POSITION, or PHOTO alone for the game's
    /// initial position; or labels of such photos (*.jsonl, datasets/README.md), or a folder with a
    /// labels file; several may be given
    #[arg(long = "reference", value_name = "PHOTO[=POSITION]", conflicts_with = "sets")]
    references: Vec<String>,
    /// Chess: the side to move, for the FEN [default: white, as nobody knows; black where its king is in check]
    #[arg(long)]
    side: Option<MovingSide>,
    /// Chess: castling rights for the FEN, as KQkq or - [default: -]
    #[arg(long, value_name = "RIGHTS", allow_hyphen_values = true)]
    castling: Option<Castling>,
    /// Write one line of JSON a photo
    #[arg(long)]
    json: bool,
    /// With --json: write the lines to this new file, which appears when all photos are done; until
    /// then they are in FILE.jsonl.partial
    #[arg(long, value_name = "FILE.jsonl", requires = "json")]
    out: Option<PathBuf>,
    /// With --out: go on with what an interrupted run of the same photos and options has read
    #[arg(long, requires = "out", conflicts_with = "overlay")]
    resume: bool,
    /// With --json: write the probabilities of all classes, too
    #[arg(long, value_name = "WHICH", requires = "json")]
    probabilities: Option<Probabilities>,
    /// Write the photo with the board drawn on it: a PNG or JPEG file, or a folder for several
    /// photos
    #[arg(long, value_name = "OUT.png")]
    overlay: Option<PathBuf>,
    /// Read every board of a photo that shows several, one after the other
    #[arg(long, conflicts_with_all = ["overlay", "corners"])]
    all: bool,
    /// Replace overlays that are there already
    #[arg(long)]
    force: bool,
    /// Read the photos that FILE names, a path a line; - for standard input, where each line is
    /// answered when it comes and the models stay loaded
    #[arg(long, value_name = "FILE", conflicts_with_all = ["photos", "overlay"])]
    files_from: Option<PathBuf>,
    /// Read the share I, from 0, of N of the photos, in their order, as for a task of a cluster's
    /// array
    #[arg(long, value_name = "I/N", conflicts_with = "overlay")]
    shard: Option<Shard>,
}

impl ReadArgs {
    /// What the user says that a photo of chess does not show.
    fn unseen(&self) -> Unseen {
        Unseen { white_to_move: self.side.map(MovingSide::is_white), castling: self.castling }
    }
}

/// Which probabilities are written besides those of what was read.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Probabilities {
    /// Those of all classes
    All,
}

pub fn run(args: &ReadArgs, common: &Common) -> anyhow::Result<Status> {
    args.options.check(args.game.0)?;
    common.check_sets(args.game.0)?;
    if !args.references.is_empty() && args.game.0.is_none() {
        bail!("--reference is of one game: say which with --game");
    }
    if let Some(game) = args.game.0 {
        args.unseen().check(game)?;
    }
    let open = |out: &Path| Lines::create(out, args.game.0, args.all, args.resume);
    let out = args.out.as_deref().map(open).transpose()?;
    let mut session = Session { args, common, readers: None, out };
    let status = match &args.files_from {
        Some(list) => session.read_list(list),
        None => session.read_photos(),
    }?;
    session.out.map(Lines::finish).transpose()?;
    Ok(status)
}

/// The photos of one run; the models are loaded when the first photo that can be decoded comes.
struct Session<'a> {
    args: &'a ReadArgs,
    common: &'a Common,
    readers: Option<Readers>,
    /// Where the lines go, if not to stdout.
    out: Option<Lines>,
}

impl Session<'_> {
    /// Reads the photos of the command line.
    fn read_photos(&mut self) -> anyhow::Result<Status> {
        let photos = inputs::expand(&self.args.photos)?;
        // What was found in a folder or by a pattern is there: only what was typed is asked for.
        let is_missing =
            |name: &&PathBuf| !is_stdin(name) && !name.exists() && photos.contains(name);
        let missing: Vec<&PathBuf> = self.args.photos.iter().filter(is_missing).collect();
        let photos = self.share(photos);
        // A folder or a pattern stands for several photos, even where it is one just now.
        let is_one = self.args.photos.len() == 1 && photos == self.args.photos;
        let overlay = self.args.overlay.as_deref();
        let overlays = overlays::paths(overlay, &photos, is_one, self.args.force)?;
        let bar = output::progress(photos.len());
        let mut status = Status::Done;
        // A name that another share reads is wrong all the same.
        for other in missing.iter().filter(|photo| !photos.contains(photo)) {
            output::error(&format_args!(
                "there is no {}, which another share has",
                other.display()
            ));
            status = Status::Failed;
        }
        for (i, photo) in photos.iter().enumerate() {
            bar.set_message(photo.display().to_string());
            let (one, text) = self.read(photo, overlays.get(i).map(PathBuf::as_path))?;
            bar.suspend(|| self.print(&text))?;
            if i + 1 < photos.len() && !self.args.json && !text.is_empty() {
                bar.suspend(|| output::print("\n"));
            }
            status = status.max(one);
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(status)
    }

    /// Reads the photos that a list names, each as soon as its line is there.
    fn read_list(&mut self, list: &Path) -> anyhow::Result<Status> {
        let cannot = |e: io::Error| anyhow::anyhow!("cannot read {}: {e}", list.display());
        let lines: Box<dyn BufRead> = match is_stdin(list) {
            true => Box::new(io::stdin().lock()),
            false => Box::new(BufReader::new(File::open(list).map_err(cannot)?)),
        };
        let lines =
            lines.lines().filter(|line| !matches!(line, Ok(line) if line.trim().is_empty()));
        let lines = lines.map(|line| match line {
            Ok(line) if is_stdin(list) && is_stdin(Path::new(&line)) => {
                bail!("the list comes on standard input, so that no photo can: name its file")
            }
            line => line.map_err(cannot),
        });
        let mut lines = lines.peekable();
        if !is_stdin(list) && lines.peek().is_none() {
            bail!("{} names no photo: write a path a line", list.display());
        }
        if self.args.shard.is_none() {
            return self.read_lines(lines);
        }
        if is_stdin(list) {
            bail!("--shard shares out photos that are known beforehand: name them in a file");
        }
        let lines = lines.collect::<anyhow::Result<Vec<String>>>()?;
        self.read_lines(self.share(lines).into_iter().map(Ok))
    }

    /// Reads the photos that lines name.
    fn read_lines(
        &mut self,
        lines: impl Iterator<Item = anyhow::Result<String>>,
    ) -> anyhow::Result<Status> {
        let mut status = Status::Done;
        for line in lines {
            let (one, text) = self.read(Path::new(&line?), None)?;
            self.print(&text)?;
            status = status.max(one);
        }
        Ok(status)
    }

    /// Prints what was read, or writes it to the file that was asked for.
    fn print(&mut self, text: &str) -> anyhow::Result<()> {
        match &mut self.out {
            Some(lines) => lines.write(text),
            None => {
                output::print(text);
                Ok(())
            }
        }
    }

    /// The share of the photos that this run reads.
    fn share<T>(&self, photos: Vec<T>) -> Vec<T> {
        match self.args.shard {
            Some(shard) => shard.of(photos),
            None => photos,
        }
    }

    /// Reads one photo, where an interrupted run has not: how it went, and what to print.
    fn read(&mut self, path: &Path, overlay: Option<&Path>) -> anyhow::Result<(Status, String)> {
        if let Some(lines) = &mut self.out
            && let Some(status) = lines.known(&shown(path))?
        {
            return Ok((status, String::new()));
        }
        let photo = match open(path) {
            Ok(photo) => photo,
            Err(error) => {
                return self.failed(Status::Failed, error.to_string(), |message| {
                    Reading::error(shown(path), self.args.game.0, message)
                });
            }
        };
        let (game, options) = (self.args.game.0, self.args.options.recognize_options());
        let all = self.args.all;
        let readers = self.readers()?;
        let boards = match all {
            true => readers.read_all(&photo, game, &options),
            false => vec![readers.read(&photo, game, &options)],
        };
        let (mut status, mut text) = (Status::Done, String::new());
        for read in boards {
            let (one, said) = self.told(path, &photo, read, overlay)?;
            if !self.args.json && !text.is_empty() && !said.is_empty() {
                text += "\n";
            }
            text += &said;
            status = status.max(one);
        }
        Ok((status, text))
    }

    /// What there is to say of one board of a photo: how it went, and what to print.
    fn told(
        &self,
        path: &Path,
        photo: &RgbImage,
        read: Result<Recognition, Error>,
        overlay: Option<&Path>,
    ) -> anyhow::Result<(Status, String)> {
        match read {
            Ok(found) => self.done(path, photo, &found, overlay),
            Err(error) if error.is_no_board() || matches!(error, Error::CornerOutside { .. }) => {
                let status = if error.is_no_board() { Status::NoBoard } else { Status::Failed };
                let failed =
                    |message| Reading::failed(shown(path), self.args.game.0, &error, message);
                let said = advice::of_error(&error, self.common.lang);
                let message = format!("{}: {said}", path.display());
                self.failed(status, message, failed)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn readers(&mut self) -> anyhow::Result<&Readers> {
        if self.readers.is_none() {
            self.readers = Some(self.with_references(self.common.readers()?)?);
        }
        Ok(self.readers.as_ref().expect("just made"))
    }

    /// The readers, with what the references teach.
    fn with_references(&self, readers: Readers) -> anyhow::Result<Readers> {
        let Some(game) = self.args.game.0.filter(|_| !self.args.references.is_empty()) else {
            return Ok(readers);
        };
        let mut references: Vec<Reference> = Vec::new();
        for word in &self.args.references {
            references.extend(reference::named(word, game)?);
        }
        let learned = learn(&readers, game, &references)?;
        if !learned.figures.helps() {
            output::warning(&format_args!(
                "the reference does not help: {}",
                worth(&learned.figures)
            ));
        }
        Ok(readers.corrected(game, learned.correction))
    }

    fn done(
        &self,
        path: &Path,
        photo: &RgbImage,
        found: &Recognition,
        overlay: Option<&Path>,
    ) -> anyhow::Result<(Status, String)> {
        if let Some(out) = overlay {
            let picture = recognition::overlay(photo, found, found.game.game());
            overlays::write(out, &picture, self.args.force)?;
        }
        let options = report::Options {
            language: self.common.lang,
            all_probabilities: self.args.probabilities == Some(Probabilities::All),
        };
        let reading = Reading::read(shown(path), found, options);
        let reading = match self.args.unseen().told(reading, found) {
            Ok(reading) => reading,
            Err(error) => {
                let failed = |message| Reading::error(shown(path), Some(found.game), message);
                let message = format!("{}: --{error}", path.display());
                return self.failed(Status::Failed, message, failed);
            }
        };
        let text = if self.args.json { line(&reading)? } else { text::text(&reading, found) };
        Ok((Status::Done, text))
    }

    /// A photo without a result: one sentence on stderr, and with `--json` a line on stdout all the
    /// same.
    fn failed(
        &self,
        status: Status,
        message: String,
        reading: impl FnOnce(String) -> Reading,
    ) -> anyhow::Result<(Status, String)> {
        output::error(&message);
        let text = if self.args.json { line(&reading(message))? } else { String::new() };
        Ok((status, text))
    }
}

/// A reading as one line of JSON.
fn line(reading: &Reading) -> anyhow::Result<String> {
    Ok(serde_json::to_string(reading)? + "\n")
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// The photo of a path, or the one on standard input.
fn open(path: &Path) -> Result<RgbImage, PhotoError> {
    let limits = PhotoLimits::default();
    if !is_stdin(path) {
        return open_photo(path, &limits);
    }
    let mut bytes = Vec::new();
    // One byte more than allowed tells a photo that is too large from one that is not.
    io::stdin()
        .lock()
        .take(limits.max_file_bytes + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| PhotoError { path: Some(path.to_owned()), problem: e.into() })?;
    decode_photo(&bytes, &limits)
}

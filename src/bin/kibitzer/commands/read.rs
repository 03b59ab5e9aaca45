//! `kibitzer read`.

use super::{
    inputs,
    reading::{self, PhotoJson},
};
use crate::{
    args::{Common, GameChoice, ReadArgs},
    output::{self, Status},
};
use anyhow::bail;
use image::RgbImage;
use kibitzer::{
    error::Error,
    files::{self, WriteError},
    games::{Game, GameId},
    inference::ModelStore,
    recognition::{AnyRecognizer, Recognition, RecognizeOptions, Recognizer},
    vision::{PhotoLimits, open_photo},
};
use std::{
    fs,
    io::Cursor,
    path::{Path, PathBuf},
};

pub fn run(args: &ReadArgs, common: &Common) -> anyhow::Result<Status> {
    match args.game {
        GameChoice::Only(game) => args.options.check(game)?,
        GameChoice::Auto => args.options.check_without_game()?,
    }
    let photos = inputs::expand(&args.photos)?;
    let overlays = overlay_paths(args.overlay.as_deref(), &photos, args.force)?;
    let bar = output::progress(photos.len());
    let mut session = Session { args, common, reader: None };
    let mut status = Status::Done;
    for (i, photo) in photos.iter().enumerate() {
        bar.set_message(photo.display().to_string());
        let (one, text) = session.read(photo, overlays.get(i).map(PathBuf::as_path))?;
        bar.suspend(|| output::print(&text));
        if i + 1 < photos.len() && !args.json && !text.is_empty() {
            bar.suspend(|| output::print("\n"));
        }
        status = status.max(one);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(status)
}

/// The photos of one run; the models are loaded when the first photo that can be decoded comes.
struct Session<'a> {
    args: &'a ReadArgs,
    common: &'a Common,
    reader: Option<Reader>,
}

/// What reads the photos.
enum Reader {
    OneGame(Recognizer),
    AnyGame(AnyRecognizer),
}

impl Reader {
    fn load(store: &ModelStore, game: GameChoice) -> Result<Self, Error> {
        match game {
            GameChoice::Only(game) => Recognizer::load(store, game).map(Self::OneGame),
            GameChoice::Auto => AnyRecognizer::load(store).map(Self::AnyGame),
        }
    }

    fn recognize(
        &self,
        photo: &RgbImage,
        options: &RecognizeOptions,
    ) -> Result<(&'static dyn Game, Recognition), Error> {
        match self {
            Self::OneGame(recognizer) => {
                Ok((recognizer.game(), recognizer.recognize(photo, options)?))
            }
            Self::AnyGame(recognizer) => {
                recognizer.recognize(photo, options).map(|(game, found)| (game.game(), found))
            }
        }
    }
}

impl Session<'_> {
    /// Reads one photo: how it went, and what to print.
    fn read(&mut self, path: &Path, overlay: Option<&Path>) -> anyhow::Result<(Status, String)> {
        let photo = match open_photo(path, &PhotoLimits::default()) {
            Ok(photo) => photo,
            Err(error) => return self.failed(path, Status::Failed, error.to_string(), None),
        };
        let options = match self.args.options.recognize_options(path, &photo) {
            Ok(options) => options,
            Err(error) => return self.failed(path, Status::Failed, error.to_string(), None),
        };
        match self.reader()?.recognize(&photo, &options) {
            Ok((game, found)) => self.done(path, &photo, game, &found, overlay),
            Err(error @ Error::NoBoard { confidence }) => self.failed(
                path,
                Status::NoBoard,
                format!("{}: {error}", path.display()),
                Some(confidence),
            ),
            Err(error) => Err(error.into()),
        }
    }

    fn reader(&mut self) -> anyhow::Result<&Reader> {
        if self.reader.is_none() {
            let store = self.common.store()?;
            self.reader = Some(Reader::load(&store, self.args.game)?);
        }
        Ok(self.reader.as_ref().expect("just loaded"))
    }

    /// The game that the user named.
    fn named_game(&self) -> Option<GameId> {
        if let GameChoice::Only(game) = self.args.game { Some(game) } else { None }
    }

    fn done(
        &self,
        path: &Path,
        photo: &RgbImage,
        game: &'static dyn Game,
        found: &Recognition,
        overlay: Option<&Path>,
    ) -> anyhow::Result<(Status, String)> {
        if let Some(out) = overlay {
            write_overlay(
                out,
                &kibitzer::recognition::overlay(photo, found, game),
                self.args.force,
            )?;
        }
        let text = match self.args.json {
            true => PhotoJson::read(path, game, found).to_line()?,
            false => reading::text(path, game, found, self.common.lang),
        };
        Ok((Status::Done, text))
    }

    /// A photo without a result: one sentence on stderr, and with `--json` a line on stdout all the
    /// same.
    fn failed(
        &self,
        path: &Path,
        status: Status,
        message: String,
        confidence: Option<f32>,
    ) -> anyhow::Result<(Status, String)> {
        output::error(&message);
        if !self.args.json {
            return Ok((status, String::new()));
        }
        let json = match confidence {
            Some(confidence) => PhotoJson::no_board(path, self.named_game(), confidence, message),
            None => PhotoJson::error(path, self.named_game(), message),
        };
        Ok((status, json.to_line()?))
    }
}

/// Where each photo's overlay goes; nowhere without `--overlay`. Files that are there already are
/// only replaced by `force`, photos to be read never.
fn overlay_paths(
    out: Option<&Path>,
    photos: &[PathBuf],
    force: bool,
) -> anyhow::Result<Vec<PathBuf>> {
    let Some(out) = out else { return Ok(Vec::new()) };
    let paths = if photos.len() == 1 && !out.is_dir() {
        overlay_format(out)?;
        vec![out.to_owned()]
    } else {
        overlays_in(out, photos)?
    };
    let same = |path: &PathBuf| {
        photos.iter().any(|photo| {
            fs::canonicalize(photo).ok().is_some_and(|p| fs::canonicalize(path).ok() == Some(p))
        })
    };
    if let Some(path) = paths.iter().find(|path| same(path)) {
        bail!("--overlay {} would replace a photo: name another file", path.display());
    }
    match paths.iter().find(|path| path.exists()) {
        Some(path) if !force => Err(WriteError::Exists(path.clone()).into()),
        _ => Ok(paths),
    }
}

fn overlays_in(folder: &Path, photos: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    if folder.extension().is_some() && !folder.is_dir() {
        bail!(
            "--overlay {} is one file for {} photos: name a folder",
            folder.display(),
            photos.len()
        );
    }
    let name =
        |photo: &PathBuf| folder.join(photo.file_name().unwrap_or_default()).with_extension("png");
    let paths: Vec<PathBuf> = photos.iter().map(name).collect();
    for (i, path) in paths.iter().enumerate() {
        if let Some(twin) = paths[..i].iter().position(|p| p == path) {
            let (a, b) = (photos[twin].display(), photos[i].display());
            bail!(
                "{a} and {b} would have the same overlay {}: read them into folders of their own",
                path.display()
            );
        }
    }
    Ok(paths)
}

fn overlay_format(path: &Path) -> anyhow::Result<image::ImageFormat> {
    match image::ImageFormat::from_path(path) {
        Ok(format @ (image::ImageFormat::Png | image::ImageFormat::Jpeg)) => Ok(format),
        _ => bail!("--overlay {} must end in .png or .jpg", path.display()),
    }
}

fn write_overlay(path: &Path, picture: &RgbImage, force: bool) -> anyhow::Result<()> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, overlay_format(path)?)?;
    Ok(files::write(path, bytes.get_ref(), force)?)
}

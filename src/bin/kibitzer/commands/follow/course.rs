//! The whole task of the Qwirkle course: a folder with the photos of several games, `G_NN.jpg` for
//! move NN of game G, and a file `G_NN.txt` for each move.

use super::{Moment, One, Watch, options};
use crate::{args::Common, commands::inputs, output::Status};
use anyhow::{Context, bail};
use kibitzer::{
    files::write_new,
    follow::{
        frames::{Folder, FrameSource, Next},
        record,
    },
    games::GameId,
    vision::PhotoLimits,
};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The photos of each game.
type Games = BTreeMap<u32, Vec<PathBuf>>;

/// The games in a folder of Qwirkle photos that are all called `G_NN`; `None` of anything else.
pub fn games(one: &One) -> anyhow::Result<Option<Games>> {
    let folder = Path::new(one.source);
    if one.game != GameId::Qwirkle || !folder.is_dir() || one.args.wait.is_some() {
        return Ok(None);
    }
    let mut games = Games::new();
    for photo in inputs::expand(&[folder.to_owned()])? {
        let Some((game, _)) = name_of(&photo) else { return Ok(None) };
        games.entry(game).or_default().push(photo);
    }
    games.values_mut().for_each(|photos| photos.sort_by_key(|photo| name_of(photo)));
    Ok(Some(games))
}

/// Game and move of a photo, `3_05.jpg`.
fn name_of(photo: &Path) -> Option<(u32, u32)> {
    let (game, number) = photo.file_stem()?.to_str()?.split_once('_')?;
    Some((game.parse().ok()?, number.parse().ok()?))
}

/// Follows one game after the other.
pub fn follow(one: &One, common: &Common, games: Games) -> anyhow::Result<Status> {
    if one.args.resume {
        bail!("a game of qwirkle cannot be gone on with: leave out --resume");
    }
    let mut worst = Status::Done;
    for photos in games.into_values() {
        let files = one.args.out.as_deref().map(|folder| files(folder, &photos)).transpose()?;
        let mut watch = Watch::new(one, common, options(one, common)?)?;
        let mut frames = Folder::of(photos, PhotoLimits::default());
        loop {
            let moment = match frames.next_frame()? {
                Next::Frame(frame) => {
                    let happened = watch.follower.see(&frame.image)?;
                    let moment = Moment { name: frame.name, time_s: None };
                    watch.tell(happened, &moment, None)?;
                    continue;
                }
                Next::Unreadable { name, why } => bail!("{}: {why}", name.unwrap_or_default()),
                Next::End => Moment::default(),
            };
            let last = watch.follower.finish();
            watch.tell(last, &moment, None)?;
            break;
        }
        if let Some(files) = files {
            write(&watch, &files)?;
        }
        worst = worst.max(watch.status());
    }
    Ok(worst)
}

/// The file of each photo, none of which may be there.
fn files(folder: &Path, photos: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let file = |photo: &PathBuf| {
        let name = photo.file_stem().unwrap_or_default().to_string_lossy();
        folder.join(format!("{name}.txt"))
    };
    let files: Vec<PathBuf> = photos.iter().map(file).collect();
    if let Some(file) = files.iter().find(|file| file.exists()) {
        bail!("{} is there already: name another folder with --out", file.display());
    }
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    Ok(files)
}

/// Writes the file of each move, called like the photo that first showed it.
fn write(watch: &Watch, files: &[PathBuf]) -> anyhow::Result<()> {
    for part in watch.follower.parts() {
        let texts = record::files(&*watch.rules, part)?;
        for (made, file) in part.moves.iter().zip(texts) {
            if let Some(path) = files.get(made.frame.saturating_sub(1)) {
                write_new(path, file.text.as_bytes())?;
            }
        }
    }
    Ok(())
}

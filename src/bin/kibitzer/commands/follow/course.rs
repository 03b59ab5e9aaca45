//! The whole task of the Qwirkle course: a folder with the photos of several games, `G_NN.jpg` for
//! move NN of game G, and a file `G_NN.txt` for each move.

use super::{One, Watch, options};
use crate::{args::Common, commands::inputs, output::Status};
use anyhow::{Context, bail};
use kibitzer::{
    files::write_atomically,
    follow::{
        Session,
        frames::{Folder, FrameSource, Next},
    },
    games::GameId,
    report::event::Event,
    vision::{self, PhotoLimits},
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
    // A folder without photos has them in another one, or none: that is found out where any game is
    // opened.
    let photos = vision::photos_in(folder).unwrap_or_default();
    if photos.is_empty() {
        return Ok(None);
    }
    let mut games = Games::new();
    for photo in photos {
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
    inputs::warn_of_unread(Path::new(one.source));
    let mut worst = Status::Done;
    for (game, photos) in games {
        let files = match &one.args.out {
            Some(folder) => Some(Files::new(folder, game, &photos)?),
            None => None,
        };
        let mut watch = Watch::new(one, common, options(one, common)?, None)?;
        let mut frames = Folder::of(photos, PhotoLimits::default());
        loop {
            let events = match frames.next_frame()? {
                Next::Frame(frame) => watch.session.see(&frame)?,
                Next::Unreadable { name, why } => bail!("{}: {why}", name.unwrap_or_default()),
                Next::Gone { .. } | Next::End => break,
            };
            tell(&watch, files.as_ref(), &events)?;
        }
        let last = watch.session.finish()?;
        tell(&watch, files.as_ref(), &last)?;
        worst = worst.max(watch.status());
    }
    Ok(worst)
}

/// Keeps and says what happened.
fn tell(watch: &Watch, files: Option<&Files>, events: &[Event]) -> anyhow::Result<()> {
    let changed = events.iter().any(|event| event.what.changes_the_game());
    if let Some(files) = files.filter(|_| changed) {
        files.write(&watch.session)?;
    }
    watch.say(events)
}

/// The files of a game, `G_NN.txt` for the move that the photo `G_NN` first shows.
struct Files {
    folder: PathBuf,
    game: u32,
    /// The number of each photo.
    numbers: Vec<u32>,
}

impl Files {
    /// The files of the moves that these photos may show, of which none may be there.
    fn new(folder: &Path, game: u32, photos: &[PathBuf]) -> anyhow::Result<Self> {
        let numbers: Vec<u32> =
            photos.iter().filter_map(|photo| name_of(photo)).map(|(_, number)| number).collect();
        let files = Self { folder: folder.to_owned(), game, numbers };
        let last = files.numbers.iter().max().copied().unwrap_or(0);
        let there = (0..=last).map(|number| files.path(number)).find(|path| path.exists());
        if let Some(file) = there {
            bail!("{} is there already: name another folder with --out", file.display());
        }
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        Ok(files)
    }

    fn path(&self, number: u32) -> PathBuf {
        self.folder.join(format!("{}_{number:02}.txt", self.game))
    }

    /// Writes the moves that are certain: the last one that a photo shows is called like the photo,
    /// and those that were missed before it are counted back from there.
    /// Files of moves that were taken back go.
    fn write(&self, session: &Session) -> anyhow::Result<()> {
        let mut written = Vec::new();
        for (part, texts) in session.parts().into_iter().zip(session.files()?) {
            for (index, text) in texts.iter().enumerate() {
                let frame = part.moves[index].seen.frame;
                let later =
                    part.moves[index + 1..].iter().take_while(|made| made.seen.frame == frame);
                let photo = self.numbers.get(frame.saturating_sub(1)).copied().unwrap_or(0);
                let number = photo.saturating_sub(later.count() as u32);
                write_atomically(&self.path(number), text.text.as_bytes())?;
                written.push(number);
            }
        }
        let last = self.numbers.iter().max().copied().unwrap_or(0);
        let gone = (0..=last).filter(|number| !written.contains(number));
        for path in gone.map(|number| self.path(number)).filter(|path| path.exists()) {
            let failed = || format!("cannot remove {}", path.display());
            fs::remove_file(&path).with_context(failed)?;
        }
        Ok(())
    }
}

//! `kibitzer dataset queue`.

use super::Resumable;
use crate::{
    args::{Common, GameChoice},
    commands::inputs,
    output::{self, Status},
};
use anyhow::bail;
use clap::Args;
use kibitzer::{
    dataset::{
        hash::PhotoHash,
        queue::{Queued, order, teaches},
    },
    games::GameId,
    recognition::{Readers, RecognizeOptions},
    vision::{PhotoLimits, open_photo},
};
use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

#[derive(Args)]
#[command(
    after_help = "A line of JSON a photo: \"photo\", \"game\", \"teaches\" (nats: the entropy of its \
    cells, how far several looks at them disagree, and what else is doubtful), \"like\" (a photo \
    before it that shows nearly the same). Where --game names the game, photos in which no board of it \
    was found come first, else last. To go through it on a page: kibitzer serve \
    --review-queue. The file is written after every 20 photos; interrupted, --resume goes on. Exit \
    codes: 0 = done, 2 = some photos could not be read."
)]
pub struct QueueArgs {
    /// Photos, folders of photos, or patterns such as 'games/*.jpg'
    #[arg(required = true, value_name = "PHOTO")]
    photos: Vec<PathBuf>,
    /// The game: checkers, chess, go or qwirkle; or auto, to find out
    #[arg(long, short, default_value = "auto")]
    game: GameChoice,
    #[command(flatten)]
    file: Resumable,
}

/// So many photos are shown.
const SHOWN: usize = 10;

pub fn run(args: &QueueArgs, common: &Common) -> anyhow::Result<Status> {
    let (file, game) = (&args.file, args.game.0);
    common.check_sets(game)?;
    let mut photos = inputs::expand(&args.photos)?;
    file.check(&photos)?;
    let mut queue: Vec<Queued> = file.existing("line of a queue")?;
    let is_other = |found: &GameId| game.is_some_and(|asked| asked != *found);
    if let Some(other) = queue.iter().filter_map(|queued| queued.game).find(is_other) {
        bail!(
            "{} has photos of {other}: go on with --game {other}, or name another file to write",
            file.out.display()
        );
    }
    let known: HashSet<String> = queue.iter().map(|queued| queued.photo.clone()).collect();
    photos.retain(|photo| !known.contains(&photo.display().to_string()));
    let readers = common.readers()?;
    let read = |photo: &Path| queued(photo, &readers, game);
    let status = file.add(&mut queue, &photos, read, |queue| text(queue, game))?;
    let mut rows = vec![["first to label", "teaches"].map(str::to_owned).to_vec()];
    rows.extend(queue.iter().take(SHOWN).map(row));
    output::print(&output::table(&rows));
    let alike = queue.iter().filter(|queued| queued.like.is_some()).count();
    output::print(&format!(
        "{} photos in {}, {alike} of which show nearly the same as another\n",
        queue.len(),
        file.out.display()
    ));
    let unread = queue.iter().filter(|queued| queued.game.is_none()).count();
    output::print(&about_unread(unread, game));
    Ok(status)
}

/// A line of the table.
fn row(queued: &Queued) -> Vec<String> {
    let teaches = match queued.game {
        Some(_) => format!("{:.2}", queued.teaches),
        None => "no board found".to_owned(),
    };
    vec![queued.photo.clone(), teaches]
}

/// What to do with photos in which no board was found.
fn about_unread(photos: usize, game: Option<GameId>) -> String {
    match (photos, game) {
        (0, _) => String::new(),
        (_, None) => format!(
            "no board was found in {photos}, which come last; where they show one, --game, which \
            names it, puts them first\n"
        ),
        (_, Some(game)) => format!(
            "no board of {game} was found in {photos}, which come first: label those that show one \
            by hand, in the lines that `kibitzer dataset label` makes of them, or in another tool \
            (`kibitzer dataset import --corners`)\n"
        ),
    }
}

/// The queue, put in order, as it is written.
fn text(queue: &mut Vec<Queued>, game: Option<GameId>) -> anyhow::Result<String> {
    *queue = order(std::mem::take(queue), game);
    let mut text = String::new();
    for queued in queue {
        text += &(serde_json::to_string(queued)? + "\n");
    }
    Ok(text)
}

fn queued(path: &Path, readers: &Readers, game: Option<GameId>) -> anyhow::Result<Queued> {
    let photo = open_photo(path, &PhotoLimits::default())?;
    let (game, teaches) = match readers.read(&photo, game, &RecognizeOptions::default()) {
        Ok(found) => (Some(found.game), teaches(&found)),
        Err(error) if error.is_no_board() => (None, 0.0),
        Err(error) => return Err(error.into()),
    };
    let hash = PhotoHash::of(photo);
    Ok(Queued { photo: path.display().to_string(), game, teaches, like: None, hash })
}

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
    before it that shows nearly the same). To go through it on a page: kibitzer serve \
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
    let file = &args.file;
    let mut photos = inputs::expand(&args.photos)?;
    file.check(&photos)?;
    let mut queue: Vec<Queued> = file.existing("line of a queue")?;
    let is_other = |game: &GameId| args.game.0.is_some_and(|asked| asked != *game);
    if let Some(game) = queue.iter().filter_map(|queued| queued.game).find(is_other) {
        bail!(
            "{} has photos of {game}: go on with --game {game}, or name another file to write",
            file.out.display()
        );
    }
    let known: HashSet<String> = queue.iter().map(|queued| queued.photo.clone()).collect();
    photos.retain(|photo| !known.contains(&photo.display().to_string()));
    let readers = common.readers()?;
    let read = |photo: &Path| queued(photo, &readers, args);
    let status = file.add(&mut queue, &photos, read, text)?;
    let row = |queued: &Queued| vec![queued.photo.clone(), format!("{:.2}", queued.teaches)];
    let mut rows = vec![["first to label", "teaches"].map(str::to_owned).to_vec()];
    rows.extend(queue.iter().take(SHOWN).map(row));
    output::print(&output::table(&rows));
    let alike = queue.iter().filter(|queued| queued.like.is_some()).count();
    output::print(&format!(
        "{} photos in {}, {alike} of which show nearly the same as another\n",
        queue.len(),
        file.out.display()
    ));
    Ok(status)
}

/// The queue, put in order, as it is written.
fn text(queue: &mut Vec<Queued>) -> anyhow::Result<String> {
    *queue = order(std::mem::take(queue));
    let mut text = String::new();
    for queued in queue {
        text += &(serde_json::to_string(queued)? + "\n");
    }
    Ok(text)
}

fn queued(path: &Path, readers: &Readers, args: &QueueArgs) -> anyhow::Result<Queued> {
    let photo = open_photo(path, &PhotoLimits::default())?;
    let (game, teaches) = match readers.read(&photo, args.game.0, &RecognizeOptions::default()) {
        Ok(found) => (Some(found.game), teaches(&found)),
        Err(error) if error.is_no_board() => (None, 0.0),
        Err(error) => return Err(error.into()),
    };
    let hash = PhotoHash::of(photo);
    Ok(Queued { photo: path.display().to_string(), game, teaches, like: None, hash })
}

//! `kibitzer follow`.

use super::inputs;
use crate::{
    args::{Common, PhotoOptions, rules_of},
    output::{self, Status},
};
use clap::Args;
use kibitzer::{
    follow::{FollowOptions, Follower, record},
    games::GameId,
    report::event::{Event, Narrator},
    request::RulesName,
    vision::{PhotoLimits, open_photo},
};
use std::{path::PathBuf, sync::Arc};

#[derive(Args)]
pub struct FollowArgs {
    /// A folder of photos, in the order of their names
    source: PathBuf,
    /// The game: checkers, chess, go or qwirkle
    #[arg(long, short)]
    game: GameId,
    /// The rules of checkers or Qwirkle [default: english, connect]
    #[arg(long, value_parser = rules_of(&[GameId::Checkers, GameId::Qwirkle]))]
    rules: Option<RulesName>,
    /// Write the record of the game into this folder, anew after each move
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Frames in a row that have to show the same before it is believed
    #[arg(long, value_name = "N", default_value_t = 1)]
    steady: usize,
    #[command(flatten)]
    photos: PhotoOptions,
    /// Write events as JSON, one a line
    #[arg(long)]
    json: bool,
}

pub fn run(args: &FollowArgs, common: &Common) -> anyhow::Result<Status> {
    let readers = Arc::new(common.readers()?);
    let mut options = FollowOptions::new(args.game);
    options.photos = args.photos.recognize_options();
    options.steady = args.steady;
    if let Some(rules) = args.rules.and_then(RulesName::rules) {
        options.rules = Arc::from(rules);
    }
    let rules = Arc::clone(&options.rules);
    let mut follower = Follower::new(readers, options);
    let mut narrator = Narrator::new(args.game, common.lang);
    let photos = inputs::expand(std::slice::from_ref(&args.source))?;
    for photo in photos {
        let image = open_photo(&photo, &PhotoLimits::default())?;
        let happened = follower.see(&image)?;
        for occurrence in happened {
            for what in narrator.tell(occurrence) {
                let event = Event {
                    schema: 1,
                    game: args.game,
                    frame: follower.frames(),
                    photo: Some(photo.file_name().unwrap_or_default().to_string_lossy().into()),
                    time_s: None,
                    what,
                };
                output::print(&(serde_json::to_string(&event)? + "\n"));
            }
        }
    }
    for occurrence in follower.finish() {
        for what in narrator.tell(occurrence) {
            let event = Event {
                schema: 1,
                game: args.game,
                frame: follower.frames(),
                photo: None,
                time_s: None,
                what,
            };
            output::print(&(serde_json::to_string(&event)? + "\n"));
        }
    }
    if let Some(out) = &args.out {
        record::write(out, args.game, &*rules, &follower.parts())?;
    }
    Ok(Status::Done)
}

//! `kibitzer follow`.

mod course;
mod eval;
mod followed;
mod source;
mod text;

use super::{boards::Boards, outcome};
use crate::{
    args::{Common, PhotoOptions, rules_of},
    output::{self, Status},
};
use anyhow::bail;
use clap::Args;
use followed::Followed;
use kibitzer::{
    follow::{
        FollowGame, FollowOptions, Session,
        frames::{Frame, Next},
        record::{Record, RecordError},
    },
    games::{GameId, chess::rules::TimeControl},
    report::event::Event,
    request::RulesName,
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use text::{Shown, View};

#[derive(Args)]
#[command(after_help = "\
Events come as they happen: a move as soon as it is certain, what is wrong and that it is put right, \
a hand over the board, a board that is lost. With --json they are lines of JSON.

The record (game.pgn, game.pdn, game.sgf; of Qwirkle the course's file of each move) is written anew \
after each move, so that nothing that was said is lost when the program ends.")]
pub struct FollowArgs {
    /// A folder of photos in the order of their names, a video file, a camera (/dev/video0, or its
    /// URL), or - for JPEG or PPM pictures on standard input
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<String>,
    /// The game: checkers, chess, go or qwirkle
    #[arg(long, short, required_unless_present = "eval")]
    game: Option<GameId>,
    /// The rules of checkers or Qwirkle [default: english, connect]
    #[arg(long, value_parser = rules_of(&[GameId::Checkers, GameId::Qwirkle]))]
    rules: Option<RulesName>,
    /// The board that the game begins from: a photo, a file with a notation, or a notation
    /// [default: the game's initial position, or what is seen first]
    #[arg(long, value_name = "BOARD")]
    start: Option<String>,
    /// Write the record of the game into this folder, anew after each move
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with the game that is recorded in the folder of --out
    #[arg(long, requires = "out")]
    resume: bool,
    /// Minutes on each player's clock: the record has what it shows after each move [default: no
    /// clock]
    #[arg(long, value_name = "MINUTES", conflicts_with = "eval")]
    clock: Option<f64>,
    /// Seconds that each move adds to its clock
    #[arg(long, value_name = "S", requires = "clock")]
    increment: Option<f64>,
    /// Frames in a row that have to show the same before it is believed [default: 1 of photos, 2 of
    /// a camera or a video]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=100))]
    steady: Option<u8>,
    /// Believe the board that five of the last eight readings are alike in, as the course's program
    /// does, instead of weighing moves by what is seen
    #[arg(long, conflicts_with = "eval")]
    vote: bool,
    /// Frames a second that are taken from a video or a camera, or come on standard input
    #[arg(long, value_name = "N", default_value_t = 10.0)]
    fps: f64,
    /// Wait for further photos in the folder, until none has come for so many seconds
    #[arg(long, value_name = "SECONDS")]
    wait: Option<u64>,
    /// The ffmpeg program, which reads videos and cameras
    #[arg(long, value_name = "PROGRAM", default_value = "ffmpeg")]
    ffmpeg: String,
    #[command(flatten)]
    photos: PhotoOptions,
    /// Write events as JSON, one a line
    #[arg(long)]
    json: bool,
    /// Score how games are followed instead, beside a vote over eight frames, and write this file:
    /// the sources are folders with frames.jsonl, as `kibitzer dataset render-game` makes them
    #[arg(
        long,
        value_name = "FILE.json",
        conflicts_with_all = ["game", "rules", "start", "out", "wait", "json"]
    )]
    eval: Option<PathBuf>,
}

pub fn run(args: &FollowArgs, common: &Common) -> anyhow::Result<Status> {
    if let Some(file) = &args.eval {
        return eval::run(args, file, common);
    }
    let (Some(game), [source]) = (args.game, &args.sources[..]) else {
        bail!("a game is followed from one source: name one, or score several with --eval");
    };
    let one = One { args, game, source };
    match follow(&one, common) {
        Ok(status) => Ok(status),
        Err(error) => outcome::print(Err(error), game, args.json),
    }
}

/// One game, and where its frames come from.
struct One<'a> {
    args: &'a FollowArgs,
    game: GameId,
    source: &'a str,
}

fn follow(one: &One, common: &Common) -> anyhow::Result<Status> {
    let One { args, game, .. } = *one;
    args.photos.check(game)?;
    common.check_sets(Some(game))?;
    if let Some(folder) = &args.out {
        check_game(folder, game)?;
    }
    if let Some(games) = course::games(one)? {
        return course::follow(one, common, games);
    }
    let mut options = options(one, common)?;
    let record = match &args.out {
        Some(folder) if args.resume => {
            let (record, past) = Record::resume(folder, game, options.rules)?;
            options.past = past;
            Some(record)
        }
        Some(folder) => Some(Record::new(folder, game)?),
        None => None,
    };
    // Where no move is recorded yet, nothing of the photos is.
    let resumes = options.past.is_some();
    let mut followed = args.out.as_deref().map(|folder| Followed::of(folder, resumes));
    let mut frames = source::open(one, followed.as_mut())?;
    let mut watch = Watch::new(one, common, options, record)?;
    let mut seen = 0;
    loop {
        match frames.next_frame()? {
            Next::Frame(frame) => {
                // Photos that show no game yet are looked at again.
                if let Some(followed) = followed.as_ref().filter(|_| watch.has_begun()) {
                    followed.keep(frame.name.as_deref())?;
                }
                watch.see(&frame)?;
                seen += 1;
            }
            Next::Unreadable { name, why } => watch.pass_over(name.as_deref(), why)?,
            Next::Gone { why } => output::warning(&format_args!("{why}; it is waited for")),
            Next::End => break,
        };
    }
    watch.finish()?;
    if watch.status() == Status::NoBoard {
        output::error(&nothing_seen(one.source, seen));
    }
    Ok(watch.status())
}

/// Refuses a folder with the record of another game: what is kept beside it is that game's.
fn check_game(folder: &Path, game: GameId) -> anyhow::Result<()> {
    for other in GameId::ALL.into_iter().filter(|other| *other != game) {
        if let Err(RecordError::Exists(file)) = Record::new(folder, other) {
            bail!(
                "{} is the record of a game of {other}: name another folder with --out, or follow \
                it with --game {other}",
                file.display()
            );
        }
    }
    Ok(())
}

/// What is said where no game was seen.
fn nothing_seen(source: &str, pictures: usize) -> String {
    match pictures {
        0 => format!("no picture came from {source}: check what it is"),
        1 => {
            "one picture is no game: name a folder of photos, a video or a camera; `kibitzer read` \
            reads one photo"
                .to_owned()
        }
        n => format!("no game was seen in {n} pictures: try `kibitzer read` on one of them"),
    }
}

/// What the options say of the game.
fn options(one: &One, common: &Common) -> anyhow::Result<FollowOptions> {
    let One { args, game, source } = *one;
    let asked = FollowGame {
        game,
        rules: args.rules,
        start: args.start.clone(),
        steady: match args.steady {
            Some(frames) => frames.into(),
            None if source::is_moving(source) => 2,
            None => 1,
        },
        clock: args
            .clock
            .map(|minutes| TimeControl::new(minutes, args.increment.unwrap_or(0.0)))
            .transpose()?,
        vote: args.vote,
        photos: args.photos.recognize_options(),
    };
    let rows = asked.rows();
    asked.options(|start| Boards::new(game.game(), common, &args.photos, rows).get(start))
}

/// Follows a game and says what happens.
struct Watch {
    json: bool,
    session: Session,
    view: View,
}

impl Watch {
    fn new(
        one: &One,
        common: &Common,
        options: FollowOptions,
        record: Option<Record>,
    ) -> anyhow::Result<Self> {
        let One { args, game, .. } = *one;
        let readers = Arc::new(common.readers()?);
        readers.load(game)?;
        Ok(Self {
            json: args.json,
            session: Session::new(readers, options, common.lang, record),
            view: View {
                game: game.game(),
                language: common.lang,
                terminal: output::color() && !args.json,
            },
        })
    }

    fn see(&mut self, frame: &Frame) -> anyhow::Result<()> {
        let events = self.session.see(frame)?;
        self.say(&events)
    }

    fn pass_over(&mut self, name: Option<&str>, why: String) -> anyhow::Result<()> {
        let event = self.session.pass_over(name, why);
        self.say(&[event])
    }

    fn finish(&mut self) -> anyhow::Result<()> {
        let events = self.session.finish()?;
        self.say(&events)
    }

    fn say(&self, events: &[Event]) -> anyhow::Result<()> {
        for event in events {
            let text = match self.json {
                true => serde_json::to_string(event)? + "\n",
                false => self.view.show(event, self.shown(event.time_s)),
            };
            output::print(&text);
        }
        Ok(())
    }

    /// The last correct board, and the clocks at a time.
    fn shown(&self, time_s: Option<f64>) -> Option<Shown<'_>> {
        let board = self.session.state()?.board();
        Some(Shown { board, clocks: time_s.and_then(|now| self.session.clocks(now)) })
    }

    /// Whether a board was seen at all.
    fn has_begun(&self) -> bool {
        self.session.has_begun()
    }

    fn status(&self) -> Status {
        if self.has_begun() { Status::Done } else { Status::NoBoard }
    }
}

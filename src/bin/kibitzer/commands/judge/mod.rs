//! `kibitzer judge`.

mod checkers;
mod chess;
mod go;
mod qwirkle;
mod report;

use super::{
    boards::{Boards, ReadNotation, Source, align, is_photo},
    outcome,
};
use crate::{
    args::{Common, PhotoOptions},
    output::Status,
};
use anyhow::bail;
use clap::{Args, ValueEnum};
use kibitzer::games::{Game, GameId, checkers::board_from_pdn};
use report::Report;
use std::path::Path;

#[derive(Args)]
#[command(
    after_help = "A verdict, whatever it is, ends with exit code 0; a photo without a board with \
    1, an error with 2."
)]
pub struct JudgeArgs {
    /// The board before the move: a photo, a file with a notation, or a notation (FEN, PDN FEN,
    /// SGF, Qwirkle rows)
    before: String,
    /// The board after it
    after: String,
    /// The game: checkers, chess, go or qwirkle
    #[arg(long, short)]
    game: GameId,
    /// Whose turn it is [default: as the boards tell]
    #[arg(long)]
    side: Option<MovingSide>,
    /// The rules of checkers or Qwirkle [default: english, connect]
    #[arg(long)]
    rules: Option<RulesName>,
    /// An earlier board of the game, for the ko rule of Go; may be given several times
    #[arg(long, value_name = "BOARD")]
    history: Vec<String>,
    /// The board at the start of a Qwirkle game, which shows the bonus squares
    #[arg(long, value_name = "BOARD")]
    start: Option<String>,
    #[command(flatten)]
    photos: PhotoOptions,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The side to move.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MovingSide {
    White,
    Black,
}

impl MovingSide {
    const fn is_white(self) -> bool {
        matches!(self, Self::White)
    }
}

/// Rules of a game that is played by several.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RulesName {
    /// Checkers, English draughts: white begins
    English,
    /// Checkers, World Checkers and Draughts Federation: English draughts, black begins
    Wcdf,
    /// Checkers: Russian draughts
    Russian,
    /// Checkers: Brazilian draughts
    Brazilian,
    /// Checkers: international draughts on 10x10 squares
    International,
    /// Qwirkle Connect, with its board
    Connect,
    /// Qwirkle on a bare table
    Classic,
}

impl RulesName {
    const fn game(self) -> GameId {
        match self {
            Self::Connect | Self::Classic => GameId::Qwirkle,
            _ => GameId::Checkers,
        }
    }
}

pub fn run(args: &JudgeArgs, common: &Common) -> anyhow::Result<Status> {
    let say = |report: Report| {
        if args.json { report.to_json(common.lang) } else { Ok(report.to_text(common.lang)) }
    };
    outcome::print(judge(args, common).and_then(say), args.game, args.json)
}

fn judge(args: &JudgeArgs, common: &Common) -> anyhow::Result<Report> {
    check(args)?;
    let game = args.game.game();
    let rows = (args.game == GameId::Checkers).then(|| checkers::rows(args.rules));
    let photos = PhotoOptions { size: args.photos.size.or(rows), ..args.photos.clone() };
    let mut boards = Boards::new(game, common, &photos, notation_reader(args, game));
    let mut before = boards.get(&args.before)?;
    let mut after = boards.get(&args.after)?;
    if args.photos.white.is_none() {
        // A notation tells its orientation, a photo may not.
        match (&before.source, &after.source) {
            (_, Source::Photo) => after.board = align(args.game, &before.board, after.board),
            (Source::Photo, _) => before.board = align(args.game, &after.board, before.board),
            _ => {}
        }
    }
    match args.game {
        GameId::Checkers => Ok(checkers::judge(args, &before, &after)),
        GameId::Chess => chess::judge(args, &before, &after),
        GameId::Go => go::judge(args, &before, &after, &mut boards),
        GameId::Qwirkle => qwirkle::judge(args, &before, &after, &mut boards),
    }
}

/// What can be wrong with the options before any board is looked at.
fn check(args: &JudgeArgs) -> anyhow::Result<()> {
    args.photos.check(args.game)?;
    let boards = [&args.before, &args.after].into_iter().chain(&args.history).chain(&args.start);
    if args.photos.is_given() && !boards.into_iter().any(|name| is_photo(Path::new(name))) {
        bail!(
            "--size, --corners and --white say something of photos, and none of these boards is \
            one: leave them out"
        );
    }
    if args.rules.is_some_and(|rules| rules.game() != args.game) {
        bail!(
            "these --rules are not of {}: use english, wcdf, russian, brazilian or international \
            for checkers, connect or classic for qwirkle",
            args.game
        );
    }
    if args.side.is_some() && args.game == GameId::Qwirkle {
        bail!("--side is for checkers, chess and go: leave it out for qwirkle");
    }
    if !args.history.is_empty() && args.game != GameId::Go {
        bail!("--history is for go: leave it out for {}", args.game);
    }
    if args.start.is_some() && args.game != GameId::Qwirkle {
        bail!("--start is for qwirkle: leave it out for {}", args.game);
    }
    Ok(())
}

/// How notations of the boards are read.
fn notation_reader(args: &JudgeArgs, game: &'static dyn Game) -> ReadNotation {
    match (args.rules, game.id()) {
        (Some(RulesName::International), _) => |text| board_from_pdn(text, 10),
        (_, GameId::Checkers) => |text| board_from_pdn(text, 8),
        (_, GameId::Chess) => |text| GameId::Chess.game().from_notation(text),
        (_, GameId::Go) => |text| GameId::Go.game().from_notation(text),
        (_, GameId::Qwirkle) => |text| GameId::Qwirkle.game().from_notation(text),
    }
}

//! `kibitzer score`.

mod course;
mod go;
mod qwirkle;

use super::{
    boards::{Boards, Names, check_photos},
    outcome,
};
use crate::{
    args::{Common, PhotoOptions, rules_of},
    output::{self, Status},
};
use anyhow::bail;
use clap::Args;
use kibitzer::{
    games::GameId,
    request::{RequestError, RulesName, ScoreGo, ScoreQwirkle, parse_komi, parse_prisoners},
};
use std::{ffi::OsString, path::PathBuf};

#[derive(Args)]
#[command(after_help = "\
Go: every board is counted by itself. Dead stones are found by random games; correct them with \
 --dead and --alive.
Qwirkle: the boards are those of one game in order, the start first.

A score, whatever it is, ends with exit code 0; a photo without a board with 1, an error with 2.")]
pub struct ScoreArgs {
    /// Boards: photos, files with a notation, or notations (SGF, Qwirkle rows); Qwirkle: folders
    /// and patterns too
    #[arg(required = true, value_name = "BOARD")]
    boards: Vec<OsString>,
    /// The game: go or qwirkle
    #[arg(long, short)]
    game: GameId,
    /// The rules [default: as the SGF says, else japanese; connect]
    #[arg(long, value_parser = rules_of(&[GameId::Go, GameId::Qwirkle]))]
    rules: Option<RulesName>,
    /// Go: points for white, by Chinese rules in stones [default: as the SGF says, else 6.5, 3.75,
    /// 7.5, 7 or 8; with two handicap stones or more 0 by Chinese and New Zealand rules, else 0.5]
    #[arg(long, allow_negative_numbers = true, value_parser = parse_komi)]
    komi: Option<f64>,
    /// Go: handicap stones (Chinese and AGA rules) [default: as the SGF says, else none]
    #[arg(long, value_name = "N")]
    handicap: Option<u32>,
    /// Go: stones that black and white captured during the game [default: as the moves of the SGF
    /// say, else none]
    #[arg(long, value_name = "B,W", value_parser = parse_prisoners)]
    prisoners: Option<(u32, u32)>,
    /// Go: groups that are dead, each named by one of its points: c3,d4
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    dead: Vec<String>,
    /// Go: groups that are alive
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    alive: Vec<String>,
    /// Qwirkle: the last move was the last of the game, six points more
    #[arg(long)]
    finished: bool,
    /// Qwirkle: write the course's file of each move, G_01.txt and so on, into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    photos: PhotoOptions,
    /// Write JSON, a line for each board of Go or move of Qwirkle
    #[arg(long)]
    json: bool,
}

pub fn run(args: &ScoreArgs, common: &Common) -> anyhow::Result<Status> {
    if let Err(error) = common.check_sets(Some(args.game)).and_then(|()| check(args)) {
        return outcome::print(Err(error), args.game, args.json);
    }
    let game = args.game.game();
    let boards = Boards::new(game, common, &args.photos, None);
    if args.game == GameId::Qwirkle {
        return outcome::print(qwirkle::score(args, boards, common.lang), args.game, args.json);
    }
    let mut names = Names::default();
    let called: Vec<String> = args.boards.iter().map(|board| names.add(board)).collect();
    let (mut boards, mut status) = (boards.called(names), Status::Done);
    for name in &called {
        status = status.max(outcome::print(
            go::score(args, name, &mut boards, common.lang),
            args.game,
            args.json,
        )?);
    }
    Ok(status)
}

/// What can be wrong with the options before any board is looked at.
fn check(args: &ScoreArgs) -> anyhow::Result<()> {
    match args.game {
        GameId::Go if args.finished || args.out.is_some() => {
            bail!("--finished and --out are for qwirkle: leave them out for go")
        }
        GameId::Go => {
            check_photos(&args.photos, args.boards.iter())?;
            args.go().check()?;
            if let Some(said) = args.large_komi() {
                output::note(&said);
            }
        }
        GameId::Qwirkle if args.says_of_go() => bail!(
            "--komi, --handicap, --prisoners, --dead and --alive are for go: leave them out for \
            qwirkle"
        ),
        GameId::Qwirkle => args.qwirkle().check()?,
        game => return Err(RequestError::NoScore(game).into()),
    }
    Ok(args.photos.check(args.game)?)
}

/// A larger komi than any that is played with in stones.
const MOST_STONES: f64 = 5.0;

impl ScoreArgs {
    fn go(&self) -> ScoreGo {
        ScoreGo {
            rules: self.rules,
            komi: self.komi,
            handicap: self.handicap,
            prisoners: self.prisoners,
            dead: self.dead.clone(),
            alive: self.alive.clone(),
        }
    }

    /// By Chinese rules komi is in stones, each worth two points: what to say of one that is likely
    /// to be meant in points.
    fn large_komi(&self) -> Option<String> {
        let chinese = self.rules == Some(RulesName::Chinese);
        let komi = self.komi.filter(|komi| chinese && *komi > MOST_STONES)?;
        let (points, half) = (2.0 * komi, komi / 2.0);
        Some(format!(
            "by Chinese rules a komi of {komi} stones is {points} points; for {komi} points give \
            --komi {half}"
        ))
    }

    const fn qwirkle(&self) -> ScoreQwirkle {
        ScoreQwirkle { rules: self.rules, finished: self.finished }
    }

    /// Whether anything is said that games of Go alone have.
    const fn says_of_go(&self) -> bool {
        let stones = self.komi.is_some() || self.handicap.is_some() || self.prisoners.is_some();
        stones || !self.dead.is_empty() || !self.alive.is_empty()
    }
}

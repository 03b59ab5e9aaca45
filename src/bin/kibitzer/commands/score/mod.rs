//! `kibitzer score`.

mod course;
mod go;
mod qwirkle;

use super::{boards::Boards, outcome};
use crate::{
    args::{Common, PhotoOptions},
    output::Status,
};
use anyhow::bail;
use clap::{Args, ValueEnum};
use kibitzer::games::{
    GameId,
    go::rules::{LARGEST_KOMI, MOST_HANDICAP_STONES, Ruleset},
};
use std::path::PathBuf;

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
    boards: Vec<String>,
    /// The game: go or qwirkle
    #[arg(long, short)]
    game: GameId,
    /// The rules [default: as the SGF says, else japanese; connect]
    #[arg(long)]
    rules: Option<RulesName>,
    /// Go: points for white, by Chinese rules in stones [default: as the SGF says, else 6.5, 3.75,
    /// 7.5, 7 or 8]
    #[arg(long, allow_negative_numbers = true)]
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

/// Rules of the games.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RulesName {
    /// Go: territory and prisoners
    Japanese,
    /// Go: stones and territory, neutral points shared, komi in stones
    Chinese,
    /// Go: stones and territory, a point for each handicap stone but one
    Aga,
    /// Go: stones and territory, New Zealand and Tromp-Taylor
    Nz,
    /// Go: stones and territory, Ing (GOE)
    Ing,
    /// Qwirkle Connect, with its board
    Connect,
    /// Qwirkle on a bare table
    Classic,
}

impl RulesName {
    /// The rules of Go; `None` for those of Qwirkle.
    const fn go(self) -> Option<Ruleset> {
        match self {
            Self::Japanese => Some(Ruleset::Japanese),
            Self::Chinese => Some(Ruleset::Chinese),
            Self::Aga => Some(Ruleset::Aga),
            Self::Nz => Some(Ruleset::NewZealand),
            Self::Ing => Some(Ruleset::Ing),
            Self::Connect | Self::Classic => None,
        }
    }
}

pub fn run(args: &ScoreArgs, common: &Common) -> anyhow::Result<Status> {
    if let Err(error) = check(args) {
        return outcome::print(Err(error), args.game, args.json);
    }
    let game = args.game.game();
    let mut boards = match args.game {
        GameId::Go => {
            Boards::new(game, common, &args.photos, |text| GameId::Go.game().from_notation(text))
        }
        _ => Boards::new(game, common, &args.photos, |text| {
            GameId::Qwirkle.game().from_notation(text)
        }),
    };
    if args.game == GameId::Qwirkle {
        return outcome::print(
            qwirkle::score(args, &mut boards, common.lang),
            args.game,
            args.json,
        );
    }
    let mut status = Status::Done;
    for name in &args.boards {
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
    if !matches!(args.game, GameId::Go | GameId::Qwirkle) {
        bail!("{} has no score: use go or qwirkle", args.game);
    }
    args.photos.check(args.game)?;
    let go = args.game == GameId::Go;
    if args.rules.is_some_and(|rules| rules.go().is_some() != go) {
        bail!(
            "these --rules are not of {}: use japanese, chinese, aga, nz or ing for go, connect or \
            classic for qwirkle",
            args.game
        );
    }
    let go_options = args.komi.is_some() || args.handicap.is_some() || args.prisoners.is_some();
    if !go && (go_options || !args.dead.is_empty() || !args.alive.is_empty()) {
        bail!(
            "--komi, --handicap, --prisoners, --dead and --alive are for go: leave them out for \
            qwirkle"
        );
    }
    if go && (args.finished || args.out.is_some()) {
        bail!("--finished and --out are for qwirkle: leave them out for go");
    }
    if args.komi.is_some_and(|komi| !komi.is_finite() || komi.abs() > LARGEST_KOMI) {
        bail!("--komi is a number of points or stones such as 6.5, {LARGEST_KOMI} at most");
    }
    if args.handicap.is_some_and(|stones| stones > MOST_HANDICAP_STONES) {
        bail!("--handicap is a number of stones, {MOST_HANDICAP_STONES} at most");
    }
    Ok(())
}

fn parse_prisoners(text: &str) -> Result<(u32, u32), String> {
    let number = |text: &str| text.trim().parse::<u32>().ok().filter(|&n| n <= 10_000);
    let both =
        text.split_once(',').and_then(|(black, white)| Some((number(black)?, number(white)?)));
    both.ok_or_else(|| {
        format!("'{text}' is not two numbers: give the stones black and white captured, as in 3,5")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prisoners_are_two_numbers() {
        assert_eq!(parse_prisoners("3, 5"), Ok((3, 5)));
        for text in ["", "3", "3,x", "-1,2", "1,2,3", "99999,0"] {
            assert!(parse_prisoners(text).is_err(), "{text}");
        }
    }
}

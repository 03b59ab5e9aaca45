//! The table of the README: a row a game.

use super::{EVAL, LOGO, exact, summary};
use kibitzer::{eval::Rate, games::GameId};
use std::path::Path;

/// The model whose evaluation goes the whole way, from photo to board.
pub const WHOLE_WAY: &str = "corners";

const HEAD: &str = "\
| Game | Boards found | Cells right | Pieces right | Exact boards | Cells right, sets never seen | Pieces \
 right, sets never seen | Exact boards, sets never seen | What it means |
|---|---|---|---|---|---|---|---|---|
";

/// What the figures mean to somebody who has a board and a phone.
fn meaning(game: GameId) -> &'static str {
    match game {
        GameId::Checkers => {
            "Boards like those it knows are read well; tall men and dark men on dark squares are not."
        }
        GameId::Chess => {
            "**Not ready**: boards are found and pieces told from empty squares, but their kinds are \
             often read wrong."
        }
        GameId::Go => {
            "Nearly every crossing is right where the board is found; full boards are not always found."
        }
        GameId::Qwirkle => {
            "Every tile is right, but all photos show one table, one lamp and one camera."
        }
    }
}

/// A row for every game that was evaluated the whole way; nothing where none was.
pub fn table(models: &Path, names: &[String]) -> anyhow::Result<String> {
    let Some(whole) = summary(models, WHOLE_WAY, EVAL)? else { return Ok(String::new()) };
    let mut out = HEAD.to_owned();
    for game in GameId::ALL {
        let Some(block) = whole.games.get(game.name()) else { continue };
        let cells = [
            game.to_string(),
            block.rates.boards_found.to_string(),
            block.rates.cell_accuracy.to_string(),
            block.rates.occupied_accuracy.to_string(),
            block.rates.occupied_boards_exact.to_string(),
        ];
        let unseen = never_seen(models, names, game)?;
        out += &format!("| {} | {} | {} |\n", cells.join(" | "), unseen.join(" | "), meaning(game));
    }
    Ok(out)
}

/// Cells right, pieces right and exact boards of leave-one-set-out cross-validation, as a board is
/// read: by the position model, where the game has one.
fn never_seen(models: &Path, names: &[String], game: GameId) -> anyhow::Result<[String; 3]> {
    for kind in ["positions", "cells"] {
        let name = format!("{game}-{kind}");
        if !names.contains(&name) {
            continue;
        }
        if let Some(summary) = summary(models, &name, LOGO)?
            && let Some(block) = summary.games.get(game.name())
        {
            let rates = [block.rates.cell_accuracy, block.rates.occupied_accuracy, exact(block)];
            return Ok(rates.map(|rate| of_what(rate, block.photos)));
        }
    }
    Ok(["–"; 3].map(str::to_owned))
}

/// A rate, and of how many things it is one. A summary of schema 1 does not say that: then of how
/// many photos they are.
fn of_what(rate: Rate, photos: usize) -> String {
    match (rate.rate, rate.n) {
        (Some(_), None) => format!("{} photos", Rate { n: Some(photos), ..rate }),
        _ => rate.to_string(),
    }
}

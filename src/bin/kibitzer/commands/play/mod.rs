//! `kibitzer play`: a game of chess between people and engines.

mod input;
mod options;
mod report;
mod table;

pub use options::PlayArgs;

use crate::output::Status;
use input::Input;
use kibitzer::{chess_play::Player, messages::Language};
use table::Table;

/// Plays until the game is over, or whoever is to move leaves.
pub fn run(args: &PlayArgs, language: Language) -> anyhow::Result<Status> {
    let mut table = Table::open(args, language)?;
    let mut input = None;
    while table.session.ending().is_none() {
        let goes_on = match table.session.to_move() {
            Player::Engine => table.engine_moves().map(|()| true),
            Player::Person => table.person_moves(input.get_or_insert_with(Input::listen)),
        };
        if !goes_on? {
            break;
        }
    }
    table.close();
    Ok(Status::Done)
}

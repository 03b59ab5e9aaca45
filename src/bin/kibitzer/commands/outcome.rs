//! How a command ends that says one thing: its result, or why there is none.

use crate::{
    advice,
    output::{self, Status},
};
use kibitzer::{error::Error, games::GameId};

/// Prints the result, or the error: on stderr, and with `json` on stdout too.
pub fn print(result: anyhow::Result<String>, game: GameId, json: bool) -> anyhow::Result<Status> {
    let error = match result {
        Ok(text) => {
            output::print(&text);
            return Ok(Status::Done);
        }
        Err(error) => error,
    };
    let no_board = error.downcast_ref::<Error>().is_some_and(Error::is_no_board);
    let message = advice::said(&error);
    output::error(&message);
    if json {
        output::print(&failed_json(game, no_board, &message)?);
    }
    Ok(if no_board { Status::NoBoard } else { Status::Failed })
}

/// The JSON where there is no result.
fn failed_json(game: GameId, no_board: bool, message: &str) -> anyhow::Result<String> {
    let status = if no_board { "no_board" } else { "error" };
    let json = serde_json::json!({ "schema": 1, "status": status, "game": game.name(),
    "message": message });
    Ok(serde_json::to_string(&json)? + "\n")
}

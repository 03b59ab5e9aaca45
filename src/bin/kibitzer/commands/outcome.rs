//! How a command of one game ends that says one thing: its result, or why there is none.

use crate::{
    advice,
    output::{self, Status},
};
use kibitzer::{
    error::{Error, Refusal},
    games::GameId,
    report::reading,
};

/// Prints the result, or the error: on stderr, and with `json` on stdout too.
pub fn print(result: anyhow::Result<String>, game: GameId, json: bool) -> anyhow::Result<Status> {
    let error = match result {
        Ok(text) => {
            output::print(&text);
            return Ok(Status::Done);
        }
        Err(error) => error,
    };
    let cause = error.downcast_ref::<Error>();
    let message = advice::said_of_game(&error);
    output::error(&message);
    if json {
        output::print(&failed_json(game, cause, &message)?);
    }
    let no_board = cause.is_some_and(Error::is_no_board);
    Ok(if no_board { Status::NoBoard } else { Status::Failed })
}

/// The JSON where there is no result; `cause` is why a photo was not read.
fn failed_json(game: GameId, cause: Option<&Error>, message: &str) -> anyhow::Result<String> {
    let status = cause.map_or(reading::Status::Error, reading::Status::of);
    let mut json = serde_json::json!({ "schema": 1, "status": status, "game": game.name(),
        "message": message });
    if let Some(refusal) = cause.and_then(Refusal::of) {
        json["refusal"] = serde_json::to_value(refusal)?;
    }
    Ok(serde_json::to_string(&json)? + "\n")
}

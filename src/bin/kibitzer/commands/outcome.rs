//! How a command ends that says one thing: its result, or why there is none.

use crate::output::{self, Status};
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
    let no_board = matches!(error.downcast_ref::<Error>(), Some(Error::NoBoard { .. }));
    let message = with_causes(&error);
    output::error(&message);
    if json {
        output::print(&failed_json(game, no_board, &message)?);
    }
    Ok(if no_board { Status::NoBoard } else { Status::Failed })
}

/// An error and its causes, but for those that it names itself.
fn with_causes(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |said, cause| match said.as_str() {
        "" => cause,
        said if said.contains(&cause) => said.to_owned(),
        said => format!("{said}: {cause}"),
    })
}

/// The JSON where there is no result.
fn failed_json(game: GameId, no_board: bool, message: &str) -> anyhow::Result<String> {
    let status = if no_board { "no_board" } else { "error" };
    let json = serde_json::json!({ "schema": 1, "status": status, "game": game.name(),
    "message": message });
    Ok(serde_json::to_string(&json)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use kibitzer::files::WriteError;

    #[test]
    fn a_cause_is_said_once() {
        let source = std::io::Error::other("no room");
        let error = anyhow::Error::from(WriteError::Io { path: "a.txt".into(), source })
            .context("the game was lost");
        let said = with_causes(&error);
        assert!(said.starts_with("the game was lost: cannot write a.txt: no room;"), "{said}");
        assert_eq!(said.matches("no room").count(), 1);
    }
}

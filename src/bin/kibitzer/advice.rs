//! Errors as a person at the command line reads them: what is wrong, why, and which option helps.

use kibitzer::{error::Error, inference::StoreError};
use std::error;

/// An error and its causes, but for those that it names itself, and the option that helps.
pub fn said(error: &anyhow::Error) -> String {
    let said = error.chain().map(ToString::to_string).fold(String::new(), |said, cause| match said
        .as_str()
    {
        "" => cause,
        said if said.contains(&cause) => said.to_owned(),
        said => format!("{said}: {cause}"),
    });
    match error.chain().find_map(option) {
        Some(advice) => format!("{said}; {advice}"),
        None => said,
    }
}

/// What is wrong with a photo, and the option that helps.
pub fn of_error(error: &Error) -> String {
    of_reading(error).map_or_else(|| error.to_string(), |advice| format!("{error}; {advice}"))
}

/// What an option can do about an error.
fn option(error: &(dyn error::Error + 'static)) -> Option<&'static str> {
    of_reading(error.downcast_ref()?)
}

fn of_reading(error: &Error) -> Option<&'static str> {
    match error {
        Error::NoBoard { .. } => Some("or give its corners with --corners"),
        Error::WhiteSide { .. } => Some("leave out --white"),
        Error::OtherBoard { .. } => Some("name the game with --game"),
        Error::OtherGame { .. } => {
            Some("name that game with --game, or give the corners all the same")
        }
        Error::Store(StoreError::NoStore(_)) => Some("or with --models"),
        _ => None,
    }
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
        let said = said(&error);
        assert!(said.starts_with("the game was lost: cannot write a.txt: no room;"), "{said}");
        assert_eq!(said.matches("no room").count(), 1);
    }

    #[test]
    fn an_option_that_helps_is_named() {
        let error = anyhow::Error::from(Error::NoBoard { confidence: 0.1 }).context("a.jpg");
        let said = said(&error);
        assert!(said.starts_with("a.jpg: no board found"), "{said}");
        assert!(said.ends_with("; or give its corners with --corners"), "{said}");
    }
}

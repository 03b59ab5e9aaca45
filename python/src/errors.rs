//! The library's errors as Python's exceptions, with the same sentences. The exceptions themselves
//! are in `kibitzer/_errors.py`.

use kibitzer::{adapt::SetError, error::Error, report::Refusal, vision::PhotoError as NoPhoto};
use pyo3::{PyErr, import_exception};
use std::fmt::Display;

import_exception!(kibitzer._errors, BoardError);
import_exception!(kibitzer._errors, DatasetError);
import_exception!(kibitzer._errors, ModelError);
import_exception!(kibitzer._errors, NoBoardError);
import_exception!(kibitzer._errors, OptionError);
import_exception!(kibitzer._errors, PhotoError);
import_exception!(kibitzer._errors, OwnSetError);

/// A photo that was not read.
pub fn of_reading(error: Error) -> PyErr {
    match &error {
        Error::Size { .. } | Error::WhiteSide { .. } | Error::CornerOutside { .. } => option(error),
        _ => match Refusal::of(&error) {
            Some(refusal) => {
                let refusal = serde_json::to_value(refusal).unwrap_or_default();
                let message = format!("{error}; {}", advice(&error));
                let refusal = refusal.as_str().map(str::to_owned);
                NoBoardError::new_err((message, refusal, error.confidence()))
            }
            None => ModelError::new_err(error.to_string()),
        },
    }
}

/// Which argument helps where no board was found.
const fn advice(error: &Error) -> &'static str {
    match error {
        Error::NotABoard { .. } | Error::PartOfBoard { .. } | Error::Hidden { .. } => {
            "or read it all the same with anyway=True"
        }
        Error::OtherBoard { .. } => "leave out game=, or name that board's game with it",
        Error::OtherGame { .. } => {
            "name that game with game=, or read it all the same with anyway=True"
        }
        _ => "or give its corners with corners=",
    }
}

/// A photo that cannot be opened.
pub fn of_photo(error: NoPhoto) -> PyErr {
    PhotoError::new_err(error.to_string())
}

/// A set of the user's own that cannot be used.
pub fn of_set(error: SetError) -> PyErr {
    OwnSetError::new_err(error.to_string())
}

/// An argument that is none.
pub fn option(error: impl Display) -> PyErr {
    OptionError::new_err(error.to_string())
}

/// A board, or what is asked of it, that the rules know nothing of.
pub fn board(error: impl Display) -> PyErr {
    BoardError::new_err(error.to_string())
}

/// Labels that cannot be read or written.
pub fn dataset(error: impl Display) -> PyErr {
    DatasetError::new_err(error.to_string())
}

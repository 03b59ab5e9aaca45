//! What a caller says about a photo, from Python's texts and numbers.

use crate::errors;
use kibitzer::{
    games::{GameId, Side},
    geometry::{Point, Quad},
    messages::Language,
    recognition::RecognizeOptions,
    request::RulesName,
};
use pyo3::PyResult;
use std::{str::FromStr, time::Duration};

/// The game of a name; `None` of `auto`.
pub fn game(name: &str) -> PyResult<Option<GameId>> {
    if name == "auto" {
        return Ok(None);
    }
    name.parse().map(Some).map_err(|error| errors::option(format!("{error}, or auto")))
}

/// The game of a name.
pub fn one_game(name: &str) -> PyResult<GameId> {
    parse(name)
}

/// The language of a code.
pub fn language(code: &str) -> PyResult<Language> {
    parse(code)
}

/// The rules of a name.
pub fn rules(name: Option<&str>) -> PyResult<Option<RulesName>> {
    name.map(parse).transpose()
}

/// Whether white is to move, of a side's name.
pub fn white_to_move(side: Option<&str>) -> PyResult<Option<bool>> {
    match side {
        None => Ok(None),
        Some("white") => Ok(Some(true)),
        Some("black") => Ok(Some(false)),
        Some(other) => {
            Err(errors::option(format!("unknown side to move '{other}': use white or black")))
        }
    }
}

/// What is said of a photo: `corners` are four `[x, y]` in pixels, clockwise.
pub fn of_photo(
    size: Option<usize>,
    corners: Option<[[f64; 2]; 4]>,
    white: Option<&str>,
    anyway: bool,
    deadline_ms: Option<u64>,
) -> PyResult<RecognizeOptions> {
    let quad = |corners: [[f64; 2]; 4]| Quad::new(corners.map(Point::from)).map_err(errors::option);
    Ok(RecognizeOptions {
        size,
        white: white.map(side).transpose()?,
        corners: corners.map(quad).transpose()?,
        anyway,
        time: deadline_ms.map(Duration::from_millis),
        ..RecognizeOptions::default()
    })
}

fn side(name: &str) -> PyResult<Side> {
    serde_json::from_value(name.into()).map_err(|_| {
        errors::option(format!("unknown side '{name}': use bottom, top, left or right"))
    })
}

fn parse<T: FromStr<Err: std::fmt::Display>>(text: &str) -> PyResult<T> {
    text.parse().map_err(errors::option)
}

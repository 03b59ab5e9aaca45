//! `POST /v1/notation`

use crate::{
    dataset::manifest::parse_cells,
    report::photo::Impossible,
    server::{
        extract::Object,
        openapi::{Answer, Input, Operation, of},
        parameters::{NotationParameters, unseen},
        problem::{Kind, Problem},
    },
};
use axum::{Json, http::Method, routing::post};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A board in its game's notation, and what is impossible about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Notation {
    /// FEN, PDN FEN, SGF or Qwirkle rows.
    pub notation: String,
    /// What is impossible about the board.
    pub violations: Vec<Impossible>,
}

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/v1/notation",
        summary: "Write a board in its game's notation",
        input: Input::Json(of::<NotationParameters>()),
        answers: vec![Answer::json("The notation", of::<Notation>())],
        problems: &[Kind::TooLarge, Kind::NotJson, Kind::InvalidOption],
        handler: post(notation),
    }
}

async fn notation(Object(asked): Object<NotationParameters>) -> Result<Json<Notation>, Problem> {
    let NotationParameters { game, cells, side, castling, lang } = asked;
    let id = game;
    let game = id.game();
    let wrong = |why: String| Kind::InvalidOption.problem(why);
    let board = parse_cells(game, &cells).map_err(|error| wrong(error.to_string()))?;
    let unseen = unseen(side, castling.as_deref())?;
    unseen.check(id)?;
    let notation = unseen.notation(id, &board)?;
    let violations = game.violations(&board);
    let violations = violations.iter().map(|violation| Impossible::new(violation, lang)).collect();
    Ok(Json(Notation { notation, violations }))
}

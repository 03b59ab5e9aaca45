//! `POST /v1/score`

use super::boards::{BOARD_PROBLEMS, Boards, check_photos};
use crate::{
    games::{GameId, qwirkle::Qwirkle},
    report::{
        photo::Which,
        score::{GoScore, QwirkleMove},
    },
    request::{RequestError, qwirkle_moves},
    server::{
        form::{Form, Part},
        openapi::{Answer, FileField, Input, Operation, of, whole},
        parameters::ScoreParameters,
        problem::{Kind, Problem},
        service::Service,
    },
};
use axum::{Json, extract::State, http::Method, routing::post};
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;

const BOARD: &str = "board";

const FIELDS: [FileField; 1] = [FileField {
    name: BOARD,
    about: "Go: boards that are counted; Qwirkle: the boards of a game in order, the start first",
    needed: true,
    several: true,
}];

/// The boards of Go that were counted, or the moves of a game of Qwirkle.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Scores {
    /// Boards of Go.
    Go(Vec<GoScore>),
    /// Moves of Qwirkle.
    Qwirkle(Vec<QwirkleMove>),
}

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/v1/score",
        summary: "Count boards of Go, or score a game of Qwirkle",
        input: Input::Form { parameters: whole::<ScoreParameters>(), files: &FIELDS, texts: true },
        answers: vec![Answer::json("A score a board or move", of::<Scores>())],
        problems: &BOARD_PROBLEMS,
        handler: post(score),
    }
}

async fn score(
    State(service): State<Arc<Service>>,
    mut form: Form,
) -> Result<Json<Scores>, Problem> {
    let parameters: ScoreParameters = form.parameters(&[BOARD])?;
    let room = form.room();
    let scores = service.run(room, move |service| {
        let options = parameters.options()?;
        check_photos(&form, &[BOARD], &options, None)?;
        let boards = Boards { service, game: parameters.game.game(), rows: None, options };
        let parts: Vec<&Part> = form.all(BOARD).collect();
        if parts.is_empty() {
            form.one(BOARD)?;
        }
        match parameters.game {
            GameId::Go => go(&parameters, &boards, &parts).map(Scores::Go),
            GameId::Qwirkle => qwirkle(&parameters, &boards, &parts).map(Scores::Qwirkle),
            game => Err(RequestError::NoScore(game).into()),
        }
    });
    scores.await.map(Json)
}

fn go(
    parameters: &ScoreParameters,
    boards: &Boards<'_>,
    parts: &[&Part],
) -> Result<Vec<GoScore>, Problem> {
    if parameters.finished {
        return Err(Kind::InvalidOption.problem("finished is for qwirkle: leave it out for go"));
    }
    let request = parameters.go()?;
    request.check()?;
    let score = |part: &&Part| {
        let counted = request.count(part.called(), boards.get(BOARD, part)?, parameters.lang)?;
        Ok(GoScore::new(&counted, parameters.lang))
    };
    parts.iter().map(score).collect()
}

fn qwirkle(
    parameters: &ScoreParameters,
    boards: &Boards<'_>,
    parts: &[&Part],
) -> Result<Vec<QwirkleMove>, Problem> {
    let go = parameters.go()?;
    if go.komi.is_some()
        || go.handicap.is_some()
        || go.prisoners.is_some()
        || !go.dead.is_empty()
        || !go.alive.is_empty()
    {
        return Err(Kind::InvalidOption.problem(
            "komi, handicap, prisoners, dead and alive are for go: leave them out for qwirkle",
        ));
    }
    let (mut tables, mut notes) = (Vec::new(), Vec::new());
    for part in parts {
        let given = boards.get(BOARD, part)?;
        notes.push(given.note(Which::Board, part.called(), &Qwirkle, parameters.lang));
        tables.push((part.called().to_owned(), given.board));
    }
    let moves = parameters.qwirkle().moves(&tables)?;
    Ok(qwirkle_moves(&moves, &notes, parameters.lang))
}

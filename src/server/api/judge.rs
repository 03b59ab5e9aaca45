//! `POST /v1/judge`

use super::boards::{BOARD_PROBLEMS, Boards, check_photos};
use crate::{
    report::verdict::Verdict,
    server::{
        form::{Form, Part},
        openapi::{Answer, FileField, Input, Operation, of, whole},
        parameters::{BoardNames, JudgeParameters},
        problem::{Kind, Problem},
        service::Service,
    },
};
use axum::{Json, extract::State, http::Method, routing::post};
use std::sync::Arc;

/// The parts that are boards.
const BOARDS: [&str; 4] = ["before", "after", "history", "start"];

const FIELDS: [FileField; 4] = [
    FileField { name: "before", about: "The board before the move", needed: true, several: false },
    FileField { name: "after", about: "The board after it", needed: true, several: false },
    FileField {
        name: "history",
        about: "Go: earlier boards, for the ko rule",
        needed: false,
        several: true,
    },
    FileField {
        name: "start",
        about: "Qwirkle: the board at the start, which shows the bonus squares",
        needed: false,
        several: false,
    },
];

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/v1/judge",
        summary: "Judge a move by the boards before and after it",
        input: Input::Form { parameters: whole::<JudgeParameters>(), files: &FIELDS, texts: true },
        answers: vec![Answer::json("The verdict", of::<Verdict>())],
        problems: &BOARD_PROBLEMS,
        handler: post(judge),
    }
}

async fn judge(
    State(service): State<Arc<Service>>,
    mut form: Form,
) -> Result<Json<Verdict>, Problem> {
    let parameters: JudgeParameters = form.parameters(&BOARDS)?;
    let room = form.room();
    let verdict = service.run(room, move |service| {
        let (names, parts) = boards(&form)?;
        let request = parameters.request(names);
        let options = parameters.options(request.rows())?;
        check_photos(&form, &BOARDS, &options, request.rows())?;
        let boards = Boards { service, game: request.game.game(), rows: request.rows(), options };
        let mut parts = parts.into_iter();
        // Boards are asked for in the order in which they stand here.
        let judged = request.judge(|_| {
            let (name, part) =
                parts.next().ok_or_else(|| Kind::Internal.problem("a board is missing"))?;
            boards.get(name, part)
        })?;
        Ok(judged.verdict(parameters.lang))
    });
    verdict.await.map(Json)
}

/// A board, and the name of its field.
type Named<'a> = (&'static str, &'a Part);

/// What the boards are called, and the boards, in the order in which judging asks for them.
fn boards(form: &Form) -> Result<(BoardNames, Vec<Named<'_>>), Problem> {
    let (before, after) = (form.one("before")?, form.one("after")?);
    let history: Vec<&Part> = form.all("history").collect();
    let start = form.all("start").next().map(|_| form.one("start")).transpose()?;
    let names = BoardNames {
        before: before.called().to_owned(),
        after: after.called().to_owned(),
        history: history.iter().map(|part| part.called().to_owned()).collect(),
        start: start.map(|part| part.called().to_owned()),
    };
    let moves = [("before", before), ("after", after)].into_iter();
    let history = history.into_iter().map(|part| ("history", part));
    Ok((names, moves.chain(history).chain(start.map(|part| ("start", part))).collect()))
}

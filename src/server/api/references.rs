//! `POST /v1/references`

use super::read::PHOTO_PROBLEMS;
use crate::{
    adapt::{AdaptError, Figures, Reference, learn, position_of},
    error::Error,
    games::GameId,
    server::{
        form::{Form, Part},
        openapi::{Answer, FileField, Input, Operation, of, whole},
        parameters::ReferenceParameters,
        problem::{Kind, Problem},
        service::Service,
    },
};
use axum::{Json, extract::State, http::Method, routing::post};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

const PHOTO: &str = "photo";

const FIELDS: [FileField; 1] = [FileField {
    name: PHOTO,
    about: "Photos of the set, all of the same position",
    needed: true,
    several: true,
}];

/// No more photos are looked at.
const MOST: usize = 4;

/// A set of pieces that was shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShownSet {
    /// What `set` of `/v1/read` is to be; the server holds it for a while, not for ever.
    pub id: String,
    /// The game.
    pub game: GameId,
    /// What it is worth.
    pub figures: Figures,
    /// Whether what the reference shows is read better with it: right more often, or as often and more
    /// probable.
    pub helps: bool,
}

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/v1/references",
        summary: "Show the server a set of pieces, to have its photos read better",
        input: Input::Form {
            parameters: whole::<ReferenceParameters>(),
            files: &FIELDS,
            texts: false,
        },
        answers: vec![Answer::json("The set, as later photos may name it", of::<ShownSet>())],
        problems: &PROBLEMS,
        handler: post(show),
    }
}

const PROBLEMS: [Kind; 7] = {
    let [a, b, c, d, _] = PHOTO_PROBLEMS;
    [a, b, c, d, Kind::InvalidBoard, Kind::NoBoard, Kind::BoardHidden]
};

async fn show(
    State(service): State<Arc<Service>>,
    mut form: Form,
) -> Result<Json<ShownSet>, Problem> {
    let parameters: ReferenceParameters = form.parameters(&[])?;
    let room = form.room();
    let answer = service.run(room, move |service| {
        let references = references(service, &form, &parameters)?;
        let game = parameters.game;
        let learned = learn(&service.readers(), game, &references).map_err(problem)?;
        let figures = learned.figures;
        let id = service.shown.hold(game, learned.correction);
        let id = id.ok_or_else(|| Kind::Internal.problem("the system gives no random numbers"))?;
        Ok(ShownSet { id, game, figures, helps: figures.helps() })
    });
    answer.await.map(Json)
}

fn references(
    service: &Service,
    form: &Form,
    parameters: &ReferenceParameters,
) -> Result<Vec<Reference>, Problem> {
    let mut references = Vec::new();
    for part in form.all(PHOTO) {
        let Part::File(file) = part else {
            return Err(Kind::BadRequest
                .problem("'photo' is a text: send it as a file, with a name and a content type"));
        };
        let (game, said) = (parameters.game, parameters.position.as_deref());
        let position = position_of(game, said, &file.name).map_err(problem)?;
        references.push(Reference::new(file.name.clone(), service.open(file)?, position));
    }
    match references.len() {
        0 => Err(Kind::BadRequest.problem("there is no 'photo': send it, too")),
        1..=MOST => Ok(references),
        more => {
            Err(Kind::InvalidOption.problem(format!("{more} photos are too many: send {MOST}")))
        }
    }
}

fn problem(error: AdaptError) -> Problem {
    let kind = match &error {
        AdaptError::Photo { source, .. } if matches!(**source, Error::Hidden { .. }) => {
            Kind::BoardHidden
        }
        AdaptError::Photo { source, .. } if source.is_no_board() => Kind::NoBoard,
        AdaptError::Photo { .. } => Kind::Internal,
        AdaptError::Position { .. }
        | AdaptError::NotShown { .. }
        | AdaptError::Size { .. }
        | AdaptError::Nothing => Kind::InvalidBoard,
        AdaptError::NoInitialPosition { .. } | AdaptError::Twice { .. } => Kind::InvalidOption,
    };
    kind.problem(error.to_string())
}

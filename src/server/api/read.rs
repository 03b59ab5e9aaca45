//! `POST /v1/read`

use crate::{
    games::GameId,
    inference::ModelStore,
    report::Reading,
    server::{
        form::Form,
        openapi::{Answer, Input, Operation, of, whole},
        parameters::ReadParameters,
        problem::{Kind, Problem},
        service::Service,
    },
};
use axum::{Json, extract::State, http::Method, routing::post};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};

/// What was read in a photo.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReadAnswer {
    /// As the program says it.
    #[serde(flatten)]
    pub reading: Reading,
    /// Width of the upright photo in pixels.
    pub width: u32,
    /// Height of the upright photo in pixels.
    pub height: u32,
    /// The models that it was read with: SHA-256 by name.
    pub models: BTreeMap<String, String>,
}

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/v1/read",
        summary: "Read the board in a photo",
        input: Input::Photo(whole::<ReadParameters>()),
        answers: vec![Answer::json("What was read, or that there is no board", of::<ReadAnswer>())],
        problems: &PHOTO_PROBLEMS,
        handler: post(read),
    }
}

/// What can be wrong with a photo and what is said of it.
pub const PHOTO_PROBLEMS: [Kind; 5] =
    [Kind::TooLarge, Kind::NotAPhoto, Kind::PhotoUnreadable, Kind::InvalidOption, Kind::NotFound];

async fn read(
    State(service): State<Arc<Service>>,
    mut form: Form,
) -> Result<Json<ReadAnswer>, Problem> {
    let parameters: ReadParameters = form.parameters(&[])?;
    let mut options = parameters.options()?;
    options.correction = service.correction(parameters.set.as_deref())?;
    let room = form.room();
    let answer = service.run(room, move |service| {
        let upload = form.file("photo")?;
        let game = parameters.game.game();
        let read = service.read(upload, game, &options)?;
        let name = upload.name.as_str();
        let reading = match &read.read {
            Ok(found) => Reading::read(name, found, parameters.report()),
            Err(error) if error.is_no_board() => {
                Reading::failed(name, game, error, error.to_string())
            }
            Err(_) => return Err(read.read.err().map_or_else(unknown, Problem::from)),
        };
        let (width, height) = read.photo.dimensions();
        let models = models(service.readers().store(), reading.game);
        Ok(ReadAnswer { reading, width, height, models })
    });
    answer.await.map(Json)
}

fn unknown() -> Problem {
    Kind::Internal.problem("reading failed")
}

/// The SHA-256 of the models that a game's boards are read with.
fn models(store: &ModelStore, game: Option<GameId>) -> BTreeMap<String, String> {
    let names = game.map_or_else(|| store.names(), |game| store.names_for(game));
    let sha256 = |name: String| store.card(&name).ok().map(|card| (name, card.sha256));
    names.into_iter().filter_map(sha256).collect()
}

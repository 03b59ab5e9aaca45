//! `POST /v1/read`

use crate::{
    error::Error,
    games::GameId,
    inference::ModelStore,
    recognition::Recognition,
    report::Reading,
    request::Unseen,
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
    /// With `all`: the other boards of a photo that shows several, in the order of `boards`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Reading>,
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
    let unseen = parameters.unseen()?;
    let room = form.room();
    let answer = service.run(room, move |service| {
        let upload = form.file("photo")?;
        let game = parameters.game.game();
        let (photo, boards) = match parameters.all {
            true => service.read_all(upload, game, &options)?,
            false => {
                let read = service.read(upload, game, &options)?;
                (read.photo, vec![read.read])
            }
        };
        let answered = |read| answered(read, &upload.name, &parameters, &unseen);
        let mut readings =
            boards.into_iter().map(answered).collect::<Result<Vec<Reading>, Problem>>()?;
        let others = readings.split_off(1);
        let reading = readings.remove(0);
        let (width, height) = photo.dimensions();
        let models = models(service.readers().store(), reading.game);
        Ok(ReadAnswer { reading, width, height, others, models })
    });
    answer.await.map(Json)
}

/// What is answered of one board; that there is none is an answer.
fn answered(
    read: Result<Recognition, Error>,
    photo: &str,
    parameters: &ReadParameters,
    unseen: &Unseen,
) -> Result<Reading, Problem> {
    match read {
        Ok(found) => {
            let reading = Reading::read(photo, &found, parameters.report());
            Ok(unseen.told(reading, &found)?)
        }
        Err(error) => match error.refusal() {
            Some(refusal) => {
                let said = refusal.in_language(parameters.lang);
                Ok(Reading::failed(photo, parameters.game.game(), &error, said))
            }
            None => Err(error.into()),
        },
    }
}

/// The SHA-256 of the models that a game's boards are read with.
fn models(store: &ModelStore, game: Option<GameId>) -> BTreeMap<String, String> {
    let names = game.map_or_else(|| store.names(), |game| store.names_for(game));
    let sha256 = |name: String| store.card(&name).ok().map(|card| (name, card.sha256));
    names.into_iter().filter_map(sha256).collect()
}

//! `POST /v1/overlay`

use crate::{
    recognition::overlay,
    server::{
        form::Form,
        openapi::{Answer, Input, Operation, whole},
        parameters::ReadParameters,
        problem::{Kind, Problem},
        service::Service,
    },
};
use axum::{
    extract::State,
    http::{Method, header},
    response::IntoResponse,
    routing::post,
};
use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};
use std::sync::Arc;

/// What can be wrong with a photo to draw on.
const PROBLEMS: [Kind; 7] = [
    Kind::TooLarge,
    Kind::NotAPhoto,
    Kind::PhotoUnreadable,
    Kind::InvalidOption,
    Kind::NotFound,
    Kind::NoBoard,
    Kind::BoardHidden,
];

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/v1/overlay",
        summary: "Draw what was read on the photo",
        input: Input::Photo(whole::<ReadParameters>()),
        answers: vec![Answer::of("image/png", "The photo with the board drawn on it")],
        problems: &PROBLEMS,
        handler: post(draw),
    }
}

async fn draw(
    State(service): State<Arc<Service>>,
    mut form: Form,
) -> Result<impl IntoResponse, Problem> {
    let parameters: ReadParameters = form.parameters(&[])?;
    let mut options = parameters.options()?;
    options.correction = service.correction(parameters.set.as_deref())?;
    let room = form.room();
    let picture = service.run(room, move |service| {
        let read = service.read(form.file("photo")?, parameters.game.game(), &options)?;
        let found = read.read?;
        let picture = overlay(&read.photo, &found, found.game.game());
        let mut bytes = Vec::new();
        PngEncoder::new(&mut bytes)
            .write_image(&picture, picture.width(), picture.height(), ExtendedColorType::Rgb8)
            .map_err(|error| Kind::Internal.problem(error.to_string()))?;
        Ok(bytes)
    });
    Ok(([(header::CONTENT_TYPE, "image/png")], picture.await?))
}

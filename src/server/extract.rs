//! What a request carries besides its form, with refusals that say what is wrong.

use super::{
    form::{body, essence},
    problem::{Kind, Problem},
    service::Service,
};
use axum::{
    extract::{FromRequest, FromRequestParts, Request},
    http::{header, request::Parts},
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::Arc;

/// What stands in a path for something: an id or a name.
pub struct Path(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Path {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let found = axum::extract::Path::<String>::from_request_parts(parts, state).await;
        let wrong = "the path is not percent-encoded UTF-8: take ids and names as the server \
            answers them";
        found.map(|path| Self(path.0)).map_err(|_| Kind::BadRequest.problem(wrong))
    }
}

/// The JSON object of a body.
pub struct Object<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Service>> for Object<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, service: &Arc<Service>) -> Result<Self, Problem> {
        let content = request.headers().get(header::CONTENT_TYPE);
        let content = content.and_then(|value| value.to_str().ok()).map(essence);
        let content = content.unwrap_or_default();
        if content != "application/json" {
            return Err(Kind::NotJson.problem(format!(
                "a body of type '{content}' is not read here: send a JSON object as \
                application/json"
            )));
        }
        let bytes = body(request.into_body(), service.settings.upload_bytes).await?;
        object(&bytes).map(Self)
    }
}

/// A JSON object as a type.
///
/// # Errors
/// When it is no JSON, no object, or something in it is not what it has to be.
pub fn object<T: DeserializeOwned>(json: &[u8]) -> Result<T, Problem> {
    let wrong = |why: String| Kind::BadRequest.problem(format!("the JSON cannot be read: {why}"));
    match serde_json::from_slice(json).map_err(|error| wrong(error.to_string()))? {
        Value::Object(_) => {}
        _ => return Err(wrong("it has to be an object".to_owned())),
    }
    let reader = &mut serde_json::Deserializer::from_slice(json);
    serde_path_to_error::deserialize(reader).map_err(|error| {
        let (path, why) = (error.path().to_string(), error.inner().to_string());
        Kind::InvalidOption.problem(why).of(&path)
    })
}

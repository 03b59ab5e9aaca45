//! `/v1/corrections`: what people correct, where the owner keeps it.

use crate::server::{
    extract::{Object, Path, object},
    form::Form,
    kept::{Added, Correction, Entry, Kept, Review},
    openapi::{Answer, FileField, Input, Operation, of, whole},
    problem::{Kind, Problem},
    queue,
    service::Service,
};
use axum::{
    Json,
    extract::{RawQuery, State},
    http::{Method, StatusCode, header},
    response::IntoResponse,
    routing::{delete, get, post, put},
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A correction was kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeptAnswer {
    /// What its sender calls it.
    pub id: String,
    /// Where its sender deletes it, with the method DELETE.
    pub delete: String,
}

/// All corrections.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Entries {
    /// Those to be reviewed first, the most doubtful first, then photos of the owner's queue, in its
    /// order.
    pub corrections: Vec<Entry>,
}

/// The part of a form that holds a correction.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SendParameters {
    /// The correction, as JSON.
    #[schemars(schema_with = "label_schema")]
    label: String,
}

/// A text that holds a correction.
fn label_schema(schemas: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "string",
        "contentMediaType": "application/json",
        "contentSchema": schemas.subschema_for::<Correction>(),
    })
}

/// What a link to delete says.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
struct DeleteParameters {
    /// The key of the link; without it, a reviewer deletes.
    key: Option<String>,
}

const PHOTO: [FileField; 1] =
    [FileField { name: "photo", about: "The photo", needed: true, several: false }];
const PATH: &str = "/v1/corrections";
const ONE: &str = "/v1/corrections/{id}";

pub fn operations() -> Vec<Operation> {
    vec![
        Operation {
            method: Method::POST,
            path: PATH,
            summary: "Give a photo and its right board to the owner of this server",
            input: Input::Form {
                parameters: whole::<SendParameters>(),
                files: &PHOTO,
                texts: false,
            },
            answers: vec![
                Answer::json("It was there before", of::<KeptAnswer>()),
                Answer::json("It is kept", of::<KeptAnswer>()).with_status(StatusCode::CREATED),
            ],
            problems: &[
                Kind::NotFound,
                Kind::Conflict,
                Kind::TooLarge,
                Kind::NotAPhoto,
                Kind::PhotoUnreadable,
                Kind::InvalidOption,
            ],
            handler: post(send),
        },
        Operation {
            method: Method::GET,
            path: PATH,
            summary: "List corrections, the most doubtful first, then photos of a queue",
            input: Input::Nothing,
            answers: vec![Answer::json("All corrections", of::<Entries>())],
            problems: &[Kind::NotFound],
            handler: get(list),
        },
        Operation {
            method: Method::GET,
            path: "/v1/corrections/{id}/photo",
            summary: "The photo of a correction",
            input: Input::Nothing,
            answers: vec![Answer::of("image/jpeg", "The photo")],
            problems: &[Kind::NotFound],
            handler: get(photo),
        },
        Operation {
            method: Method::PUT,
            path: ONE,
            summary: "Review a correction",
            input: Input::Json(of::<Review>()),
            answers: vec![Answer::json("As it is now", of::<Entry>())],
            problems: &[Kind::NotFound, Kind::TooLarge, Kind::NotJson, Kind::InvalidOption],
            handler: put(review),
        },
        Operation {
            method: Method::DELETE,
            path: ONE,
            summary: "Delete a correction and its photo",
            input: Input::Query(whole::<DeleteParameters>()),
            answers: vec![Answer::empty("It is gone")],
            problems: &[Kind::NotFound, Kind::InvalidOption],
            handler: delete(remove),
        },
    ]
}

/// Where corrections are kept.
fn kept(service: &Service) -> Result<&Kept, Problem> {
    let nowhere = || Kind::NotFound.problem("this server keeps no corrections");
    service.kept.as_ref().ok_or_else(nowhere)
}

async fn send(
    State(service): State<Arc<Service>>,
    mut form: Form,
) -> Result<impl IntoResponse, Problem> {
    kept(&service)?;
    let SendParameters { label } = form.parameters(&[])?;
    let correction: Correction = object(label.as_bytes())
        .map_err(|problem| Kind::InvalidOption.problem(problem.detail).about("label"))?;
    let room = form.room();
    let answer = service.run(room, move |service| {
        let kept = kept(service)?;
        let photo = service.open(form.file("photo")?)?;
        let added = kept.add(&correction, &photo)?;
        let (id, key) = (correction.id.clone(), kept.key(&correction.id));
        let delete = format!("{PATH}/{id}?key={key}");
        Ok((added, KeptAnswer { id, delete }))
    });
    let (added, answer) = answer.await?;
    let status = if added == Added::Now { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(answer)))
}

async fn list(State(service): State<Arc<Service>>) -> Result<Json<Entries>, Problem> {
    Ok(Json(Entries { corrections: kept(&service)?.entries() }))
}

async fn photo(
    State(service): State<Arc<Service>>,
    Path(id): Path,
) -> Result<impl IntoResponse, Problem> {
    let bytes = blocking(service, move |kept| kept.photo(&id)).await?;
    let headers = [(header::CONTENT_TYPE, "image/jpeg"), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, bytes))
}

async fn review(
    State(service): State<Arc<Service>>,
    Path(id): Path,
    Object(review): Object<Review>,
) -> Result<Json<Entry>, Problem> {
    blocking(service, move |kept| kept.review(&id, &review)).await.map(Json)
}

async fn remove(
    State(service): State<Arc<Service>>,
    Path(id): Path,
    RawQuery(query): RawQuery,
) -> Result<StatusCode, Problem> {
    let query = Form::of_query(query.as_deref().unwrap_or_default())?;
    let DeleteParameters { key } = query.parameters(&[])?;
    blocking(service, move |kept| match key {
        Some(key) if !kept.is_key(&id, &key) => Err(Kind::NotFound
            .problem("this is no link of a correction: take the whole link, to its end")),
        _ => kept.delete(&id),
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Does something that waits for the disk.
async fn blocking<T: Send + 'static>(
    service: Arc<Service>,
    job: impl FnOnce(&Kept) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    queue::blocking("the correction could not be read", move || job(kept(&service)?)).await
}

//! `/v2`: the raw networks by the Open Inference Protocol, for KServe's, Triton's and MLServer's
//! clients.

use super::{
    extract::Path,
    form::room,
    openapi::{Answer, Input, Operation, of},
    problem::{Kind, Problem, ProblemDetails},
    service::Service,
};
use crate::inference::{
    Model as _, ModelError, Signature, StoreError,
    protocol::{
        BINARY_EXTENSION, FP32, HEADER_LENGTH, InferRequest, InferResponse, ModelMetadata,
        ServerMetadata, Tensor, TensorMetadata, named,
    },
    shape,
};
use axum::{
    Json,
    body::{Bytes, to_bytes},
    extract::{Request, State},
    http::{HeaderMap, Method, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use ndarray::Ix4;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A model of the repository, as Triton lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RepositoryEntry {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// `READY`.
    pub state: String,
    /// Why it is not ready.
    pub reason: String,
}

/// Whether something is ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ready {
    /// Always true: otherwise there is another answer.
    pub ready: bool,
}

pub fn operations() -> Vec<Operation> {
    let get_of = |path, summary, answer, handler, problems| Operation {
        method: Method::GET,
        path,
        summary,
        input: Input::Nothing,
        answers: vec![answer],
        problems,
        handler,
    };
    let ready = || Answer::json("It is ready", of::<Ready>());
    vec![
        get_of(
            "/v2",
            "The server, by the Open Inference Protocol",
            Answer::json("Name, version, extensions", of::<ServerMetadata>()),
            get(server),
            &[],
        ),
        get_of("/v2/health/live", "Whether the server lives", ready(), get(is_ready), &[]),
        get_of("/v2/health/ready", "Whether all models are loaded", ready(), get(all_ready), &[]),
        get_of(
            "/v2/models/{name}",
            "What a network takes and gives",
            Answer::json("Its tensors", of::<ModelMetadata>()),
            get(metadata),
            &[Kind::NotFound],
        ),
        get_of(
            "/v2/models/{name}/ready",
            "Whether a network can be run",
            ready(),
            get(model_ready),
            &[Kind::NotFound],
        ),
        Operation {
            method: Method::POST,
            path: "/v2/repository/index",
            summary: "The networks, as Triton lists them",
            input: Input::Nothing,
            answers: vec![Answer::json("All networks", of::<Vec<RepositoryEntry>>())],
            problems: &[],
            handler: post(index),
        },
        Operation {
            method: Method::POST,
            path: "/v2/models/{name}/infer",
            summary: "Run a network; tensors as JSON, or binary after it",
            input: Input::Json(of::<InferRequest>()),
            answers: vec![Answer::json("What it gave", of::<InferResponse>())],
            problems: &[Kind::NotFound, Kind::TooLarge, Kind::InvalidOption],
            handler: post(infer),
        },
    ]
}

/// A problem as clients of the protocol read it: they look for `error`.
struct Failed(Problem);

/// Problem details, and the protocol's own member.
#[derive(Serialize)]
struct FailedDetails {
    #[serde(flatten)]
    details: ProblemDetails,
    error: String,
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        let body = FailedDetails { details: self.0.details(), error: self.0.detail.clone() };
        let body = serde_json::to_string(&body).unwrap_or_default();
        let mut answer = self.0.into_response();
        answer.headers_mut().remove(header::CONTENT_LENGTH);
        *answer.body_mut() = body.into();
        answer
    }
}

impl From<Problem> for Failed {
    fn from(problem: Problem) -> Self {
        Self(problem)
    }
}

async fn server() -> Json<ServerMetadata> {
    Json(ServerMetadata {
        name: "kibitzer".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        extensions: vec![BINARY_EXTENSION.to_owned(), "model_repository".to_owned()],
    })
}

async fn is_ready() -> Json<Ready> {
    Json(Ready { ready: true })
}

async fn all_ready(State(service): State<Arc<Service>>) -> Result<Json<Ready>, Failed> {
    match service.is_ready() {
        true => Ok(Json(Ready { ready: true })),
        false => Err(Kind::Busy.problem("the models are being loaded: ask again").into()),
    }
}

async fn index(State(service): State<Arc<Service>>) -> Json<Vec<RepositoryEntry>> {
    let entry = |name| RepositoryEntry {
        name,
        version: "1".to_owned(),
        state: "READY".to_owned(),
        reason: String::new(),
    };
    Json(service.readers().store().names().into_iter().map(entry).collect())
}

async fn metadata(
    State(service): State<Arc<Service>>,
    Path(name): Path,
) -> Result<Json<ModelMetadata>, Failed> {
    let described = service.run(None, move |service| {
        let network = service.network(&name).map_err(unknown)?;
        Ok(describe(name, network.signature()))
    });
    Ok(Json(described.await?))
}

async fn model_ready(
    State(service): State<Arc<Service>>,
    Path(name): Path,
) -> Result<Json<Ready>, Failed> {
    let found = service.run(None, move |service| service.network(&name).map_err(unknown));
    found.await?;
    Ok(Json(Ready { ready: true }))
}

fn describe(name: String, signature: &Signature) -> ModelMetadata {
    let tensor = |(name, axes): &(String, Vec<Option<usize>>)| TensorMetadata {
        name: name.clone(),
        datatype: FP32.to_owned(),
        shape: axes.iter().map(|axis| axis.map_or(-1, |size| size as i64)).collect(),
    };
    ModelMetadata {
        name,
        versions: vec!["1".to_owned()],
        platform: "onnxruntime_onnx".to_owned(),
        inputs: vec![tensor(&signature.input)],
        outputs: vec![tensor(&signature.output)],
    }
}

async fn infer(
    State(service): State<Arc<Service>>,
    Path(name): Path,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, Failed> {
    let length = headers.get(HEADER_LENGTH).map(|length| {
        let length = length.to_str().ok().and_then(|length| length.parse::<usize>().ok());
        length.ok_or_else(|| Kind::BadRequest.problem(format!("{HEADER_LENGTH} is no number")))
    });
    let length = length.transpose()?;
    let room = room(&service, &headers)?;
    let most = service.settings.upload_bytes;
    let body: Bytes = to_bytes(request.into_body(), most).await.map_err(|_| {
        Kind::TooLarge.problem(format!("the body is cut off, or has more than {most} bytes"))
    })?;
    let answer = service.run(Some(room), move |service| {
        let wrong = |error: crate::inference::protocol::ProtocolError| {
            Kind::BadRequest.problem(error.to_string())
        };
        let network = service.network(&name).map_err(unknown)?;
        let (request, tensors) = InferRequest::decode(&body, length).map_err(wrong)?;
        let input = named(tensors, &network.signature().input.0).map_err(wrong)?;
        let input = input.into_dimensionality::<Ix4>().map_err(|_| {
            Kind::InvalidOption
                .problem("the input has to have four axes: batch, channels, rows, columns")
        })?;
        let array = network.run(input.view()).map_err(|error| match error {
            ModelError::Shape { expected, found, .. } => Kind::InvalidOption.problem(format!(
                "the network takes input of shape {}, not {}",
                shape(expected.into_iter()),
                shape(found.into_iter().map(Some))
            )),
            _ => Kind::InvalidOption.problem(format!("the network refuses this input: {error}")),
        })?;
        let output = Tensor { name: network.signature().output.0.clone(), array };
        Ok(InferResponse::encode(&name, &request, &[output]))
    });
    let encoded = answer.await?;
    let media =
        if encoded.json_length.is_some() { "application/octet-stream" } else { "application/json" };
    let mut response = ([(header::CONTENT_TYPE, media)], encoded.bytes).into_response();
    if let Some(length) = encoded.json_length {
        response.headers_mut().insert(HEADER_LENGTH, length.into());
    }
    Ok(response)
}

fn unknown(error: StoreError) -> Problem {
    match error {
        StoreError::Model { .. } => Kind::Internal.problem(error.to_string()),
        _ => Kind::NotFound.problem("there is no such network: see /v1/models"),
    }
}

//! What the server is and how it does.

use crate::{
    commit::commit,
    games::GameId,
    messages::Language,
    request::RulesName,
    server::{
        metrics::OPENMETRICS,
        openapi::{Answer, Input, Operation, of},
        problem::{Kind, Problem},
        service::Service,
    },
};
use axum::{
    Json, extract::State, http::Method, http::header, response::IntoResponse, routing::get,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What the server is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Info {
    /// Its version.
    pub version: String,
    /// The commit that it was built from.
    pub commit: Option<String>,
    /// Codes of the languages that it speaks.
    pub languages: Vec<Language>,
    /// Whether corrections are kept here.
    pub corrections: bool,
    /// Whether a token is needed.
    pub token: bool,
    /// The games.
    pub games: Vec<GameInfo>,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameInfo {
    /// Its name.
    pub id: GameId,
    /// Rows of the boards that it is played on, the usual one first.
    pub sizes: Vec<usize>,
    /// Whether white sits at a side of the board.
    pub white: bool,
    /// Names of its rules, where there are several.
    pub rules: Vec<RulesName>,
    /// What can be on a cell.
    pub classes: Vec<ClassInfo>,
}

/// What can be on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClassInfo {
    /// The code in rows of cells.
    pub code: String,
    /// Its English name.
    pub name: String,
}

/// The models.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Models {
    /// All of them.
    pub models: Vec<ModelInfo>,
}

/// A model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ModelInfo {
    /// Its name.
    pub name: String,
    /// Version of Kibitzer that exported it.
    pub version: String,
    /// Hex SHA-256 of the network's file.
    pub sha256: String,
    /// Number of weights.
    pub parameters: usize,
    /// License of the weights.
    pub license: String,
}

/// Whether the server works.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Health {
    /// `ok`.
    pub status: String,
}

pub fn operations() -> Vec<Operation> {
    vec![
        Operation {
            method: Method::GET,
            path: "/v1/info",
            summary: "What this server knows",
            input: Input::Nothing,
            answers: vec![Answer::json("Games, languages and what is kept", of::<Info>())],
            problems: &[],
            handler: get(info),
        },
        Operation {
            method: Method::GET,
            path: "/v1/models",
            summary: "The models that photos are read with",
            input: Input::Nothing,
            answers: vec![Answer::json("The models", of::<Models>())],
            problems: &[],
            handler: get(models),
        },
        Operation {
            method: Method::GET,
            path: "/healthz",
            summary: "Whether the server lives",
            input: Input::Nothing,
            answers: vec![Answer::json("It lives", of::<Health>())],
            problems: &[],
            handler: get(async || Json(ok())),
        },
        Operation {
            method: Method::GET,
            path: "/readyz",
            summary: "Whether all models are loaded",
            input: Input::Nothing,
            answers: vec![Answer::json("Photos are read", of::<Health>())],
            problems: &[],
            handler: get(ready),
        },
        Operation {
            method: Method::GET,
            path: "/metrics",
            summary: "Counts and times, for Prometheus",
            input: Input::Nothing,
            answers: vec![Answer::of(OPENMETRICS, "OpenMetrics text")],
            problems: &[],
            handler: get(metrics),
        },
    ]
}

fn ok() -> Health {
    Health { status: "ok".to_owned() }
}

async fn info(State(service): State<Arc<Service>>) -> Json<Info> {
    Json(Info {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: commit().map(str::to_owned),
        languages: Language::ALL.to_vec(),
        corrections: service.kept.is_some(),
        token: service.settings.token.is_some(),
        games: GameId::ALL.into_iter().map(game).collect(),
    })
}

fn game(id: GameId) -> GameInfo {
    let game = id.game();
    let classes = game.classes().iter();
    GameInfo {
        id,
        sizes: game.grids().iter().map(|grid| grid.rows).collect(),
        white: id.has_seats(),
        rules: RulesName::of(id),
        classes: classes
            .map(|class| ClassInfo { code: class.code.to_owned(), name: class.name.to_owned() })
            .collect(),
    }
}

async fn models(State(service): State<Arc<Service>>) -> Result<Json<Models>, Problem> {
    let readers = service.readers();
    let model = |name: String| {
        let card = readers.store().card(&name);
        let card = card.map_err(|error| Kind::Internal.problem(error.to_string()))?;
        Ok(ModelInfo {
            name,
            version: card.version,
            sha256: card.sha256,
            parameters: card.parameters,
            license: card.license,
        })
    };
    let models = readers.store().names().into_iter().map(model).collect::<Result<_, Problem>>()?;
    Ok(Json(Models { models }))
}

async fn ready(State(service): State<Arc<Service>>) -> Result<Json<Health>, Problem> {
    match service.is_ready() {
        true => Ok(Json(ok())),
        false => Err(Kind::Busy.problem("the models are being loaded: ask again in a second")),
    }
}

async fn metrics(State(service): State<Arc<Service>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, OPENMETRICS)], service.metrics.text(&service.queue))
}

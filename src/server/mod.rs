//! The HTTP server: an API for other front-ends, and a page.
//!
//! [`app`] is the whole server as a router; [`listen::serve`] lets it answer on a socket. What
//! photos say is read by the [`Readers`](crate::recognition::Readers), what is answered are the
//! types of [`report`](crate::report): here is only what lies between.
//!
//! | Path | What it does |
//! |---|---|
//! | `POST /v1/read`, `/v1/overlay` | reads a photo; draws on it |
//! | `POST /v1/notation`, `/v1/judge`, `/v1/score` | what the boards mean |
//! | `/v1/games` | games that are followed as they are played |
//! | `/v1/corrections` | what people correct and what is proposed for the owner's photos, where it is kept |
//! | `GET /v1/info`, `/v1/models`, `/healthz`, `/readyz`, `/metrics` | what the server is and does |
//! | `/v2` | the raw networks, by the Open Inference Protocol |
//! | `GET /openapi.json` | all of this, for programs |
//! | `GET /` | the page |
//!
//! ```
//! use axum::{body::Body, http::{Request, StatusCode}};
//! use kibitzer::{inference::ModelStore, recognition::Readers, server::{Service, Settings, app}};
//! use std::sync::Arc;
//! use tower::ServiceExt;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let readers = || Ok(Readers::new(ModelStore::at("models")));
//! let service = Arc::new(Service::new(Settings::default(), None, readers)?);
//! let request = Request::get("/healthz").body(Body::empty())?;
//! let answer = app(service).oneshot(request).await?;
//! assert_eq!(answer.status(), StatusCode::OK);
//! # Ok(())
//! # }
//! ```

mod api;
mod extract;
mod form;
mod games;
mod guard;
mod id;
pub mod kept;
pub mod listen;
mod metrics;
mod networks;
mod openapi;
mod origin;
mod page;
mod parameters;
mod problem;
mod proposed;
mod queue;
mod service;
mod shown;
pub mod tls;
mod token;

pub use api::{
    FollowedGame, GameFile, GameRecord, Info, ModelInfo, Notation, Progress, ReadAnswer, ShownSet,
};
pub use games::Games;
pub use origin::Origin;
pub use problem::{Kind, Problem, ProblemDetails};
pub use proposed::propose;
pub use service::{Service, Settings};
pub use token::Token;

use axum::{
    Json, Router,
    extract::DefaultBodyLimit,
    middleware::{from_fn_with_state, map_response},
    response::IntoResponse,
    routing::get,
};
use std::{any::Any, sync::Arc};
use tower_http::{
    catch_panic::CatchPanicLayer,
    timeout::{RequestBodyTimeoutLayer, TimeoutLayer},
};

/// The server as a router.
pub fn app(service: Arc<Service>) -> Router {
    let operations: Vec<_> = operations().collect();
    let document = Arc::new(openapi::document(&operations));
    let described = get(move || {
        let document = Arc::clone(&document);
        async move { Json(document.as_ref().clone()) }
    });
    let timeout = service.settings.timeout;
    let router = operations
        .into_iter()
        .fold(Router::new(), |router, operation| router.route(operation.path, operation.handler));
    router
        .route("/openapi.json", described)
        .route("/problems/{kind}", get(problem_kind))
        .merge(page::routes())
        // axum's own limit of a form is 2 MiB.
        .layer(DefaultBodyLimit::max(service.settings.upload_bytes))
        .layer(CatchPanicLayer::custom(|_: Box<dyn Any + Send>| {
            Kind::Internal.problem("the server failed on this request: report it").into_response()
        }))
        .layer(RequestBodyTimeoutLayer::new(timeout / 4))
        .layer(TimeoutLayer::with_status_code(Kind::Timeout.status(), timeout))
        .layer(from_fn_with_state(Arc::clone(&service), guard::admit))
        .layer(map_response(guard::explain))
        .layer(from_fn_with_state(Arc::clone(&service), guard::watch))
        .with_state(service)
}

/// All operations.
fn operations() -> impl Iterator<Item = openapi::Operation> {
    api::operations().into_iter().chain(networks::operations())
}

/// What a problem's `type` leads to.
async fn problem_kind(extract::Path(name): extract::Path) -> Result<String, Problem> {
    let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name);
    let kind = kind.ok_or_else(|| Kind::NotFound.problem("there is no such kind of problem"))?;
    Ok(format!("{} ({})\n", kind.title(), kind.status()))
}

#[cfg(test)]
mod tests;

//! The page, and everything that it is made of: a part of the program.

use super::{
    extract::Path,
    problem::{Kind, Problem},
    service::Service,
};
use crate::messages::Language;
use axum::{
    Json, Router,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// A file of the page.
struct Asset {
    path: &'static str,
    media: &'static str,
    bytes: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

macro_rules! assets {
    ($($path:literal $media:expr => $file:literal),* $(,)?) => {
        &[$(Asset { path: $path, media: $media, bytes: include_bytes!(concat!("page/", $file)) }),*]
    };
}

const ASSETS: &[Asset] = assets![
    "/" HTML => "index.html",
    "/live" HTML => "live.html",
    "/review" HTML => "review.html",
    "/docs" HTML => "docs.html",
    "/sw.js" SCRIPT => "sw.js",
    "/manifest.webmanifest" "application/manifest+json" => "manifest.webmanifest",
    "/assets/icon.svg" "image/svg+xml" => "icon.svg",
    "/assets/icon-192.png" "image/png" => "icon-192.png",
    "/assets/icon-512.png" "image/png" => "icon-512.png",
    "/assets/style.css" STYLE => "style.css",
    "/assets/api.js" SCRIPT => "api.js",
    "/assets/app.js" SCRIPT => "app.js",
    "/assets/board.js" SCRIPT => "board.js",
    "/assets/camera.js" SCRIPT => "camera.js",
    "/assets/chips.js" SCRIPT => "chips.js",
    "/assets/clock.js" SCRIPT => "clock.js",
    "/assets/docs.js" SCRIPT => "docs.js",
    "/assets/geometry.js" SCRIPT => "geometry.js",
    "/assets/live.js" SCRIPT => "live.js",
    "/assets/panels.js" SCRIPT => "panels.js",
    "/assets/photo.js" SCRIPT => "photo.js",
    "/assets/pieces.js" SCRIPT => "pieces.js",
    "/assets/review.js" SCRIPT => "review.js",
    "/assets/ring.js" SCRIPT => "ring.js",
    "/assets/send.js" SCRIPT => "send.js",
    "/assets/texts.js" SCRIPT => "texts.js",
];

/// The page's routes.
pub fn routes() -> Router<Arc<Service>> {
    let asset = |router: Router<Arc<Service>>, asset: &'static Asset| {
        router
            .route(asset.path, get(move |headers: HeaderMap| async move { serve(asset, &headers) }))
    };
    ASSETS.iter().fold(Router::new(), asset).route("/messages/{file}", get(messages))
}

/// Whether anybody may have this: the page itself, not what it asks for.
pub fn is_open(path: &str) -> bool {
    path.starts_with("/messages/") || ASSETS.iter().any(|asset| asset.path == path)
}

/// An asset, or that the client's copy is still the same.
fn serve(asset: &Asset, headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", &crate::inference::hex(&Sha256::digest(asset.bytes))[..32]);
    let same =
        headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let about = [
        (header::CONTENT_TYPE, asset.media.to_owned()),
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    match same {
        true => (StatusCode::NOT_MODIFIED, about).into_response(),
        false => (about, asset.bytes).into_response(),
    }
}

/// `GET /messages/pl.json`: the page's texts in a language.
async fn messages(Path(file): Path) -> Result<impl IntoResponse, Problem> {
    let language = file.strip_suffix(".json").and_then(|code| code.parse::<Language>().ok());
    let unknown = || Kind::NotFound.problem("there are no texts in this language");
    let texts = language.ok_or_else(unknown)?.page_texts();
    Ok(([(header::CACHE_CONTROL, "no-cache")], Json(texts)))
}

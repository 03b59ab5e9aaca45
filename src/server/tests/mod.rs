//! The API as clients meet it, without a socket.

mod games;

use super::{kept::Kept, *};
use crate::{
    dataset::{Manifest, hash::PhotoHash, queue::Queued},
    games::GameId,
    inference::ModelStore,
    recognition::Readers,
    report::{Reading, score::GoScore, verdict::Verdict},
    vision::testing::{encoded, packed_pixels, png_with_chunk, png_with_size},
};
use api::{Notation, ReadAnswer, ShownSet};
use axum::{
    body::{Body, to_bytes},
    http::{HeaderMap, Request, StatusCode, header},
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::LazyLock,
};
use tower::ServiceExt;

/// One server for all tests: the models are loaded once.
static SERVER: LazyLock<Router> = LazyLock::new(|| server(Settings::default(), None));

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn server(settings: Settings, kept: Option<Kept>) -> Router {
    app(service(settings, kept))
}

fn service(settings: Settings, kept: Option<Kept>) -> Arc<Service> {
    let store = ModelStore::at(root().join("models")).with_threads(1);
    let make = move || Ok(Readers::new(store.clone()));
    Arc::new(Service::new(settings, kept, make).expect("models"))
}

fn sample(start: &str) -> Vec<u8> {
    let images = fs::read_dir(root().join("datasets/samples/images")).expect("samples");
    let mut named: Vec<PathBuf> = images.flatten().map(|entry| entry.path()).collect();
    named.retain(|p| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with(start)));
    fs::read(named.iter().min().expect("a sample")).expect("a photo")
}

fn demo(name: &str) -> Vec<u8> {
    fs::read(root().join("datasets/demo/images").join(name)).expect("a photo")
}

struct Answered {
    status: StatusCode,
    headers: HeaderMap,
    bytes: Vec<u8>,
}

impl Answered {
    fn json<T: DeserializeOwned>(&self) -> T {
        assert!(self.status.is_success(), "{} {}", self.status, self.text());
        serde_json::from_slice(&self.bytes).expect("JSON of the type")
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// The kind of a problem, whose details have to be whole.
    fn problem(&self) -> String {
        assert_eq!(self.headers[header::CONTENT_TYPE], problem::PROBLEM_JSON, "{}", self.text());
        let details: ProblemDetails = serde_json::from_slice(&self.bytes).expect("details");
        assert_eq!(details.status, self.status.as_u16());
        assert!(details.detail.len() > 10, "{details:?}");
        details.kind.trim_start_matches("/problems/").to_owned()
    }
}

async fn ask(server: &Router, request: Request<Body>) -> Answered {
    let answer = server.clone().oneshot(request).await.expect("a router always answers");
    let (parts, body) = answer.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.expect("a whole answer").to_vec();
    assert_eq!(parts.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
    Answered { status: parts.status, headers: parts.headers, bytes }
}

fn request(method: &str, path: &str, media: &str, body: impl Into<Body>) -> Request<Body> {
    let request = Request::builder().method(method).uri(path).header(header::CONTENT_TYPE, media);
    request.body(body.into()).expect("a request")
}

async fn post(path: &str, media: &str, body: impl Into<Body>) -> Answered {
    ask(&SERVER, request("POST", path, media, body)).await
}

async fn get(path: &str) -> Answered {
    ask(&SERVER, request("GET", path, "", Body::empty())).await
}

const BOUNDARY: &str = "----kibitzer";

/// The media type and body of a form: texts, and files as name, file name, media type and bytes.
fn form(texts: &[(&str, &str)], files: &[(&str, &str, &str, &[u8])]) -> (String, Vec<u8>) {
    let mut body = Vec::new();
    for (name, text) in texts {
        body.extend(
            format!(
                "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n"
            )
            .bytes(),
        );
    }
    for (name, file, media, bytes) in files {
        body.extend(
            format!(
                "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"; \
                filename=\"{file}\"\r\ncontent-type: {media}\r\n\r\n"
            )
            .bytes(),
        );
        body.extend(*bytes);
        body.extend(b"\r\n");
    }
    body.extend(format!("--{BOUNDARY}--\r\n").bytes());
    (format!("multipart/form-data; boundary={BOUNDARY}"), body)
}

#[tokio::test]
async fn a_photo_is_read_whichever_way_it_comes() {
    let photo = demo("chess-before.jpg");
    let fen = "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4";
    let raw = post("/v1/read?game=chess", "image/jpeg", photo.clone()).await.json::<ReadAnswer>();
    let board = raw.reading.board.expect("a board");
    assert!(board.notation.starts_with(fen), "{}", board.notation);
    assert_eq!(
        raw.models.keys().collect::<Vec<_>>(),
        ["chess-cells", "chess-coordinates", "chess-positions", "corners", "presence"]
    );
    assert_eq!(raw.width.max(raw.height), 900);
    let (media, body) = form(
        &[("game", "chess"), ("probabilities", "all"), ("lang", "pl")],
        &[("photo", "mine.jpg", "image/jpeg", &photo)],
    );
    let formed = post("/v1/read", &media, body).await.json::<ReadAnswer>();
    assert_eq!(formed.reading.photo, "mine.jpg");
    let with_all = formed.reading.board.expect("a board");
    assert_eq!(
        (&with_all.notation, with_all.classes.map(|c| c.len())),
        (&board.notation, Some(13))
    );
    let query = "game=chess&side=black&castling=k";
    let said = post(&format!("/v1/read?{query}"), "image/jpeg", photo.clone()).await;
    let said = said.json::<Reading>().board.expect("a board").notation;
    assert_eq!(said, format!("{fen} b k - 0 1"));
    let mut untyped = request("POST", "/v1/read", "", photo.clone());
    untyped.headers_mut().remove(header::CONTENT_TYPE);
    assert_eq!(ask(&SERVER, untyped).await.json::<Value>()["game"], "chess");
    // The last is what curl calls any body.
    for media in ["application/octet-stream", "application/x-www-form-urlencoded"] {
        let any = post("/v1/read", media, photo.clone()).await.json::<Value>();
        assert_eq!(any["game"], "chess", "{media}");
    }
}

#[tokio::test]
async fn every_board_of_a_photo_is_read_where_it_is_wanted() {
    let open = |name: &str| image::load_from_memory(&sample(name)).expect("a photo").to_rgb8();
    let (left, right) = (open("chess-00000329"), open("checkers-00000300"));
    let (width, height) = (right.width() / 2, right.height() / 2);
    let right = image::imageops::thumbnail(&right, width, height);
    let size = (left.width() + width, left.height());
    let mut both = image::RgbImage::from_pixel(size.0, size.1, image::Rgb([90, 80, 70]));
    image::imageops::replace(&mut both, &left, 0, 0);
    image::imageops::replace(&mut both, &right, i64::from(left.width()), 100);
    let mut png = Vec::new();
    both.write_to(&mut std::io::Cursor::new(&mut png), image::ImageFormat::Png).expect("a PNG");
    let one = post("/v1/read", "image/png", png.clone()).await.json::<ReadAnswer>();
    let all = post("/v1/read?all=true", "image/png", png).await.json::<ReadAnswer>();
    assert!(one.others.is_empty());
    let first = all.reading.board.expect("a board");
    let corners = first.boards.expect("both boards");
    let other = all.others[0].board.as_ref().expect("the other board");
    assert_eq!((corners.len(), all.others.len()), (2, 1));
    assert_ne!(all.others[0].game, all.reading.game);
    // Itself is first.
    assert_eq!(other.boards.as_ref().map(|boards| boards[1]), Some(corners[0]));
}

#[tokio::test]
async fn a_set_that_was_shown_is_read_with() {
    let (photo, position) =
        (demo("chess-before.jpg"), "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4");
    let show = |position: &str| {
        let about = [("game", "chess"), ("position", position)];
        form(&about, &[("photo", "1.jpg", "image/jpeg", &photo)])
    };
    let (media, body) = show(&format!("{position} w k - 0 1"));
    let shown = post("/v1/references", &media, body).await.json::<ShownSet>();
    assert_eq!((shown.game, shown.figures.cells), (GameId::Chess, 64));
    let read = async |set: &str| {
        post(&format!("/v1/read?game=chess&set={set}"), "image/jpeg", photo.clone()).await
    };
    let with_set = read(&shown.id).await.json::<Reading>();
    let with_set = with_set.board.expect("a board");
    assert!(with_set.notation.starts_with(position), "{}", with_set.notation);
    assert_eq!(read("0123").await.problem(), "not-found");
    let (media, body) = show("8/8/8/8/8/8/8/8 w - - 0 1");
    assert_eq!(post("/v1/references", &media, body).await.problem(), "invalid-board");
    let (media, body) = show("nonsense");
    assert_eq!(post("/v1/references", &media, body).await.problem(), "invalid-board");
    let twice = ["1.jpg", "2.jpg"].map(|name| ("photo", name, "image/jpeg", &photo[..]));
    let (media, body) = form(&[("game", "chess")], &twice);
    assert_eq!(post("/v1/references", &media, body).await.problem(), "invalid-option");
}

#[tokio::test]
async fn that_there_is_no_board_is_an_answer() {
    let mut gray = Vec::new();
    image::RgbImage::from_pixel(320, 240, image::Rgb([128; 3]))
        .write_to(&mut std::io::Cursor::new(&mut gray), image::ImageFormat::Png)
        .expect("a PNG");
    for (lang, sentence) in [
        ("en", "No board was found: have the whole board in the picture."),
        ("fi", "Lautaa ei löytynyt: koko laudan on oltava kuvassa."),
    ] {
        let path = format!("/v1/read?game=go&lang={lang}");
        let read = post(&path, "image/png", gray.clone()).await.json::<Reading>();
        assert!(read.board.is_none(), "{lang}");
        assert_eq!(read.message.as_deref(), Some(sentence));
    }
    assert_eq!(post("/v1/overlay?game=go", "image/png", gray).await.problem(), "no-board");
}

/// A board with something over a third of it is there, whoever asks for it.
#[tokio::test]
async fn a_hidden_board_is_not_a_missing_one() {
    let mut photo = image::load_from_memory(&sample("checkers-")).expect("a photo").to_rgb8();
    let (width, height) = photo.dimensions();
    let arm = image::RgbImage::from_pixel(width / 4, height, image::Rgb([205, 150, 120]));
    let (x, y) = (i64::from(width * 2 / 5), i64::from(height * 3 / 10));
    image::imageops::replace(&mut photo, &arm, x, y);
    let mut busy = Vec::new();
    photo.write_to(&mut std::io::Cursor::new(&mut busy), image::ImageFormat::Png).expect("a PNG");
    let drawn = post("/v1/overlay?game=checkers", "image/png", busy.clone()).await;
    assert_eq!(drawn.problem(), "board-hidden");
    let (media, body) = form(
        &[("game", "checkers"), ("before", "W:W21-32:B1-12")],
        &[("after", "busy.png", "image/png", &busy)],
    );
    let judged = post("/v1/judge", &media, body).await;
    assert_eq!(judged.problem(), "board-hidden");
    let details: ProblemDetails = serde_json::from_slice(&judged.bytes).expect("details");
    assert_eq!(details.refusal, Some(crate::error::Refusal::Hidden));
    let text = get("/metrics").await.text();
    assert!(text.contains("kibitzer_readings_total{game=\"checkers\",status=\"busy\"}"), "{text}");
}

#[tokio::test]
async fn an_overlay_is_a_picture_of_the_photos_size() {
    let drawn = post("/v1/overlay?game=go", "image/jpeg", sample("go-")).await;
    assert_eq!(drawn.headers[header::CONTENT_TYPE], "image/png");
    let picture = image::load_from_memory(&drawn.bytes).expect("a PNG");
    assert_eq!(picture.width().max(picture.height()), 900);
}

#[tokio::test]
async fn moves_are_judged_by_photos_and_notations() {
    let (before, after) = (demo("chess-before.jpg"), demo("chess-after.jpg"));
    let (media, body) = form(
        &[("game", "chess"), ("lang", "en")],
        &[("before", "1.jpg", "image/jpeg", &before), ("after", "2.jpg", "image/jpeg", &after)],
    );
    let verdict = post("/v1/judge", &media, body).await.json::<Value>();
    assert_eq!((&verdict["move"], &verdict["legal"]), (&"Qb8+".into(), &true.into()));
    assert_eq!(verdict["readings"].as_array().map(Vec::len), Some(2));
    let json = json!({ "game": "checkers", "before": "W:W22:B18", "after": "W:W15:B" }).to_string();
    let verdict = post("/v1/judge", "application/json", json).await.json::<Verdict>();
    assert!(verdict.legal && verdict.readings.is_empty());
    let json = json!({ "game": "checkers", "before": "W:W22:B18", "after": "W:W15:B", "size": 10 });
    let sized = post("/v1/judge", "application/json", json.to_string()).await;
    assert_eq!(sized.problem(), "invalid-option", "no board is a photo");
    let ko = json!({ "game": "go", "before": "(;SZ[9])", "after": "(;SZ[9]AB[ee])",
        "history": ["(;SZ[9]AB[aa])", "(;SZ[9])"], "side": "black" });
    assert!(post("/v1/judge", "application/json", ko.to_string()).await.json::<Verdict>().legal);
}

#[tokio::test]
async fn games_are_scored() {
    let (media, body) = form(
        &[("game", "go"), ("rules", "chinese"), ("komi", "2.75")],
        &[("board", "end.jpg", "image/jpeg", &demo("go-end.jpg"))],
    );
    let scores = post("/v1/score", &media, body).await.json::<Vec<GoScore>>();
    assert_eq!((scores.len(), scores[0].komi), (1, 2.75));
    assert_eq!(scores[0].dead.len(), 1, "{:?}", scores[0].dead);
    let sgf = scores[0].notation.clone();
    let alive = json!({ "game": "go", "board": sgf, "alive": scores[0].dead, "prisoners": "1,2" });
    let again = post("/v1/score", "application/json", alive.to_string()).await;
    assert!(again.json::<Vec<GoScore>>()[0].dead.is_empty());
    let chess = json!({ "game": "chess", "board": "x" }).to_string();
    assert_eq!(post("/v1/score", "application/json", chess).await.problem(), "invalid-option");
}

#[tokio::test]
async fn a_board_gets_its_notation() {
    let cells = ["K.......", "........", ".......k", "", "", "", "", ""]
        .map(|row| if row.is_empty() { "........" } else { row });
    let ask = |more: Value| {
        let mut body = json!({ "game": "chess", "cells": cells });
        body.as_object_mut().expect("an object").extend(more.as_object().cloned().expect("one"));
        post("/v1/notation", "application/json", body.to_string())
    };
    let plain = ask(json!({})).await.json::<Notation>();
    assert!(plain.notation.starts_with("K7/8/7k/8/8/8/8/8 w") && plain.violations.is_empty());
    let black = ask(json!({ "side": "black" })).await.json::<Notation>();
    assert!(black.notation.contains(" b - "), "{}", black.notation);
    assert_eq!(ask(json!({ "castling": "K" })).await.problem(), "invalid-option");
    assert_eq!(ask(json!({ "cells": ["x"] })).await.problem(), "invalid-option");
}

#[tokio::test]
async fn what_is_no_json_object_is_refused_in_words() {
    let dir = tempfile::tempdir().expect("a folder");
    let kept = Kept::open(dir.path()).expect("opened");
    let server = server(Settings::default(), Some(kept));
    for (method, path) in [("POST", "/v1/notation"), ("PUT", "/v1/corrections/0a1b2c3d-4e5f")] {
        for (media, body, kind, why) in [
            ("application/json", "[1]", "bad-request", "it has to be an object"),
            ("application/json", "7", "bad-request", "it has to be an object"),
            ("application/json", "{", "bad-request", "the JSON cannot be read: EOF"),
            ("application/json", "{}", "invalid-option", "missing field"),
            ("text/plain", "{}", "not-json", "a body of type 'text/plain' is not read here"),
            ("", "{}", "not-json", "send a JSON object as application/json"),
        ] {
            let answer = ask(&server, request(method, path, media, body)).await;
            assert_eq!(answer.problem(), kind, "{method} {media} {body}: {}", answer.text());
            assert!(answer.text().contains(why), "{method} {media} {body}: {}", answer.text());
            assert!(!answer.text().contains("struct"), "{}", answer.text());
        }
    }
    let cells = json!({ "game": "chess", "cells": 3 }).to_string();
    let answer = post("/v1/notation", "application/json; charset=utf-8", cells).await;
    assert_eq!(answer.problem(), "invalid-option");
    assert!(answer.text().contains("cells: invalid type"), "{}", answer.text());
    let (media, body) = form(&[("label", "[]")], &[]);
    let label = ask(&server, request("POST", "/v1/corrections", &media, body)).await;
    assert_eq!(label.problem(), "invalid-option");
    assert!(label.text().contains("label: the JSON cannot be read: it has to be an object"));
}

#[tokio::test]
async fn what_is_wrong_with_a_path_or_a_query_is_said() {
    let dir = tempfile::tempdir().expect("a folder");
    let kept = Kept::open(dir.path()).expect("opened");
    let server = server(Settings::default(), Some(kept));
    for (method, path) in [
        ("GET", "/v1/games/%FF"),
        ("POST", "/v1/games/%FF/undo"),
        ("GET", "/v1/corrections/%FF/photo"),
        ("GET", "/v2/models/%FF"),
        ("GET", "/problems/%FF"),
    ] {
        let answer = ask(&server, request(method, path, "", Body::empty())).await;
        assert_eq!(answer.problem(), "bad-request", "{path}");
        assert!(answer.text().contains("percent-encoded UTF-8"), "{path}: {}", answer.text());
    }
    let twice = "/v1/corrections/0a1b2c3d-4e5f?key=0&key=1";
    let answer = ask(&server, request("DELETE", twice, "", Body::empty())).await;
    assert_eq!(answer.problem(), "invalid-option");
    assert!(answer.text().contains("key: say it once"), "{}", answer.text());
}

#[tokio::test]
async fn every_bad_upload_gets_its_sentence() {
    let jpeg = sample("go-");
    let cut = &jpeg[..jpeg.len() / 2];
    let script = b"<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>".to_vec();
    for (media, bytes, problem) in [
        ("image/jpeg", Vec::new(), "photo-unreadable"),
        ("image/jpeg", cut.to_vec(), "photo-unreadable"),
        ("image/jpeg", b"not a photo at all, only text".to_vec(), "not-a-photo"),
        ("image/jpeg", script, "not-a-photo"),
        ("image/png", jpeg.clone(), "not-a-photo"),
        ("image/svg+xml", b"<svg/>".to_vec(), "not-a-photo"),
        ("text/html", jpeg.clone(), "not-a-photo"),
        ("application/json", b"{}".to_vec(), "bad-request"),
        ("application/json", b"{".to_vec(), "bad-request"),
        ("multipart/form-data", jpeg.clone(), "bad-request"),
        ("multipart/form-data; boundary=x", b"--x\r\nbroken".to_vec(), "bad-request"),
        ("image/jpeg", vec![0; 17 << 20], "too-large"),
    ] {
        let answer = post("/v1/read?game=go", media, bytes).await;
        assert_eq!(answer.problem(), problem, "{media}: {}", answer.text());
    }
    for query in [
        "game=ludo",
        "game=go&size=7",
        "game=go&white=top",
        "game=go&side=black",
        "game=chess&castling=x",
        "size=x",
        "unknown=1",
        "lang=de",
        "corners=1,2",
        "corners=0,0%20NaN,0%2090,90%200,90",
        "corners=0,0%2090000,0%2090000,9%200,9",
    ] {
        let answer = post(&format!("/v1/read?{query}"), "image/jpeg", jpeg.clone()).await;
        assert_eq!(answer.problem(), "invalid-option", "{query}: {}", answer.text());
    }
    let (media, twice) = form(
        &[("game", "go")],
        &[("photo", "a.jpg", "image/jpeg", &jpeg), ("photo", "b.jpg", "image/jpeg", &jpeg)],
    );
    assert_eq!(post("/v1/read", &media, twice).await.problem(), "bad-request");
    assert_eq!(get("/v1/nothing").await.problem(), "not-found");
    assert_eq!(get("/v1/read").await.problem(), "method-not-allowed");
}

/// As an ordinary phone's are; axum would have no form above 2 MiB.
#[tokio::test]
async fn a_photo_of_several_megabytes_comes_in_a_form_too() {
    let noise = image::RgbImage::from_fn(1200, 1000, |x, y| {
        image::Rgb(
            [0, 1, 2].map(|c| (x.wrapping_mul(y + c).wrapping_mul(2_654_435_761) >> 24) as u8),
        )
    });
    let mut png = Vec::new();
    noise.write_to(&mut std::io::Cursor::new(&mut png), image::ImageFormat::Png).expect("a PNG");
    assert!(png.len() > 2 << 20, "{} bytes", png.len());
    let (media, body) = form(&[("game", "go")], &[("photo", "a.png", "image/png", &png)]);
    let read = post("/v1/read", &media, body).await;
    assert_eq!(read.status, StatusCode::OK, "{}", read.text());
}

#[tokio::test]
async fn bombs_and_lies_are_refused_and_nothing_is_stored() {
    let dir = tempfile::tempdir().expect("a folder");
    let kept = Kept::open(dir.path()).expect("opened");
    let server = server(Settings::default(), Some(kept));
    let before = files(dir.path());
    let packed = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let zip = b"PK\x03\x04\x14\0\0\0\x08\0 photo.jpg".to_vec();
    for (what, media, bytes, problem) in [
        ("too many pixels", "image/png", png_with_size(50_000, 50_000), "too-large"),
        ("too many by one row", "image/png", png_with_size(10_000, 5_001), "too-large"),
        ("a line of pixels", "image/png", png_with_size(4_000_000_000, 1), "photo-unreadable"),
        ("fewer than it says", "image/png", png_with_size(5_000, 5_000), "photo-unreadable"),
        ("a packed photo", "image/jpeg", packed.to_vec(), "not-a-photo"),
        ("an archive", "image/jpeg", zip, "not-a-photo"),
        ("a script", "image/gif", b"GIF89a/*\0\0*/=alert(1)//".to_vec(), "not-a-photo"),
        (
            "a page",
            "image/png",
            b"<!doctype html><script>alert(1)</script>".to_vec(),
            "not-a-photo",
        ),
        (
            "a document",
            "image/jpeg",
            b"%PDF-1.7\n/JavaScript (app.alert(1))".to_vec(),
            "not-a-photo",
        ),
        (
            "a program",
            "image/png",
            b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0".to_vec(),
            "not-a-photo",
        ),
        ("a script", "image/png", b"#!/bin/sh\ntouch /tmp/here\n".to_vec(), "not-a-photo"),
    ] {
        let read = request("POST", "/v1/read?game=chess", media, bytes.clone());
        let answer = ask(&server, read).await;
        assert!(answer.status.is_client_error(), "{what}: {}", answer.status);
        assert_eq!(answer.problem(), problem, "{what}: {}", answer.text());
        let sent = ask(&server, correction("0a1b2c3d-4e5f", true, media, &bytes)).await;
        assert_eq!(sent.problem(), problem, "{what}: {}", sent.text());
        assert_eq!(files(dir.path()), before, "{what}");
    }
}

#[tokio::test]
async fn of_a_photo_that_is_something_else_too_only_the_pixels_are_kept() {
    let photo = demo("chess-before.jpg");
    let png = encoded(image::load_from_memory(&photo).expect("a photo"), image::ImageFormat::Png);
    let packed = packed_pixels(&encoded(image::RgbImage::new(6000, 6000), image::ImageFormat::Png));
    let hidden = b"<script>alert('hidden')</script>";
    let comment = [&[0xFF, 0xFE, 0, hidden.len() as u8 + 2], &hidden[..]].concat();
    let text =
        |kind, start: &[u8], data: &[u8]| png_with_chunk(&png, kind, &[start, data].concat());
    for (at, (media, bytes)) in [
        ("image/jpeg", [&photo[..], hidden].concat()),
        ("image/jpeg", [&photo[..], b"PK\x05\x06", &[0; 18], hidden].concat()),
        ("image/jpeg", [&photo[..2], &comment, &photo[2..]].concat()),
        ("image/png", text(*b"tEXt", b"Comment\0", hidden)),
        // Texts that unpack to 100 megabytes are not even looked at.
        ("image/png", text(*b"zTXt", b"hidden\0\0", &packed)),
        ("image/png", text(*b"iCCP", b"hidden\0\0", &packed)),
        ("image/png", text(*b"iTXt", b"hidden\0\x01\0\0\0", &packed)),
    ]
    .into_iter()
    .enumerate()
    {
        let dir = tempfile::tempdir().expect("a folder");
        let server = server(Settings::default(), Some(Kept::open(dir.path()).expect("opened")));
        let sent = ask(&server, correction("0a1b2c3d-4e5f", true, media, &bytes)).await;
        assert_eq!(sent.status, StatusCode::CREATED, "{at}: {}", sent.text());
        for file in files(dir.path()) {
            let bytes = fs::read(&file).expect("a file");
            assert!(!bytes.windows(6).any(|part| part == b"hidden"), "{at}: {}", file.display());
        }
    }
}

/// A request to keep a photo as one with a chess board without men.
fn correction(id: &str, consent: bool, media: &str, photo: &[u8]) -> Request<Body> {
    let label = json!({ "id": id, "game": "chess", "confidence": 0.4, "consent": consent,
        "corners": [[10, 10], [300, 10], [300, 300], [10, 300]], "cells": vec!["........"; 8] });
    let (media, body) = form(&[("label", &label.to_string())], &[("photo", "p.jpg", media, photo)]);
    request("POST", "/v1/corrections", &media, body)
}

/// All files of a folder, however deep.
fn files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).expect("a folder").flatten() {
        match entry.path() {
            path if path.is_dir() => found.extend(files(&path)),
            path => found.push(path),
        }
    }
    found.sort();
    found
}

#[tokio::test]
async fn a_token_opens_all_but_the_page() {
    let token = Some(Token::new("a long secret"));
    let server = server(Settings { token, ..Settings::default() }, None);
    let with = |path: &str, said: Option<&str>| {
        let mut request = request("GET", path, "", Body::empty());
        if let Some(said) = said {
            let value = format!("Bearer {said}").parse().expect("a header");
            request.headers_mut().insert(header::AUTHORIZATION, value);
        }
        ask(&server, request)
    };
    for path in ["/v1/info", "/metrics", "/openapi.json"] {
        assert_eq!(with(path, None).await.problem(), "unauthorized", "{path}");
        assert_eq!(with(path, Some("another")).await.problem(), "unauthorized", "{path}");
        assert_eq!(with(path, Some("a long secret")).await.status, StatusCode::OK, "{path}");
    }
    for path in ["/", "/healthz", "/v2/health/live", "/messages/fi.json"] {
        assert_eq!(with(path, None).await.status, StatusCode::OK, "{path}");
    }
    for path in ["/readyz", "/v2/health/ready"] {
        assert_ne!(with(path, None).await.status, StatusCode::UNAUTHORIZED, "{path}");
    }
}

#[tokio::test]
async fn whoever_has_a_games_link_watches_it_and_does_no_more() {
    let token = Some(Token::new("a long secret"));
    let server = server(Settings { token, ..Settings::default() }, None);
    let say = |method: &str, path: &str, said: &str| {
        let mut request = request(method, path, "application/json", r#"{"game": "chess"}"#);
        let value = format!("Bearer {said}").parse().expect("a header");
        request.headers_mut().insert(header::AUTHORIZATION, value);
        ask(&server, request)
    };
    let mut begun = Vec::new();
    for _ in 0..2 {
        let game: Value = say("POST", "/v1/games", "a long secret").await.json();
        begun.push(["id", "watch"].map(|key| game[key].as_str().expect("a text").to_owned()));
    }
    let [[game, code], [other, _]] = [&begun[0], &begun[1]];
    for path in [format!("/v1/games/{game}"), format!("/v1/games/{game}/record")] {
        assert_eq!(say("GET", &path, code).await.status, StatusCode::OK, "{path}");
    }
    for (method, path) in [
        ("GET", format!("/v1/games/{other}")),
        ("DELETE", format!("/v1/games/{game}")),
        ("POST", format!("/v1/games/{game}/undo")),
        ("POST", format!("/v1/games/{game}/frames")),
        ("POST", "/v1/games".to_owned()),
        ("GET", "/v1/info".to_owned()),
    ] {
        let answer = say(method, &path, code).await;
        assert_eq!(answer.problem(), "unauthorized", "{method} {path}");
    }
}

#[tokio::test]
async fn corrections_are_kept_reviewed_and_deleted() {
    let dir = tempfile::tempdir().expect("a folder");
    let kept = Kept::open(dir.path()).expect("opened");
    let server = server(Settings::default(), Some(kept));
    let photo = demo("chess-before.jpg");
    let send = |consent| ask(&server, correction("0a1b2c3d-4e5f", consent, "image/jpeg", &photo));
    assert_eq!(send(false).await.problem(), "invalid-option");
    let first = send(true).await;
    assert_eq!(first.status, StatusCode::CREATED, "{}", first.text());
    let again = send(true).await;
    assert_eq!((again.status, &again.bytes), (StatusCode::OK, &first.bytes));
    let list = ask(&server, request("GET", "/v1/corrections", "", Body::empty())).await;
    let entry = list.json::<Value>()["corrections"][0].clone();
    assert_eq!((&entry["id"], &entry["state"]), (&"0a1b2c3d-4e5f".into(), &"new".into()));
    let picture = entry["photo"].as_str().expect("a path");
    let picture = ask(&server, request("GET", picture, "", Body::empty())).await;
    assert!(image::load_from_memory(&picture.bytes).is_ok());
    let review = json!({ "state": "approved" }).to_string();
    let path = "/v1/corrections/0a1b2c3d-4e5f";
    let reviewed = ask(&server, request("PUT", path, "application/json", review)).await;
    assert_eq!(reviewed.json::<Value>()["state"], "approved");
    let delete = first.json::<Value>()["delete"].as_str().expect("a link").to_owned();
    let wrong = format!("{path}?key=00");
    assert_eq!(
        ask(&server, request("DELETE", &wrong, "", Body::empty())).await.problem(),
        "not-found"
    );
    let gone = ask(&server, request("DELETE", &delete, "", Body::empty())).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    assert_eq!(
        ask(&server, request("DELETE", &delete, "", Body::empty())).await.problem(),
        "not-found"
    );
    assert_eq!(post("/v1/corrections", "text/plain", "").await.problem(), "not-found");
}

#[tokio::test]
async fn a_queue_is_reviewed_in_its_order_and_once() {
    let dir = tempfile::tempdir().expect("a folder");
    let queued = |photo: &str, game: Option<GameId>| Queued {
        photo: root().join("datasets").join(photo).display().to_string(),
        game,
        teaches: 1.0,
        like: None,
        hash: PhotoHash::of(image::RgbImage::new(64, 64)),
    };
    let mut queue = vec![
        queued("demo/images/go-end.jpg", Some(GameId::Go)),
        queued("demo/images/gone.jpg", Some(GameId::Go)),
        queued("demo/images/chess-before.jpg", Some(GameId::Chess)),
        queued("noboard/images/none-00900010.jpg", None),
    ];
    // What /review lists once the queue was read, and the photos that could not be.
    let proposed = |queue: &[Queued]| {
        let kept = Kept::open(dir.path()).expect("opened");
        let (service, mut failed) = (service(Settings::default(), Some(kept)), Vec::new());
        propose(&service, queue, |photo, _| failed.push(photo.to_owned()));
        (app(service), failed)
    };
    let (server, failed) = proposed(&queue);
    assert_eq!(failed, [queue[1].photo.clone()]);
    let list = async |server: &Router| {
        let list = ask(server, request("GET", "/v1/corrections", "", Body::empty())).await;
        list.json::<Value>()["corrections"].as_array().expect("a list").clone()
    };
    let entries = list(&server).await;
    let games: Vec<Value> = entries.iter().map(|e| json!([e["game"], e["place"]])).collect();
    assert_eq!(games, [json!(["go", 1]), json!(["chess", 3])]);
    assert!(entries.iter().all(|e| e["cells"] == e["read"] && e["state"] == "new"));
    // Another order: what waits is not read again, and moves.
    queue.swap(0, 2);
    let (server, _) = proposed(&queue);
    let entries = list(&server).await;
    assert_eq!([&entries[0]["game"], &entries[1]["game"]], ["chess", "go"]);
    let path = |of: usize| format!("/v1/corrections/{}", entries[of]["id"].as_str().expect("text"));
    let mut cells = entries[0]["cells"].clone();
    cells[4] = "...Q....".into();
    let review = json!({ "state": "approved", "cells": cells }).to_string();
    let reviewed = ask(&server, request("PUT", &path(0), "application/json", review)).await;
    assert_eq!(reviewed.json::<Value>()["state"], "approved");
    let deleted = ask(&server, request("DELETE", &path(1), "", Body::empty())).await;
    assert_eq!(deleted.status, StatusCode::NO_CONTENT);
    let approved = || Manifest::read(&dir.path().join("labels.jsonl")).expect("labels").labels;
    let (_, label) = &approved()[0];
    assert_eq!(label.cells.as_ref().expect("cells")[4], "...Q....");
    assert!(!label.is_proposal() && dir.path().join(&label.image).is_file());
    assert_eq!(label.extra["x_photo"], queue[0].photo);
    // A restart proposes neither what was approved nor what was deleted.
    let (server, failed) = proposed(&queue);
    assert_eq!((list(&server).await.len(), failed.len(), approved().len()), (1, 1, 1));
}

#[tokio::test]
async fn a_page_of_another_site_is_refused() {
    let mut other = request("GET", "/v1/info", "", Body::empty());
    other.headers_mut().insert(header::HOST, "localhost:1".parse().expect("a host"));
    other.headers_mut().insert(header::ORIGIN, "http://example.org".parse().expect("an origin"));
    assert_eq!(ask(&SERVER, other).await.problem(), "other-origin");
    let origins = vec!["https://boards.example.org".parse().expect("an origin")];
    let proxied = server(Settings { origins, ..Settings::default() }, None);
    for (origin, is_own) in [("https://boards.example.org", true), ("https://example.org", false)] {
        let mut asked = request("POST", "/v1/notation", "application/json", "{}");
        asked.headers_mut().insert(header::HOST, "boards.example.org".parse().expect("a host"));
        asked.headers_mut().insert(header::ORIGIN, origin.parse().expect("an origin"));
        let kind = ask(&proxied, asked).await.problem();
        assert_eq!(kind != "other-origin", is_own, "{origin}: {kind}");
    }
}

#[tokio::test]
async fn the_document_describes_every_path() {
    let document = get("/openapi.json").await.json::<Value>();
    assert_eq!(document["openapi"], "3.1.0");
    let paths = document["paths"].as_object().expect("paths");
    for operation in operations() {
        let described = &paths[operation.path][operation.method.as_str().to_lowercase()];
        assert!(described["responses"].is_object(), "{}", operation.path);
        // Two kinds of problems may share a status.
        for kind in operation.problems {
            let about = described["responses"][kind.status().as_str()]["description"].as_str();
            let name = format!("/problems/{}", kind.name());
            assert!(about.is_some_and(|about| about.contains(&name)), "{}: {name}", operation.path);
        }
    }
    // A board is a photo or a text in a form, and a text in JSON.
    let judged = &paths["/v1/judge"]["post"]["requestBody"]["content"];
    let before = |media: &str| &judged[media]["schema"]["properties"]["before"];
    assert_eq!(before("multipart/form-data")["anyOf"][0]["format"], "binary");
    assert_eq!(before("application/json")["type"], "string");
    assert!(paths["/v1/games/{id}"]["delete"]["responses"]["409"].is_null());
    let heard = &paths["/v1/games/{id}/events"]["get"]["parameters"];
    let header = heard.as_array().into_iter().flatten().find(|about| about["in"] == "header");
    assert_eq!(header.expect("a header")["name"], "Last-Event-ID");
    // A correction is a text that holds JSON.
    let sent = &paths["/v1/corrections"]["post"]["requestBody"]["content"]["multipart/form-data"];
    let label = &sent["schema"]["properties"]["label"];
    assert_eq!(label["contentMediaType"], "application/json");
    assert_eq!(label["contentSchema"]["$ref"], "#/components/schemas/Correction");
    assert!(label["description"].is_string());
    // Every reference leads somewhere.
    let text = document.to_string();
    for (at, mark) in text.match_indices("\"#/components/schemas/") {
        let name = text[at + mark.len()..].split('"').next().expect("a name");
        assert!(document["components"]["schemas"][name].is_object(), "{name}");
    }
    for kind in Kind::ALL {
        assert!(get(&format!("/problems/{}", kind.name())).await.text().contains(kind.title()));
    }
}

#[tokio::test]
async fn the_page_is_served_and_known_again() {
    let page = get("/").await;
    assert!(page.text().starts_with("<!doctype html>"));
    let policy = page.headers[header::CONTENT_SECURITY_POLICY].to_str().expect("text");
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"));
    let mut known = request("GET", "/", "", Body::empty());
    known.headers_mut().insert(header::IF_NONE_MATCH, page.headers[header::ETAG].clone());
    assert_eq!(ask(&SERVER, known).await.status, StatusCode::NOT_MODIFIED);
    assert_eq!(get("/messages/xx.json").await.problem(), "not-found");
}

#[tokio::test]
async fn networks_run_by_the_open_inference_protocol() {
    use crate::inference::protocol::{HEADER_LENGTH, InferRequest, InferResponse, Tensor, named};
    let about = get("/v2/models/go-cells").await.json::<Value>();
    let (input, output) = (&about["inputs"][0], &about["outputs"][0]["name"]);
    let shape: Vec<usize> = input["shape"]
        .as_array()
        .expect("axes")
        .iter()
        .map(|axis| axis.as_i64().and_then(|n| usize::try_from(n).ok()).unwrap_or(2))
        .collect();
    let store = ModelStore::at(root().join("models"));
    let (_, model) = store.open_cells(GameId::Go.game()).expect("a model");
    let numbers = (0..shape.iter().product()).map(|i: usize| (i % 7) as f32 / 7.0).collect();
    let array = ndarray::ArrayD::from_shape_vec(shape, numbers).expect("its shape");
    let view = array.view().into_dimensionality().expect("four axes");
    let expected = model.run(view).expect("runs");
    let name = input["name"].as_str().expect("a name").to_owned();
    let tensor = Tensor { name, array };
    for binary in [false, true] {
        let sent = InferRequest::encode(std::slice::from_ref(&tensor), binary);
        let mut request =
            request("POST", "/v2/models/go-cells/infer", "application/json", sent.bytes);
        if let Some(length) = sent.json_length {
            request.headers_mut().insert(HEADER_LENGTH, length.into());
        }
        let answer = ask(&SERVER, request).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        let length = answer.headers.get(HEADER_LENGTH);
        let length = length.map(|n| n.to_str().expect("text").parse().expect("a number"));
        assert_eq!(length.is_some(), binary);
        let tensors = InferResponse::decode(&answer.bytes, length).expect("a response");
        let found = named(tensors, output.as_str().expect("a name")).expect("the output");
        assert_eq!(found.shape(), expected.shape());
        assert!(found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-4));
    }
    let wrong = post("/v2/models/go-cells/infer", "application/json", "{}").await;
    assert!(wrong.text().contains("\"error\""), "{}", wrong.text());
    assert_eq!(wrong.problem(), "bad-request");
    assert_eq!(get("/v2/models/../corners").await.problem(), "not-found");
    assert_eq!(get("/v2/models/ludo").await.problem(), "not-found");
    let list = post("/v2/repository/index", "application/json", "").await.json::<Value>();
    assert_eq!(list.as_array().map(Vec::len), Some(8));
}

#[tokio::test]
async fn what_is_counted_can_be_read() {
    post("/v1/read?game=go", "image/jpeg", sample("go-")).await.json::<Reading>();
    let text = get("/metrics").await.text();
    assert!(text.contains("kibitzer_readings_total{game=\"go\",status=\"read\"}"), "{text}");
    assert!(text.contains("kibitzer_stage_seconds_count{stage=\"classify\"}"), "{text}");
    assert!(get("/v1/models").await.text().contains("go-cells"));
    assert_eq!(get("/v1/info").await.json::<api::Info>().games.len(), 4);
}

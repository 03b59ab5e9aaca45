//! Games that are followed, as clients meet them.

use super::*;
use crate::{
    report::live::{Live, Standing},
    server::{
        Games,
        api::{FollowedGame, GameRecord, Progress},
    },
};

/// The rendered game: `tests/commands/follow.rs` says what is in it.
const MOVES: [&str; 8] = ["Na3", "Na6", "Rb1", "g5", "b4", "c5", "Nb5", "e5"];

fn frames() -> Vec<Vec<u8>> {
    let folder = fs::read_dir(root().join("datasets/game/frames")).expect("frames");
    let mut paths: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a frame")).collect()
}

fn server_with(folder: &Path) -> Router {
    let store = ModelStore::at(root().join("models")).with_threads(1);
    let make = move || Ok(Readers::new(store.clone()));
    let service = Service::new(Settings::default(), None, make).expect("models");
    app(Arc::new(service.with_games(Games::new(Some(folder.to_owned())).expect("a folder"))))
}

async fn begin(server: &Router, asked: Value) -> Answered {
    ask(server, request("POST", "/v1/games", "application/json", asked.to_string())).await
}

async fn to(server: &Router, method: &str, path: &str) -> Answered {
    ask(server, request(method, path, "", Body::empty())).await
}

async fn show(server: &Router, game: &str, frame: &[u8]) -> Answered {
    let path = format!("/v1/games/{game}/frames");
    ask(server, request("POST", &path, "image/jpeg", frame.to_vec())).await
}

fn made(live: &Live) -> Vec<&str> {
    live.moves.iter().map(|made| made.notation.as_str()).collect()
}

#[tokio::test]
async fn a_game_is_followed_and_gone_on_with_after_a_restart() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let frames = frames();
    let server = server_with(dir.path());
    let begun = begin(&server, json!({"game": "chess", "steady": 1})).await;
    assert_eq!(begun.status, StatusCode::CREATED);
    let place = begun.headers[header::LOCATION].to_str().expect("a path").to_owned();
    let game: FollowedGame = begun.json();
    assert_eq!(place, format!("/v1/games/{}", game.id));
    assert_eq!(game.live.standing, Standing::Waiting);

    let damaged = show(&server, &game.id, &frames[0][..200]).await;
    assert_eq!(damaged.problem(), "photo-unreadable");
    let first: Progress = show(&server, &game.id, &frames[0]).await.json();
    assert_eq!(first.live.standing, Standing::Going, "{first:?}");
    for frame in &frames[1..9] {
        let seen: Progress = show(&server, &game.id, frame).await.json();
        assert!(!seen.skipped);
    }
    let half: FollowedGame = to(&server, "GET", &place).await.json();
    let moves = made(&half.live);
    assert!(moves.len() > 1 && MOVES.starts_with(&moves), "{moves:?}");
    assert!(half.live.moves[0].seen_s.expect("a time") > 1.7e9);
    assert!(half.last_event > game.last_event);

    drop(server);

    let server = server_with(dir.path());
    let again: FollowedGame = to(&server, "GET", &place).await.json();
    assert_eq!(made(&again.live), moves, "the record tells the moves");
    let mut said = Vec::new();
    for frame in &frames[9..] {
        let seen: Progress = show(&server, &game.id, frame).await.json();
        said.extend(seen.events);
    }
    let ended: Progress = to(&server, "POST", &format!("{place}/finish")).await.json();
    assert_eq!(made(&ended.live), MOVES);
    let said = serde_json::to_value(said).expect("JSON");
    let kinds: Vec<&str> =
        said.as_array().into_iter().flatten().flat_map(|e| e["event"].as_str()).collect();
    assert!(kinds.contains(&"verdict") && kinds.contains(&"all-right"), "{kinds:?}");

    let record: GameRecord = to(&server, "GET", &format!("{place}/record")).await.json();
    let on_disk = fs::read_to_string(dir.path().join(&game.id).join("game.pgn"));
    assert_eq!(record.files[0].text, on_disk.expect("a record"));
    let text = record.files[0].text.split_once("\n\n").map_or("", |(_, moves)| moves);
    let (first, then) = (text.find("1. Na3"), text.find("Na6"));
    assert!(first.is_some() && first < then, "{record:?}");

    assert_eq!(to(&server, "DELETE", &place).await.status, StatusCode::NO_CONTENT);
    assert_eq!(to(&server, "GET", &place).await.problem(), "not-found");
    assert!(dir.path().join(&game.id).join("game.pgn").exists(), "the record stays");
}

#[tokio::test]
async fn events_are_streamed_until_the_game_is_closed() {
    let game: FollowedGame = begin(&SERVER, json!({"game": "chess", "steady": 1})).await.json();
    let place = format!("/v1/games/{}", game.id);
    let events = format!("{place}/events?after={}", game.last_event);
    let stream = tokio::spawn(async move { get(&events).await });
    tokio::task::yield_now().await;
    let frames = frames();
    show(&SERVER, &game.id, &frames[0]).await.json::<Progress>();
    show(&SERVER, &game.id, &frames[2]).await.json::<Progress>();
    assert_eq!(to(&SERVER, "DELETE", &place).await.status, StatusCode::NO_CONTENT);
    let heard = stream.await.expect("it ends");
    assert_eq!(heard.headers[header::CONTENT_TYPE], "text/event-stream");
    let text = heard.text();
    let data = text.lines().filter_map(|line| line.strip_prefix("data:"));
    let told: Vec<Value> = data.map(|data| serde_json::from_str(data).expect("JSON")).collect();
    let kinds: Vec<_> = told.iter().map(|event| event["event"].as_str().expect("a kind")).collect();
    assert_eq!(kinds, ["position", "move"], "{text}");
    let first = text.lines().find_map(|line| line.strip_prefix("id:")).expect("a number");
    assert_eq!(first.trim(), (game.last_event + 1).to_string());
}

#[tokio::test]
async fn the_newest_frame_wins_and_a_move_is_taken_back_by_hand() {
    let game: FollowedGame = begin(&SERVER, json!({"game": "chess", "steady": 1})).await.json();
    let frames = frames();
    let [a, b, c] =
        [&frames[0], &frames[0], &frames[2]].map(|frame| show(&SERVER, &game.id, frame));
    let (a, b, c) = tokio::join!(a, b, c);
    let [a, b, c] = [a, b, c].map(|answer| answer.json::<Progress>());
    assert_eq!([a.skipped, b.skipped, c.skipped], [false, true, false]);
    assert_eq!(made(&c.live), ["Na3"]);
    let counted = get("/metrics").await.text();
    assert!(counted.contains(r#"kibitzer_stage_seconds_count{stage="follow"}"#), "{counted}");
    let place = format!("/v1/games/{}", game.id);
    let undone: Progress = to(&SERVER, "POST", &format!("{place}/undo")).await.json();
    assert!(made(&undone.live).is_empty());
    let same: Progress = show(&SERVER, &game.id, &frames[2]).await.json();
    assert!(made(&same.live).is_empty() && same.events.is_empty(), "{same:?}");
    let nothing: Progress = to(&SERVER, "POST", &format!("{place}/accept")).await.json();
    assert!(nothing.events.is_empty(), "no wrong board stands");
    let back: Progress = show(&SERVER, &game.id, &frames[0]).await.json();
    assert!(made(&back.live).is_empty(), "{back:?}");
    let again: Progress = show(&SERVER, &game.id, &frames[2]).await.json();
    assert_eq!(made(&again.live), ["Na3"]);
}

#[tokio::test]
async fn a_game_that_is_finished_has_ended_until_the_next_frame_and_is_said_as_of_now() {
    let game: FollowedGame = begin(&SERVER, json!({"game": "chess", "steady": 1})).await.json();
    let place = format!("/v1/games/{}", game.id);
    let frames = frames();
    let first: Progress = show(&SERVER, &game.id, &frames[0]).await.json();
    assert!(!first.live.over);
    let ended: Progress = to(&SERVER, "POST", &format!("{place}/finish")).await.json();
    assert!(ended.live.over);
    let asked: FollowedGame = to(&SERVER, "GET", &place).await.json();
    assert!(asked.live.over && asked.live.now_s > ended.live.now_s);
    let more: Progress = show(&SERVER, &game.id, &frames[2]).await.json();
    assert!(!more.live.over);
}

#[tokio::test]
async fn what_is_wrong_about_a_game_is_said() {
    for (asked, kind) in [
        (json!({}), "invalid-option"),
        (json!({"game": "chess", "steady": 0}), "invalid-option"),
        (json!({"game": "chess", "rules": "russian"}), "invalid-option"),
        (json!({"game": "go", "rules": "japanese"}), "invalid-option"),
        (json!({"game": "go", "size": 10}), "invalid-option"),
        (json!({"game": "checkers", "rules": "international", "size": 8}), "invalid-option"),
        (json!({"game": "chess", "corners": "1,2"}), "invalid-option"),
        (json!({"game": "chess", "start": "no FEN"}), "invalid-board"),
        (json!({"game": "chess", "set": "unknown"}), "not-found"),
        (json!({"game": "chess", "sides": 2}), "invalid-option"),
    ] {
        assert_eq!(begin(&SERVER, asked.clone()).await.problem(), kind, "{asked}");
    }
    let start = begin(&SERVER, json!({"game": "chess", "start": "8/8"})).await.text();
    assert!(start.contains("start: "), "{start}");
    for id in ["unknown", "..%2F..", "0123456789abcdef0123456789abcdef"] {
        let place = format!("/v1/games/{id}");
        assert_eq!(get(&place).await.problem(), "not-found");
        assert_eq!(get(&format!("{place}/events")).await.problem(), "not-found");
        assert_eq!(to(&SERVER, "POST", &format!("{place}/undo")).await.problem(), "not-found");
        assert_eq!(show(&SERVER, id, b"photo").await.problem(), "not-found");
    }
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let game: FollowedGame = begin(&SERVER, json!({"game": "chess", "start": fen})).await.json();
    let none = post(&format!("/v1/games/{}/frames", game.id), "application/json", "{}").await;
    assert_eq!(none.problem(), "bad-request");
    let events = get(&format!("/v1/games/{}/events?after=x", game.id)).await;
    assert_eq!(events.problem(), "invalid-option");
    assert!(events.text().contains("after: give a whole number"), "{}", events.text());
    for time in ["NaN", "inf", "-inf", "soon"] {
        let frame = format!("/v1/games/{}/frames?time_s={time}", game.id);
        let answer = post(&frame, "image/jpeg", frames()[0].clone()).await;
        assert_eq!(answer.problem(), "invalid-option", "{time}: {}", answer.text());
    }
}

#[tokio::test]
async fn a_start_that_is_not_on_the_board_is_said_until_it_is() {
    let initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let frames = frames();
    for (start, begins) in [("4k3/8/8/8/8/8/8/4K2R w K - 0 1", false), (initial, true)] {
        let asked = json!({"game": "chess", "start": start, "steady": 1, "lang": "pl"});
        let game: FollowedGame = begin(&SERVER, asked).await.json();
        // A move was made before the first photo.
        let first: Progress = show(&SERVER, &game.id, &frames[2]).await.json();
        let event = serde_json::to_value(&first.events[0]).expect("JSON");
        if begins {
            assert_eq!((&event["event"], made(&first.live)), (&"position".into(), vec!["Na3"]));
            continue;
        }
        assert_eq!((first.events.len(), &event["event"]), (1, &"unreadable".into()), "{event}");
        assert!(first.live.moves.is_empty() && first.live.standing == Standing::Lost);
        assert!(first.live.message.starts_with("Plansza nie pokazuje"), "{:?}", first.live);
        for _ in 0..7 {
            let same: Progress = show(&SERVER, &game.id, &frames[2]).await.json();
            assert!(same.events.is_empty() && same.live.message == first.live.message, "{same:?}");
        }
    }
}

#[tokio::test]
async fn two_passes_that_are_said_end_a_game_of_go() {
    let photo = fs::read(root().join("datasets/samples/images/go-00000334.jpg")).expect("a photo");
    let asked = json!({"game": "go", "steady": 1, "lang": "pl"});
    let game: FollowedGame = begin(&SERVER, asked).await.json();
    let pass = format!("/v1/games/{}/pass", game.id);
    let early: Progress = to(&SERVER, "POST", &pass).await.json();
    assert!(early.events.is_empty(), "the game has not begun");
    show(&SERVER, &game.id, &photo).await.json::<Progress>();
    let first: Progress = to(&SERVER, "POST", &pass).await.json();
    let told = serde_json::to_value(&first.events).expect("JSON");
    assert_eq!((&told[0]["move"], &told[0]["said"][0]), (&"pass".into(), &"Gracz pasuje.".into()));
    assert!(!first.live.over && made(&first.live) == ["pass"]);
    let second: Progress = to(&SERVER, "POST", &pass).await.json();
    let told = serde_json::to_value(&second.events).expect("JSON");
    assert_eq!((&told[0]["event"], &told[1]["event"]), (&"move".into(), &"game-over".into()));
    assert!(second.live.over && made(&second.live) == ["pass", "pass"]);
    assert!(second.live.message.starts_with("Obie strony spasowały"), "{:?}", second.live);
    let third: Progress = to(&SERVER, "POST", &pass).await.json();
    assert!(third.events.is_empty() && made(&third.live).len() == 2, "nobody passes any more");
    let place = format!("/v1/games/{}", game.id);
    let undone: Progress = to(&SERVER, "POST", &format!("{place}/undo")).await.json();
    assert!(!undone.live.over && made(&undone.live) == ["pass"]);
    let ended: Progress = to(&SERVER, "POST", &format!("{place}/finish")).await.json();
    let late: Progress = to(&SERVER, "POST", &pass).await.json();
    assert!(ended.live.over && late.events.is_empty() && made(&late.live) == ["pass"]);
    show(&SERVER, &game.id, &photo).await.json::<Progress>();
    let again: Progress = to(&SERVER, "POST", &pass).await.json();
    assert!(again.live.over && made(&again.live) == ["pass", "pass"]);
    let record = to(&SERVER, "GET", &format!("/v1/games/{}/record", game.id)).await;
    let GameRecord { files } = record.json();
    assert!([";B[]", ";W[]"].iter().all(|pass| files[0].text.contains(pass)), "{files:?}");
}

#[tokio::test]
async fn a_game_of_qwirkle_is_not_gone_on_with_but_its_files_are_given() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let game: FollowedGame =
        begin(&server_with(dir.path()), json!({"game": "qwirkle"})).await.json();
    let place = format!("/v1/games/{}", game.id);
    for name in ["2_01.txt", "1_10.txt", "1_02.txt"] {
        fs::write(dir.path().join(&game.id).join(name), format!("{name}\n")).expect("written");
    }
    let server = server_with(dir.path());
    let again = to(&server, "GET", &place).await;
    assert_eq!((again.status, again.problem()), (StatusCode::CONFLICT, "not-resumable".into()));
    let record: GameRecord = to(&server, "GET", &format!("{place}/record")).await.json();
    let files: Vec<_> =
        record.files.iter().map(|file| (file.name.as_str(), file.text.trim())).collect();
    assert_eq!(files, ["1_02.txt", "1_10.txt", "2_01.txt"].map(|name| (name, name)));
    assert_eq!(to(&server, "DELETE", &place).await.status, StatusCode::NO_CONTENT);
    assert_eq!(get(&format!("{place}/record")).await.problem(), "not-found");
}

#[tokio::test]
async fn a_game_that_is_finished_has_ended_after_a_restart_too() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let game: FollowedGame =
        begin(&server_with(dir.path()), json!({"game": "chess", "steady": 1})).await.json();
    let place = format!("/v1/games/{}", game.id);
    let is_over =
        async || to(&server_with(dir.path()), "GET", &place).await.json::<FollowedGame>().live.over;
    assert!(!is_over().await);
    let server = server_with(dir.path());
    let ended: Progress = to(&server, "POST", &format!("{place}/finish")).await.json();
    assert!(ended.live.over && is_over().await);
    let more: Progress = show(&server, &game.id, &frames()[0]).await.json();
    assert!(!more.live.over && !is_over().await);
}

#[tokio::test]
async fn a_wrong_board_stays_wrong_when_a_move_is_taken_back() {
    let game: FollowedGame = begin(&SERVER, json!({"game": "chess", "steady": 1})).await.json();
    let (place, mut moves, mut wrong) = (format!("/v1/games/{}", game.id), 0, None);
    for frame in frames() {
        let seen: Progress = show(&SERVER, &game.id, &frame).await.json();
        if seen.live.standing == Standing::Wrong {
            (moves, wrong) = (seen.live.moves.len(), Some(frame));
            break;
        }
    }
    let frame = wrong.expect("a wrong board");
    assert!(moves > 0);
    let undone: Progress = to(&SERVER, "POST", &format!("{place}/undo")).await.json();
    let same: Progress = show(&SERVER, &game.id, &frame).await.json();
    for live in [&undone.live, &same.live] {
        assert_eq!((live.standing, live.moves.len()), (Standing::Wrong, moves - 1), "{live:?}");
        assert!(!live.wrong.is_empty() && !live.message.is_empty());
    }
}

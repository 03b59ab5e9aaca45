//! What simulated games promise.

use super::{script::Change, wrong::Kind, *};
use crate::{
    dataset::manifest::{Label, Manifest},
    games::{
        CellGrid,
        rules::{GameState, Known},
    },
};
use std::{fs, path::Path};

const PGN: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Bg4 *";

fn job(game: GameId, out: &Path) -> GameJob {
    GameJob {
        game,
        record: None,
        plies: Some(4),
        seed: 3,
        long_side: 64,
        rows: None,
        set: None,
        course: Course { still: 1, hands: 1, ..Course::default() },
        out: out.to_owned(),
    }
}

/// A game in which nothing is wrong.
fn calm() -> Course {
    Course {
        knocks: 0.0,
        light: 0.0,
        light_jumps: 0.0,
        bumps: 0.0,
        missing: 0.0,
        illegal: 0.0,
        ..Course::default()
    }
}

fn scripted(game: GameId, plies: usize, seed: u64, course: &Course) -> (Played, Script) {
    let job = GameJob { plies: Some(plies), seed, ..job(game, Path::new("")) };
    let played = Played::of(&job).expect("a game");
    let script = Script::write(&played, course, seed);
    (played, script)
}

/// The board after every ply.
fn boards(played: &Played) -> Vec<CellGrid> {
    let mut boards = vec![played.start.board().clone()];
    let mut state: Option<Box<dyn GameState>> = None;
    for step in &played.steps {
        let next = state.as_ref().unwrap_or(&played.start).apply(step).expect("legal");
        boards.push(next.board().clone());
        state = Some(next);
    }
    boards
}

#[test]
fn a_calm_game_has_as_many_frames_as_asked_for() {
    for game in GameId::ALL {
        let (played, script) = scripted(game, 6, 5, &calm());
        assert_eq!(played.steps.len(), 6, "{game}");
        assert_eq!(script.shots.len(), 3 + 6 * 5, "{game}");
        assert_eq!(script.shots.iter().filter(|shot| shot.busy).count(), 6 * 2, "{game}");
        assert_eq!(script.events.len(), 6, "{game}");
        assert!(script.shots.iter().enumerate().all(|(i, shot)| shot.clock == i));
        let moved = |shot: &Shot| shot.frame.moved != Default::default() || shot.illegal;
        assert!(!script.shots.iter().any(moved), "{game}");
    }
}

#[test]
fn frames_show_the_boards_of_the_rules() {
    let course =
        Course { knocks: 0.5, missing: 0.2, illegal: 0.4, bumps: 0.2, ..Course::default() };
    for (game, seed) in GameId::ALL.into_iter().flat_map(|game| [(game, 1), (game, 2)]) {
        let (played, script) = scripted(game, 16, seed, &course);
        let boards = boards(&played);
        let rows = boards[0].rows();
        let mut wrong = 0;
        for pair in script.shots.windows(2) {
            assert!(pair[0].ply <= pair[1].ply && pair[0].clock < pair[1].clock, "{game}");
        }
        for shot in &script.shots {
            let board = shot.frame.board(rows).expect("a board");
            assert_eq!(shot.busy, shot.frame.hand.is_some());
            assert_eq!(shot.illegal, board != boards[shot.ply], "{game} {seed} {}", shot.clock);
            wrong += usize::from(shot.illegal && !shot.busy);
        }
        assert!(wrong > 0, "{game} {seed}: no wrong move");
        assert_eq!(script.shots.last().map(|shot| shot.ply), Some(16), "{game} {seed}");
    }
}

#[test]
fn events_tell_where_they_are_first_seen() {
    let course = Course { missing: 0.3, illegal: 0.3, ..Course::default() };
    for game in GameId::ALL {
        let (_, script) = scripted(game, 14, 7, &course);
        let mut plies = 0;
        for event in &script.events {
            let shot = &script.shots[event.shot];
            assert!(event.clock <= shot.clock, "{game}");
            match &event.change {
                Change::Ply { seen, .. } => {
                    plies += 1;
                    assert_eq!(event.ply, plies, "{game}");
                    assert!(!shot.busy && shot.ply >= plies, "{game} {plies}");
                    assert_eq!(*seen, shot.ply == plies, "{game} {plies}");
                }
                Change::Wrong { kind, cells } => {
                    assert!(shot.illegal && !shot.busy && !cells.is_empty(), "{game}");
                    assert!(*kind != Kind::WrongSide || game != GameId::Qwirkle);
                }
                Change::PutRight => assert!(!shot.illegal && !shot.busy, "{game}"),
            }
        }
        assert_eq!(plies, 14);
    }
}

#[test]
fn what_nobody_touches_stays_as_it_is() {
    for game in GameId::ALL {
        let (_, script) = scripted(game, 10, 4, &calm());
        for pair in script.shots.windows(2) {
            let pieces = pair[0].frame.pieces.iter().zip(&pair[1].frame.pieces);
            let touched = pieces.filter(|(old, new)| old != new).count();
            // A capture of several men, a castling, or six tiles of Qwirkle.
            assert!(touched <= 8, "{game}: {touched}");
        }
        let all: Vec<_> = script.shots.iter().map(|shot| shot.frame.light).collect();
        assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{game}");
    }
}

#[test]
fn a_seed_gives_the_same_script() {
    let course = Course { illegal: 0.3, bumps: 0.3, ..Course::default() };
    for game in GameId::ALL {
        let of = |seed: u64| scripted(game, 8, seed, &course).1;
        assert_eq!(of(1), of(1), "{game}");
        assert_ne!(of(1), of(2), "{game}");
    }
}

#[test]
fn no_wrong_move_of_checkers_is_two_moves_of_any_side() {
    let course = Course { illegal: 0.6, ..calm() };
    let after = |board: &CellGrid| -> Vec<CellGrid> {
        let state = GameId::Checkers.rules().position(board, &Known::default());
        let next = state.map(|state| state.successors()).unwrap_or_default();
        next.into_iter().map(|next| next.board).collect()
    };
    let mut wrong = 0;
    for seed in 0..12 {
        let (played, script) = scripted(GameId::Checkers, 8, seed, &course);
        let boards = boards(&played);
        for shot in script.shots.iter().filter(|shot| shot.illegal) {
            let board = shot.frame.board(8).expect("a board");
            let reached =
                after(&boards[shot.ply]).iter().any(|first| after(first).contains(&board));
            assert!(!reached, "seed {seed}, frame {}", shot.clock);
            wrong += 1;
        }
    }
    assert!(wrong > 50, "only {wrong} frames with a wrong move");
}

#[test]
fn a_start_of_qwirkle_has_its_tiles_on_the_start_squares_of_the_board() {
    let (played, _) = scripted(GameId::Qwirkle, 3, 11, &calm());
    let board = played.start.board();
    let tiles = board.cells().iter().filter(|&&class| class != 0).count();
    assert_eq!(tiles, 24);
    let squares = crate::synth::start_squares(11);
    assert!(squares.iter().all(|&(row, col)| board.get(row, col) != 0));
}

fn labels(folder: &Path) -> Vec<Label> {
    let manifest = Manifest::read(&folder.join("frames.jsonl")).expect("labels");
    manifest.labels.into_iter().map(|(_, label)| label).collect()
}

#[test]
fn every_game_is_drawn_with_its_truth() {
    for game in GameId::ALL {
        let dir = tempfile::tempdir().expect("a folder");
        let job = GameJob { rows: (game == GameId::Go).then_some(9), ..job(game, dir.path()) };
        let drawn = render_game(&job, |_, _| ()).expect("drawn");
        let labels = labels(dir.path());
        assert_eq!(labels.len(), drawn, "{game}");
        for label in &labels {
            let photo = image::open(dir.path().join(&label.image)).expect("a photo");
            assert_eq!((Some(photo.width()), Some(photo.height())), (label.width, label.height));
            let busy = label.extra["busy"] == true;
            assert_eq!(label.board().expect("cells").is_none(), busy, "{game}");
            assert!(label.quad().expect("corners").is_some());
        }
        let last = labels.last().expect("frames");
        assert_eq!(last.extra["ply"], 4);
        let played = Played::of(&job).expect("a game");
        assert_eq!(last.board().expect("cells").as_ref(), boards(&played).last());
        let moves = fs::read_to_string(dir.path().join("moves.jsonl")).expect("moves");
        assert!(moves.lines().filter(|line| line.starts_with("{\"ply\"")).count() == 4, "{moves}");
        let record = match game {
            GameId::Checkers => "game.pdn",
            GameId::Chess => "game.pgn",
            GameId::Go => "game.sgf",
            GameId::Qwirkle => "record/start.txt",
        };
        let text = fs::read_to_string(dir.path().join(record)).expect("a record");
        if game == GameId::Qwirkle {
            let state = game.rules().read(&text, &Known::default()).expect("rows");
            assert_eq!(state.board(), played.start.board());
        } else {
            let again = GameJob { record: Some(text), rows: None, ..job };
            assert_eq!(Played::of(&again).expect("a game").steps, played.steps, "{game}");
        }
    }
}

#[test]
fn a_cut_job_goes_on_with_the_same_bytes() {
    let dir = tempfile::tempdir().expect("a folder");
    let job = job(GameId::Checkers, dir.path());
    let all = render_game(&job, |_, _| ()).expect("drawn");
    let path = dir.path().join("frames.jsonl");
    let whole = fs::read_to_string(&path).expect("labels");
    let last = dir.path().join(truth::frame_name(all - 1));
    let picture = fs::read(&last).expect("a frame");
    fs::write(&path, &whole[..whole.len() - 30]).expect("cut");
    fs::remove_file(&last).expect("removed");
    fs::remove_file(dir.path().join("moves.jsonl")).expect("removed");
    let mut first = None;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
    let step = |done: usize, _: usize| {
        first.get_or_insert(done);
    };
    pool.install(|| render_game(&job, step)).expect("goes on");
    assert_eq!(first, Some(all - 1));
    assert_eq!(fs::read_to_string(&path).expect("labels"), whole);
    assert_eq!(fs::read(&last).expect("a frame"), picture);
    assert!(dir.path().join("moves.jsonl").is_file());
}

#[test]
fn a_folder_of_something_else_is_left_alone() {
    let dir = tempfile::tempdir().expect("a folder");
    let job = GameJob { plies: Some(1), ..job(GameId::Chess, dir.path()) };
    let refused =
        |job: &GameJob| matches!(render_game(job, |_, _| ()), Err(GameJobError::OtherSequence(_)));
    fs::write(dir.path().join("game.pgn"), "mine").expect("writes");
    assert!(refused(&job));
    assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 1);
    fs::remove_file(dir.path().join("game.pgn")).expect("removed");
    render_game(&job, |_, _| ()).expect("drawn");
    let before = fs::read_to_string(dir.path().join("frames.jsonl")).expect("labels");
    for other in [
        GameJob { seed: 4, ..job.clone() },
        GameJob { long_side: 65, ..job.clone() },
        GameJob { record: Some(PGN.to_owned()), ..job.clone() },
        GameJob { course: calm(), ..job.clone() },
    ] {
        assert!(refused(&other));
    }
    assert_eq!(fs::read_to_string(dir.path().join("frames.jsonl")).expect("labels"), before);
}

#[test]
fn impossible_games_are_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    let job = job(GameId::Chess, &dir.path().join("new"));
    let said = |job: GameJob| render_game(&job, |_, _| ()).expect_err("refused").to_string();
    let record = |game: GameId, text: &str| {
        said(GameJob { game, record: Some(text.to_owned()), ..job.clone() })
    };
    assert!(record(GameId::Chess, "1. e4 e4 *").contains("no record of chess"));
    assert!(record(GameId::Chess, "(;SZ[9];B[aa])").contains("no record of chess"));
    assert!(record(GameId::Checkers, PGN).contains("no record of checkers"));
    assert!(record(GameId::Go, PGN).contains("no record of go"));
    assert!(record(GameId::Go, "(;SZ[9];B[aa];W[aa])").contains("ply 2 of the record"));
    assert!(record(GameId::Go, "(;SZ[9])").contains("no moves"));
    assert!(record(GameId::Go, "(;SZ[7];B[aa])").contains("use 19, 13 or 9"));
    assert!(record(GameId::Chess, "*").contains("no"));
    assert!(record(GameId::Qwirkle, "x").contains("no record tells"));
    assert!(said(GameJob { long_side: 5000, ..job.clone() }).contains("64 to 4096"));
    assert!(said(GameJob { rows: Some(10), ..job.clone() }).contains("10 rows"));
    assert!(said(GameJob { plies: Some(0), ..job.clone() }).contains("0 plies"));
    let course = Course { missing: 1.5, ..Course::default() };
    assert!(said(GameJob { course, ..job.clone() }).contains("missing frames"));
    let course = Course { fps: f64::NAN, ..Course::default() };
    assert!(said(GameJob { course, ..job.clone() }).contains("frames in a second"));
    assert!(!job.out.exists());
}

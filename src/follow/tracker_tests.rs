use super::*;
use crate::{
    follow::cover::Cover,
    games::{CellProbs, Game},
};
use ndarray::Array3;

const STEADY: usize = 2;

/// What is seen of a board where some cells look like something else.
fn probs(game: &dyn Game, board: &CellGrid, misread: &[(Cell, u8)]) -> CellProbs {
    let classes = game.classes().len();
    let rest = 0.02 / (classes - 1) as f32;
    let mut probs = Array3::from_elem((board.rows(), board.cols(), classes), rest);
    for row in 0..board.rows() {
        for col in 0..board.cols() {
            let other = misread.iter().find(|(cell, _)| *cell == (row, col));
            let class = other.map_or(board.get(row, col), |(_, class)| *class);
            probs[[row, col, usize::from(class)]] = 0.98;
        }
    }
    CellProbs::new(probs)
}

/// A scene that begins with a frame and was seen for some.
fn scene(frame: usize, frames: usize, probs: &CellProbs) -> Scene {
    let mut scene = Scene::new(Moment { frame, time_s: None }, probs, Vec::new(), STEADY);
    (1..frames).for_each(|_| scene.add(probs, &[]));
    scene
}

/// A game that begins from a state, as it is seen.
fn begun(game: GameId, start: &Arc<dyn GameState>, misread: &[(Cell, u8)]) -> (Tracker, Scene) {
    let board = start.board();
    let first = scene(1, STEADY, &probs(game.game(), board, misread));
    let observed = Observations::new(game.game(), board.rows(), board.cols());
    let evidence = observed.evidence(&first.probs(), &[]);
    let reach = Reach { usual: 0, most: 0, enough: 0.0, unseen: game.has_seats() };
    let lines = explain(&[Line::from(Arc::clone(start))], &evidence, first.begun, reach);
    let part = Part::new(Arc::clone(start));
    let (tracker, happened) = Tracker::begin(game, game.rules(), part, lines, observed, &first);
    assert!(happened.is_empty(), "{happened:?}");
    (tracker, first)
}

fn state(game: GameId, notation: &str) -> Arc<dyn GameState> {
    Arc::from(game.rules().read(notation, &Known::default()).expect("a board"))
}

/// The moves among what happened, and what else did.
fn told(happened: &[Happening]) -> Vec<String> {
    let of = |happening: &Happening| match happening {
        Happening::Move(made) => made.step.notation.clone(),
        Happening::TakenBack { moves, .. } => format!("back {moves}"),
        Happening::Wrong { .. } => "wrong".to_owned(),
        Happening::AllRight { .. } => "all right".to_owned(),
        Happening::Unclear => "unclear".to_owned(),
        Happening::Resumed { .. } => "resumed".to_owned(),
    };
    happened.iter().map(of).collect()
}

#[test]
fn a_scene_that_was_not_weighed_shows_no_certain_board() {
    let start: Arc<dyn GameState> = Arc::from(GameId::Chess.rules().initial().expect("a start"));
    let (tracker, first) = begun(GameId::Chess, &start, &[]);
    assert_eq!(tracker.certain_board(&first).as_ref(), Some(start.board()));
    let next = scene(9, 1, &probs(GameId::Chess.game(), start.board(), &[]));
    assert_eq!(tracker.certain_board(&next), None);
}

#[test]
fn a_start_that_is_badly_seen_is_the_start() {
    let game = GameId::Chess;
    let start: Arc<dyn GameState> = Arc::from(game.rules().initial().expect("a start"));
    let misread: Vec<(Cell, u8)> = (0..5).map(|col| ((0, col), 0)).collect();
    let (mut tracker, _) = begun(game, &start, &misread);
    for frames in STEADY + 1..STEADY + 4 {
        let again = scene(1, frames, &probs(game.game(), start.board(), &misread));
        assert_eq!(told(&tracker.see(&again)), [""; 0], "{frames} frames");
        assert_eq!(tracker.certain_board(&again).as_ref(), Some(start.board()));
    }
    let after = state(game, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    let next = scene(9, STEADY, &probs(game.game(), after.board(), &misread));
    assert_eq!(told(&tracker.see(&next)), ["e4"]);
}

#[test]
fn moves_that_were_more_than_they_seemed_are_told_anew() {
    let game = GameId::Chess;
    let start = state(game, "rnbqkb1r/pppppppp/7n/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2");
    let (mut tracker, _) = begun(game, &start, &[]);
    // The bishop went to f4 and on to h6 while nobody looked.
    let seen = state(game, "rnbqkb1r/1ppppppp/p6B/8/3P4/8/PPP1PPPP/RN1QKBNR b KQkq - 0 3");
    let missed = scene(9, STEADY, &probs(game.game(), seen.board(), &[]));
    assert_eq!(told(&tracker.see(&missed)), ["Bxh6", "a6"]);
    let next = state(game, "rnbqkb1r/1ppppp1p/p6B/6p1/3P4/8/PPP1PPPP/RN1QKBNR w KQkq - 0 4");
    let again = probs(game.game(), next.board(), &[]);
    let happened = tracker.see(&scene(20, STEADY + 1, &again));
    let told = told(&happened);
    assert_eq!((told[0].as_str(), told.len()), ("back 2", 5), "{told:?}");
    assert_eq!((told[2].as_str(), told[3].as_str(), told[4].as_str()), ("a6", "Bxh6", "g5"));
    assert_eq!(tracker.part().state().board(), next.board());
}

#[test]
fn a_tile_that_a_move_pushes_off_its_cell_is_still_there() {
    let game = GameId::Qwirkle;
    let class = |code: &str| game.game().class_of(code).expect("a class");
    let mut board = CellGrid::empty(16, 16);
    board.set(7, 7, class("1R"));
    board.set(3, 3, class("4B"));
    let start = game.rules().position(&board, &Known::default()).expect("a board");
    let start: Arc<dyn GameState> = Arc::from(start);
    let (mut tracker, _) = begun(game, &start, &[]);
    let mut after = board.clone();
    after.set(7, 8, class("2R"));
    let pushed = probs(game.game(), &after, &[((3, 3), 0)]);
    let move_made = told(&tracker.see(&scene(9, STEADY, &pushed)));
    assert_eq!(move_made.len(), 1, "{move_made:?}");
    assert!(move_made[0].contains("2R"), "{move_made:?}");
    assert_eq!(told(&tracker.see(&scene(9, STEADY + 2, &pushed))), [""; 0]);
    // A tile that is gone while nobody moves is a wrong change.
    let taken = probs(game.game(), &after, &[((3, 3), 0), ((7, 7), 0)]);
    assert_eq!(told(&tracker.see(&scene(20, STEADY + 1, &taken))), ["wrong"]);
}

#[test]
fn a_piece_that_looks_like_the_other_sides_is_a_mistake_of_the_eye() {
    for (game, step) in [(GameId::Chess, "e4"), (GameId::Checkers, "24-19")] {
        let start: Arc<dyn GameState> = Arc::from(game.rules().initial().expect("a start"));
        let (mut tracker, _) = begun(game, &start, &[]);
        let made = start.successors().into_iter().find(|next| next.step.notation == step);
        let after = start.apply(&made.expect("a move").step).expect("legal");
        // A man of the back rows in glaring light.
        let (glaring, there) = ((0, 1), (7, 0));
        let mistaken = (glaring, start.board().get(there.0, there.1));
        assert!(start.board().get(glaring.0, glaring.1) != 0 && mistaken.1 != 0);
        let seen = probs(game.game(), after.board(), &[mistaken]);
        let mut happened: Vec<_> =
            (STEADY..STEADY + 4).flat_map(|frames| tracker.see(&scene(9, frames, &seen))).collect();
        let still = scene(20, STEADY + 3, &probs(game.game(), after.board(), &[mistaken]));
        happened.extend(tracker.see(&still));
        assert_eq!(told(&happened), [step]);
        // It is noticed when that very man goes.
        let gone = probs(game.game(), after.board(), &[(glaring, 0)]);
        let gone: Vec<_> =
            (STEADY..STEADY + 4).flat_map(|n| tracker.see(&scene(30, n, &gone))).collect();
        assert_eq!(told(&gone).last().map(String::as_str), Some("wrong"));
    }
}

#[test]
fn a_piece_that_is_plainly_gone_is_noticed_however_badly_others_are_seen() {
    let game = GameId::Checkers;
    let start: Arc<dyn GameState> = Arc::from(game.rules().initial().expect("a start"));
    let black = |&(row, col): &Cell| row < 3 && start.board().get(row, col) != 0;
    let cells = (0..8).flat_map(|row| (0..8).map(move |col| (row, col)));
    let king = game.game().class_of("B").expect("a class");
    let misread: Vec<(Cell, u8)> = cells.filter(black).map(|cell| (cell, king)).collect();
    let (mut tracker, _) = begun(game, &start, &misread);
    let gone = (6, 1);
    assert_ne!(start.board().get(gone.0, gone.1), 0);
    let seen = probs(game.game(), start.board(), &[&misread[..], &[(gone, 0)]].concat());
    let happened: Vec<_> =
        (STEADY..STEADY + 4).flat_map(|frames| tracker.see(&scene(9, frames, &seen))).collect();
    assert_eq!(told(&happened), ["wrong"]);
}

#[test]
fn a_piece_that_goes_where_it_may_not_is_noticed_though_neither_cell_is_seen_plainly() {
    let game = GameId::Chess;
    let start: Arc<dyn GameState> = Arc::from(game.rules().initial().expect("a start"));
    let (mut tracker, _) = begun(game, &start, &[]);
    // Pieces have been seen so badly that much else would be explained.
    tracker.noise = 6.0;
    let knight = start.board().get(0, 1);
    let moved = probs(game.game(), start.board(), &[((0, 1), 0), ((3, 6), knight)]);
    let before = probs(game.game(), start.board(), &[]);
    let seen = CellProbs::new(before.array() * 0.05 + moved.array() * 0.95);
    let happened: Vec<_> =
        (STEADY..STEADY + 4).flat_map(|frames| tracker.see(&scene(9, frames, &seen))).collect();
    assert_eq!(told(&happened), ["wrong"]);
}

#[test]
fn half_a_move_of_qwirkle_is_none() {
    let game = GameId::Qwirkle;
    let class = |code: &str| game.game().class_of(code).expect("a class");
    let mut board = CellGrid::empty(16, 16);
    board.set(7, 7, class("1R"));
    let start: Arc<dyn GameState> =
        Arc::from(game.rules().position(&board, &Known::default()).expect("a board"));
    let (mut tracker, _) = begun(game, &start, &[]);
    board.set(7, 8, class("2R"));
    let half = probs(game.game(), &board, &[]);
    assert_eq!(told(&tracker.see(&scene(9, 1, &half))), [""; 0]);
    board.set(7, 9, class("3R"));
    let whole = probs(game.game(), &board, &[]);
    assert_eq!(told(&tracker.see(&scene(10, STEADY, &whole))), ["8I 2R, 8J 3R"]);
}

#[test]
fn a_stone_that_came_too_early_is_right_once_a_pass_is_said() {
    let game = GameId::Go;
    let start: Arc<dyn GameState> = Arc::from(game.rules().initial().expect("a start"));
    let (mut tracker, _) = begun(game, &start, &[]);
    let mut board = start.board().clone();
    let mut see = |tracker: &mut Tracker, frame: usize, cell: Cell, code: &str| {
        board.set(cell.0, cell.1, game.game().class_of(code).expect("a class"));
        // One frame says less of a stone than of a man, which leaves a square for another.
        told(&tracker.see(&scene(frame, 4 * STEADY, &probs(game.game(), &board, &[]))))
    };
    assert_eq!(see(&mut tracker, 9, (3, 15), "b"), ["Q16"]);
    assert_eq!(see(&mut tracker, 19, (15, 3), "w"), ["D4"]);
    assert_eq!(see(&mut tracker, 29, (15, 15), "w"), ["wrong"]);
    let now = Moment { frame: 33, time_s: None };
    assert_eq!(told(&tracker.pass(now)), ["pass", "Q4"]);
    let sides: Vec<_> = tracker.part().moves.iter().map(|made| made.step.white).collect();
    assert_eq!(sides, [false, true, false, true].map(Some));
    // Black passes, and white after it.
    let now = Moment { frame: 34, time_s: None };
    assert_eq!(told(&tracker.pass(now)), ["pass"]);
    assert!(!tracker.part().state().standing().over);
    assert_eq!(told(&tracker.pass(now)), ["pass"]);
    assert!(tracker.part().state().standing().over);
    assert!(tracker.pass(now).is_empty(), "nobody passes once the game is over");
    assert_eq!(told(&tracker.undo()), ["back 1"]);
    assert_eq!(tracker.part().moves.len(), 5);
    assert_eq!(told(&tracker.pass(now)), ["pass"]);
    // Players may go on to settle which stones are dead.
    assert_eq!(see(&mut tracker, 39, (2, 2), "w"), ["wrong"]);
    assert_eq!(see(&mut tracker, 49, (2, 2), "b"), ["C17"]);
    assert!(!tracker.part().state().standing().over);
}

#[test]
fn a_wrong_board_that_stays_so_after_a_pass_is_said_to_be_wrong() {
    let game = GameId::Go;
    let start: Arc<dyn GameState> = Arc::from(game.rules().initial().expect("a start"));
    let (mut tracker, _) = begun(game, &start, &[]);
    let stone = |code: &str| game.game().class_of(code).expect("a class");
    let two = [((3, 3), stone("w")), ((15, 15), stone("w"))];
    let seen = probs(game.game(), start.board(), &two);
    assert_eq!(told(&tracker.see(&scene(9, 4 * STEADY, &seen))), ["wrong"]);
    assert_eq!(told(&tracker.pass(Moment { frame: 10, time_s: None })), ["pass", "wrong"]);
}

#[test]
fn nobody_passes_in_chess_and_qwirkle() {
    let mut tile = CellGrid::empty(16, 16);
    tile.set(7, 7, 1);
    let rules = [GameId::Chess, GameId::Qwirkle].map(GameId::rules);
    let starts = [
        rules[0].initial().expect("a start"),
        rules[1].position(&tile, &Known::default()).expect("a board"),
    ];
    for (game, start) in [GameId::Chess, GameId::Qwirkle].into_iter().zip(starts) {
        let (mut tracker, first) = begun(game, &Arc::from(start), &[]);
        assert!(tracker.pass(first.begun).is_empty() && tracker.part().moves.is_empty());
    }
}

#[test]
fn a_move_that_is_taken_back_leaves_a_wrong_board_wrong() {
    let game = GameId::Chess;
    let start: Arc<dyn GameState> = Arc::from(game.rules().initial().expect("a start"));
    let (mut tracker, _) = begun(game, &start, &[]);
    let after = state(game, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    let moved = probs(game.game(), after.board(), &[]);
    let wrong = probs(game.game(), after.board(), &[((7, 1), 0)]);
    assert_eq!(told(&tracker.see(&scene(9, STEADY + 1, &moved))), ["e4"]);
    assert_eq!(told(&tracker.see(&scene(20, STEADY + 3, &wrong))), ["wrong"]);
    assert_eq!(told(&tracker.undo()), ["back 1", "wrong"]);
    assert_eq!(told(&tracker.see(&scene(20, STEADY + 4, &wrong))), [""; 0], "it was said");
    let back = probs(game.game(), start.board(), &[]);
    assert_eq!(told(&tracker.see(&scene(30, STEADY + 1, &back))), ["all right"]);
    // The scene that told a move tells nothing more once it is taken back, but another one does.
    assert_eq!(told(&tracker.see(&scene(40, STEADY + 1, &moved))), ["e4"]);
    assert_eq!(told(&tracker.undo()), ["back 1"]);
    assert_eq!(told(&tracker.see(&scene(40, STEADY + 2, &moved))), [""; 0]);
    assert_eq!(told(&tracker.see(&scene(50, STEADY + 3, &wrong))), ["wrong"]);
    assert!(tracker.undo().is_empty(), "no move is left");
}

#[test]
fn what_stands_is_the_move_instead_of_the_one_that_is_taken_back() {
    let game = GameId::Chess;
    let start: Arc<dyn GameState> = Arc::from(game.rules().initial().expect("a start"));
    let (mut tracker, _) = begun(game, &start, &[]);
    let fens = [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e4"),
        ("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1", "wrong"),
    ];
    for (frame, (fen, expected)) in (9..).zip(fens) {
        let seen = probs(game.game(), state(game, fen).board(), &[]);
        assert_eq!(told(&tracker.see(&scene(frame, STEADY + 3, &seen))), [expected]);
    }
    assert_eq!(told(&tracker.undo()), ["back 1", "d4"]);
}

#[test]
fn a_move_that_is_taken_back_is_not_told_again_by_a_wrong_board() {
    let game = GameId::Qwirkle;
    let class = |code: &str| game.game().class_of(code).expect("a class");
    let mut board = CellGrid::empty(16, 16);
    board.set(7, 7, class("1R"));
    board.set(3, 3, class("4B"));
    let start = game.rules().position(&board, &Known::default()).expect("a board");
    let (mut tracker, _) = begun(game, &Arc::from(start), &[]);
    board.set(7, 8, class("2R"));
    let moved = probs(game.game(), &board, &[]);
    assert_eq!(told(&tracker.see(&scene(9, STEADY + 3, &moved))), ["8I 2R"]);
    let taken = probs(game.game(), &board, &[((3, 3), 0)]);
    assert_eq!(told(&tracker.see(&scene(20, STEADY + 3, &taken))), ["wrong"]);
    // A tile that a move pushes off its cell would be no wrong change.
    assert_eq!(told(&tracker.undo()), ["back 1", "wrong"]);
}

#[test]
fn a_move_that_is_taken_back_leaves_what_is_unclear_unclear() {
    let (mut tracker, right, _) = unclear_game();
    let after = state(GameId::Chess, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    let moved = probs(GameId::Chess.game(), after.board(), &[]);
    let gone: Vec<(Cell, u8)> =
        (0..2).flat_map(|row| (0..8).map(move |col| ((row, col), 0))).collect();
    let unclear = probs(GameId::Chess.game(), after.board(), &gone);
    assert_eq!(told(&tracker.see(&scene(9, STEADY + 1, &moved))), ["e4"]);
    assert_eq!(told(&tracker.see(&scene(20, STEADY + 1, &unclear))), ["unclear"]);
    assert_eq!(told(&tracker.undo()), ["back 1", "unclear"]);
    assert!(tracker.is_unclear());
    assert_eq!(told(&tracker.see(&scene(30, STEADY + 1, &right))), [""; 0]);
    assert!(!tracker.is_unclear());
}

#[test]
fn what_a_record_cannot_go_on_with_begins_the_next_part() {
    let game = GameId::Checkers;
    let start: Arc<dyn GameState> = Arc::from(game.rules().initial().expect("a start"));
    let (mut tracker, _) = begun(game, &start, &[]);
    let (mut state, mut frame) = (start, 9);
    // The side that begins moves twice: nobody keeps turns.
    for _ in 0..2 {
        let white = Some(true);
        let next = state.successors().into_iter().find(|next| next.step.white == white);
        let next = next.expect("a move of white's");
        let seen = scene(frame, STEADY, &probs(game.game(), &next.board, &[]));
        assert_eq!(told(&tracker.see(&seen)).join(", "), next.step.notation);
        state = Arc::from(state.apply(&next.step).expect("legal"));
        frame += 10;
    }
    assert_eq!(tracker.parts().iter().map(|part| part.moves.len()).collect::<Vec<_>>(), [1, 1]);
    for part in tracker.parts() {
        let noted: Vec<Noted> = part
            .moves
            .iter()
            .map(|made| Noted { step: made.step.clone(), comment: None })
            .collect();
        assert!(game.rules().record(&*part.start, &noted).is_ok());
    }
}

#[test]
fn from_low_a_piece_that_seems_to_stand_on_two_cells_and_on_its_own_has_moved() {
    let game = GameId::Chess;
    let rules = game.game();
    let start = state(game, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let pawn = rules.class_of("P").expect("a class");
    // e4, seen over the h file: d4 is behind it, and e2 behind f2.
    let after = state(game, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    let seen = probs(rules, after.board(), &[((4, 3), pawn), ((6, 4), pawn)]);
    let low = "470,50 607,178 36,177 171,50".parse().expect("convex");
    let cover = Cover::of_standing((640, 193), &low, &crate::geometry::GridSpec::squares(8));
    for (cover, expected) in [(cover, "e4"), (Cover::default(), "wrong")] {
        let (mut tracker, _) = begun(game, &start, &[]);
        let happened: Vec<Happening> = (10..13)
            .flat_map(|frame| tracker.see(&scene(frame, 4, &seen).covered(cover.clone())))
            .collect();
        assert_eq!(told(&happened).first().map(String::as_str), Some(expected), "{happened:?}");
    }
}

#[test]
fn a_game_does_not_go_on_from_an_impossible_board() {
    let game = GameId::Chess;
    let start = state(game, "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1");
    let (mut tracker, _) = begun(game, &start, &[]);
    // The king was laid down.
    let laid_down = probs(game.game(), start.board(), &[((0, 4), 0)]);
    // Nothing has explained what is seen for long: else it would be gone on from.
    tracker.unclear = LOST;
    assert_eq!(told(&tracker.see(&scene(9, STEADY + 3, &laid_down))), ["wrong"]);
    let refused = tracker.accept();
    let Some(Happening::Wrong { judgement, .. }) = refused else { panic!("{refused:?}") };
    let why = judgement.sentences.last().expect("a sentence").to_string();
    assert!(why.contains("black has no king"), "{why}");
    assert_eq!((tracker.parts().len(), tracker.part().state().board()), (1, start.board()));
    let back = probs(game.game(), start.board(), &[]);
    assert_eq!(told(&tracker.see(&scene(99, STEADY + 1, &back))), ["all right"]);
}

/// A game of chess at its start, with how that is seen, and how it is without the two rows of
/// black's men: much more than a wrong move changes.
fn unclear_game() -> (Tracker, CellProbs, CellProbs) {
    let game = GameId::Chess;
    let start: Arc<dyn GameState> = Arc::from(game.rules().initial().expect("a start"));
    let gone: Vec<(Cell, u8)> =
        (0..2).flat_map(|row| (0..8).map(move |col| ((row, col), 0))).collect();
    let [right, unclear] =
        [&[][..], &gone].map(|misread| probs(game.game(), start.board(), misread));
    (begun(game, &start, &[]).0, right, unclear)
}

#[test]
fn a_board_that_is_understood_again_is_unclear_no_more() {
    let (mut tracker, right, unclear) = unclear_game();
    assert_eq!(told(&tracker.see(&scene(9, STEADY + 1, &unclear))), ["unclear"]);
    assert_eq!(told(&tracker.see(&scene(9, STEADY + 2, &unclear))), [""; 0]);
    assert!(tracker.is_unclear(), "nothing new is seen");
    assert_eq!(told(&tracker.see(&scene(20, STEADY + 1, &right))), [""; 0]);
    assert!(!tracker.is_unclear());
}

#[test]
fn a_wrong_board_that_is_seen_again_is_unclear_no_more() {
    let (mut tracker, right, unclear) = unclear_game();
    let start = Arc::clone(tracker.part().state());
    let wrong = probs(GameId::Chess.game(), start.board(), &[((7, 1), 0)]);
    assert_eq!(told(&tracker.see(&scene(9, STEADY + 3, &wrong))), ["wrong"]);
    assert!(!tracker.is_unclear());
    assert_eq!(told(&tracker.see(&scene(20, STEADY + 3, &unclear))), ["unclear"]);
    assert!(tracker.is_unclear());
    assert_eq!(told(&tracker.see(&scene(30, STEADY + 3, &wrong))), [""; 0], "it was said");
    assert!(!tracker.is_unclear(), "it stands again");
    assert_eq!(told(&tracker.see(&scene(40, STEADY + 3, &right))), ["all right"]);
}

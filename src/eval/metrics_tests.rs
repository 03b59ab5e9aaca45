use super::*;
use crate::eval::block::{Block, Photo};
use serde_json::{Value, json};

#[path = "block_tests.rs"]
mod blocks;

/// A 9x9 Go board of 10 px pitch, its first corner at (100, 50), in a photo 600 wide: 1 px there is
/// 2 px at 1200.
const GO_CORNERS: [[f64; 2]; 4] = [[100.0, 50.0], [180.0, 50.0], [180.0, 130.0], [100.0, 130.0]];
const WIDTH: u32 = 600;

fn label(changes: Value) -> Label {
    let mut label = json!({"image": "a.jpg", "group": "g"});
    label.as_object_mut().expect("object").extend(changes.as_object().expect("object").clone());
    serde_json::from_value(label).expect("a label")
}

fn truth(changes: Value) -> Truth {
    Truth::of(&label(changes)).expect("a good label")
}

fn go(cells: Value) -> Truth {
    truth(json!({"game": "go", "corners": GO_CORNERS, "cells": cells, "orientation": "known"}))
}

fn points(corners: [[f64; 2]; 4]) -> [Point; 4] {
    corners.map(Point::from)
}

fn board(game: GameId, rows: &[&str]) -> CellGrid {
    let rows: Vec<String> = rows.iter().map(|r| (*r).to_owned()).collect();
    crate::dataset::manifest::parse_cells(game.game(), &rows).expect("a board")
}

fn reading(corners: [[f64; 2]; 4], board: CellGrid) -> Reading {
    Reading { corners: Some(points(corners)), board: Some(board), ..Reading::default() }
}

fn block(scores: &[Score]) -> Block {
    let photos: Vec<Photo> = scores
        .iter()
        .map(|score| Photo { score, set: "go/g", seconds: None, own: None, game: None, lost: None })
        .collect();
    Block::of(&photos)
}

/// Nine rows of `.` with the first ones given.
fn nine(first: &[&str]) -> Vec<String> {
    let mut rows: Vec<String> = first.iter().map(|r| (*r).to_owned()).collect();
    rows.resize(9, ".........".into());
    rows
}

fn go_board(first: &[&str]) -> CellGrid {
    let rows = nine(first);
    board(GameId::Go, &rows.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn corner_errors_are_in_cell_pitches_of_the_true_board() {
    // 3 px right and 4 px down is 5 px: half a pitch of 10 px (80 px are 8 steps of a 9x9 Go
    // board).
    let read = [[103.0, 54.0], [180.0, 50.0], [180.0, 130.0], [100.0, 130.0]];
    let score =
        score(&go(json!(nine(&[]))), &reading(read, go_board(&[])), WIDTH).corners.expect("counts");
    assert_eq!(score.errors, Some([0.5, 0.0, 0.0, 0.0]));
    assert!(score.found() && !score.ok());
    // 5 px of 600 are 10 px of 1200.
    assert_eq!(score.largest_px_at_1200, Some(10.0));
    assert!(score.within_10px());
}

#[test]
fn the_pitch_of_squares_counts_squares() {
    // 80 px are 8 squares of a chess board, too: 10 px; a corner 2.5 px away is a quarter.
    let chess = truth(json!({"game": "chess", "corners": GO_CORNERS, "cells": null}));
    let near = |d: f64| {
        let mut read = GO_CORNERS;
        read[2][0] += d;
        score(&chess, &Reading { corners: Some(points(read)), ..Reading::default() }, WIDTH)
            .corners
            .expect("counts")
    };
    assert!(near(2.5).ok() && !near(2.6).ok() && near(2.6).found());
    assert!(near(5.0).found() && !near(5.1).found());
}

#[test]
fn ten_pixels_count_at_a_width_of_1200() {
    let chess = truth(json!({"game": "chess", "corners": GO_CORNERS, "cells": null}));
    let within = |width: u32, d: f64| {
        let mut read = GO_CORNERS;
        read[1][1] -= d;
        score(&chess, &Reading { corners: Some(points(read)), ..Reading::default() }, width)
            .corners
            .expect("counts")
            .within_10px()
    };
    assert!(within(1200, 10.0) && !within(1200, 10.1));
    assert!(within(2400, 20.0) && !within(2400, 20.1));
    assert!(within(600, 5.0) && !within(600, 5.1));
}

#[test]
fn corners_are_compared_after_the_cyclic_shift_that_fits_best() {
    let [a, b, c, d] = GO_CORNERS;
    for read in [[a, b, c, d], [b, c, d, a], [c, d, a, b], [d, a, b, c]] {
        let score = score(
            &go(json!(null)),
            &Reading { corners: Some(points(read)), ..Reading::default() },
            WIDTH,
        );
        assert_eq!(score.corners.expect("counts").errors, Some([0.0; 4]));
    }
    // The mirrored order is no cyclic shift: two corners at best agree, the others are a diagonal
    // away.
    let mirrored = score(
        &go(json!(null)),
        &Reading { corners: Some(points([a, d, c, b])), ..Reading::default() },
        WIDTH,
    );
    assert!(!mirrored.corners.expect("counts").found());
}

#[test]
fn a_go_board_is_compared_after_the_shift_of_its_corners() {
    let [a, b, c, d] = GO_CORNERS;
    let truth = go(json!(nine(&["b.......w"])));
    // The same board read from corner b on: its first row is the label's last column.
    let turned = go_board(&["b.......w"]).rotated(1);
    let good = score(&truth, &reading([b, c, d, a], turned.clone()), WIDTH).cells.expect("cells");
    assert_eq!((good.wrong(), good.orientation_correct), (0, None));
    // The same cells with unturned corners are wrong at the three corners where stones are or
    // should be.
    let bad = score(&truth, &reading([a, b, c, d], turned), WIDTH).cells.expect("cells");
    assert_eq!((bad.wrong(), bad.wrong_best_rotation), (3, 0));
}

const START: [&str; 8] = [
    "rnbqkbnr", "pppppppp", "........", "........", "........", "........", "PPPPPPPP", "RNBQKBNR",
];

#[test]
fn with_a_known_orientation_the_readers_own_counts() {
    let [a, b, c, d] = GO_CORNERS;
    let known = truth(
        json!({"game": "chess", "corners": GO_CORNERS, "cells": START, "orientation": "known"}),
    );
    let start = board(GameId::Chess, &START);
    let right = score(&known, &reading([a, b, c, d], start.clone()), WIDTH).cells.expect("cells");
    assert_eq!((right.wrong(), right.orientation_correct), (0, Some(true)));
    // Half a turn: both sides' pieces are on the wrong ranks.
    let turned =
        score(&known, &reading([c, d, a, b], start.rotated(2)), WIDTH).cells.expect("cells");
    assert_eq!(
        (turned.wrong(), turned.wrong_best_rotation, turned.orientation_correct),
        (32, 0, Some(false))
    );
    let unknown = truth(
        json!({"game": "chess", "corners": GO_CORNERS, "cells": START, "orientation": "unknown"}),
    );
    let forgiven =
        score(&unknown, &reading([c, d, a, b], start.rotated(2)), WIDTH).cells.expect("cells");
    assert_eq!((forgiven.wrong(), forgiven.orientation_correct), (0, None));
}

#[test]
fn arbitrary_colors_take_the_better_reading_of_the_whole_photo() {
    let rows = [
        "w.w.....", "........", "........", "........", "........", "........", "........",
        ".b......",
    ];
    let read = board(
        GameId::Checkers,
        &[
            "b.b.....", "........", "........", "........", "........", "........", "........",
            ".b......",
        ],
    );
    let label = |colors: Value| {
        truth(json!({"game": "checkers", "corners": GO_CORNERS, "cells": rows,
            "orientation": "known", "colors": colors}))
    };
    // As it is: 2 wrong. Swapped: b b become w w, and the right b becomes a wrong w: 1 wrong. Not
    // cell by cell: that would be 0.
    let strict =
        score(&label(json!(null)), &reading(GO_CORNERS, read.clone()), WIDTH).cells.expect("cells");
    let lenient =
        score(&label(json!("arbitrary")), &reading(GO_CORNERS, read), WIDTH).cells.expect("cells");
    assert_eq!((strict.wrong(), lenient.wrong()), (2, 1));
}

#[test]
fn swapped_colors_swap_the_probabilities_too() {
    let stone = truth(json!({"game": "go", "corners": GO_CORNERS, "cells": nine(&["b........"]),
        "colors": "arbitrary"}));
    assert!(GameId::Go.game().color_swaps().contains(&(1, 2)), "black and white swap in Go");
    let mut probs = ndarray::Array3::zeros((9, 9, 3));
    probs.slice_mut(ndarray::s![.., .., 0]).fill(1.0);
    probs[[0, 0, 0]] = 0.1;
    probs[[0, 0, 2]] = 0.9;
    let read = Reading {
        probs: Some(CellProbs::new(probs)),
        ..reading(GO_CORNERS, go_board(&["w........"]))
    };
    let cells = score(&stone, &read, WIDTH).cells.expect("cells");
    assert_eq!(
        cells.cells[0],
        CellVerdict { truth: 1, read: Some(1), counted: true, confidence: Some(0.9) }
    );
    assert_eq!(cells.probs.expect("given").array()[[0, 0, 1]], 0.9);
}

#[test]
fn a_board_that_is_not_found_is_all_wrong() {
    let truth = go(json!(nine(&["b.......w"])));
    // Right cells, but a corner 5.1 px = 0.51 pitches away.
    let mut far = GO_CORNERS;
    far[3][1] += 5.1;
    let missed = score(&truth, &reading(far, go_board(&["b.......w"])), WIDTH);
    let nothing = score(&truth, &Reading::default(), WIDTH);
    for score in [&missed, &nothing] {
        let cells = score.cells.as_ref().expect("cells");
        assert_eq!((cells.wrong(), cells.wrong_best_rotation, cells.found), (81, 81, false));
    }
    assert_eq!(nothing.corners.expect("counts").errors, None);
    let block = block(&[missed, nothing]);
    assert_eq!(
        (block.rates.cell_accuracy.rate, block.rates.occupied_accuracy.rate),
        (Some(0.0), Some(0.0))
    );
    assert_eq!(
        (
            block.rates.boards_found.rate,
            block.rates.boards_exact.rate,
            block.rates.boards_at_most_1_wrong.rate
        ),
        (Some(0.0), Some(0.0), Some(0.0))
    );
    assert_eq!(
        (block.rates.cell_accuracy_given_corners.rate, block.rates.boards_exact_given_corners.rate),
        (None, None)
    );
    assert_eq!(block.expected_calibration_error, None);
}

#[test]
fn a_known_orientation_is_not_correct_where_no_board_was_found() {
    let known = truth(
        json!({"game": "chess", "corners": GO_CORNERS, "cells": START, "orientation": "known"}),
    );
    assert_eq!(
        block(&[score(&known, &Reading::default(), WIDTH)]).rates.orientation_correct.rate,
        Some(0.0)
    );
}

#[test]
fn a_board_of_another_size_is_all_wrong() {
    let truth = go(json!(nine(&[])));
    let read = reading(GO_CORNERS, CellGrid::empty(13, 13));
    let score = score(&truth, &read, WIDTH);
    assert!(score.corners.expect("counts").ok());
    assert_eq!(score.cells.expect("cells").wrong(), 81);
}

#[test]
fn checkers_counts_the_squares_of_the_color_its_pieces_stand_on() {
    // Pieces on row + column odd: 32 squares count; one of them wrong, and two phantoms on the
    // others.
    let rows = [
        ".b.b....", "........", "........", "........", "........", "........", "........",
        "w.......",
    ];
    let label = truth(
        json!({"game": "checkers", "corners": GO_CORNERS, "cells": rows, "orientation": "known"}),
    );
    let read = board(
        GameId::Checkers,
        &[
            ".b.b....", "b.......", "w.......", "..w.....", "........", "........", "........",
            "w.......",
        ],
    );
    let cells = score(&label, &reading(GO_CORNERS, read), WIDTH).cells.expect("cells");
    // (1, 0) is odd: a wrong playing square. (2, 0) is even: off. (3, 2) is odd: wrong.
    assert_eq!(cells.counted().count(), 32);
    assert_eq!((cells.wrong(), cells.off_square_errors), (2, Some(1)));
    let block = block(&[Score { corners: None, cells: Some(cells) }]);
    assert_eq!(
        (block.cells, block.rates.cell_accuracy.rate, block.off_square_errors),
        (32, Some(30.0 / 32.0), Some(1))
    );
    assert_eq!(block.rates.occupied_accuracy.rate, Some(1.0));
}

#[test]
fn an_empty_checkers_board_counts_all_squares() {
    let label =
        truth(json!({"game": "checkers", "corners": GO_CORNERS, "cells": vec![".".repeat(8); 8]}));
    let cells =
        score(&label, &reading(GO_CORNERS, CellGrid::empty(8, 8)), WIDTH).cells.expect("cells");
    assert_eq!((cells.counted().count(), cells.wrong(), cells.off_square_errors), (64, 0, Some(0)));
}

#[test]
fn without_marked_kings_pieces_are_compared_by_color() {
    let rows = [
        ".b......", "........", "........", "........", "........", "........", "........",
        "w.......",
    ];
    let read = board(
        GameId::Checkers,
        &[
            ".B......", "........", "........", "........", "........", "........", "........",
            "W.......",
        ],
    );
    let wrong = |kings: bool| {
        let label = json!({"game": "checkers", "corners": GO_CORNERS, "cells": rows,
        "orientation": "known", "kings": kings});
        score(&truth(label), &reading(GO_CORNERS, read.clone()), WIDTH)
            .cells
            .expect("cells")
            .wrong()
    };
    assert_eq!((wrong(true), wrong(false)), (2, 0));
}

#[test]
fn a_color_is_as_sure_as_its_man_and_king_together() {
    let rows = [
        ".b......", "........", "........", "........", "........", "........", "........",
        "........",
    ];
    let label = truth(
        json!({"game": "checkers", "corners": GO_CORNERS, "cells": rows, "orientation": "known",
        "kings": false}),
    );
    let read = board(
        GameId::Checkers,
        &[
            ".B......", "........", "........", "........", "........", "........", "........",
            "........",
        ],
    );
    let game = GameId::Checkers.game();
    let class = |code: &str| usize::from(game.class_of(code).expect("a class"));
    let mut probs = ndarray::Array3::zeros((8, 8, game.classes().len()));
    probs[[0, 1, class("b")]] = 0.25;
    probs[[0, 1, class("B")]] = 0.5;
    let read = Reading { probs: Some(CellProbs::new(probs)), ..reading(GO_CORNERS, read) };
    assert_eq!(score(&label, &read, WIDTH).cells.expect("cells").cells[1].confidence, Some(0.75));
}

#[test]
fn labels_without_cells_or_corners_count_for_the_other() {
    let corners_only = score(&go(json!(null)), &reading(GO_CORNERS, go_board(&[])), WIDTH);
    assert!(corners_only.cells.is_none() && corners_only.corners.is_some());
    let cells_only =
        truth(json!({"game": "go", "corners": null, "cells": nine(&["b........", "w........"])}));
    // No corners to tell the turn by: the best of the four.
    let turned = reading(GO_CORNERS, go_board(&["b........", "w........"]).rotated(3));
    let cells_only = score(&cells_only, &turned, WIDTH);
    assert!(cells_only.corners.is_none());
    assert_eq!(cells_only.cells.as_ref().expect("cells").wrong(), 0);
    let block = block(&[corners_only, cells_only]);
    assert_eq!(
        (block.photos, block.cells, block.rates.boards_found.rate, block.rates.boards_exact.rate),
        (2, 81, Some(1.0), Some(1.0))
    );
    assert_eq!(
        block.rates.cell_accuracy_given_corners.rate, None,
        "nobody knows whether the corners were right"
    );
}

#[test]
fn rectified_photos_count_for_cells_only() {
    let label = json!({"game": "chess", "corners": GO_CORNERS, "cells": START,
    "orientation": "known", "rectified": true});
    let score = score(&truth(label), &reading(GO_CORNERS, board(GameId::Chess, &START)), WIDTH);
    assert_eq!(score.corners, None);
    let block = block(&[score]);
    assert_eq!(
        (block.rates.boards_found.rate, block.rates.corners_ok.rate, block.corner_error_pitch.mean),
        (None, None, None)
    );
    assert_eq!(
        (block.rates.cell_accuracy.rate, block.rates.cell_accuracy_given_corners.rate),
        (Some(1.0), Some(1.0))
    );
    assert_eq!(
        (block.rates.boards_exact_given_corners.rate, block.rates.orientation_correct.rate),
        (Some(1.0), Some(1.0))
    );
}

#[test]
fn cells_that_nobody_can_tell_do_not_count() {
    let label = json!({"game": "go", "corners": GO_CORNERS, "cells": nine(&["bw......."]),
        "unknown_cells": [[0, 0], [8, 8]]});
    let known = truth(label);
    let cells = |read: &[&str]| {
        score(&known, &reading(GO_CORNERS, go_board(read)), WIDTH).cells.expect("cells")
    };
    let right = cells(&["ww......."]);
    assert_eq!((right.wrong(), right.counted().count()), (0, 79));
    assert_eq!(cells(&["w........"]).wrong(), 1);
    assert_eq!(block(&[score(&known, &Reading::default(), WIDTH)]).cells, 79);
    // A man off the playing squares that nobody can tell is no error there.
    let men = [
        "w.w.w.w.", "........", "........", "........", "........", "........", "........",
        "........",
    ];
    let off = |unknown: Value| {
        let checkers = truth(json!({"game": "checkers", "corners": GO_CORNERS, "cells": men,
            "unknown_cells": unknown}));
        let mut read = men;
        read[0] = "wbw.w.w.";
        let cells = score(&checkers, &reading(GO_CORNERS, board(GameId::Checkers, &read)), WIDTH)
            .cells
            .expect("cells");
        (cells.off_square_errors, cells.counted().count())
    };
    assert_eq!(off(json!([])), (Some(1), 32));
    assert_eq!(off(json!([[0, 1]])), (Some(0), 32));
    assert_eq!(off(json!([[0, 0]])), (Some(1), 31));
}

#[test]
fn what_is_noted_of_cells_that_nobody_can_tell_makes_no_playing_squares() {
    let mut rows = vec![".".repeat(8); 8];
    rows[0] = "w.......".into();
    let empty = truth(json!({"game": "checkers", "corners": GO_CORNERS, "cells": rows,
        "unknown_cells": [[0, 0]]}));
    let cells =
        score(&empty, &reading(GO_CORNERS, CellGrid::empty(8, 8)), WIDTH).cells.expect("cells");
    assert_eq!((cells.counted().count(), cells.wrong(), cells.off_square_errors), (63, 0, Some(0)));
    assert!(cells.is_empty_board());
}

#[test]
fn off_square_errors_are_of_cells_read_as_occupied() {
    // Men on even squares, and two by mistake of the players on odd ones: (0, 1) and (0, 3).
    let mut men = [
        "wbwbw.w.", "........", "........", "........", "........", "........", "........",
        "........",
    ];
    let label = truth(json!({"game": "checkers", "corners": GO_CORNERS, "cells": men}));
    let off = |board: CellGrid| {
        let cells = score(&label, &reading(GO_CORNERS, board), WIDTH).cells.expect("cells");
        cells.off_square_errors
    };
    // One is overlooked, which reads nothing as occupied; the other is taken for a white one.
    men[0] = "w.wbw.w.";
    assert_eq!(off(board(GameId::Checkers, &men)), Some(0));
    men[0] = "w.www.w.";
    assert_eq!(off(board(GameId::Checkers, &men)), Some(1));
    assert_eq!(off(CellGrid::empty(10, 10)), None, "its squares are others");
}

#[test]
fn a_board_of_another_game_counts_only_where_it_is_empty() {
    let men = CellGrid::from_cells(8, 8, (0..64).map(|i| u8::from(i == 9)).collect());
    let men = men.expect("64 cells");
    let cells = |game, board: &CellGrid| {
        let reading = Reading { game, ..reading(GO_CORNERS, board.clone()) };
        reading.as_of(GameId::Chess).board.map(|board| board.cells().iter().sum::<u8>())
    };
    for game in [None, Some(GameId::Chess)] {
        assert_eq!(cells(game, &men), Some(1));
    }
    assert_eq!(cells(Some(GameId::Checkers), &men), None);
    assert_eq!(cells(Some(GameId::Checkers), &CellGrid::empty(8, 8)), Some(0));
}

#[test]
fn corners_that_are_not_numbers_are_not_found() {
    let mut read = points(GO_CORNERS);
    read[0].x = f64::NAN;
    let score =
        score(&go(json!(null)), &Reading { corners: Some(read), ..Reading::default() }, WIDTH);
    assert!(!score.corners.expect("counts").found());
}

#[test]
fn the_board_size_of_a_label_without_cells_sets_the_pitch() {
    let size = |extra: Value| {
        let mut label = json!({"game": "go", "corners": GO_CORNERS, "cells": null});
        label.as_object_mut().expect("object").extend(extra.as_object().expect("object").clone());
        truth(label).grid.rows
    };
    assert_eq!((size(json!({"board_size": 13})), size(json!({}))), (13, 19));
}

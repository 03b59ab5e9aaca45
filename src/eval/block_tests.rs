//! Many photos summed up.

use super::*;
use crate::eval::rate::Rate;

#[test]
fn occupied_cells_and_near_misses_by_hand() {
    // Three stones: one right, one of the wrong color, one missed; and one phantom: 3 wrong of 81.
    let truth = go(json!(nine(&["bw.b....."])));
    let first = score(&truth, &reading(GO_CORNERS, go_board(&["bb..w...."])), WIDTH);
    let second = score(&truth, &reading(GO_CORNERS, go_board(&["bw......."])), WIDTH);
    let block = block(&[first, second]);
    assert_eq!(block.rates.cell_accuracy.rate, Some((78.0 + 80.0) / 162.0));
    assert_eq!(block.rates.occupied_accuracy.rate, Some((1.0 + 2.0) / 6.0));
    assert_eq!(
        (block.rates.boards_exact.rate, block.rates.boards_at_most_1_wrong.rate),
        (Some(0.0), Some(0.5))
    );
}

#[test]
fn flagged_boards_are_counted_apart_by_whether_they_are_right() {
    let truth = go(json!(nine(&["b........"])));
    let right = score(&truth, &reading(GO_CORNERS, go_board(&["b........"])), WIDTH);
    let wrong = score(&truth, &reading(GO_CORNERS, go_board(&["w........"])), WIDTH);
    let own = |check| SelfAssessment { check, ..SelfAssessment::default() };
    let photo = |score, check: Option<bool>| Photo {
        own: check.map(own),
        score,
        set: "go/g",
        seconds: None,
        game: None,
        lost: None,
    };
    let (yes, no) = (Some(true), Some(false));
    let all = [
        (&right, yes),
        (&right, no),
        (&right, no),
        (&right, no),
        (&wrong, yes),
        (&wrong, yes),
        (&wrong, no),
        (&wrong, None),
    ];
    let block = Block::of(&all.map(|(score, check)| photo(score, check)));
    assert_eq!(
        (block.rates.wrong_boards_flagged.rate, block.rates.right_boards_flagged.rate),
        (Some(2.0 / 3.0), Some(1.0 / 4.0))
    );
    let block = Block::of(&[photo(&right, None)]);
    assert_eq!(
        (block.rates.wrong_boards_flagged.rate, block.rates.right_boards_flagged.rate),
        (None, None)
    );
}

#[test]
fn corner_error_statistics_are_over_single_corners() {
    // 1 px, 2 px, 3 px and 4 px of a pitch of 10 px.
    let read = [[101.0, 50.0], [182.0, 50.0], [183.0, 130.0], [100.0, 126.0]];
    let found = score(
        &go(json!(nine(&[]))),
        &Reading { corners: Some(points(read)), ..Reading::default() },
        WIDTH,
    );
    let missed = score(&go(json!(nine(&[]))), &Reading::default(), WIDTH);
    let errors = block(&[found, missed]).corner_error_pitch;
    let close =
        |value: Option<f64>, expected: f64| (value.expect("a value") - expected).abs() < 1e-9;
    assert!(
        close(errors.mean, 0.25)
            && close(errors.p50, 0.25)
            && close(errors.max, 0.4)
            && close(errors.p95, 0.385)
    );
}

#[test]
fn the_bootstrap_draws_sets_where_there_are_two() {
    let truth = go(json!(nine(&[])));
    let good = score(&truth, &reading(GO_CORNERS, go_board(&[])), WIDTH);
    let bad = score(&truth, &Reading::default(), WIDTH);
    let photo = |score, set| Photo { score, set, seconds: None, own: None, game: None, lost: None };
    let one = Block::of(&[photo(&good, "go/a"), photo(&bad, "go/a")]);
    assert_eq!((one.ci_unit.as_str(), one.ci95.boards_exact), ("set", None));
    let two = Block::of(&[
        photo(&good, "go/a"),
        photo(&bad, "go/a"),
        photo(&good, "go/b"),
        photo(&bad, "go/b"),
    ]);
    // Every draw of sets is half right, whichever it takes.
    assert_eq!(two.ci95.boards_exact, Some([0.5, 0.5]));
}

#[test]
fn sets_count_alike_and_empty_boards_apart() {
    let (men, none) = (go(json!(nine(&["b......w."]))), go(json!(nine(&[]))));
    let right = score(&men, &reading(GO_CORNERS, go_board(&["b......w."])), WIDTH);
    let wrong = score(&men, &reading(GO_CORNERS, go_board(&["b........"])), WIDTH);
    let empty = score(&none, &reading(GO_CORNERS, go_board(&[])), WIDTH);
    let photo =
        |score, set| Photo { score, set, seconds: None, own: None, game: None, lost: Some(false) };
    let block = Block::over_sets(&[
        photo(&right, "go/a"),
        photo(&wrong, "go/b"),
        photo(&wrong, "go/b"),
        photo(&wrong, "go/b"),
        photo(&empty, "go/c"),
    ]);
    let rate = |rate: Rate| (rate.rate.expect("a rate"), rate.n.expect("a number"));
    assert_eq!(rate(block.rates.boards_exact), (2.0 / 5.0, 5));
    assert_eq!(rate(block.rates.occupied_boards_exact), (1.0 / 4.0, 4));
    assert_eq!(rate(block.rates.occupied_boards_at_most_1_wrong), (1.0, 4));
    assert_eq!(rate(block.rates.occupied_accuracy), (5.0 / 8.0, 8));
    assert_eq!(rate(block.rates.lost), (0.0, 5));
    let apart = block.empty_boards.expect("one of them");
    assert_eq!((apart.photos, rate(apart.rates.boards_exact)), (1, (1.0, 1)));
    let sets = block.by_set.expect("three sets");
    assert_eq!((sets.sets, rate(sets.rates.boards_exact)), (3, (2.0 / 3.0, 3)));
    assert_eq!(rate(sets.rates.occupied_boards_exact), (0.5, 2));
    assert_eq!(rate(sets.rates.occupied_accuracy), (0.75, 2));
}

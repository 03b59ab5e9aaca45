//! The rules against the labels of `../shared/data`, where that folder is: labelled boards are
//! possible ones, and a sure reading of a board decodes to that board.

use kibitzer::{
    dataset::{Label, Manifest, Orientation},
    games::{CellGrid, CellProbs, Evidence, Game, GameId},
};
use ndarray::Array3;
use std::{fs, path::Path};

/// The boards of a game with their labels; none where the folder is missing.
fn boards(game: GameId) -> Vec<(Label, CellGrid)> {
    let root = std::env::var("CARGO_MANIFEST_DIR")
        .unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").to_owned());
    let folder = Path::new(&root).join("../shared/data").join(game.name());
    let sources = fs::read_dir(folder).into_iter().flatten().flatten();
    let manifests =
        sources.filter_map(|source| Manifest::read(&source.path().join("labels.jsonl")).ok());
    let labels = manifests.flat_map(|manifest| manifest.labels).map(|(_, label)| label);
    labels.filter_map(|label| label.board().ok().flatten().map(|board| (label, board))).collect()
}

/// Evidence that leaves no doubt about a board.
fn sure(game: &dyn Game, board: &CellGrid) -> Evidence {
    let classes = game.classes().len();
    let rest = 1e-6 / (classes - 1) as f32;
    let probs =
        Array3::from_shape_fn((board.rows(), board.cols(), classes), |(row, col, class)| {
            if usize::from(board.get(row, col)) == class { 1.0 - 1e-6 } else { rest }
        });
    Evidence::from_probs(CellProbs::new(probs))
}

#[test]
fn only_the_tiles_laid_out_by_kind_break_a_rule_of_qwirkle() {
    for (label, board) in boards(GameId::Qwirkle) {
        let violations = GameId::Qwirkle.game().violations(&board);
        let sorted_tiles = label.image.contains("aux_07") || label.image.contains("aux_08");
        assert!(violations.is_empty() || sorted_tiles, "{}: {violations:?}", label.image);
    }
}

#[test]
fn few_labelled_go_boards_have_a_group_without_liberties() {
    let boards = boards(GameId::Go);
    let impossible =
        boards.iter().filter(|(_, board)| !GameId::Go.game().violations(board).is_empty()).count();
    assert!(impossible * 20 <= boards.len(), "{impossible} of {}", boards.len());
}

#[test]
fn labelled_pieces_stand_on_dark_squares() {
    let checkers = GameId::Checkers.game();
    for (label, board) in boards(GameId::Checkers) {
        let decoded = checkers.decode(&sure(checkers, &board));
        assert_eq!(decoded.board, board.rotated(decoded.turns), "{}", label.image);
        let rules: Vec<_> =
            checkers.violations(&decoded.board).into_iter().map(|v| v.rule).collect();
        // Where kings are not marked, a man may lie on the last row.
        assert!(rules.iter().all(|rule| *rule == "uncrowned-man"), "{}: {rules:?}", label.image);
    }
}

#[test]
fn known_positions_are_turned_the_right_way() {
    let chess = GameId::Chess.game();
    let (mut right, mut all) = (0, 0);
    for (_, board) in boards(GameId::Chess)
        .into_iter()
        .filter(|(label, _)| label.orientation == Orientation::Known)
    {
        // With few men there is nothing to tell by.
        if board.cells().iter().filter(|class| **class != 0).count() < 16 {
            continue;
        }
        for turns in 0..4 {
            let lighter = if turns % 2 == 0 { 0.3 } else { -0.3 };
            let evidence = Evidence {
                even_cells_lighter: Some(lighter),
                ..sure(chess, &board.rotated(turns))
            };
            right += usize::from((chess.decode(&evidence).turns + turns).is_multiple_of(4));
            all += 1;
        }
    }
    assert!(right * 100 >= all * 98, "{right} of {all}");
}

//! The label format and the rules against the labels of `../shared`, where that folder is: every
//! line is a label, and a sure reading of a board decodes to that board.

use kibitzer::{
    dataset::{Label, Manifest, Orientation},
    games::{CellGrid, CellProbs, Evidence, Game, GameId},
};
use ndarray::Array3;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The labels files below a folder of `../shared`; none where the folder is missing.
fn manifests(folder: &str) -> Vec<PathBuf> {
    let root = std::env::var("CARGO_MANIFEST_DIR")
        .unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").to_owned());
    let folder = Path::new(&root).join("../shared").join(folder);
    let sources = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = sources.map(|source| source.path().join("labels.jsonl"));
    files.filter(|file| file.is_file()).collect()
}

/// The boards of a game with their labels.
fn boards(game: GameId) -> Vec<(Label, CellGrid)> {
    let manifests = manifests(&format!("data/{}", game.name()));
    let labels = manifests
        .iter()
        .flat_map(|path| Manifest::read(path).expect("a labels file").labels)
        .map(|(_, label)| label);
    labels.filter_map(|label| label.board().ok().flatten().map(|board| (label, board))).collect()
}

#[test]
fn every_label_keeps_to_the_format() {
    let games = GameId::ALL.map(|game| format!("data/{}", game.name()));
    let mut boardless = 0;
    for path in games.iter().map(String::as_str).chain(["noboard"]).flat_map(manifests) {
        let manifest = Manifest::read(&path).unwrap_or_else(|error| panic!("{error}"));
        for (line, label) in manifest.labels {
            let place = format!("{}:{line}", path.display());
            if !label.has_board() {
                let named = (label.game, label.corners, &label.cells);
                assert!(named == (None, None, &None) && label.kind_of.is_some(), "{place}");
                boardless += 1;
                continue;
            }
            label.quad().unwrap_or_else(|error| panic!("{place}: {error}"));
            let board = label.board().unwrap_or_else(|error| panic!("{place}: {error}"));
            let Some(board) = board else { continue };
            let named = label.unknown_cells.iter().chain(&label.covered);
            assert!(
                named.clone().all(|&(row, col)| row < board.rows() && col < board.cols()),
                "{place}"
            );
        }
    }
    assert!(boardless > 0 || manifests("noboard").is_empty());
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

/// Games limit what they have of each piece, and set prices for what is rare; neither may stand
/// against what is seen without a doubt, on whatever squares it stands.
#[test]
fn a_sure_reading_decodes_to_itself() {
    for id in GameId::ALL {
        let game = id.game();
        // More chessmen than a game has of them are not read, however sure they seem.
        let possible = |board: &CellGrid| {
            id != GameId::Chess
                || !game.violations(board).iter().any(|v| v.rule.starts_with("too-many"))
        };
        for (label, board) in boards(id).into_iter().filter(|(_, board)| possible(board)) {
            let decoded = game.decode(&sure(game, &board));
            assert_eq!(decoded.board, board.rotated(decoded.turns), "{}", label.image);
        }
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

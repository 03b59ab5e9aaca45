//! Where the board of a reference is, and which way round.

use super::{AdaptError, Reference};
use crate::{
    games::{CellGrid, CellProbs, GameId, rotate_index},
    geometry::{GridSpec, Quad},
    recognition::{Readers, Recognition, RecognizeOptions},
};
use ndarray::ArrayView1;

/// A cell looks surely otherwise where what is said of it, piece or none, has a smaller probability.
const HARDLY: f32 = 0.05;
/// No cell's logarithm of a probability counts for less, so that a few cells do not decide.
const LEAST: f64 = -10.0;
/// More than one cell in so many must not look otherwise.
const OTHERWISE: usize = 16;

/// A reference whose board was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Located {
    /// The board's corners in photo pixels, upright as seen.
    pub quad: Quad,
    /// Its grid.
    pub grid: GridSpec,
    /// What stands on it, upright as seen.
    pub board: CellGrid,
    /// The cells, as row and column upright as seen, of which nobody knows what is on them, or that
    /// something hides.
    pub unknown: Vec<(usize, usize)>,
}

/// Finds the board of a reference, and which way round it lies: as its corners say, or else the way in
/// which its position fits best. Where its sides are a guess, they are those that fit best.
///
/// # Errors
/// When the photo shows no board, one of another size, or surely another position than is said.
pub fn locate(
    readers: &Readers,
    game: GameId,
    reference: &Reference,
) -> Result<Located, AdaptError> {
    let options = RecognizeOptions {
        corners: reference.corners,
        size: (!reference.any_size).then(|| reference.board.rows()),
        ..RecognizeOptions::default()
    };
    let found = readers.read(&reference.photo, Some(game), &options).map_err(|source| {
        AdaptError::Photo { photo: reference.name.clone(), source: Box::new(source) }
    })?;
    let (rows, cols) = (found.board.rows(), found.board.cols());
    let shown = match reference.any_size {
        true => CellGrid::empty(rows, cols),
        false => reference.board.clone(),
    };
    if rows != shown.rows() {
        let (found, given) = (rows, shown.rows());
        return Err(AdaptError::Size { photo: reference.name.clone(), found, given });
    }
    let ways = match reference.corners {
        Some(corners) => vec![corners.turns_to(&found.corners.quad)],
        None => vec![0, 1, 2, 3],
    };
    let (turns, board) = best_way(game, reference, &shown, &found.probs, &ways);
    check_shown(game, &reference.name, &shown, &found, turns)?;
    let size = (board.rows(), board.cols());
    let is_unknown = |at: &(usize, usize)| {
        reference.unknown.contains(&rotate_index(*at, size, turns)) || found.covered.contains(at)
    };
    let unknown = found.cells().filter(is_unknown).collect();
    Ok(Located { quad: found.corners.quad, grid: found.grid, board, unknown })
}

/// The quarter turns, one of `ways`, that bring the board that a reference shows to where it fits
/// best what was read, and the board there; with the sides exchanged where they are a guess and fit
/// better so.
fn best_way(
    game: GameId,
    reference: &Reference,
    shown: &CellGrid,
    probs: &CellProbs,
    ways: &[usize],
) -> (usize, CellGrid) {
    let (rules, told_as) = (game.game(), reference.told_as(game));
    let exchanged = reference.arbitrary_colors.then(|| shown.map(|c| rules.with_colors_swapped(c)));
    // Of those that fit equally well the last one is taken: as the label has it.
    let boards = exchanged.iter().chain([shown]);
    let seen = boards.flat_map(|board| ways.iter().map(|&turns| (turns, board.rotated(turns))));
    seen.max_by(|(_, a), (_, b)| fit(probs, a, &told_as).total_cmp(&fit(probs, b, &told_as)))
        .expect("a board lies in some way")
}

/// How well a board fits what was read: the sum of the logarithms of its cells' probabilities, those
/// of classes that are `told_as` one together.
fn fit(probs: &CellProbs, board: &CellGrid, told_as: &[u8]) -> f64 {
    let of_cell = |(probs, &class): (ArrayView1<f32>, &u8)| {
        let alike = probs.iter().zip(told_as).filter(|(_, of)| **of == told_as[usize::from(class)]);
        f64::from(alike.map(|(p, _)| p).sum::<f32>()).ln().max(LEAST)
    };
    probs.array().rows().into_iter().zip(board.cells()).map(of_cell).sum()
}

/// Whether pieces stand about where they are said to stand in a photo.
fn check_shown(
    game: GameId,
    photo: &str,
    shown: &CellGrid,
    found: &Recognition,
    turns: usize,
) -> Result<(), AdaptError> {
    let truth = shown.rotated(turns);
    let probability = |(row, col): (usize, usize)| {
        let empty = found.probs.array()[[row, col, 0]];
        if truth.get(row, col) == 0 { empty } else { 1.0 - empty }
    };
    let otherwise: Vec<(usize, usize)> = found
        .cells()
        .filter(|cell| probability(*cell) < HARDLY && !found.covered.contains(cell))
        .collect();
    if otherwise.len() * OTHERWISE <= found.grid.len() {
        return Ok(());
    }
    // Named in the orientation that the user gave.
    let size = (truth.rows(), truth.cols());
    let back = |&at: &(usize, usize)| {
        let (row, col) = rotate_index(at, size, turns);
        game.game().cell_name(shown, row, col)
    };
    let cells = otherwise.iter().take(5).map(back).collect();
    Err(AdaptError::NotShown { photo: photo.to_owned(), cells })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{adapt::position_of, inference::ModelStore, synth};
    use image::{RgbImage, imageops::rotate90};
    use ndarray::Array3;

    /// A photo of checkers with these rows above empty ones.
    fn reference(rows: &[&str]) -> Reference {
        let mut board = CellGrid::empty(8, 8);
        for (row, codes) in rows.iter().enumerate() {
            for (col, code) in codes.chars().enumerate() {
                let class = GameId::Checkers.game().class_of(&code.to_string());
                board.set(row, col, class.expect("a code"));
            }
        }
        Reference::new("a.jpg".to_owned(), RgbImage::new(8, 8), board)
    }

    /// A board as the network says it, with 0.9 a cell.
    fn read(board: &CellGrid) -> CellProbs {
        let classes = GameId::Checkers.game().classes().len();
        CellProbs::new(Array3::from_shape_fn((8, 8, classes), |(row, col, class)| {
            if usize::from(board.get(row, col)) == class { 0.9 } else { 0.025 }
        }))
    }

    #[test]
    fn sides_that_are_a_guess_are_those_that_fit_what_was_read() {
        let shown = reference(&["w.w.w.w.", ".b.b...."]).board;
        let swapped = reference(&["b.b.b.b.", ".w.w...."]);
        let guessed = Reference { arbitrary_colors: true, ..reference(&["b.b.b.b.", ".w.w...."]) };
        let best_way = |reference: &Reference, probs: &CellProbs, ways: &[usize]| {
            super::best_way(GameId::Checkers, reference, &reference.board, probs, ways)
        };
        for turns in 0..4 {
            let (probs, seen) = (read(&shown.rotated(turns)), shown.rotated(turns));
            for ways in [&[turns][..], &[0, 1, 2, 3]] {
                assert_eq!(best_way(&guessed, &probs, ways), (turns, seen.clone()));
                let labeled = (turns, swapped.board.rotated(turns));
                assert_eq!(best_way(&swapped, &probs, ways), labeled);
            }
        }
        // As they are labeled where the network says that.
        let probs = read(&swapped.board);
        assert_eq!(best_way(&guessed, &probs, &[0, 1, 2, 3]), (0, swapped.board));
    }

    #[test]
    fn a_king_fits_a_man_where_kings_are_not_marked() {
        let shown = reference(&["W.W.....", "........", "b......."]).board;
        let said = || reference(&["w.w.....", "........", "b......."]);
        let game = GameId::Checkers;
        let told_as = |kings| Reference { kings, ..said() }.told_as(game);
        let fits = |kings| fit(&read(&shown), &said().board, &told_as(kings));
        let [men, either] = [0.9f64.ln(), 0.925f64.ln()];
        let wrong = 2.0 * 0.025f64.ln();
        assert!((fits(true) - (wrong + 62.0 * men)).abs() < 1e-3, "{}", fits(true));
        assert!((fits(false) - (3.0 * either + 61.0 * men)).abs() < 1e-3, "{}", fits(false));
    }

    /// An empty board of nine lines.
    fn nine_lines() -> synth::Rendered {
        let spec = synth::RenderSpec {
            game: GameId::Go,
            seed: 7,
            long_side: 480,
            rows: Some(9),
            mixed_sets: false,
            set: None,
            modeled: None,
            hard: 0,
            position: Some(CellGrid::empty(9, 9)),
        };
        synth::render(&spec).expect("drawn")
    }

    #[test]
    fn an_empty_board_is_of_the_size_that_the_photo_shows() {
        let empty = position_of(GameId::Go, Some("empty"), "empty.jpg").expect("empty");
        let reference = Reference::new("empty.jpg".to_owned(), nine_lines().image, empty);
        let readers = Readers::new(ModelStore::at("models"));
        let located = locate(&readers, GameId::Go, &reference).expect("a board");
        assert_eq!((located.grid.rows, located.board), (9, CellGrid::empty(9, 9)));
    }

    #[test]
    fn corners_tell_which_way_round_a_board_lies_that_looks_the_same_from_all_sides() {
        let drawn = nine_lines();
        let (quad, height) = (drawn.corners.upright(), f64::from(drawn.image.height()));
        // The photo is turned to the right, and the corners with it.
        let corners =
            Quad::new(quad.corners().map(|p| [height - p.y, p.x].into())).expect("convex");
        let photo = rotate90(&drawn.image);
        let reference = Reference {
            corners: Some(corners),
            unknown: vec![(0, 2)],
            ..Reference::new("empty.jpg".to_owned(), photo, CellGrid::empty(9, 9))
        };
        let readers = Readers::new(ModelStore::at("models"));
        let located = locate(&readers, GameId::Go, &reference).expect("a board");
        // What was in the third place of the first row is in the third row of the last column.
        assert_eq!(located.unknown, [(2, 8)]);
    }
}

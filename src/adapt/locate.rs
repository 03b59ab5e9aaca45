//! Where the board of a reference is, and which way round.

use super::{AdaptError, Reference};
use crate::{
    games::{CellGrid, GameId, rotate_index},
    geometry::{GridSpec, Quad},
    recognition::{Readers, Recognition, RecognizeOptions},
};

/// A cell looks surely otherwise where what is said of it, piece or none, has a smaller probability.
const HARDLY: f32 = 0.05;
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
/// which its position fits best.
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
        size: Some(reference.board.rows()),
        ..RecognizeOptions::default()
    };
    let found = readers.read(&reference.photo, Some(game), &options).map_err(|source| {
        AdaptError::Photo { photo: reference.name.clone(), source: Box::new(source) }
    })?;
    if found.board.rows() != reference.board.rows() {
        let (found, given) = (found.board.rows(), reference.board.rows());
        return Err(AdaptError::Size { photo: reference.name.clone(), found, given });
    }
    let turns = match reference.corners {
        Some(corners) => corners.turns_to(&found.corners.quad),
        None => best_turns(&found, &reference.board),
    };
    check_shown(game, reference, &found, turns)?;
    let board = reference.board.rotated(turns);
    let size = (board.rows(), board.cols());
    let is_unknown = |at: &(usize, usize)| {
        reference.unknown.contains(&rotate_index(*at, size, turns)) || found.covered.contains(at)
    };
    let unknown = found.cells().filter(is_unknown).collect();
    Ok(Located { quad: found.corners.quad, grid: found.grid, board, unknown })
}

/// The quarter turns that bring a board to where it fits best what was read.
fn best_turns(found: &Recognition, board: &CellGrid) -> usize {
    let fits = |turns: usize| {
        let board = board.rotated(turns);
        found
            .cells()
            .map(|(row, col)| {
                found.probs.log(row, col, usize::from(board.get(row, col))).max(-10.0)
            })
            .sum::<f64>()
    };
    (0..4).max_by(|&a, &b| fits(a).total_cmp(&fits(b))).unwrap_or(0)
}

/// Whether pieces stand about where they are said to stand.
fn check_shown(
    game: GameId,
    reference: &Reference,
    found: &Recognition,
    turns: usize,
) -> Result<(), AdaptError> {
    let truth = reference.board.rotated(turns);
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
        game.game().cell_name(&reference.board, row, col)
    };
    let cells = otherwise.iter().take(5).map(back).collect();
    Err(AdaptError::NotShown { photo: reference.name.clone(), cells })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{inference::ModelStore, synth};
    use image::imageops::rotate90;

    #[test]
    fn corners_tell_which_way_round_a_board_lies_that_looks_the_same_from_all_sides() {
        let spec = synth::RenderSpec {
            game: GameId::Go,
            seed: 7,
            long_side: 400,
            rows: Some(9),
            mixed_sets: false,
            set: None,
            modeled: None,
            hard: 0,
            position: Some(CellGrid::empty(9, 9)),
        };
        let drawn = synth::render(&spec).expect("drawn");
        let (quad, height) = (drawn.corners.upright(), f64::from(drawn.image.height()));
        // The photo is turned to the right, and the corners with it.
        let corners =
            Quad::new(quad.corners().map(|p| [height - p.y, p.x].into())).expect("convex");
        let reference = Reference {
            name: "empty.jpg".to_owned(),
            photo: rotate90(&drawn.image),
            board: CellGrid::empty(9, 9),
            corners: Some(corners),
            unknown: vec![(0, 2)],
        };
        let readers = Readers::new(ModelStore::at("models"));
        let located = locate(&readers, GameId::Go, &reference).expect("a board");
        // What was in the third place of the first row is in the third row of the last column.
        assert_eq!(located.unknown, [(2, 8)]);
    }
}

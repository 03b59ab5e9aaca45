//! Labels for photos that have none: what the models read, with how sure they are, ready to be
//! corrected.
//!
//! ```
//! use kibitzer::{
//!     dataset::{Label, manifest::to_lines, propose::propose}, games::GameId,
//!     inference::ModelStore, recognition::Readers, vision::{PhotoLimits, open_photo},
//! };
//! use std::path::Path;
//!
//! let readers = Readers::new(ModelStore::find()?);
//! let image = "images/go-end.jpg";
//! let photo = open_photo(&Path::new("datasets/demo").join(image), &PhotoLimits::default())?;
//! let proposal = propose(&readers, &photo, GameId::Go, None)?;
//! let label = Label { image: image.to_owned(), ..proposal.label };
//! print!("{}", to_lines([&label]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{
    Label, Orientation,
    manifest::{BY_MODEL, CELLS_BY, CONFIDENCE, CORNER_CONFIDENCE, UNCERTAIN_CELLS, format_cells},
};
use crate::{
    error::Error,
    games::{Game, GameId},
    recognition::{CERTAIN, Readers, Recognition, RecognizeOptions},
};
use image::RgbImage;
use serde_json::{Map, Value, json};

/// A label as the models read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// The label; its `image` is empty. Its notes `confidence`, `corner_confidence` and
    /// `uncertain_cells` (row, column, code and probability of what was read, and the same of what
    /// comes next, the least certain cell first) tell where to look.
    pub label: Label,
    /// The corners' confidence times the geometric mean of the cells' probabilities, in [0, 1]; 0
    /// where no board was found.
    pub confidence: f32,
}

/// Reads a photo into a label. Where no board is found, the label has neither corners nor cells.
///
/// # Errors
/// When a model fails, or the size is none of the game's.
pub fn propose(
    readers: &Readers,
    photo: &RgbImage,
    game: GameId,
    size: Option<usize>,
) -> Result<Proposal, Error> {
    let options = RecognizeOptions { size, ..RecognizeOptions::default() };
    let empty = Label {
        game: Some(game),
        width: Some(photo.width()),
        height: Some(photo.height()),
        ..Label::default()
    };
    match readers.read(photo, Some(game), &options) {
        Ok(found) => Ok(proposal(&found, empty)),
        Err(error) if error.is_no_board() => {
            let extra = notes(0.0, error.confidence(), Vec::new());
            Ok(Proposal { label: Label { extra, ..empty }, confidence: 0.0 })
        }
        Err(error) => Err(error),
    }
}

/// What was read as a label; `empty` is one without corners and cells, with all else that is known
/// of the photo.
pub fn proposal(found: &Recognition, empty: Label) -> Proposal {
    let game = found.game.game();
    // The probability of the whole board would be next to nothing for every Go board.
    let mean = (found.log_likelihood / found.grid.len() as f64).exp() as f32;
    let confidence = found.corners.confidence * mean;
    // A Go board can be turned, and a checkers board is read as the photo shows it.
    let oriented = matches!(game.id(), GameId::Chess | GameId::Qwirkle);
    let label = Label {
        corners: Some(found.corners.quad.into()),
        cells: Some(format_cells(game, &found.board)),
        orientation: if oriented { Orientation::Known } else { Orientation::Unknown },
        covered: found.covered.clone(),
        extra: notes(confidence, found.corners.confidence, uncertain_cells(game, found)),
        ..empty
    };
    Proposal { label, confidence }
}

fn notes(confidence: f32, corner_confidence: f32, uncertain: Vec<Value>) -> Map<String, Value> {
    let rounded = |p: f32| json!((f64::from(p) * 1e4).round() / 1e4);
    let mut notes = Map::new();
    notes.insert(CELLS_BY.to_owned(), json!(BY_MODEL));
    notes.insert(CONFIDENCE.to_owned(), rounded(confidence));
    notes.insert(CORNER_CONFIDENCE.to_owned(), rounded(corner_confidence));
    notes.insert(UNCERTAIN_CELLS.to_owned(), json!(uncertain));
    notes
}

fn uncertain_cells(game: &dyn Game, found: &Recognition) -> Vec<Value> {
    let (rows, cols, classes) = found.probs.dim();
    let code = |class: usize| game.classes()[class].code;
    let mut cells = Vec::new();
    for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
        let read = usize::from(found.board.get(row, col));
        let p = |class: usize| found.probs.array()[[row, col, class]];
        let next =
            (0..classes).filter(|&class| class != read).max_by(|&a, &b| p(a).total_cmp(&p(b)));
        if let Some(next) = next.filter(|_| p(read) < CERTAIN) {
            cells.push((
                p(read),
                json!([row, col, code(read), hundredths(p(read)), code(next), hundredths(p(next))]),
            ));
        }
    }
    cells.sort_by(|a, b| a.0.total_cmp(&b.0));
    cells.into_iter().map(|(_, cell)| cell).collect()
}

fn hundredths(p: f32) -> f64 {
    (f64::from(p) * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{games::CellProbs, recognition::testing::recognition};

    #[test]
    fn doubtful_cells_come_first_and_lower_the_confidence() {
        let mut found = recognition(&[]);
        let mut probs = found.probs.array().clone();
        for (row, col, p) in
            [(2, 3, [0.3, 0.6, 0.1]), (4, 4, [0.0, 0.55, 0.45]), (0, 0, [0.97, 0.03, 0.0])]
        {
            (0..3).for_each(|class| probs[[row, col, class]] = p[class]);
        }
        found.probs = CellProbs::new(probs);
        found.board.set(2, 3, 1);
        found.board.set(4, 4, 1);
        found.corners.confidence = 0.5;
        found.log_likelihood = 81.0 * 0.3f64.ln();
        found.covered = vec![(8, 8)];
        let proposal = proposal(&found, Label::default());
        assert!((proposal.confidence - 0.15).abs() < 1e-6);
        let expected = json!([[4, 4, "b", 0.55, "w", 0.45], [2, 3, "b", 0.6, ".", 0.3]]);
        assert_eq!(proposal.label.extra["uncertain_cells"], expected);
        assert_eq!(proposal.label.cells.as_ref().expect("cells")[2], "...b.....");
        assert_eq!(proposal.label.covered, [(8, 8)]);
        assert_eq!(proposal.label.orientation, Orientation::Unknown);
    }
}

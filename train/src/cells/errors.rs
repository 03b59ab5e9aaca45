//! What a classifier takes for what, as a part of a report.

use super::predictions::{Predicted, crops_of};
use crate::sheet::{picture_of, png};
use anyhow::Result;
use kibitzer::{
    eval::html::{base64, confusion, escape},
    games::GameId,
    recognition::classify::CellClassifier,
};
use ndarray::Axis;
use std::{collections::BTreeMap, fmt::Write as _};

/// So many wrong cells are shown.
const WORST: usize = 24;

/// The confusion matrix of cells that were read.
pub fn confusions(game: GameId, boards: &[Predicted]) -> String {
    let cells = boards.iter().flat_map(|predicted| &predicted.board.cells);
    confusion(game.game(), cells.filter_map(|cell| Some((cell.truth?, Some(cell.read)))))
}

/// A row a group: its photos, its cells and how many of them are right.
pub fn by_group(boards: &[Predicted]) -> String {
    let mut groups = BTreeMap::<&str, [usize; 3]>::new();
    for predicted in boards {
        let (cells, right) = predicted.count();
        let sum = groups.entry(&predicted.sample.group).or_default();
        for (sum, more) in sum.iter_mut().zip([1, cells, right]) {
            *sum += more;
        }
    }
    let row = |(group, [photos, cells, right]): (&str, [usize; 3])| {
        format!(
            "<tr><td>{}</td><td>{photos}</td><td>{cells}</td><td>{right} ({:.2} %)</td></tr>",
            escape(group),
            100.0 * right as f64 / cells.max(1) as f64
        )
    };
    let rows: String = groups.into_iter().map(row).collect();
    format!(
        "<div class=\"wide\"><table><tr><th>Group</th><th>Photos</th><th>Cells</th><th>Right</th>\
        </tr>{rows}</table></div>"
    )
}

/// The cells that are wrong, the surest mistakes first, as the network is shown them.
///
/// # Errors
/// When a picture cannot be encoded.
pub fn worst(game: GameId, classifier: &CellClassifier, boards: &[Predicted]) -> Result<String> {
    let mut wrong = Vec::new();
    for predicted in boards {
        for (&cell, said) in predicted.cells.iter().zip(&predicted.board.cells) {
            if let Some(truth) = said.truth.filter(|truth| *truth != said.read) {
                wrong.push((said.log_probs[said.read], predicted.sample, cell, truth, said.read));
            }
        }
    }
    if wrong.is_empty() {
        return Ok("<p>None.</p>".to_owned());
    }
    wrong.sort_by(|a, b| b.0.total_cmp(&a.0));
    let name = |class: usize| escape(game.game().classes()[class].name);
    let mut html = "<div class=\"gallery\">".to_owned();
    for (log_prob, sample, cell, truth, read) in wrong.into_iter().take(WORST) {
        let crops = crops_of(classifier, sample, &[cell]);
        let picture = png(&picture_of(&crops.index_axis(Axis(0), 0)))?;
        let _ = write!(
            html,
            "<figure><img alt=\"\" width=\"120\" src=\"data:image/png;base64,{}\"><figcaption>{} \
            ({}), read as {} with {:.2}</figcaption></figure>",
            base64(&picture),
            name(truth),
            escape(&sample.group),
            name(read),
            log_prob.exp()
        );
    }
    Ok(html + "</div>")
}

//! What an evaluation's tables say of each board, for calibration.

use super::{
    calibration::{BoardPrediction, CellPrediction, WayPrediction},
    tables::TableError,
};
use polars::prelude::*;
use std::{collections::BTreeMap, fs::File, path::Path};

/// The boards of an evaluation folder that were compared with a label, as one classifier with these
/// classes saw them. Photos whose board was read turned are left out; cells where a label does not
/// tell between classes (unmarked kings) do not count.
///
/// # Errors
/// When the folder's tables cannot be read, or are of other classes.
pub fn evaluated_boards(
    folder: &Path,
    game: &str,
    classes: &[String],
) -> Result<Vec<BoardPrediction>, TableError> {
    let exact = exact_photos(&folder.join("photos.parquet"))?;
    let table = read(&folder.join("cells.parquet"))?;
    let texts = |name: &str| Ok::<_, PolarsError>(table.column(name)?.str()?.clone());
    let (manifest, image, of, truth, was_read) =
        (texts("manifest")?, texts("image")?, texts("game")?, texts("truth")?, texts("read")?);
    let counted = table.column("counted")?.bool()?.clone();
    let confidence = table.column("confidence")?.f64()?.clone();
    let probs = table.column("probabilities")?.list()?.clone();
    let class = |code: Option<&str>| classes.iter().position(|c| Some(c.as_str()) == code);
    let cell = |i: usize| {
        let (values, read) = (probs.get_as_series(i)?, class(was_read.get(i))?);
        let values: Vec<f32> = values.f32().ok()?.into_no_null_iter().collect();
        let told_apart = (confidence.get(i)? - f64::from(*values.get(read)?)).abs() < 1e-5;
        let counts = counted.get(i)? && told_apart;
        let truth = class(truth.get(i))?;
        (values.len() == classes.len())
            .then(|| CellPrediction::new(values, read, counts.then_some(truth)))
    };
    let mut boards: BTreeMap<Photo, Option<BoardPrediction>> = BTreeMap::new();
    for i in (0..table.height()).filter(|&i| of.get(i) == Some(game)) {
        let photo = (
            manifest.get(i).unwrap_or_default().to_owned(),
            image.get(i).unwrap_or_default().to_owned(),
        );
        let Some(&exact) = exact.get(&photo) else { continue };
        let board = boards
            .entry(photo)
            .or_insert_with(|| Some(BoardPrediction { exact, ..BoardPrediction::default() }));
        // A board of which one cell was not read says nothing.
        match cell(i) {
            Some(cell) => {
                if let Some(board) = board {
                    board.cells.push(cell);
                }
            }
            None => *board = None,
        }
    }
    Ok(boards.into_values().flatten().collect())
}

/// Which way round the boards of a game were read, where that is known and the reader said how
/// probable it is.
///
/// # Errors
/// When the folder's table of photos cannot be read.
pub fn evaluated_ways(folder: &Path, game: &str) -> Result<Vec<WayPrediction>, TableError> {
    let table = read(&folder.join("photos.parquet"))?;
    let of = table.column("game")?.str()?.clone();
    let probability = table.column("orientation_probability")?.f64()?.clone();
    let right = table.column("orientation_correct")?.bool()?.clone();
    let way = |i| Some(WayPrediction { probability: probability.get(i)?, right: right.get(i)? });
    Ok((0..table.height()).filter(|&i| of.get(i) == Some(game)).filter_map(way).collect())
}

/// A photo by its manifest and image.
type Photo = (String, String);

/// Whether each photo was read exactly; without those that were read turned.
fn exact_photos(path: &Path) -> Result<BTreeMap<Photo, bool>, TableError> {
    let table = read(path)?;
    let (manifest, image) =
        (table.column("manifest")?.str()?.clone(), table.column("image")?.str()?.clone());
    let (exact, right) = (
        table.column("exact")?.bool()?.clone(),
        table.column("orientation_correct")?.bool()?.clone(),
    );
    let text = |column: &StringChunked, i| column.get(i).unwrap_or_default().to_owned();
    let kept = (0..table.height()).filter(|&i| right.get(i) != Some(false));
    Ok(kept.filter_map(|i| Some(((text(&manifest, i), text(&image, i)), exact.get(i)?))).collect())
}

fn read(path: &Path) -> Result<DataFrame, TableError> {
    let file = File::open(path)
        .map_err(|source| TableError::Read { path: path.display().to_string(), source })?;
    Ok(ParquetReader::new(file).finish()?)
}

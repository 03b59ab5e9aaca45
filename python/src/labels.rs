//! Labels: photos and what they show, in and out.

use crate::{errors, reading};
use kibitzer::{
    dataset::{
        Label, Manifest,
        manifest::to_lines,
        propose::{Proposal, proposal},
    },
    files,
};
use numpy::PyReadonlyArray3;
use pyo3::prelude::*;
use std::path::PathBuf;

/// The labels of a file, each with its line (from 1) and as JSON.
#[pyfunction]
pub fn read_labels(path: PathBuf) -> PyResult<Vec<(usize, String)>> {
    let manifest = Manifest::read(&path).map_err(errors::dataset)?;
    let labels = manifest.labels.iter();
    labels.map(|(line, label)| Ok((*line, reading::json(label)?))).collect()
}

/// A label from its line of JSON, as the library writes it.
#[pyfunction]
pub fn label(line: &str) -> PyResult<String> {
    reading::json(&parsed(line)?)
}

/// Writes labels, given as JSON, whole or not at all; a file that is there is replaced by `force`
/// only. Corners and cells have to be a board of the label's game.
#[pyfunction]
pub fn write_labels(path: PathBuf, labels: Vec<String>, force: bool) -> PyResult<()> {
    let labels = labels.iter().map(|label| checked(label)).collect::<PyResult<Vec<_>>>()?;
    files::write(&path, to_lines(&labels).as_bytes(), force).map_err(errors::dataset)
}

fn parsed(json: &str) -> PyResult<Label> {
    serde_json::from_str(json).map_err(|error| errors::dataset(format!("not a label: {error}")))
}

fn checked(json: &str) -> PyResult<Label> {
    let label = parsed(json)?;
    let wrong = |error| errors::dataset(format!("{}: {error}", label.image));
    label.quad().map_err(wrong)?;
    if label.cells.is_some() {
        label.board().map_err(wrong)?;
    }
    Ok(label)
}

/// The label, as JSON, that a reading proposes for its photo, with notes on where to look.
#[pyfunction]
pub fn label_of(
    image: String,
    reading: &str,
    probabilities: PyReadonlyArray3<'_, f32>,
) -> PyResult<String> {
    let found = reading::found(reading, probabilities.as_array().to_owned())?;
    let empty = Label { image, game: Some(found.game), ..Label::default() };
    let Proposal { label, .. } = proposal(&found, empty);
    reading::json(&label)
}

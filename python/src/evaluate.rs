//! Evaluations as tables.

use crate::{errors, options, reader};
use kibitzer::{
    dataset::sets::Sets,
    error::Error,
    eval::{
        EvalData, Filter, Journal, JournalError, Pass, TableError, Told, cells_table, photos_table,
        run, run_boardless, write_parquet,
    },
    recognition::Readers,
};
use pyo3::prelude::*;
use std::path::PathBuf;

/// Why an evaluation ends early.
enum Stopped {
    /// A model fails.
    Reader(Error),
    /// The journal fails, which none does that is not written.
    Journal(JournalError),
    /// Python has a signal: somebody typed Ctrl-C.
    Signal(PyErr),
    /// A table cannot be written.
    Table(TableError),
}

impl From<Error> for Stopped {
    fn from(error: Error) -> Self {
        Self::Reader(error)
    }
}

impl From<JournalError> for Stopped {
    fn from(error: JournalError) -> Self {
        Self::Journal(error)
    }
}

impl From<TableError> for Stopped {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

impl From<Stopped> for PyErr {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Reader(error) => errors::of_reading(error),
            Stopped::Journal(error) => errors::dataset(error),
            Stopped::Signal(error) => error,
            Stopped::Table(error) => errors::dataset(error),
        }
    }
}

/// Reads the photos of labels files, and writes `photos.parquet` and `cells.parquet` into a folder.
#[pyfunction]
#[pyo3(signature = (reader, labels, folder, *, game, split, limit, true_corners, set))]
#[expect(clippy::too_many_arguments, reason = "an argument each, so that Python names a wrong one")]
pub fn evaluate(
    py: Python<'_>,
    reader: &reader::Reader,
    labels: Vec<PathBuf>,
    folder: PathBuf,
    game: Option<&str>,
    split: Option<String>,
    limit: Option<usize>,
    true_corners: bool,
    set: Option<&str>,
) -> PyResult<()> {
    let game = game.map(options::one_game).transpose()?;
    let filter = Filter { game, split, limit };
    let data = EvalData::read(&labels, None, &filter, &Sets::default()).map_err(errors::dataset)?;
    let readers = set.map_or_else(|| Ok(reader.readers()), |set| reader.readers_with(set, game))?;
    let told = Told { game: game.is_some(), corners: true_corners };
    Ok(py.detach(|| tables(&readers, &data, told, &folder))?)
}

fn tables(
    mut readers: &Readers,
    data: &EvalData,
    told: Told,
    folder: &std::path::Path,
) -> Result<(), Stopped> {
    let mut journal = Journal::none();
    let mut pass = Pass { data, told, journal: &mut journal, name: String::new() };
    let outcomes = run(pass.again(), &mut readers, |_, _| signals())?;
    let glances = run_boardless(pass.again(), &mut readers, |_, _| signals())?;
    let mut photos = photos_table(data, &outcomes, &glances)?;
    write_parquet(&folder.join("photos.parquet"), &mut photos)?;
    write_parquet(&folder.join("cells.parquet"), &mut cells_table(data, &outcomes)?)?;
    Ok(())
}

/// Whether Python has been told to stop.
fn signals() -> Result<(), Stopped> {
    Python::attach(|py| py.check_signals()).map_err(Stopped::Signal)
}

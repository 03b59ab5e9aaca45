//! The tables of an evaluation: a row a photo, a row a cell.

use super::{
    metrics::{CellScore, Score},
    runner::Outcome,
    sample::{EvalData, Sample},
};
use polars::prelude::*;
use std::{fs::File, path::Path};

/// A table that cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file cannot be opened.
    #[error("cannot read {path}: {source}; name a folder that `kibitzer eval` wrote")]
    Read {
        /// The file.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file cannot be made.
    #[error("cannot write {path}: {source}")]
    Io {
        /// The file.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The table cannot be built, encoded or understood.
    #[error("cannot write or read a table: {0}")]
    Polars(#[from] PolarsError),
}

type Row<'a> = (&'a Sample, &'a Outcome);

/// A row a photo: what it is, its corner errors in cell pitches, its cell counts, its time.
///
/// # Errors
/// When polars refuses.
pub fn photos_table(data: &EvalData, outcomes: &[Outcome]) -> Result<DataFrame, TableError> {
    let rows: Vec<Row> = data.samples.iter().zip(outcomes).collect();
    let mut columns = vec![text("manifest", &rows, |(s, _)| {
        Some(data.manifests[s.manifest].0.display().to_string())
    })];
    columns.extend(label_columns(&rows));
    columns.extend(corner_columns(&rows));
    columns.extend(cell_columns(&rows));
    columns.push(integer("covered_cells", &rows, |(_, o)| {
        o.reading.board.as_ref().map(|_| o.reading.covered.len())
    }));
    let own = |o: &Outcome| o.reading.self_assessment;
    columns.push(number("board_confidence", &rows, |(_, o)| {
        own(o).map(|own| f64::from(own.confidence))
    }));
    columns.push(flag("check", &rows, |(_, o)| own(o).map(|own| own.check)));
    columns.push(number("confidence", &rows, |(_, o)| o.confidence.map(f64::from)));
    columns.push(number("seconds", &rows, |(_, o)| o.seconds));
    columns.push(text("problem", &rows, |(_, o)| o.problem.clone()));
    Ok(DataFrame::new(rows.len(), columns)?)
}

fn label_columns(rows: &[Row]) -> Vec<Column> {
    vec![
        text("image", rows, |(s, _)| Some(s.label.image.clone())),
        text("game", rows, |(s, _)| Some(s.game().to_string())),
        text("group", rows, |(s, _)| Some(s.label.group.clone())),
        text("split", rows, |(s, _)| s.label.split.clone()),
        flag("orientation_known", rows, |(s, _)| Some(s.truth.oriented)),
        flag("rectified", rows, |(s, _)| Some(s.truth.rectified)),
    ]
}

fn corner_columns(rows: &[Row]) -> Vec<Column> {
    let corners = |o: &Outcome| o.score.corners;
    let mut columns = vec![
        flag("found", rows, |(_, o)| corners(o).map(|c| c.found())),
        flag("corners_ok", rows, |(_, o)| corners(o).map(|c| c.ok())),
        flag("within_10px_at_1200", rows, |(_, o)| corners(o).map(|c| c.within_10px())),
        number("corner_error_max", rows, |(_, o)| corners(o).and_then(|c| c.largest())),
    ];
    for i in 0..4 {
        columns.push(number(&format!("corner_error_{i}"), rows, |(_, o)| {
            corners(o)?.errors.map(|e| e[i])
        }));
    }
    columns
}

fn cell_columns(rows: &[Row]) -> Vec<Column> {
    let count = |name: &str, f: &dyn Fn(&CellScore) -> Option<usize>| {
        integer(name, rows, |(_, o)| o.score.cells.as_ref().and_then(f))
    };
    let cells =
        |score: &Score, f: &dyn Fn(&CellScore) -> Option<bool>| score.cells.as_ref().and_then(f);
    vec![
        count("cells", &|c| Some(c.counted().count())),
        count("wrong", &|c| Some(c.wrong())),
        count("wrong_best_rotation", &|c| Some(c.wrong_best_rotation)),
        count("occupied", &|c| Some(c.counted().filter(|c| c.truth != 0).count())),
        count("occupied_wrong", &|c| {
            Some(c.counted().filter(|c| c.truth != 0 && !c.correct()).count())
        }),
        count("off_square_errors", &|c| c.off_square_errors),
        flag("cells_compared", rows, |(_, o)| cells(&o.score, &|c| Some(c.found))),
        flag("given_corners", rows, |(_, o)| cells(&o.score, &|c| Some(c.given_corners))),
        flag("exact", rows, |(_, o)| cells(&o.score, &|c| Some(c.wrong() == 0))),
        flag("orientation_correct", rows, |(_, o)| cells(&o.score, &|c| c.orientation_correct)),
    ]
}

/// A row a cell of the label's grid: the true class and the one read, as codes, and the
/// probabilities in the order of the game's classes. `read`, `confidence` and `probabilities` are
/// null where no board was found.
///
/// # Errors
/// When polars refuses.
pub fn cells_table(data: &EvalData, outcomes: &[Outcome]) -> Result<DataFrame, TableError> {
    let mut rows: Vec<CellRow> = Vec::new();
    for (sample, outcome) in data.samples.iter().zip(outcomes) {
        let Some(cells) = &outcome.score.cells else { continue };
        rows.extend((0..cells.cells.len()).map(|i| CellRow { sample, score: cells, i }));
    }
    let code = |r: &CellRow, class: u8| r.sample.truth.game.classes()[usize::from(class)].code;
    let columns = vec![
        text("manifest", &rows, |r| {
            Some(data.manifests[r.sample.manifest].0.display().to_string())
        }),
        text("image", &rows, |r| Some(r.sample.label.image.as_str())),
        text("game", &rows, |r| Some(r.sample.game().name())),
        text("group", &rows, |r| Some(r.sample.label.group.as_str())),
        integer("row", &rows, |r| Some(r.i / r.sample.truth.grid.cols)),
        integer("column", &rows, |r| Some(r.i % r.sample.truth.grid.cols)),
        text("truth", &rows, |r| Some(code(r, r.score.cells[r.i].truth))),
        text("read", &rows, |r| r.score.cells[r.i].read.map(|class| code(r, class))),
        flag("counted", &rows, |r| Some(r.score.cells[r.i].counted)),
        flag("correct", &rows, |r| Some(r.score.cells[r.i].correct())),
        number("confidence", &rows, |r| r.score.cells[r.i].confidence.map(f64::from)),
        probabilities(&rows),
    ];
    Ok(DataFrame::new(rows.len(), columns)?)
}

struct CellRow<'a> {
    sample: &'a Sample,
    score: &'a CellScore,
    i: usize,
}

fn probabilities(rows: &[CellRow]) -> Column {
    let mut builder = ListPrimitiveChunkedBuilder::<Float32Type>::new(
        "probabilities".into(),
        rows.len(),
        rows.len() * 8,
        DataType::Float32,
    );
    for row in rows {
        match &row.score.probs {
            Some(probs) => {
                let cols = probs.dim().1;
                let cell = probs.array().slice(ndarray::s![row.i / cols, row.i % cols, ..]);
                builder.append_values_iter(cell.iter().copied());
            }
            None => builder.append_null(),
        }
    }
    builder.finish().into_column()
}

fn text<R, S: AsRef<str>>(name: &str, rows: &[R], value: impl Fn(&R) -> Option<S>) -> Column {
    let values: StringChunked = rows.iter().map(value).collect();
    values.with_name(name.into()).into_column()
}

fn number<R>(name: &str, rows: &[R], value: impl Fn(&R) -> Option<f64>) -> Column {
    Column::new(name.into(), rows.iter().map(value).collect::<Vec<_>>())
}

fn integer<R>(name: &str, rows: &[R], value: impl Fn(&R) -> Option<usize>) -> Column {
    Column::new(name.into(), rows.iter().map(|r| value(r).map(|v| v as u32)).collect::<Vec<_>>())
}

fn flag<R>(name: &str, rows: &[R], value: impl Fn(&R) -> Option<bool>) -> Column {
    Column::new(name.into(), rows.iter().map(value).collect::<Vec<_>>())
}

/// Writes a table as Parquet.
///
/// # Errors
/// When the file cannot be written.
pub fn write_parquet(path: &Path, table: &mut DataFrame) -> Result<(), TableError> {
    ParquetWriter::new(create(path)?).finish(table)?;
    Ok(())
}

/// Writes a table as CSV; only for tables without lists.
///
/// # Errors
/// When the file cannot be written.
pub fn write_csv(path: &Path, table: &mut DataFrame) -> Result<(), TableError> {
    CsvWriter::new(create(path)?).finish(table)?;
    Ok(())
}

fn create(path: &Path) -> Result<File, TableError> {
    File::create(path).map_err(|source| TableError::Io { path: path.display().to_string(), source })
}

//! The tables of an evaluation: a row a photo, a row a cell.

use super::{
    boardless::{Boardless, Glance},
    metrics::{CellScore, Reading, Score, SelfAssessment},
    runner::Outcome,
    sample::{EvalData, Sample},
};
use crate::{
    dataset::{Label, Orientation},
    error::Refusal,
    games::GameId,
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

/// A photo and what was made of it.
struct Row<'a> {
    manifest: usize,
    label: &'a Label,
    /// Its sample, where it shows a board.
    sample: Option<&'a Sample>,
    score: Option<&'a Score>,
    reading: &'a Reading,
    confidence: Option<f32>,
    seconds: Option<f64>,
    problem: Option<&'a str>,
}

impl<'a> Row<'a> {
    fn of((sample, outcome): (&'a Sample, &'a Outcome)) -> Self {
        Self {
            manifest: sample.manifest,
            label: &sample.label,
            sample: Some(sample),
            score: Some(&outcome.score),
            reading: &outcome.reading,
            confidence: outcome.confidence,
            seconds: outcome.seconds,
            problem: outcome.problem.as_deref(),
        }
    }

    fn of_boardless((photo, glance): (&'a Boardless, &'a Glance)) -> Self {
        Self {
            manifest: photo.manifest,
            label: &photo.label,
            sample: None,
            score: None,
            reading: &glance.reading,
            confidence: glance.confidence,
            seconds: glance.seconds,
            problem: glance.problem.as_deref(),
        }
    }

    fn own(&self) -> Option<&'a SelfAssessment> {
        self.reading.self_assessment.as_ref()
    }

    fn cells(&self) -> Option<&'a CellScore> {
        self.score?.cells.as_ref()
    }
}

/// A row a photo: what it is, its corner errors in cell pitches, its cell counts, its time. Photos
/// without a board come last.
///
/// # Errors
/// When polars refuses.
pub fn photos_table(
    data: &EvalData,
    outcomes: &[Outcome],
    glances: &[Glance],
) -> Result<DataFrame, TableError> {
    let boards = data.samples.iter().zip(outcomes).map(Row::of);
    let boardless = data.boardless.iter().zip(glances).map(Row::of_boardless);
    let rows: Vec<Row> = boards.chain(boardless).collect();
    let mut columns =
        vec![text("manifest", &rows, |r| Some(data.manifests[r.manifest].0.display().to_string()))];
    columns.extend(label_columns(&rows));
    columns.extend(corner_columns(&rows));
    columns.extend(cell_columns(&rows));
    columns.push(integer("covered_cells", &rows, |r| {
        r.reading.board.as_ref().map(|_| r.reading.covered.len())
    }));
    columns
        .push(number("board_confidence", &rows, |r| r.own().map(|own| f64::from(own.confidence))));
    columns.push(flag("check", &rows, |r| r.own().map(|own| own.check)));
    columns.push(number("orientation_probability", &rows, |r| {
        r.own().and_then(|own| own.orientation).map(f64::from)
    }));
    columns.push(flag("check_orientation", &rows, |r| r.own().map(|own| own.check_orientation)));
    columns.push(number("confidence", &rows, |r| r.confidence.map(f64::from)));
    columns.push(number("seconds", &rows, |r| r.seconds));
    columns.push(text("problem", &rows, |r| r.problem));
    columns.extend(set_columns(&rows));
    Ok(DataFrame::new(rows.len(), columns)?)
}

fn label_columns(rows: &[Row]) -> Vec<Column> {
    let oriented = |r: &Row| {
        r.sample.map_or(r.label.orientation == Orientation::Known, |sample| sample.truth.oriented)
    };
    vec![
        text("image", rows, |r| Some(r.label.image.as_str())),
        text("game", rows, |r| r.label.game.map(|game| game.name())),
        text("group", rows, |r| Some(r.label.group.as_str())),
        text("split", rows, |r| r.label.split.as_deref()),
        flag("orientation_known", rows, |r| Some(oriented(r))),
        flag("rectified", rows, |r| Some(r.label.rectified)),
    ]
}

/// The physical set, and what is seen: a board or none, and whether the reader read one.
fn set_columns(rows: &[Row]) -> Vec<Column> {
    vec![
        text("set", rows, |r| r.sample.and_then(|s| Some(s.set.split_once('/')?.1))),
        flag("board", rows, |r| Some(r.sample.is_some())),
        text("kind_of", rows, |r| r.label.kind_of.as_deref()),
        flag("read", rows, |r| r.problem.is_none().then_some(!r.reading.is_empty())),
        flag("empty_board", rows, |r| r.cells().map(CellScore::is_empty_board)),
        text("read_as", rows, |r| r.reading.game.map(GameId::name)),
        text("refusal", rows, |r| r.reading.refusal.map(Refusal::name)),
    ]
}

fn corner_columns(rows: &[Row]) -> Vec<Column> {
    let corners = |r: &Row| r.score?.corners;
    let mut columns = vec![
        flag("found", rows, |r| corners(r).map(|c| c.found())),
        flag("corners_ok", rows, |r| corners(r).map(|c| c.ok())),
        flag("within_10px_at_1200", rows, |r| corners(r).map(|c| c.within_10px())),
        number("corner_error_max", rows, |r| corners(r).and_then(|c| c.largest())),
    ];
    for i in 0..4 {
        columns.push(number(&format!("corner_error_{i}"), rows, |r| Some(corners(r)?.errors?[i])));
    }
    columns
}

fn cell_columns(rows: &[Row]) -> Vec<Column> {
    let count = |name: &str, f: &dyn Fn(&CellScore) -> Option<usize>| {
        integer(name, rows, |r| r.cells().and_then(f))
    };
    let cells = |name: &str, f: &dyn Fn(&CellScore) -> Option<bool>| {
        flag(name, rows, |r| r.cells().and_then(f))
    };
    vec![
        count("cells", &|c| Some(c.counted().count())),
        count("wrong", &|c| Some(c.wrong())),
        count("wrong_best_rotation", &|c| Some(c.wrong_best_rotation)),
        count("occupied", &|c| Some(c.counted().filter(|c| c.truth != 0).count())),
        count("occupied_wrong", &|c| {
            Some(c.counted().filter(|c| c.truth != 0 && !c.correct()).count())
        }),
        count("off_square_errors", &|c| c.off_square_errors),
        cells("cells_compared", &|c| Some(c.found)),
        cells("given_corners", &|c| Some(c.given_corners)),
        cells("exact", &|c| c.at_most_wrong(0)),
        cells("orientation_correct", &|c| c.orientation_correct),
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

//! Scoring readings against labels.
//!
//! [`score`] says how right one photo was read, [`Block`] sums photos up, [`run`] reads and scores
//! whole manifests, and the report writers put the outcome into files. The rules are in
//! `ARCHITECTURE.md`, "How a photo is scored".
//!
//! ```
//! use kibitzer::{dataset::Label, eval::{Reading, Truth, score}, games::GameId};
//!
//! let label = Label {
//!     game: Some(GameId::Go),
//!     corners: Some([[0.0, 0.0], [80.0, 0.0], [80.0, 80.0], [0.0, 80.0]].map(Into::into)),
//!     cells: Some(vec![".".repeat(9); 9]),
//!     ..Label::default()
//! };
//! let truth = Truth::of(&label)?;
//! let mut board = truth.board.clone();
//! board.as_mut().expect("it has cells").set(4, 4, 1);
//! let reading = Reading { corners: label.corners, board, ..Reading::default() };
//! let score = score(&truth, &reading, 640);
//! assert!(score.corners.is_some_and(|corners| corners.ok()));
//! assert_eq!(score.cells.map(|cells| cells.wrong()), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod block;
mod boardless;
mod bootstrap;
pub mod calibration;
#[cfg(feature = "tables")]
mod evaluated;
#[cfg(feature = "tables")]
mod folder;
pub mod html;
mod journal;
mod metrics;
mod predictions;
mod rate;
mod runner;
mod sample;
pub mod sequence;
mod stress;
mod summary;
#[cfg(feature = "tables")]
mod tables;

pub use block::{
    Block, BySet, CornerErrors, Intervals, Seconds, expected_calibration_error, quantile,
};
pub use boardless::{Boardless, Glance, Refusals, Share};
#[cfg(feature = "tables")]
pub use evaluated::{evaluated_boards, evaluated_ways};
#[cfg(feature = "tables")]
pub use folder::{FolderError, OutputFolder};
pub use journal::{Identity, Journal, JournalError};
pub use metrics::{
    CellScore, CellVerdict, CornerScore, Reading, Score, SelfAssessment, Truth, score,
};
pub use predictions::{PredictionError, PredictionLine, Predictions};
pub use rate::{Rate, Rates, percent_between, thousands};
pub use runner::{Outcome, Pass, Reader, Told, read_sample, run, run_boardless};
pub use sample::{EvalData, Filter, Sample, SampleError};
pub use stress::{Stress, StressFigures, StressReport, Stressed, run_stressed};
pub use summary::{CorrectionsUsed, ManifestUsed, ModelUsed, Summary};
#[cfg(feature = "tables")]
pub use tables::{TableError, cells_table, photos_table, write_csv, write_parquet};

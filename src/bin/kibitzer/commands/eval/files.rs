//! The files that `kibitzer eval` reads and writes.

use crate::output;
use kibitzer::{
    eval::{
        Boardless, EvalData, Glance, Outcome, OutputFolder, PredictionLine, Predictions, Reading,
        Sample, Summary, cells_table, html, photos_table, write_csv, write_parquet,
    },
    geometry::{Point, Quad, QuadError},
};
use std::{
    fs::File,
    io::{BufWriter, Write},
    path::Path,
};

/// What a file predicts for each photo with and without a board; says what of it cannot count.
pub(super) fn readings_of(
    data: &EvalData,
    file: &Path,
) -> anyhow::Result<(Vec<Reading>, Vec<Glance>)> {
    let predictions = Predictions::read(file)?;
    let (readings, glances) = (predictions.readings(data)?, predictions.glances(data)?);
    say_missing(&predictions, data, file);
    let has_corners = |sample: &Sample| sample.label.corners.is_some() && !sample.label.rectified;
    let compared = || {
        data.samples
            .iter()
            .zip(&readings)
            .filter(|(sample, _)| has_corners(sample))
            .map(|(_, reading)| reading)
    };
    let without =
        compared().filter(|reading| reading.board.is_some() && reading.corners.is_none()).count();
    if without > 0 {
        output::error(&format_args!(
            "{without} predictions have cells but no corners, though the label has; they count as \
            not found"
        ));
    }
    let is_reversed =
        |corners: &[Point; 4]| matches!(Quad::new(*corners), Err(QuadError::CounterClockwise));
    let reversed =
        compared().filter(|reading| reading.corners.as_ref().is_some_and(is_reversed)).count();
    if reversed > 0 {
        output::error(&format_args!(
            "the corners of {reversed} predictions run counter-clockwise; they count as not found: \
            give them clockwise as seen in the photo"
        ));
    }
    if others_are_likelier(&readings) {
        output::warning(
            &"what \"cells\" say is mostly not the likeliest class of \"class_probabilities\": are \
            the classes in the order of `classes` of `kibitzer read --json --probabilities all`?",
        );
    }
    Ok((readings, glances))
}

/// Whether most pieces are not what is likeliest by the probabilities. Single cells may well differ,
/// as a reader knows more than those: so few on a board count for nothing.
fn others_are_likelier(readings: &[Reading]) -> bool {
    let (mut all, mut pieces, mut differing) = (0, 0, 0);
    for (board, probs) in readings.iter().filter_map(|r| r.board.as_ref().zip(r.probs.as_ref())) {
        let likeliest = probs.argmax();
        let cells = board.cells().iter().zip(likeliest.cells());
        all += board.cells().len();
        pieces += cells.clone().filter(|&cell| cell != (&0, &0)).count();
        differing += cells.filter(|(cell, likeliest)| cell != likeliest).count();
    }
    2 * differing > pieces && 20 * differing > all
}

/// Says how many photos a file has no line for, and what may be the cause.
fn say_missing(predictions: &Predictions, data: &EvalData, file: &Path) {
    let (missing, misnamed) = (predictions.missing(data), predictions.misnamed(data));
    for (n, cause) in [
        (missing - misnamed, "\"image\" has to be what the labels call it"),
        (misnamed, "\"manifest\" has to be as given with --data"),
    ] {
        if n > 0 {
            output::error(&format_args!(
                "{} has no line for {n} of {} photos, which count as not found; {cause}",
                file.display(),
                data.photos()
            ));
        }
    }
}

pub(super) fn score_predictions(
    data: &EvalData,
    readings: Vec<Reading>,
    glances: &[Glance],
    folder: &OutputFolder,
) -> anyhow::Result<Vec<Outcome>> {
    let mut lines = PredictionWriter::create(data, folder)?;
    let scored = data.samples.iter().zip(readings).map(|(sample, reading)| {
        let outcome = Outcome::of_reading(sample, reading);
        lines.write(sample, &outcome)?;
        Ok(outcome)
    });
    let outcomes = scored.collect::<anyhow::Result<_>>()?;
    for (photo, glance) in data.boardless.iter().zip(glances) {
        lines.write_boardless(photo, glance)?;
    }
    Ok(outcomes)
}

/// Writes `predictions.jsonl`, line by line.
pub(super) struct PredictionWriter<'a> {
    file: BufWriter<File>,
    /// Named in each line where two manifests may name the same photo.
    manifests: Option<&'a EvalData>,
}

impl<'a> PredictionWriter<'a> {
    pub(super) fn create(data: &'a EvalData, folder: &OutputFolder) -> anyhow::Result<Self> {
        let file = BufWriter::new(File::create(folder.predictions())?);
        Ok(Self { file, manifests: (data.manifests.len() > 1).then_some(data) })
    }

    pub(super) fn write(&mut self, sample: &Sample, outcome: &Outcome) -> anyhow::Result<()> {
        let manifest = self.manifest(sample.manifest);
        self.write_line(&PredictionLine::new(sample, manifest, &outcome.reading))
    }

    pub(super) fn write_boardless(
        &mut self,
        photo: &Boardless,
        glance: &Glance,
    ) -> anyhow::Result<()> {
        let manifest = self.manifest(photo.manifest);
        self.write_line(&PredictionLine::of_boardless(photo, manifest, &glance.reading))
    }

    fn manifest(&self, index: usize) -> Option<&'a Path> {
        self.manifests.map(|data| data.manifests[index].0.as_path())
    }

    fn write_line(&mut self, line: &PredictionLine) -> anyhow::Result<()> {
        serde_json::to_writer(&mut self.file, line)?;
        self.file.write_all(b"\n")?;
        Ok(self.file.flush()?)
    }
}

pub(super) fn write_all(
    data: &EvalData,
    outcomes: &[Outcome],
    glances: &[Glance],
    summary: &Summary,
    folder: &OutputFolder,
) -> anyhow::Result<()> {
    let mut photos = photos_table(data, outcomes, glances)?;
    write_parquet(&folder.path().join("photos.parquet"), &mut photos)?;
    write_csv(&folder.path().join("photos.csv"), &mut photos)?;
    write_parquet(&folder.path().join("cells.parquet"), &mut cells_table(data, outcomes)?)?;
    folder.write("report.html", html::report(data, outcomes, glances, summary))?;
    Ok(folder.write("summary.json", serde_json::to_string_pretty(summary)? + "\n")?)
}

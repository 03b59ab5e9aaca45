//! What an adaptation was worth: `report.json` for programs, `report.html` for people.

use super::{
    Length,
    experiment::{AdaptExperiment, Figures},
    folder::AdaptFolder,
};
use crate::cells::errors;
use anyhow::Result;
use kibitzer::{
    eval::html::{escape, page},
    files::write_atomically,
    games::GameId,
    recognition::classify::CellClassifier,
};
use serde::Serialize;
use std::{fmt::Write as _, fs, path::Path};

/// What was adapted, how long it took and what it is worth; `report.json`.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Version of this format.
    pub schema: u32,
    /// The set's name.
    pub name: String,
    /// The game.
    pub game: GameId,
    /// The photos, as they were named.
    pub photos: Vec<String>,
    /// How long to train was asked for: `minutes` or `steps`.
    #[serde(flatten)]
    pub length: Length,
    /// Renders that were trained on or watched.
    pub renders: usize,
    /// Of the user's photos, the cells that are held out: before and after.
    pub own: [Figures; 2],
    /// Of renders of other sets that are only watched: before and after.
    pub replay: [Figures; 2],
    /// Share of the trained network's weights in the new model; the rest is the released one's.
    pub blend: f64,
    /// Whether the new model took the place of the one before.
    pub kept: bool,
    /// How long it took.
    pub seconds: Seconds,
}

/// How long an adaptation took, in seconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Seconds {
    /// Finding the boards and drawing renders.
    pub before_training: f64,
    /// Training.
    pub training: f64,
    /// From the start to the comparison.
    pub all: f64,
}

impl Report {
    /// Writes both files.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn write(
        &self,
        folder: &AdaptFolder,
        experiment: &AdaptExperiment,
        [before, after]: [&CellClassifier; 2],
    ) -> Result<()> {
        write_atomically(&folder.file("report.json"), &serde_json::to_vec_pretty(self)?)?;
        let mut body = self.summary();
        body += "<h2>What is taken for what</h2><p>Held-out cells of your photos. Rows: what is \
            there. Columns: what was read. Green: right.</p>";
        for (when, classifier) in [("Before", before), ("After", after)] {
            let boards = experiment.own(classifier)?;
            let _ = write!(
                body,
                "<h3>{when}</h3>{}<h3>The surest mistakes</h3>{}",
                errors::confusions(self.game, &boards),
                errors::worst(self.game, classifier, &boards)?
            );
        }
        body += "<h2>Training</h2><p>The score chooses the weights: less the losses on your \
            held-out cells and on the other boards.</p>";
        body += &fs::read_to_string(folder.file("training/curves.svg")).unwrap_or_default();
        let html = page(&format!("{}: adapted to {}", self.name, self.game), &body);
        Ok(write_atomically(&folder.file("report.html"), html.as_bytes())?)
    }

    /// What it was worth in a line or two, for the terminal.
    pub fn said(&self, models: &Path, report: &Path) -> String {
        let [before, after] = self.own;
        let outcome = format!(
            "{} of {} held-out cells right, {} before; of {} cells of other sets {}, {} before.",
            after.right,
            after.cells,
            before.right,
            self.replay[0].cells,
            self.replay[1].right,
            self.replay[0].right
        );
        let next = if self.kept {
            format!(
                "The models that read this set are in {m}. Use them: kibitzer read PHOTO --game {} \
                --models {m}",
                self.game,
                m = models.display()
            )
        } else {
            "That is no better: nothing was replaced. More photos, of other positions, help most."
                .to_owned()
        };
        format!("{outcome}\n{next}\nReport: {}", report.display())
    }

    fn summary(&self) -> String {
        let row = |what: &str, [before, after]: [Figures; 2]| {
            let figures = |f: Figures| {
                format!(
                    "<td>{} of {} ({:.1} %)</td><td>{:.3}</td>",
                    f.right,
                    f.cells,
                    100.0 * f.right as f64 / f.cells.max(1) as f64,
                    f.loss
                )
            };
            format!("<tr><th>{what}</th>{}{}</tr>", figures(before), figures(after))
        };
        let photos: String =
            self.photos.iter().map(|p| format!("<li>{}</li>", escape(p))).collect();
        let outcome = if self.kept {
            "The adapted model took the place of the one before."
        } else {
            "The adapted model is no better: the one before stays."
        };
        format!(
            "<p>{outcome}</p><div class=\"wide\"><table><tr><th></th><th>Right \
            before</th><th>Loss</th><th>Right after</th><th>Loss</th></tr>{}{}</table></div>\
            <p>About a quarter of the cells of your photos is held out, but for classes of which \
            nothing would be left to learn from; single cells are read here, without what the \
            whole board says of them. For honest figures, read other photos of the set with \
            <code>kibitzer eval</code>.</p><p>{:.0} s \
            of training, {:.0} s in all. {:.0} % of the weights' way from the released model to the \
            trained one is kept: less forgets less.</p><h2>Photos</h2><ul>{photos}</ul>",
            row("Your set, held-out cells", self.own),
            row("Other sets, renders", self.replay),
            self.seconds.training,
            self.seconds.all,
            100.0 * self.blend,
        )
    }
}

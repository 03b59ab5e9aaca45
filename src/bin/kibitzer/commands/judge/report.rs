//! A verdict as text and as JSON.

use crate::{commands::wrong::Wrong, output};
use kibitzer::{
    games::{CellGrid, GameId},
    messages::{Language, Message},
};
use serde::Serialize;

/// The cells that differ; none where the boards are not of one size.
pub fn changed(before: &CellGrid, after: &CellGrid) -> Vec<(usize, usize)> {
    let cells = before.cells().iter().zip(after.cells()).enumerate();
    let same_size = (before.rows(), before.cols()) == (after.rows(), after.cols());
    cells
        .filter(|(_, (old, new))| same_size && old != new)
        .map(|(i, _)| (i / before.cols(), i % before.cols()))
        .collect()
}

/// What `kibitzer judge` says.
pub struct Report {
    /// The game.
    pub game: GameId,
    /// `unchanged`, `legal`, `unfinished`, `missed_capture` or `illegal`.
    pub verdict: &'static str,
    /// What is to be said, in order; for an illegal move without its reasons.
    pub sentences: Vec<Message>,
    /// Why the move is illegal.
    pub wrong: Vec<Wrong>,
    /// The cells concerned.
    pub cells: Vec<(usize, usize)>,
    /// The name of a cell.
    pub cell_name: Box<dyn Fn((usize, usize)) -> String>,
    /// The boards before and after.
    pub boards: [CellGrid; 2],
    /// Whether the board before can be one of the game; if not, nobody knows the last correct
    /// board.
    pub before_possible: bool,
    /// What else the game has to say.
    pub details: serde_json::Value,
}

#[derive(Serialize)]
struct ReportJson<'a> {
    schema: u32,
    status: &'static str,
    game: &'static str,
    verdict: &'static str,
    legal: bool,
    language: &'static str,
    message: String,
    reasons: Vec<serde_json::Value>,
    cells: &'a [(usize, usize)],
    names: Vec<String>,
    before: String,
    after: String,
    #[serde(flatten)]
    details: &'a serde_json::Value,
}

impl Report {
    const fn is_wrong(&self) -> bool {
        !matches!(self.verdict.as_bytes(), b"unchanged" | b"legal")
    }

    fn names(&self, cells: &[(usize, usize)]) -> Vec<String> {
        cells.iter().map(|&cell| (self.cell_name)(cell)).collect()
    }

    /// The sentences: the verdict, its reasons with their cells, and what else there is to say.
    fn said(&self, language: Language) -> Vec<String> {
        let reasons = self.wrong.iter().map(|wrong| wrong.sentence(&self.cell_name, language));
        reasons.chain(self.sentences.iter().map(|message| message.in_language(language))).collect()
    }

    /// The last correct board, where that is known, and the sentences, a line each.
    pub fn to_text(&self, language: Language) -> String {
        let mut lines = self.said(language);
        if !self.before_possible {
            return lines.join("\n") + "\n";
        }
        let last_correct = &self.boards[usize::from(!self.is_wrong())];
        if self.is_wrong() {
            lines.push(Message::new("go-back").in_language(language));
        }
        format!("{}\n{}\n", self.game.game().draw(last_correct, output::color()), lines.join("\n"))
    }

    /// The JSON as one line: the contract of `kibitzer judge --json`, described in the README.
    pub fn to_json(&self, language: Language) -> anyhow::Result<String> {
        let json = ReportJson {
            schema: 1,
            status: "judged",
            game: self.game.name(),
            verdict: self.verdict,
            legal: !self.is_wrong(),
            language: language.code(),
            message: language.paragraph(&self.said(language)),
            reasons: self
                .wrong
                .iter()
                .map(|wrong| wrong.to_json(&self.cell_name, language))
                .collect(),
            cells: &self.cells,
            names: self.names(&self.cells),
            before: self.game.game().to_notation(&self.boards[0]),
            after: self.game.game().to_notation(&self.boards[1]),
            details: &self.details,
        };
        Ok(serde_json::to_string(&json)? + "\n")
    }
}

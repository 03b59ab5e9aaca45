//! One reading as text and as JSON.

use crate::output;
use kibitzer::{
    dataset::manifest::format_cells,
    games::{Game, GameId, Violation},
    messages::Language,
    recognition::Recognition,
};
use serde::Serialize;
use std::{fmt::Write, path::Path};

/// At most this many uncertain cells are shown.
const SHOWN: usize = 5;
/// A cell is certain from this probability on.
const CERTAIN: f32 = 0.95;
/// Alternatives below this probability are not worth a word.
const NEGLIGIBLE: f32 = 0.01;

/// The JSON of one photo: the contract of `kibitzer read --json`, described in the README.
#[derive(Serialize)]
pub struct PhotoJson<'a> {
    /// Version of this format.
    schema: u32,
    photo: String,
    /// Null where the game was to be found out, and nothing was read.
    game: Option<&'static str>,
    /// `read`, `no_board` or `error`.
    status: &'static str,
    /// Why there is no board.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// Confidence of the corners, in [0, 1].
    #[serde(skip_serializing_if = "Option::is_none")]
    corner_confidence: Option<f32>,
    #[serde(flatten)]
    board: Option<BoardJson<'a>>,
}

#[derive(Serialize)]
struct BoardJson<'a> {
    corners: [[f64; 2]; 4],
    rows: usize,
    columns: usize,
    cells: Vec<String>,
    notation: String,
    confidence: f32,
    check: bool,
    log_likelihood: f64,
    probabilities: Vec<Vec<f32>>,
    uncertain: Vec<UncertainJson>,
    violations: &'a [Violation],
    /// Names of the cells that something hides.
    covered: Vec<String>,
    milliseconds: serde_json::Map<String, serde_json::Value>,
}

#[derive(Serialize)]
struct UncertainJson {
    cell: String,
    row: usize,
    column: usize,
    read: &'static str,
    probability: f32,
    alternatives: Vec<AlternativeJson>,
}

#[derive(Serialize)]
struct AlternativeJson {
    code: &'static str,
    name: &'static str,
    probability: f32,
}

impl<'a> PhotoJson<'a> {
    /// A photo that was read.
    pub fn read(photo: &Path, game: &'static dyn Game, found: &'a Recognition) -> Self {
        let board = Some(BoardJson::new(game, found));
        Self {
            corner_confidence: Some(found.corners.confidence),
            board,
            ..Self::without_board(photo, Some(game.id()), "read", None)
        }
    }

    /// A photo in which no board was found.
    pub fn no_board(photo: &Path, game: Option<GameId>, confidence: f32, message: String) -> Self {
        Self {
            corner_confidence: Some(confidence),
            ..Self::without_board(photo, game, "no_board", Some(message))
        }
    }

    /// A photo that could not be read.
    pub fn error(photo: &Path, game: Option<GameId>, message: String) -> Self {
        Self::without_board(photo, game, "error", Some(message))
    }

    fn without_board(
        photo: &Path,
        game: Option<GameId>,
        status: &'static str,
        message: Option<String>,
    ) -> Self {
        let photo = photo.display().to_string();
        Self {
            schema: 1,
            photo,
            game: game.map(GameId::name),
            status,
            message,
            corner_confidence: None,
            board: None,
        }
    }

    /// The JSON as one line.
    pub fn to_line(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }
}

impl<'a> BoardJson<'a> {
    fn new(game: &'static dyn Game, found: &'a Recognition) -> Self {
        let ms = |(stage, time): &(&'static str, std::time::Duration)| {
            ((*stage).to_owned(), (time.as_secs_f64() * 1e3).into())
        };
        let (rows, columns) = (found.board.rows(), found.board.cols());
        let read = |i: usize| {
            found.probs.array()[[i / columns, i % columns, usize::from(found.board.cells()[i])]]
        };
        Self {
            corners: found.corners.quad.corners().map(<[f64; 2]>::from),
            rows,
            columns,
            cells: format_cells(game, &found.board),
            notation: game.to_notation(&found.board),
            confidence: found.confidence,
            check: found.is_doubtful(),
            log_likelihood: found.log_likelihood,
            probabilities: (0..rows)
                .map(|r| (0..columns).map(|c| read(r * columns + c)).collect())
                .collect(),
            uncertain: uncertain_cells(game, found).iter().map(|cell| cell.to_json(game)).collect(),
            violations: &found.violations,
            covered: covered(game, found),
            milliseconds: found.timings.0.iter().map(ms).collect(),
        }
    }
}

/// A cell whose class is not certain.
struct Uncertain {
    name: String,
    row: usize,
    col: usize,
    read: usize,
    probability: f32,
    /// Other classes and their probabilities, the likeliest first.
    alternatives: Vec<(usize, f32)>,
}

impl Uncertain {
    fn to_json(&self, game: &'static dyn Game) -> UncertainJson {
        let class = |i: usize| game.classes()[i];
        let alternative = |&(i, probability): &(usize, f32)| AlternativeJson {
            code: class(i).code,
            name: class(i).name,
            probability,
        };
        UncertainJson {
            cell: self.name.clone(),
            row: self.row,
            column: self.col,
            read: class(self.read).code,
            probability: self.probability,
            alternatives: self.alternatives.iter().map(alternative).collect(),
        }
    }

    fn to_text(&self, game: &'static dyn Game) -> String {
        let with = |(i, p): (usize, f32)| format!("{} {p:.2}", game.classes()[i].name);
        let others: Vec<String> = self.alternatives.iter().map(|&a| with(a)).collect();
        format!(
            "{}: {}, else {}",
            self.name,
            with((self.read, self.probability)),
            others.join(", ")
        )
    }
}

/// The least certain cells, the worst first.
fn uncertain_cells(game: &dyn Game, found: &Recognition) -> Vec<Uncertain> {
    let cols = found.board.cols();
    let mut cells: Vec<Uncertain> = (0..found.board.cells().len())
        .map(|i| uncertain(game, found, i / cols, i % cols))
        .collect();
    cells.retain(|cell| cell.probability < CERTAIN && !cell.alternatives.is_empty());
    cells.sort_by(|a, b| a.probability.total_cmp(&b.probability));
    cells.truncate(SHOWN);
    cells
}

fn uncertain(game: &dyn Game, found: &Recognition, row: usize, col: usize) -> Uncertain {
    let read = usize::from(found.board.get(row, col));
    let probability = |class: usize| found.probs.array()[[row, col, class]];
    let others = (0..game.classes().len())
        .filter(|&class| class != read)
        .map(|class| (class, probability(class)));
    let mut alternatives: Vec<(usize, f32)> = others.filter(|(_, p)| *p >= NEGLIGIBLE).collect();
    alternatives.sort_by(|a, b| b.1.total_cmp(&a.1));
    alternatives.truncate(3);
    Uncertain {
        name: game.cell_name(&found.board, row, col),
        row,
        col,
        read,
        probability: probability(read),
        alternatives,
    }
}

/// The names of the cells that something hides.
fn covered(game: &dyn Game, found: &Recognition) -> Vec<String> {
    found.covered.iter().map(|&(row, col)| game.cell_name(&found.board, row, col)).collect()
}

/// The reading as a person wants to see it.
pub fn text(
    photo: &Path,
    game: &'static dyn Game,
    found: &Recognition,
    language: Language,
) -> String {
    let size = format!("{}x{}", found.board.rows(), found.board.cols());
    let mut out = format!(
        "{}: {} {size}, corners {:.2}\n\n",
        photo.display(),
        game.id(),
        found.corners.confidence
    );
    out += &game.draw(&found.board, output::color());
    let _ = write!(out, "\n{}\n", game.to_notation(&found.board).trim_end());
    if found.is_doubtful() {
        let _ = writeln!(
            out,
            "\nCheck this board: every cell is right with probability {:.2}.",
            found.confidence
        );
    }
    if !found.covered.is_empty() {
        let _ = writeln!(
            out,
            "\nSomething hides the board at {}: take the photo again.",
            covered(game, found).join(", ")
        );
    }
    let uncertain = uncertain_cells(game, found);
    out += &section("Least certain", uncertain.iter().map(|cell| cell.to_text(game)));
    out += &section("Impossible", found.violations.iter().map(|v| v.message.in_language(language)));
    let ms = |time: std::time::Duration| format!("{:.1} ms", time.as_secs_f64() * 1e3);
    let stages: Vec<String> =
        found.timings.0.iter().map(|(stage, time)| format!("{stage} {}", ms(*time))).collect();
    let _ = writeln!(out, "\nTime: {} ({})", ms(found.timings.total()), stages.join(", "));
    out
}

fn section(title: &str, lines: impl Iterator<Item = String>) -> String {
    let lines: String = lines.map(|line| format!("  {line}\n")).collect();
    if lines.is_empty() { lines } else { format!("\n{title}:\n{lines}") }
}

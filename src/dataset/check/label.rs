//! What a label says about itself, without its photo.

use super::{
    Finding,
    Severity::{Error, Note, Warning},
};
use crate::{
    dataset::{Label, Orientation, manifest::LabelError},
    games::{CellGrid, Game, GameId, Violation},
    geometry::{Quad, QuadError},
};

/// Parts that a split may be called.
const SPLITS: [&str; 5] = ["train", "val", "test", "reference", "same"];

/// Everything wrong with a label by itself.
pub(super) fn check(label: &Label) -> Vec<Finding> {
    let mut findings = check_names(label);
    if !label.has_board() {
        findings.extend(check_boardless(label));
        return findings;
    }
    findings.extend(check_corners(label));
    findings.extend(check_cells(label));
    if label.is_proposal() {
        let message = "the models proposed this label (\"cells_by\": \"model\"): look at it, then \
            take that key out";
        findings.push(Finding::new(Note, "proposed", message));
    }
    if label.corners.is_none() && label.cells.is_none() {
        findings.push(Finding::new(
            Note,
            "nothing-labeled",
            "neither \"corners\" nor \"cells\" are given",
        ));
    }
    findings
}

fn check_names(label: &Label) -> Vec<Finding> {
    let mut findings = Vec::new();
    if label.image.is_empty() {
        findings.push(Finding::new(
            Error,
            "no-image",
            "\"image\" is empty: give the photo's path below this file's folder",
        ));
    }
    if label.game.is_none() && label.has_board() {
        findings.push(Finding::new(Error, "no-game", LabelError::NoGame.to_string()));
    }
    if label.group.is_empty() {
        let message =
            "no \"group\": name the physical set and session, or a split cannot keep them together";
        findings.push(Finding::new(Warning, "no-group", message));
    }
    if let Some(split) = label.split.as_deref().filter(|s| !SPLITS.contains(s)) {
        findings.push(Finding::new(
            Warning,
            "unknown-split",
            format!("\"split\" is \"{split}\": use train, val or test"),
        ));
    }
    findings
}

/// A photo without a board is of no game, has no corners and no cells, and says what it shows.
fn check_boardless(label: &Label) -> Option<Finding> {
    if label.game.is_some() || label.corners.is_some() || label.cells.is_some() {
        let message = "\"board\" is false, but \"game\", \"corners\" or \"cells\" are given: a photo \
            without a board has none of them";
        return Some(Finding::new(Error, "labeled-without-board", message));
    }
    let message = "\"board\" is false, but no \"kind_of\" says what the photo shows";
    label.kind_of.is_none().then(|| Finding::new(Warning, "no-kind-of", message))
}

/// Narrower cells, in pixels, show nothing: corners given as shares of the photo's size make such.
const LEAST_PITCH: f64 = 1.0;

fn check_corners(label: &Label) -> Vec<Finding> {
    let mut findings = Vec::new();
    let quad = match label.quad() {
        Ok(quad) => quad,
        Err(LabelError::Corners(error)) => {
            let rule = match error {
                QuadError::NotFinite => "corner-not-finite",
                QuadError::CounterClockwise => "corners-counter-clockwise",
                _ => "corners-not-convex",
            };
            return vec![Finding::new(Error, rule, format!("bad \"corners\": {error}"))];
        }
        Err(error) => return vec![Finding::new(Error, "bad-corners", error.to_string())],
    };
    if let Some(pitch) = quad.map(|quad| pitch(label, &quad)).filter(|&pitch| pitch < LEAST_PITCH) {
        let message = format!(
            "the corners make cells {pitch:.3} px wide: give corners in pixels of the photo, not \
            as shares of its size"
        );
        return vec![Finding::new(Error, "corners-too-near", message)];
    }
    if let (Some(quad), Some(width), Some(height)) = (quad, label.width, label.height) {
        let (w, h) = (f64::from(width), f64::from(height));
        for (i, p) in quad.corners().iter().enumerate() {
            let outside = (-p.x).max(-p.y).max(p.x - w).max(p.y - h);
            // A board cut off by the photo's edge by less than half a cell is still a good example,
            // and what a photo that was cut to its board looks like.
            let slightly = outside <= pitch(label, &quad) / 2.0;
            if outside > 0.5 && !(slightly && label.rectified) {
                let severity = if slightly { Warning } else { Error };
                let message = format!(
                    "corner {i} lies {outside:.1} px outside the photo of {width}x{height}"
                );
                findings.push(Finding::new(severity, "corner-outside", message));
            }
        }
    }
    findings
}

/// Mean distance of neighboring cells in photo pixels.
fn pitch(label: &Label, quad: &Quad) -> f64 {
    label.grid().map_or_else(|_| quad.mean_side() / 8.0, |grid| grid.pitch(quad))
}

fn check_cells(label: &Label) -> Vec<Finding> {
    match label.board() {
        Ok(Some(board)) => {
            check_named_cells(label, &board).into_iter().chain(check_board(label, &board)).collect()
        }
        Ok(None) | Err(LabelError::NoGame) => Vec::new(),
        Err(error) => {
            let rule = match error {
                LabelError::Size { .. } => "board-size",
                LabelError::Row { .. } => "row-length",
                _ => "cell-code",
            };
            vec![Finding::new(Error, rule, error.to_string())]
        }
    }
}

/// Cells named that the board does not have.
fn check_named_cells(label: &Label, board: &CellGrid) -> Vec<Finding> {
    let lists = [
        ("covered", "covered-cell", &label.covered),
        ("unknown_cells", "unknown-cell", &label.unknown_cells),
    ];
    let outside = |(key, rule, cells): (&str, &'static str, &Vec<(usize, usize)>)| {
        let (row, col) =
            cells.iter().find(|(row, col)| *row >= board.rows() || *col >= board.cols())?;
        let message =
            format!("\"{key}\" names row {row}, column {col}, which \"cells\" does not have");
        Some(Finding::new(Error, rule, message))
    };
    lists.into_iter().filter_map(outside).collect()
}

/// Impossible boards are warnings: somebody may have set one up for the photo, and none where the
/// label says so (`x_random`). Where a label leaves the turn or the colors open, the reading with
/// the fewest impossible things counts.
fn check_board(label: &Label, board: &CellGrid) -> Vec<Finding> {
    if label.random {
        return Vec::new();
    }
    let Some(game) = label.game.map(GameId::game) else { return Vec::new() };
    let turns = if label.orientation == Orientation::Known { 0..1 } else { 0..4 };
    let swapped =
        label.arbitrary_colors().then(|| board.map(|class| game.with_colors_swapped(class)));
    let boards =
        std::iter::once(board).chain(&swapped).flat_map(|b| turns.clone().map(|t| b.rotated(t)));
    let violations = boards.map(|board| violations(label, game, &board));
    let fewest =
        violations.min_by_key(|found| found.iter().map(|v| v.cells.len().max(1)).sum::<usize>());
    let finding =
        |v: Violation| Finding::new(Warning, v.rule, format!("impossible board: {}", v.message));
    fewest.unwrap_or_default().into_iter().map(finding).collect()
}

/// What is impossible about a board, but for the men on the last row where the label does not mark
/// kings.
fn violations(label: &Label, game: &dyn Game, board: &CellGrid) -> Vec<Violation> {
    let counts = |v: &Violation| label.kings != Some(false) || v.rule != "uncrowned-man";
    game.violations(board).into_iter().filter(counts).collect()
}

//! The correction of a board's corners that brings most pieces of its lines to where they are
//! seen.

use super::lines::{PITCH, View, pieces_of};
use crate::geometry::{GridSpec, Homography, Point, solve_linear};
use rayon::prelude::*;

/// How often the weights of the pieces are renewed in a round.
const REWEIGHTINGS: usize = 6;

/// A piece of line: where it should be, and how far off it is.
struct Piece {
    /// Its middle, in board coordinates scaled to [-1, 1].
    at: Point,
    /// Whether it runs from top to bottom, so that `offset` is horizontal.
    vertical: bool,
    /// How far right of, or below, its place it is, in pitches.
    offset: f64,
    /// How clearly it is seen.
    weight: f64,
}

/// The projective map of [-1, 1] x [-1, 1] that moves the pieces to where they are seen, to first
/// order; weights by Tukey's biweight.
pub fn fit_correction(view: &View, grid: &GridSpec, reach: f64) -> Option<Homography> {
    let pieces = measure(view, grid, reach);
    if pieces.len() < 24 {
        return None;
    }
    let (w, h) = grid.steps();
    let mut solution = [0.0; 8];
    for _ in 0..REWEIGHTINGS {
        let residual = |p: &Piece| p.offset - predicted(p, &solution, w, h);
        let mut sizes: Vec<f64> = pieces.iter().map(|p| residual(p).abs()).collect();
        sizes.sort_by(f64::total_cmp);
        let cut = (4.0 * 1.48 * sizes[sizes.len() / 2]).clamp(0.06, 0.5);
        let mut normal = [[0.0; 9]; 8];
        for piece in &pieces {
            let r = residual(piece) / cut;
            let weight = if r.abs() < 1.0 { piece.weight * (1.0 - r * r).powi(2) } else { 0.0 };
            add_equation(&mut normal, &coefficients(piece, w, h), piece.offset, weight);
        }
        // A slight pull to no correction keeps unseen directions where they are.
        (0..8).for_each(|i| normal[i][i] += 1e-3 * pieces.len() as f64);
        solution = solve_linear(normal);
    }
    let [a0, a1, a2, b0, b1, b2, g, k] = solution;
    solution
        .iter()
        .all(|v| v.is_finite())
        .then(|| Homography::from_rows([1.0 + a1, a2, a0, b1, 1.0 + b2, b0, -g, -k, 1.0]))
}

/// How a piece's offset, in pitches, depends on the eight parameters of the correction.
fn coefficients(piece: &Piece, w: f64, h: f64) -> [f64; 8] {
    let (x, y) = (piece.at.x, piece.at.y);
    if piece.vertical {
        [1.0, x, y, 0.0, 0.0, 0.0, x * x, x * y].map(|v| v * w / 2.0)
    } else {
        [0.0, 0.0, 0.0, 1.0, x, y, x * y, y * y].map(|v| v * h / 2.0)
    }
}

fn predicted(piece: &Piece, solution: &[f64; 8], w: f64, h: f64) -> f64 {
    coefficients(piece, w, h).iter().zip(solution).map(|(c, s)| c * s).sum()
}

fn add_equation(normal: &mut [[f64; 9]; 8], row: &[f64; 8], value: f64, weight: f64) {
    for i in 0..8 {
        for j in 0..8 {
            normal[i][j] += weight * row[i] * row[j];
        }
        normal[i][8] += weight * row[i] * value;
    }
}

fn measure(view: &View, grid: &GridSpec, reach: f64) -> Vec<Piece> {
    let (w, h) = grid.steps();
    let steps = (reach * PITCH).round() as i32;
    let measured = |(middle, vertical): (Point, bool)| {
        let profile: Vec<f64> =
            (-steps..=steps).map(|s| view.along(middle, vertical, f64::from(s) / PITCH)).collect();
        let top = (0..profile.len()).max_by(|&a, &b| profile[a].total_cmp(&profile[b]))?;
        let background = profile.iter().sum::<f64>() / profile.len() as f64;
        let weight = (profile[top] - 1.5 * background).max(0.0) / (profile[top] + 8.0);
        if weight <= 0.0 || top == 0 || top + 1 == profile.len() {
            return None;
        }
        let (a, m, b) = (profile[top - 1], profile[top], profile[top + 1]);
        let curve = 2.0 * m - a - b;
        let fraction = if curve > 1e-9 { (0.5 * (b - a) / curve).clamp(-0.5, 0.5) } else { 0.0 };
        let offset = (top as f64 - f64::from(steps) + fraction) / PITCH;
        let at = Point::new(middle.x / w * 2.0 - 1.0, middle.y / h * 2.0 - 1.0);
        Some(Piece { at, vertical, offset, weight })
    };
    pieces_of(grid).collect::<Vec<_>>().into_par_iter().filter_map(measured).collect()
}

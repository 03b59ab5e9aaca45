//! What other tools mark in a photo: the board and a box around each piece.

use super::ExportError;
use crate::{
    dataset::{Label, Manifest, carried::Carried},
    games::GameId,
    geometry::{GridSpec, Homography, Point, Quad},
    vision::{PhotoLimits, open_photo},
};

/// How tall a chess piece is drawn, in widths of its cell.
const TALL: f64 = 1.4;

/// A photo with what is marked in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Marked {
    /// The photo, as the tool calls it.
    pub name: String,
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// The board's corners, the first its own top-left.
    pub board: Quad,
    /// The pieces, row by row.
    pub pieces: Vec<Piece>,
    /// What its label says beside.
    pub carried: Carried,
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// Its class.
    pub class: u8,
    /// Left, top, width and height of the box around it, in pixels.
    pub area: [f64; 4],
}

/// What is marked in the photo of a label; nothing where it has no corners or no cells. Cells that
/// nobody can tell are left out.
///
/// # Errors
/// When the label cannot be, or the size of its photo cannot be found out.
pub fn marked(
    manifest: &Manifest,
    label: &Label,
    name: String,
) -> Result<Option<Marked>, ExportError> {
    let wrong = |source| ExportError::Label { photo: label.image.clone(), source };
    let (quad, board) = (label.quad().map_err(wrong)?, label.board().map_err(wrong)?);
    let (Some(quad), Some(board), Some(game)) = (quad, board, label.game) else { return Ok(None) };
    let grids = game.game().grids();
    let fits = |grid: &&GridSpec| (grid.rows, grid.cols) == (board.rows(), board.cols());
    let Some(grid) = grids.iter().find(fits) else { return Ok(None) };
    let size = match label.width.zip(label.height) {
        Some(size) => size,
        None => open_photo(&manifest.image_path(label), &PhotoLimits::default())?.dimensions(),
    };
    let to_photo = grid.to_photo(&quad);
    let cells = (0..board.rows()).flat_map(|row| (0..board.cols()).map(move |col| (row, col)));
    let standing =
        cells.filter(|&(row, col)| board.get(row, col) != 0 && !label.is_unknown(row, col));
    let pieces = standing.map(|(row, col)| Piece {
        class: board.get(row, col),
        area: around(game, &to_photo, grid.center(row, col), size),
    });
    let carried = Carried::of(label, &quad, size);
    Ok(Some(Marked { name, size, board: quad, pieces: pieces.collect(), carried }))
}

/// The box around what stands in the middle of a cell, inside the photo. A chess piece stands on
/// the lower end of its box, on a foot half as deep as it is wide.
fn around(game: GameId, to_photo: &Homography, middle: Point, (w, h): (u32, u32)) -> [f64; 4] {
    let at = |x: f64, y: f64| to_photo.project(Point::new(middle.x + x, middle.y + y));
    let (center, [left, right, up, down]) =
        (at(0.0, 0.0), [at(-0.45, 0.0), at(0.45, 0.0), at(0.0, -0.45), at(0.0, 0.45)]);
    let reach = |points: [Point; 2], along: fn(&Point) -> f64, from: f64| {
        points.iter().map(|p| (along(p) - from).abs()).fold(0.0, f64::max)
    };
    let half = [
        reach([left, right], |p| p.x, center.x).max(reach([up, down], |p| p.x, center.x)),
        reach([left, right], |p| p.y, center.y).max(reach([up, down], |p| p.y, center.y)),
    ];
    let (top, bottom) = match game {
        GameId::Chess => {
            let foot = half[0] / 2.0;
            (center.y + foot - TALL * 2.0 * half[0], center.y + foot)
        }
        _ => (center.y - half[1], center.y + half[1]),
    };
    let inside = |value: f64, most: u32| value.clamp(0.0, f64::from(most));
    let (x0, x1) = (inside(center.x - half[0], w), inside(center.x + half[0], w));
    let (y0, y1) = (inside(top, h), inside(bottom, h));
    [x0, y0, x1 - x0, y1 - y0].map(|value| (value * 100.0).round() / 100.0)
}

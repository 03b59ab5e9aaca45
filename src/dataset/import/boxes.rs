//! Boxes of pieces as the cells they stand on.

use super::{
    Import, ImportError, ImportOptions, Imported,
    classes::{Meaning, meaning},
    corners_by_name, file_name, full_grid, label, photo_size, unused_names,
};
use crate::{
    games::{CellGrid, GameId},
    geometry::{GridSpec, Homography, Point, Quad},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

/// A box: its middle and size in photo pixels, and what it is called.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PieceBox {
    pub name: String,
    pub center: Point,
    pub width: f64,
    pub height: f64,
}

/// Everything a source says about a photo.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Boxes {
    pub photo: PathBuf,
    /// Width and height that the coordinates below are relative to; `None` for pixels of the photo
    /// as it is.
    pub size: Option<(f64, f64)>,
    pub pieces: Vec<PieceBox>,
    /// Four points that the source marks as the board's corners, in any order.
    pub corners: Option<[Point; 4]>,
}

/// Labels from boxes. Photos whose corners nobody gives are left out, with a warning.
pub(super) fn to_labels(
    photos: Vec<Boxes>,
    options: &ImportOptions,
) -> Result<Import, ImportError> {
    let grid = grid(options)?;
    let meanings = meanings(&photos, options)?;
    let given = corners_by_name(options);
    let mut import = Import {
        labels: Vec::new(),
        warnings: unused_names(options, |name| meanings.contains_key(name)),
    };
    for mut boxes in photos {
        let Some(size) = photo_size(&boxes.photo, options, &mut import.warnings) else { continue };
        scale_to(&mut boxes, size);
        let name = file_name(&boxes.photo);
        match find_corners(&boxes, given.get(&name), &grid, &meanings) {
            Some(quad) => {
                let board =
                    place(&boxes, &quad, &grid, &meanings, options.game, &mut import.warnings);
                let label = label(options, size, Some(quad.into()), Some(&board));
                import.labels.push(Imported { photo: boxes.photo, label });
            }
            None => import.warnings.push(format!(
                "{name}: left out, nothing says where the board's corners are; give a corners \
                file, four keypoints, four boxes \
                 named corner, or a box for each of the {} cells",
                grid.len()
            )),
        }
    }
    Ok(import)
}

/// The grid of the board of the size asked for.
pub(super) fn grid(options: &ImportOptions) -> Result<GridSpec, ImportError> {
    let grids = options.game.game().grids();
    let size = options.size.unwrap_or(grids[0].rows);
    grids
        .iter()
        .find(|g| g.rows == size)
        .copied()
        .ok_or(ImportError::Size { game: options.game, size })
}

/// What each name in the source stands for.
fn meanings(
    photos: &[Boxes],
    options: &ImportOptions,
) -> Result<BTreeMap<String, Meaning>, ImportError> {
    let names: BTreeSet<&String> =
        photos.iter().flat_map(|p| &p.pieces).map(|piece| &piece.name).collect();
    let game = options.game;
    if let Some((name, code)) =
        options.names.iter().find(|(_, code)| code != "-" && game.game().class_of(code).is_none())
    {
        return Err(ImportError::UnknownCode { game, name: name.clone(), code: code.clone() });
    }
    let (mut known, mut unknown) = (BTreeMap::new(), Vec::new());
    for name in names {
        match meaning(game.game(), name, &options.names) {
            Some(meaning) => drop(known.insert(name.clone(), meaning)),
            None => unknown.push(name.clone()),
        }
    }
    if unknown.is_empty() {
        Ok(known)
    } else {
        Err(ImportError::UnknownClasses { game, names: unknown })
    }
}

/// Coordinates in photo pixels: sources made from a smaller copy, or in fractions, are scaled.
fn scale_to(boxes: &mut Boxes, (width, height): (u32, u32)) {
    let Some((w, h)) = boxes.size.take() else { return };
    let (sx, sy) = (f64::from(width) / w, f64::from(height) / h);
    let scale = |p: &mut Point| *p = Point::new(p.x * sx, p.y * sy);
    boxes.corners.iter_mut().flatten().for_each(scale);
    for piece in &mut boxes.pieces {
        scale(&mut piece.center);
        piece.width *= sx;
        piece.height *= sy;
    }
}

/// The corners: from the corners file, else from the source's points, boxes named corner, or a box
/// a cell.
fn find_corners(
    boxes: &Boxes,
    given: Option<&[Point; 4]>,
    grid: &GridSpec,
    meanings: &BTreeMap<String, Meaning>,
) -> Option<Quad> {
    if let Some(corners) = given {
        return Quad::new(*corners).ok();
    }
    let centers = |wanted: &dyn Fn(Meaning) -> bool| -> Vec<Point> {
        boxes.pieces.iter().filter(|b| wanted(meanings[&b.name])).map(|b| b.center).collect()
    };
    let named: Option<[Point; 4]> = centers(&|m| m == Meaning::Corner).try_into().ok();
    if let Some(points) = boxes.corners.or(named) {
        return in_order(points);
    }
    full_grid::corners(grid, &centers(&|m| matches!(m, Meaning::Class(_))))
}

/// Four points clockwise as seen, from the one that makes the board upright.
fn in_order(mut points: [Point; 4]) -> Option<Quad> {
    let middle =
        points.iter().fold(Point::default(), |m, p| Point::new(m.x + p.x / 4.0, m.y + p.y / 4.0));
    let angle = |p: &Point| (p.y - middle.y).atan2(p.x - middle.x);
    points.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    Some(Quad::new(points).ok()?.upright())
}

fn place(
    boxes: &Boxes,
    quad: &Quad,
    grid: &GridSpec,
    meanings: &BTreeMap<String, Meaning>,
    game: GameId,
    warnings: &mut Vec<String>,
) -> CellGrid {
    let to_board: Homography = grid.to_photo(quad).inverse();
    let mut board = CellGrid::empty(grid.rows, grid.cols);
    let mut warn = |piece: &PieceBox, why: &str| {
        let (x, y) = (piece.center.x.round(), piece.center.y.round());
        warnings.push(format!(
            "{}: left out {} at {x},{y}: {why}",
            file_name(&boxes.photo),
            piece.name
        ));
    };
    for piece in &boxes.pieces {
        let Meaning::Class(class @ 1..) = meanings[&piece.name] else { continue };
        match full_grid::nearest_cell(grid, to_board.project(foot(game, piece))) {
            Some((row, col)) if board.get(row, col) == 0 => board.set(row, col, class),
            Some(_) => warn(piece, "there is a piece on its cell already"),
            None => warn(piece, "it stands beside the board"),
        }
    }
    board
}

/// Where a piece stands. Flat pieces stand where they are seen; a chess piece stands on the lower
/// end of its box, on a foot that is about as deep as half the box is wide.
fn foot(game: GameId, piece: &PieceBox) -> Point {
    if game != GameId::Chess {
        return piece.center;
    }
    let bottom = piece.center.y + piece.height / 2.0;
    Point::new(piece.center.x, (bottom - piece.width / 4.0).max(piece.center.y))
}

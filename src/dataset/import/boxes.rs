//! What is marked in photos, as boards with pieces on their cells.

use super::{
    Import, ImportError, ImportOptions, Imported,
    classes::{Meaning, meaning},
    corners::{CornersFile, check_inside},
    full_grid, label, photo_size,
    shape::{Area, Partly, Shape, in_order},
    unused_names,
};
use crate::{
    dataset::{Label, carried::Carried},
    games::{CellGrid, GameId},
    geometry::{GridSpec, Homography, Point, Quad},
    vision::exif_turns,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

/// Everything a source says about a photo.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Boxes {
    pub photo: PathBuf,
    /// What the source calls it.
    pub named: String,
    /// Width and height that coordinates are relative to: 1 for fractions, 100 for percent; `None`
    /// for pixels.
    pub unit: Option<(f64, f64)>,
    /// Width and height in pixels of what was labeled, where the source says so.
    pub size: Option<(f64, f64)>,
    pub shapes: Vec<Shape>,
    /// The side of a split that the source has it on.
    pub split: Option<String>,
    /// What an export of ours has put beside it.
    pub carried: Option<Carried>,
}

/// What the labels of all photos share.
struct Context<'a> {
    options: &'a ImportOptions,
    grid: GridSpec,
    meanings: BTreeMap<String, Meaning>,
    corners: CornersFile<'a>,
}

/// Labels from what is marked. Photos whose corners nobody gives are left out, with a warning.
pub(super) fn to_labels(
    (photos, mut warnings): (Vec<Boxes>, Vec<String>),
    options: &ImportOptions,
) -> Result<Import, ImportError> {
    each_once(&photos)?;
    let meanings = meanings(&photos, options)?;
    warnings.extend(unused_names(options, |name| meanings.contains_key(name)));
    let corners = CornersFile::new(options, photos.iter().map(|boxes| boxes.photo.as_path()));
    let context = Context { options, grid: grid(options)?, meanings, corners };
    let mut import = Import { labels: Vec::new(), warnings };
    let (mut turned, mut scaled) = (Vec::new(), Vec::new());
    for boxes in photos {
        let Some(size) = photo_size(&boxes.photo, options, &mut import.warnings) else { continue };
        let (photo, named) = (boxes.photo.clone(), boxes.named.clone());
        let (pixels, labeled) = (boxes.unit.is_none(), boxes.size);
        match context.label(boxes, size, &mut import.warnings) {
            Ok(label) => {
                let own = (f64::from(size.0), f64::from(size.1));
                let is_scaled = pixels && labeled.is_some_and(|labeled| labeled != own);
                scaled.extend(is_scaled.then(|| named.clone()));
                turned.extend(exif_turns(&photo, &options.limits).then_some(named));
                import.labels.push(Imported { photo, label });
            }
            Err(why) => import.warnings.push(format!("{named}: left out, {why}")),
        }
    }
    import.warnings.extend(about(
        &scaled,
        "labeled in another size than the photo's; what is marked is scaled",
    ));
    // Tools disagree on whether the EXIF orientation turns what they show.
    import.warnings.extend(about(
        &turned,
        "turned by the EXIF orientation; what is marked is taken to be in the photo as it is seen, \
        turned: look at a preview",
    ));
    Ok(import)
}

/// Refuses two entries for one photo: they are two photos of one name, or one says it all.
fn each_once(photos: &[Boxes]) -> Result<(), ImportError> {
    let mut seen: BTreeMap<PathBuf, &str> = BTreeMap::new();
    for Boxes { photo, named, .. } in photos {
        let real = photo.canonicalize().unwrap_or_else(|_| photo.clone());
        if let Some(other) = seen.insert(real, named) {
            let names = if other == named { named.clone() } else { format!("{other} and {named}") };
            let message = format!("it would be the photo of two entries, {names}: leave one");
            return Err(ImportError::Nothing { path: photo.clone(), message });
        }
    }
    Ok(())
}

/// A sentence about some photos.
pub(super) fn about(photos: &[String], what: &str) -> Option<String> {
    let first = photos.first()?;
    Some(match photos.len() - 1 {
        0 => format!("{first}: {what}"),
        n => format!("{first} and {n} more: {what}"),
    })
}

/// Whether a picture of one size may be a smaller or larger copy of one of another: width to height
/// are as in the other, but for rounding to pixels.
pub(super) fn is_copy((w, h): (f64, f64), (width, height): (f64, f64)) -> bool {
    let rounding = 1.0 / w.min(h) + 1.0 / width.min(height) + 0.002;
    (w / h * height / width - 1.0).abs() <= rounding
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
        photos.iter().flat_map(|p| &p.shapes).map(|shape| &shape.name).collect();
    let game = options.game;
    if let Some((name, code)) =
        options.names.iter().find(|(_, code)| Meaning::of_code(game.game(), code).is_none())
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

impl Context<'_> {
    /// The label of a photo of a size; or why there is none.
    fn label(
        &self,
        mut boxes: Boxes,
        size: (u32, u32),
        warnings: &mut Vec<String>,
    ) -> Result<Label, String> {
        to_pixels(&mut boxes, size)?;
        let quad = match self.corners.of(&boxes.photo, size)? {
            Some(corners) => Quad::new(corners).map_err(|error| error.to_string())?,
            None => self.find_corners(&boxes.shapes)?,
        };
        check_inside(&quad, size)?;
        let quad = boxes.carried.as_ref().map_or(quad, |carried| carried.in_order(&quad, size));
        let board = self.place(&boxes, &quad, warnings);
        let split = boxes.split;
        let label = Label { split, ..label(self.options, size, Some(quad.into()), Some(&board)) };
        match boxes.carried {
            Some(carried) => carried.onto(label),
            None => Ok(label),
        }
    }

    /// The corners that the source gives: points or boxes named corner, a marked board, or a box a
    /// cell.
    fn find_corners(&self, shapes: &[Shape]) -> Result<Quad, String> {
        let of = |wanted: Meaning| shapes.iter().filter(move |s| self.meanings[&s.name] == wanted);
        let boards: Vec<[Point; 4]> =
            of(Meaning::Board).chain(of(Meaning::Corner)).filter_map(Shape::quad).collect();
        let single = of(Meaning::Corner).filter(|s| s.quad().is_none());
        let points = of(Meaning::Board).filter(|s| matches!(s.area, Area::Point(_)));
        let corners: Vec<Point> = single.chain(points).map(Shape::center).collect();
        let crossed = || "the four corners that are marked make no convex shape".to_owned();
        match (&boards[..], &corners[..]) {
            (_, &[a, b, c, d]) => in_order([a, b, c, d]).ok_or_else(crossed),
            (&[board], []) => in_order(board).ok_or_else(crossed),
            ([_, _, ..], _) => Err(format!("{} boards are marked in it", boards.len())),
            (_, [_, ..]) => Err(format!("{} corners are marked in it, not four", corners.len())),
            ([], []) => self.corners_of_full_grid(shapes),
        }
    }

    fn corners_of_full_grid(&self, shapes: &[Shape]) -> Result<Quad, String> {
        let is_cell = |s: &&Shape| matches!(self.meanings[&s.name], Meaning::Class(_));
        let centers: Vec<Point> = shapes.iter().filter(is_cell).map(Shape::center).collect();
        let board = shapes.iter().find(|s| self.meanings[&s.name] == Meaning::Board);
        let why =
            board.map_or_else(String::new, |board| match (board.partly, board.other_points()) {
                (Some(Partly { labeled, all }), _) => {
                    format!(" (only {labeled} of the board's {all} keypoints are labeled)")
                }
                (None, Some(points)) => {
                    format!(" (the board is marked by {points} points, not by four)")
                }
                (None, None) => " (a box around the board does not tell)".to_owned(),
            });
        full_grid::corners(&self.grid, &centers).ok_or_else(|| {
            format!(
                "nothing says where the board's corners are{why}; give a corners file, four \
                keypoints or an outline of four points of the board, four boxes named corner, or a \
                box for each of the {} cells",
                self.grid.len()
            )
        })
    }

    fn place(&self, boxes: &Boxes, quad: &Quad, warnings: &mut Vec<String>) -> CellGrid {
        let (grid, game) = (&self.grid, self.options.game);
        let to_board: Homography = grid.to_photo(quad).inverse();
        let mut board = CellGrid::empty(grid.rows, grid.cols);
        for shape in &boxes.shapes {
            let Meaning::Class(class @ 1..) = self.meanings[&shape.name] else { continue };
            let (center, foot) = (shape.center(), standing_point(game, shape));
            let problem = match full_grid::nearest_cell(grid, to_board.project(foot)) {
                _ if shape.is_empty() => "its box has no size",
                Some((row, col)) if board.get(row, col) == 0 => {
                    board.set(row, col, class);
                    continue;
                }
                Some(_) => "there is a piece on its cell already",
                None => "it stands beside the board",
            };
            let (x, y, name) = (center.x.round(), center.y.round(), &shape.name);
            warnings.push(format!("{}: left out {name} at {x},{y}: {problem}", boxes.named));
        }
        board
    }
}

/// Coordinates in pixels of the photo. What was labeled may have been a smaller copy of it; where it
/// had another shape, its coordinates say nothing of this photo.
fn to_pixels(boxes: &mut Boxes, (width, height): (u32, u32)) -> Result<(), String> {
    let photo = (f64::from(width), f64::from(height));
    if let Some((w, h)) = boxes.size.filter(|&size| !is_copy(size, photo)) {
        let turned = if is_copy((h, w), photo) {
            ": one of them is turned (by the EXIF orientation?)"
        } else {
            ""
        };
        return Err(format!(
            "the source says that it has {w}x{h} pixels, and the photo has \
            {width}x{height}{turned}; take the photo that was labeled"
        ));
    }
    let (w, h) = boxes.unit.or(boxes.size).unwrap_or(photo);
    if (w, h) != photo && boxes.unit.is_none() && boxes.shapes.iter().any(|s| beyond(s, (w, h))) {
        return Err(format!(
            "the source says that it has {w}x{h} pixels, and marks something beyond; the photo has \
            {width}x{height}"
        ));
    }
    let shapes = std::mem::take(&mut boxes.shapes);
    boxes.shapes = shapes.into_iter().map(|s| s.scaled(photo.0 / w, photo.1 / h)).collect();
    Ok(())
}

/// Whether something reaches out of a picture by more than boxes at its edge do.
fn beyond(shape: &Shape, (w, h): (f64, f64)) -> bool {
    let reach = shape.reach();
    reach.x > 1.02 * w + 2.0 || reach.y > 1.02 * h + 2.0
}

/// Where a piece stands. Flat pieces stand where they are seen.
fn standing_point(game: GameId, shape: &Shape) -> Point {
    if game == GameId::Chess { shape.foot() } else { shape.center() }
}

/// The name of a photo below the folder of its source.
pub(super) fn name_below(folder: &Path, photo: &Path) -> String {
    photo.strip_prefix(folder).unwrap_or(photo).to_string_lossy().into_owned()
}

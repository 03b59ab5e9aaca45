//! Crops in which what is tall stands upright, from wherever the photo was taken.
//!
//! ```
//! use kibitzer::{
//!     geometry::{GridSpec, Point, Quad}, inference::{ModelStore, Task},
//!     recognition::standing::StandingCrops,
//! };
//!
//! let card = ModelStore::at("models").card("chess-cells")?;
//! let Task::Cells(task) = card.task else { panic!("it reads cells") };
//! let corners: Quad = "200,150 440,150 560,420 80,420".parse()?;
//! let grid = GridSpec::squares(8);
//! let crops = StandingCrops::new((640, 480), &corners, &grid, &task);
//! let px = task.cell_px as f64;
//! let foot = Point::new(task.extent.left * px, task.extent.top * px);
//! let in_photo = crops.to_photo(0).project(foot);
//! assert!(in_photo.distance(grid.to_photo(&corners).project(grid.center(0, 0))) < 1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{
    geometry::{BoardCamera, GridSpec, Homography, Point, Quad},
    inference::CellTask,
};

/// A board seen at a smaller angle from straight above, in radians, tells nothing of where the
/// camera is: it may have been rectified before.
const LEAST_TILT: f64 = 0.07;

/// Near the point below the camera nothing leans: there up is up in the photo, as if things leaned
/// that way by so many pitches for each pitch of their height.
const PHOTO_UP: f64 = 0.15;

/// How much larger cells are shown, should the pieces be small or large for their squares.
const ZOOMS: [f64; 2] = [1.25, 0.8];

/// Over a board seen from straight above the camera may have been anywhere, if the photo was
/// rectified before: at this height in pitches, above points the board's middle or points so far
/// from it, in so many directions.
const GUESSED_HEIGHT: f64 = 12.0;
const GUESSED_DISTANCE: f64 = 7.0;
const GUESSED_DIRECTIONS: u8 = 8;

/// Where the photo shows each cell of a board with what stands on it.
#[derive(Clone, Debug)]
pub struct StandingCrops {
    /// Width and height of a crop in pixels.
    pub size: (usize, usize),
    camera: BoardCamera,
    grid: GridSpec,
    /// The cell's center in a crop, in pixels.
    center: (f64, f64),
    cell_px: f64,
    /// The point of the board below the camera, where that is a guess.
    foot: Option<Point>,
}

impl StandingCrops {
    /// The crops of a board with the given corners in a photo of `photo_size` (width and height)
    /// pixels.
    pub fn new(photo_size: (u32, u32), corners: &Quad, grid: &GridSpec, task: &CellTask) -> Self {
        let photo_size = (f64::from(photo_size.0), f64::from(photo_size.1));
        let (steps_x, steps_y) = grid.steps();
        let camera = BoardCamera::new(
            &grid.to_photo(corners),
            photo_size,
            Point::new(steps_x / 2.0, steps_y / 2.0),
        );
        let cell_px = task.cell_px as f64;
        let center = (task.extent.left * cell_px, task.extent.top * cell_px);
        Self {
            size: task.extent.size(task.cell_px),
            camera,
            grid: *grid,
            center,
            cell_px,
            foot: None,
        }
    }

    /// The same cells seen otherwise. Perspective tells where the camera stood: then as if pieces
    /// were larger or smaller. A board seen from straight above may have been rectified before:
    /// then as if the camera had stood elsewhere, from where what stands on the board leans away.
    pub fn others(&self) -> Vec<Self> {
        if self.camera.tilt() >= LEAST_TILT {
            return ZOOMS
                .iter()
                .map(|zoom| Self { cell_px: zoom * self.cell_px, ..self.clone() })
                .collect();
        }
        let middle = self.middle();
        let around = (0..GUESSED_DIRECTIONS).map(|i| {
            let (sin, cos) =
                (std::f64::consts::TAU * f64::from(i) / f64::from(GUESSED_DIRECTIONS)).sin_cos();
            Point::new(middle.x + GUESSED_DISTANCE * cos, middle.y + GUESSED_DISTANCE * sin)
        });
        std::iter::once(middle)
            .chain(around)
            .map(|foot| Self { foot: Some(foot), ..self.clone() })
            .collect()
    }

    fn middle(&self) -> Point {
        let (x, y) = self.grid.steps();
        Point::new(x / 2.0, y / 2.0)
    }

    /// How far what stands on a point of the board leans towards the camera for each pitch of its
    /// height, in pixels of the photo; up in the photo is up where it does not lean.
    fn towards_camera(&self, p: Point, pitch: f64) -> (f64, f64) {
        let base = self.camera.project(p, 0.0);
        let Some(foot) = self.foot else {
            let top =
                if self.camera.tilt() < LEAST_TILT { base } else { self.camera.project(p, 1.0) };
            return (base.x - top.x, base.y - top.y + PHOTO_UP * pitch);
        };
        let [foot, middle] = [foot, self.middle()].map(|p| self.camera.project(p, 0.0));
        let far = foot.distance(middle);
        let (x, y) = if far < pitch {
            (0.0, 1.0)
        } else {
            ((foot.x - middle.x) / far, (foot.y - middle.y) / far)
        };
        let down = PHOTO_UP * pitch;
        (
            (foot.x - base.x) / GUESSED_HEIGHT + down * x,
            (foot.y - base.y) / GUESSED_HEIGHT + down * y,
        )
    }

    /// The map from a cell's crop to the photo: the photo with square pixels turned, and scaled so
    /// that the cell's widest direction, which no slant shortens, has `cell_px` pixels.
    pub fn to_photo(&self, cell: usize) -> Homography {
        let p = self.grid.center(cell / self.grid.cols, cell % self.grid.cols);
        let base = self.camera.project(p, 0.0);
        let pitch = self.pitch(p);
        let (x, y) = self.towards_camera(p, pitch);
        let scale = pitch / self.cell_px / x.hypot(y).max(f64::MIN_POSITIVE);
        let (x, y) = (scale * x, scale * y);
        let (left, above) = self.center;
        let turned = Homography::from_rows([
            y,
            x,
            base.x - left * y - above * x,
            -x,
            y,
            base.y + left * x - above * y,
            0.0,
            0.0,
            1.0,
        ]);
        Homography::scale_shift(1.0, 1.0 / self.camera.pixel_height(), 0.0, 0.0).compose(&turned)
    }

    /// Pixels of the photo that a step of one pitch takes at a point of the board, in the direction
    /// where it takes most.
    fn pitch(&self, p: Point) -> f64 {
        let step = |x: f64, y: f64| {
            let at =
                |sign: f64| self.camera.project(Point::new(p.x + sign * x, p.y + sign * y), 0.0);
            let (from, to) = (at(-0.25), at(0.25));
            (2.0 * (to.x - from.x), 2.0 * (to.y - from.y))
        };
        let ((ax, ay), (bx, by)) = (step(1.0, 0.0), step(0.0, 1.0));
        let (squares, area) = (ax * ax + ay * ay + bx * bx + by * by, ax * by - ay * bx);
        // The larger singular value of the map of steps.
        (0.5 * (squares + (squares * squares - 4.0 * area * area).max(0.0).sqrt())).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        inference::{CropView, Extent},
        vision::Normalization,
    };

    fn task() -> CellTask {
        let extent = Extent { left: 1.0, top: 1.5, right: 1.0, bottom: 0.5 };
        CellTask {
            view: CropView::Standing,
            normalization: Normalization::Board,
            ..CellTask::plain(30, extent)
        }
    }

    fn crops(corners: [[f64; 2]; 4]) -> (StandingCrops, Homography) {
        let quad = Quad::new(corners.map(Point::from)).expect("convex");
        let grid = GridSpec::squares(8);
        (StandingCrops::new((800, 600), &quad, &grid, &task()), grid.to_photo(&quad))
    }

    #[test]
    fn cells_of_a_board_without_perspective_are_cut_as_they_are() {
        let (crops, _) = crops([[240.0, 140.0], [560.0, 140.0], [560.0, 460.0], [240.0, 460.0]]);
        let map = crops.to_photo(9);
        let near = |x, y, u, v| {
            assert!(map.project(Point::new(x, y)).distance(Point::new(u, v)) < 1e-6, "{map:?}")
        };
        // The middle of the second cell of the second row, and a pitch of 40 px to the right and
        // above.
        near(30.0, 45.0, 300.0, 200.0);
        near(60.0, 45.0, 340.0, 200.0);
        near(30.0, 15.0, 300.0, 160.0);
    }

    #[test]
    fn over_a_rectified_board_the_camera_may_have_been_anywhere() {
        let (crops, _) = crops([[240.0, 140.0], [560.0, 140.0], [560.0, 460.0], [240.0, 460.0]]);
        let guesses = crops.others();
        assert_eq!(guesses.len(), 9);
        let (from_above, from_the_right) = (&guesses[0], &guesses[1]);
        // Seen from the right, what stands on any cell leans to the left; seen from above the
        // middle, away from there.
        let leans = |crops: &StandingCrops, cell: usize| {
            let map = crops.to_photo(cell);
            let (base, above) =
                (map.project(Point::new(30.0, 45.0)), map.project(Point::new(30.0, 15.0)));
            ((above.x - base.x) / 40.0, (above.y - base.y) / 40.0)
        };
        assert!([0, 7, 27, 56, 63].iter().all(|&cell| leans(from_the_right, cell).0 < -0.7));
        for (cell, x, y) in [(0, -1.0, -1.0), (7, 1.0, -1.0)] {
            let lean = leans(from_above, cell);
            assert!(lean.0 * x > 0.5 && lean.1 * y > 0.5, "{cell}: {lean:?}");
        }
    }

    #[test]
    fn where_perspective_tells_where_the_camera_was_pieces_may_be_larger() {
        let (crops, _) = crops([[250.0, 150.0], [550.0, 150.0], [700.0, 500.0], [100.0, 500.0]]);
        let others = crops.others();
        assert_eq!(others.len(), ZOOMS.len());
        // The same place in the photo, shown larger or smaller.
        for (other, zoom) in others.iter().zip(ZOOMS) {
            let (map, zoomed) = (crops.to_photo(20), other.to_photo(20));
            let [near, far] = [30.0, 30.0 * zoom].map(|x| Point::new(30.0 + x, 45.0));
            assert!(map.project(near).distance(zoomed.project(far)) < 1e-6);
        }
    }

    #[test]
    fn pieces_far_from_the_camera_stand_upright() {
        let (crops, plane) =
            crops([[250.0, 150.0], [550.0, 150.0], [700.0, 500.0], [100.0, 500.0]]);
        for cell in [0, 7, 27, 56, 63] {
            let map = crops.to_photo(cell);
            let center = crops.grid.center(cell / 8, cell % 8);
            assert!(map.project(Point::new(30.0, 45.0)).distance(plane.project(center)) < 1e-6);
            let head = crops.camera.project(center, 1.0);
            let in_crop = map.inverse().project(head);
            // Near the camera pieces are seen more from above and lean apart, and up in the photo
            // counts more: 14 degrees.
            let off = if cell < 56 { 2.0 } else { 0.25 * (45.0 - in_crop.y) };
            assert!(
                (in_crop.x - 30.0).abs() < off && (10.0..40.0).contains(&in_crop.y),
                "{cell}: {in_crop:?}"
            );
        }
        // Half a cell is about half a cell wide in its crop, near or far.
        for cell in [3, 59] {
            let center = crops.grid.center(cell / 8, cell % 8);
            let beside = plane.project(Point::new(center.x + 0.5, center.y));
            let in_crop = crops.to_photo(cell).inverse().project(beside);
            assert!(
                (13.0..=15.1).contains(&in_crop.distance(Point::new(30.0, 45.0))),
                "{cell}: {in_crop:?}"
            );
        }
    }
}

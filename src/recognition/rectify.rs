//! The board seen straight from above.
//!
//! ```
//! use image::RgbImage;
//! use kibitzer::{geometry::GridSpec, inference::{ModelStore, Task}, recognition::rectify};
//! use kibitzer::vision::Pyramid;
//! use std::borrow::Cow;
//!
//! let card = ModelStore::at("models").card("checkers-cells")?;
//! let Task::Cells(task) = card.task else { panic!("it reads cells") };
//! let photo = Pyramid::new(Cow::Owned(RgbImage::new(400, 400)));
//! let corners = "50,60 350,50 370,360 40,350".parse()?;
//! let board = rectify(&photo, &corners, &GridSpec::squares(8), &task);
//! let crops = board.crop_cells(&photo);
//! assert_eq!(crops.dim(), (64, 3, board.crops.size.1, board.crops.size.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{layout::CellCrops, standing::StandingCrops};
use crate::{
    geometry::{GridSpec, Point, Quad},
    inference::{CellTask, CropView, Extent},
    vision::{BoardStats, Pyramid, warp},
};
use image::{RgbImage, imageops};
use ndarray::Array3;

/// A board cut from its photo: square cells of `task.cell_px` pixels, with the margin that the
/// cells' crops need; of half as many, without a margin, where the crops come from the photo.
#[derive(Clone, Debug)]
pub struct RectifiedBoard {
    /// The picture.
    pub picture: RgbImage,
    /// The board's grid.
    pub grid: GridSpec,
    /// Where the crops lie.
    pub crops: CellCrops,
    /// Where the photo shows the cells, for a classifier that wants them as seen there.
    pub standing: Option<StandingCrops>,
    /// The board's own colors.
    pub stats: BoardStats,
}

/// Cuts a board with the given corners out of a photo, as a cell classifier wants it.
pub fn rectify(
    photo: &Pyramid,
    corners: &Quad,
    grid: &GridSpec,
    task: &CellTask,
) -> RectifiedBoard {
    if task.view == CropView::Standing {
        let standing = Some(StandingCrops::new(photo.photo().dimensions(), corners, grid, task));
        return RectifiedBoard { standing, ..rectify(photo, corners, grid, &for_colors(task)) };
    }
    let crops = CellCrops::new(grid, task);
    let to_photo = crops.to_photo(grid, corners);
    let (width, height) = crops.picture_size();
    RectifiedBoard::from_picture(warp(photo, &to_photo, width, height), *grid, crops, task)
}

/// The task with a picture of the board alone, at half the size: enough for its colors.
fn for_colors(task: &CellTask) -> CellTask {
    let extent = Extent { left: 0.5, top: 0.5, right: 0.5, bottom: 0.5 };
    CellTask { cell_px: task.cell_px.div_ceil(2), extent, view: CropView::Above, ..task.clone() }
}

impl RectifiedBoard {
    /// A board from a picture that is already rectified; its crops are windows of it.
    pub fn from_picture(
        picture: RgbImage,
        grid: GridSpec,
        crops: CellCrops,
        task: &CellTask,
    ) -> Self {
        let stats = BoardStats::for_board(task.normalization, &crops.playing_field(&picture));
        Self { picture, grid, crops, standing: None, stats }
    }

    /// The color of each cell's middle, half a pitch wide and high: the medians of the channels,
    /// `[rows, cols, 3]` in [0, 1].
    pub fn cell_colors(&self) -> Array3<f32> {
        let half = self.crops.cell_px / 4;
        let mut colors = Array3::zeros((self.grid.rows, self.grid.cols, 3));
        for (cell, mut color) in colors.rows_mut().into_iter().enumerate() {
            let (x, y) =
                self.crops.pixel_of(self.grid.center(cell / self.grid.cols, cell % self.grid.cols));
            let (left, top) = (x.saturating_sub(half as u32), y.saturating_sub(half as u32));
            let middle =
                imageops::crop_imm(&self.picture, left, top, 2 * half as u32, 2 * half as u32)
                    .to_image();
            color.assign(&ndarray::arr1(&BoardStats::of(&middle).median));
        }
        colors
    }

    /// Mean brightness of the cells with even `row + col` less that of the others, over the board's
    /// brightness range; `None` on intersections. Medians of the cells' edges are compared, so that
    /// pieces count little.
    pub fn even_cells_lighter(&self) -> Option<f32> {
        if self.grid.lattice == crate::geometry::Lattice::Intersections {
            return None;
        }
        let mut sums = [(0.0f32, 0u32); 2];
        for row in 0..self.grid.rows {
            for col in 0..self.grid.cols {
                let (sum, n) = &mut sums[(row + col) % 2];
                *sum += self.corner_brightness(row, col);
                *n += 1;
            }
        }
        let mean = |(sum, n): (f32, u32)| sum / n.max(1) as f32;
        Some((mean(sums[0]) - mean(sums[1])) / (255.0 * self.stats.spread))
    }

    /// Which cells are the darker squares, row by row; none on intersections.
    pub fn dark_squares(&self) -> Vec<bool> {
        let lighter = self.even_cells_lighter();
        let dark = |row: usize, col: usize| {
            lighter.is_some_and(|lighter| (row + col).is_multiple_of(2) == (lighter < 0.0))
        };
        (0..self.grid.rows)
            .flat_map(|row| (0..self.grid.cols).map(move |col| dark(row, col)))
            .collect()
    }

    /// Median brightness near the four corners of a cell, where a piece seldom stands.
    fn corner_brightness(&self, row: usize, col: usize) -> f32 {
        let center = self.grid.center(row, col);
        let offsets = [-0.38, 0.38];
        let mut values: Vec<f32> = offsets
            .iter()
            .flat_map(|dy| offsets.iter().map(move |dx| (dx, dy)))
            .map(|(dx, dy)| {
                let (x, y) = self.crops.pixel_of(Point::new(center.x + dx, center.y + dy));
                let p = self.picture.get_pixel(x, y);
                (f32::from(p[0]) + f32::from(p[1]) + f32::from(p[2])) / 3.0
            })
            .collect();
        values.sort_by(f32::total_cmp);
        (values[1] + values[2]) / 2.0
    }
}

//! The crops of a board's cells, as a classifier sees them.

use super::{rectify::RectifiedBoard, standing::StandingCrops};
use crate::vision::{Pyramid, image_to_tensor, warp};
use ndarray::{Array4, ArrayViewMut3, Axis};
use rayon::prelude::*;

impl RectifiedBoard {
    /// The crops of all cells, row by row, `[cells, 3, height, width]`; `photo` is what the board
    /// was cut from.
    pub fn crop_cells(&self, photo: &Pyramid) -> Array4<f32> {
        self.crop(photo, &(0..self.grid.len()).collect::<Vec<_>>())
    }

    /// The crops of some cells, `[cells, 3, height, width]`.
    pub fn crop(&self, photo: &Pyramid, cells: &[usize]) -> Array4<f32> {
        match &self.standing {
            Some(standing) => crop_standing(self, standing, photo, cells),
            None => {
                let windows: Vec<_> = cells.iter().map(|&cell| self.crops.window(cell)).collect();
                crop_windows(self, &windows)
            }
        }
    }
}

/// The crops of a rectified picture with these top-left pixels, `[windows, 3, height, width]`.
pub(super) fn crop_windows(board: &RectifiedBoard, windows: &[(usize, usize)]) -> Array4<f32> {
    crops(windows.len(), board.crops.size, |i, crop| {
        image_to_tensor(&board.picture, windows[i], &board.stats, crop)
    })
}

/// The crops of some cells of a board as the photo shows them, `[cells, 3, height, width]`.
pub fn crop_standing(
    board: &RectifiedBoard,
    standing: &StandingCrops,
    photo: &Pyramid,
    cells: &[usize],
) -> Array4<f32> {
    let (width, height) = standing.size;
    crops(cells.len(), standing.size, |i, crop| {
        let picture = warp(photo, &standing.to_photo(cells[i]), width as u32, height as u32);
        image_to_tensor(&picture, (0, 0), &board.stats, crop);
    })
}

/// Crops of a width and height, each filled by `fill`.
fn crops(
    count: usize,
    (width, height): (usize, usize),
    fill: impl Fn(usize, ArrayViewMut3<f32>) + Sync,
) -> Array4<f32> {
    let mut out = Array4::zeros((count, 3, height, width));
    let crops: Vec<_> = out.axis_iter_mut(Axis(0)).collect();
    crops.into_par_iter().enumerate().for_each(|(i, crop)| fill(i, crop));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::{GridSpec, Point},
        inference::{CellTask, CropView, Extent},
    };
    use image::{Rgb, RgbImage};

    /// A photo of plain 8x8 squares of 40 px at (100, 60), each of its own color, comes back cell
    /// by cell.
    #[test]
    fn every_crop_shows_its_own_cell() {
        let photo =
            RgbImage::from_fn(600, 500, |x, y| match (x.checked_sub(100), y.checked_sub(60)) {
                (Some(x), Some(y)) if x < 320 && y < 320 => {
                    Rgb([(x / 40 * 30) as u8, (y / 40 * 30) as u8, 9])
                }
                _ => Rgb([255; 3]),
            });
        let grid = GridSpec::squares(8);
        let corners = crate::geometry::Quad::new(
            [[100.0, 60.0], [420.0, 60.0], [420.0, 380.0], [100.0, 380.0]].map(Point::from),
        )
        .expect("convex");
        let extent = Extent { left: 0.5, top: 0.5, right: 0.5, bottom: 0.5 };
        let photo = Pyramid::new(std::borrow::Cow::Owned(photo));
        for view in [CropView::Above, CropView::Standing] {
            let board = super::super::rectify(
                &photo,
                &corners,
                &grid,
                &CellTask { view, ..CellTask::plain(40, extent) },
            );
            shows_its_own_cell(&board.crop_cells(&photo));
        }
    }

    fn shows_its_own_cell(crops: &Array4<f32>) {
        for row in 0..8 {
            for col in 0..8 {
                let red = (crops[[row * 8 + col, 0, 20, 20]] * 0.25 + 0.5) * 255.0;
                let green = (crops[[row * 8 + col, 1, 20, 20]] * 0.25 + 0.5) * 255.0;
                assert!(
                    (red - col as f32 * 30.0).abs() < 1.0
                        && (green - row as f32 * 30.0).abs() < 1.0
                );
            }
        }
    }
}

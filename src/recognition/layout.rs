//! Where each cell's crop lies in the rectified board.

use crate::{
    geometry::{GridSpec, Homography, Point, Quad},
    inference::CellTask,
    vision::OUTSIDE,
};
use image::{RgbImage, imageops};

/// The layout of the crops of a board: every crop is a window of whole pixels of the rectified
/// picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellCrops {
    /// Pixels per cell pitch.
    pub cell_px: usize,
    /// Width and height of a crop in pixels.
    pub size: (usize, usize),
    /// Size of the picture in pixels.
    picture: (usize, usize),
    /// Where the board's corner (0, 0) lies in the picture, in pixels.
    origin: (usize, usize),
    /// Width and height of the playing field in pixels.
    field: (usize, usize),
    cols: usize,
}

impl CellCrops {
    /// The layout for a grid and a classifier.
    pub fn new(grid: &GridSpec, task: &CellTask) -> Self {
        let px = |cells: f64| (cells * task.cell_px as f64).round() as usize;
        let first = grid.center(0, 0);
        let size = task.extent.size(task.cell_px);
        let picture =
            ((grid.cols - 1) * task.cell_px + size.0, (grid.rows - 1) * task.cell_px + size.1);
        let origin =
            (px((task.extent.left - first.x).max(0.0)), px((task.extent.top - first.y).max(0.0)));
        let (steps_x, steps_y) = grid.steps();
        Self {
            cell_px: task.cell_px,
            size,
            picture,
            origin,
            field: (px(steps_x), px(steps_y)),
            cols: grid.cols,
        }
    }

    /// Width and height of the rectified picture in pixels.
    pub const fn picture_size(&self) -> (u32, u32) {
        (self.picture.0 as u32, self.picture.1 as u32)
    }

    /// Left and top margin around the playing field in cell pitches.
    pub fn margin(&self) -> (f64, f64) {
        (self.origin.0 as f64 / self.cell_px as f64, self.origin.1 as f64 / self.cell_px as f64)
    }

    /// The map from the rectified picture's pixels to the photo.
    pub fn to_photo(&self, grid: &GridSpec, corners: &Quad) -> Homography {
        let scale = 1.0 / self.cell_px as f64;
        let (left, top) = self.margin();
        let to_board = Homography::scale_shift(scale, scale, -left, -top);
        grid.to_photo(corners).compose(&to_board)
    }

    /// Top-left pixel of a cell's crop.
    pub const fn window(&self, cell: usize) -> (usize, usize) {
        (cell % self.cols * self.cell_px, cell / self.cols * self.cell_px)
    }

    /// The pixel of the picture that shows a point of the board, in board coordinates; the nearest
    /// one for points outside.
    pub fn pixel_of(&self, board: Point) -> (u32, u32) {
        let at = |v: f64, origin: usize, side: usize| {
            ((v * self.cell_px as f64) as isize + origin as isize).clamp(0, side as isize - 1)
                as u32
        };
        (at(board.x, self.origin.0, self.picture.0), at(board.y, self.origin.1, self.picture.1))
    }

    /// Hides everything outside the board's corners, as where a photo ends there.
    pub fn hide_surroundings(&self, picture: &mut RgbImage) {
        let inside =
            |v: u32, from: usize, length: usize| (from..from + length).contains(&(v as usize));
        for (x, y, pixel) in picture.enumerate_pixels_mut() {
            if !(inside(x, self.origin.0, self.field.0) && inside(y, self.origin.1, self.field.1)) {
                pixel.0 = OUTSIDE;
            }
        }
    }

    /// The part of the picture inside the board's corners.
    pub fn playing_field(&self, picture: &RgbImage) -> RgbImage {
        let (x, y) = (self.origin.0 as u32, self.origin.1 as u32);
        imageops::crop_imm(picture, x, y, self.field.0 as u32, self.field.1 as u32).to_image()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inference::Extent;
    use image::Rgb;

    #[test]
    fn crops_of_squares_reach_as_far_as_the_card_says() {
        let extent = Extent { left: 1.0, top: 1.5, right: 1.0, bottom: 0.75 };
        let crops = CellCrops::new(&GridSpec::squares(8), &CellTask::plain(32, extent));
        assert_eq!(crops.size, (64, 72));
        assert_eq!(crops.margin(), (0.5, 1.0));
        assert_eq!(crops.picture_size(), (7 * 32 + 64, 7 * 32 + 72));
        assert_eq!(crops.window(9), (32, 32));
    }

    #[test]
    fn crops_of_intersections_are_centered_on_them() {
        let extent = Extent { left: 0.8, top: 0.8, right: 0.8, bottom: 0.8 };
        let crops = CellCrops::new(&GridSpec::intersections(19), &CellTask::plain(20, extent));
        assert_eq!(crops.size, (32, 32));
        assert_eq!(crops.margin(), (0.8, 0.8));
        assert_eq!(crops.pixel_of(Point::new(0.0, 0.0)), (16, 16));
    }

    #[test]
    fn outside_the_corners_is_what_lies_beyond_a_photo() {
        let extent = Extent { left: 1.0, top: 1.5, right: 1.0, bottom: 0.75 };
        let crops = CellCrops::new(&GridSpec::squares(8), &CellTask::plain(8, extent));
        let (width, height) = crops.picture_size();
        let mut picture = RgbImage::from_pixel(width, height, Rgb([9; 3]));
        crops.hide_surroundings(&mut picture);
        let kept = picture.pixels().filter(|p| p.0 == [9; 3]).count();
        assert_eq!(kept, 64 * 64);
        assert!(crops.playing_field(&picture).pixels().all(|p| p.0 == [9; 3]));
    }
}

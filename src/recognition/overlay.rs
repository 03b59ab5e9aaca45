//! A reading drawn on its photo.

use super::Recognition;
use crate::{
    games::Game,
    geometry::{Point, Quad},
    vision::draw,
};
use image::{Rgb, RgbImage};

/// Outline and grid.
const LINES: Rgb<u8> = Rgb([0, 220, 90]);
/// Codes of cells that are certain, uncertain or hidden, and part of something impossible.
const CERTAIN: Rgb<u8> = Rgb([255, 255, 255]);
const UNCERTAIN: Rgb<u8> = Rgb([255, 200, 0]);
const IMPOSSIBLE: Rgb<u8> = Rgb([255, 110, 110]);
const PLATE: Rgb<u8> = Rgb([0, 0, 0]);

/// The photo with the board's outline and grid, and on every occupied cell the code of what was
/// read: white where it is certain, yellow where it is not or the cell is hidden, red where it is
/// part of something impossible. A disc marks the board's own first corner.
pub fn overlay(photo: &RgbImage, found: &Recognition, game: &dyn Game) -> RgbImage {
    let mut picture = photo.clone();
    let quad = &found.corners.quad;
    let pitch = found.grid.pitch(quad);
    let thickness = (pitch / 25.0).clamp(1.0, 6.0);
    draw::grid(&mut picture, &found.grid, quad, LINES, thickness / 2.0);
    draw::quad(&mut picture, quad, LINES, thickness);
    let widest = game.classes().iter().map(|c| c.code.len()).max().unwrap_or(1);
    for (i, &class) in found.board.cells().iter().enumerate() {
        let (row, col) = (i / found.grid.cols, i % found.grid.cols);
        let color = color(found, row, col);
        if class == 0 && color == CERTAIN {
            continue;
        }
        let (center, scale) = place(found, quad, row, col, widest);
        draw::label(
            &mut picture,
            center,
            scale,
            color,
            PLATE,
            game.classes()[usize::from(class)].code,
        );
    }
    picture
}

fn color(found: &Recognition, row: usize, col: usize) -> Rgb<u8> {
    if found.violations.iter().any(|v| v.cells.contains(&(row, col))) {
        IMPOSSIBLE
    } else if found.is_uncertain((row, col)) {
        UNCERTAIN
    } else {
        CERTAIN
    }
}

/// The center of a cell in the photo, and the size of a font pixel at which a code takes up at most
/// half of the cell.
fn place(found: &Recognition, quad: &Quad, row: usize, col: usize, widest: usize) -> (Point, u32) {
    let to_photo = found.grid.to_photo(quad);
    let center = found.grid.center(row, col);
    let at = |dx: f64, dy: f64| to_photo.project(Point::new(center.x + dx, center.y + dy));
    let width = at(-0.5, 0.0).distance(at(0.5, 0.0)).min(at(0.0, -0.5).distance(at(0.0, 0.5)));
    let text = draw::text_size(&"0".repeat(widest), 1);
    let scale = (0.5 * width / f64::from(text.0.max(text.1))).floor().max(1.0);
    (at(0.0, 0.0), scale as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::{CellProbs, GameId},
        recognition::testing::recognition,
    };

    #[test]
    fn draws_the_grid_and_the_occupied_cells_only() {
        let mut found = recognition(&[]);
        found.board.set(4, 4, 1);
        found.probs = {
            let mut probs = found.probs.array().clone();
            (probs[[4, 4, 0]], probs[[4, 4, 1]]) = (0.01, 0.99);
            CellProbs::new(probs)
        };
        found.covered = vec![(6, 6)];
        found.corners.quad = Quad::new(
            [[40.0, 40.0], [200.0, 40.0], [200.0, 200.0], [40.0, 200.0]].map(Point::from),
        )
        .expect("convex");
        let photo = RgbImage::from_pixel(240, 240, Rgb([128; 3]));
        let picture = overlay(&photo, &found, GameId::Go.game());
        assert_eq!(
            picture.get_pixel(130, 130),
            photo.get_pixel(130, 130),
            "an empty cell's middle is left alone"
        );
        let yellow = picture
            .enumerate_pixels()
            .filter(|p| *p.2 == UNCERTAIN)
            .map(|p| (p.0, p.1))
            .collect::<Vec<_>>();
        assert!(
            !yellow.is_empty()
                && yellow.iter().all(|&(x, y)| x.abs_diff(160) < 10 && y.abs_diff(160) < 10),
            "it is hidden"
        );
        assert_ne!(picture.get_pixel(100, 40), photo.get_pixel(100, 40), "the outline is drawn");
        let white = picture
            .enumerate_pixels()
            .filter(|p| *p.2 == CERTAIN)
            .map(|p| (p.0, p.1))
            .collect::<Vec<_>>();
        assert!(
            !white.is_empty()
                && white.iter().all(|&(x, y)| x.abs_diff(120) < 10 && y.abs_diff(120) < 10)
        );
    }
}

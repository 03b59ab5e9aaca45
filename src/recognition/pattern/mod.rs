//! Patterns that are no board of any game: checkered ones, such as cameras are calibrated with, and
//! grids of lines, such as puzzles have.

mod count;

use super::{Recognition, corners::closer_look, lattice};
use crate::{
    error::{Error, Pattern},
    games::GameId,
    geometry::{GridSpec, Lattice, Point, Quad},
    vision::{Pyramid, warp},
};
use image::{RgbImage, imageops};
use rayon::prelude::*;

/// Side in pixels of the view from above that squares are counted in.
const SIDE: u32 = 256;
/// The fewest and most rows and columns that are counted.
const FEWEST: usize = 3;
const MOST: usize = 20;
/// How far around the corners of a board that is none its pattern is looked for, in sides.
const BEYOND: f64 = 0.2;
/// Where a square is looked at: its middle, and so far from it in squares on either side.
const OFF: f32 = 0.28;
/// By how many gray levels a square differs at least from those beside it, on average.
const CONTRAST: f32 = 30.0;
/// The share of places that are lighter or darker than the squares beside them, as the pattern has
/// it.
const RIGHT: f32 = 0.98;

/// A board is as good as empty where so many cells a piece are.
const EMPTY: usize = 32;
/// The share of places that are lighter or darker than the squares beside them, as the squares of an
/// empty board have it, whichever color is looked at. Of 124 real boards as good as empty the least
/// has 0.98, of 35 calibration patterns that were read as a board the most has 0.56.
const SQUARES: f32 = 0.75;

/// Lines of a sudoku along a side.
const PUZZLE: usize = 10;
/// Lines with less evidence are not seen well enough to say whether they are a puzzle's.
const SEEN: f64 = 1.5;
/// A grid that goes on beyond a board's edge with this part of its strength is larger. Of 9 real
/// boards of 9x9 lines it does with 0.01 at most, of renders with 0.46, where letters beside the board
/// look like lines that go on, and its edge like one more. Of 18 sudokus that were taken for one six
/// have more, and nine of the others ten lines that are clearly seen.
const GOES_ON: f64 = 0.7;
/// Where the ten lines of a puzzle are looked for, in pitches of the nine that were found.
const STARTS: [[f64; 2]; 4] = [[0.0, 0.0], [-1.0, 0.0], [0.0, -1.0], [-1.0, -1.0]];

/// Whether what was read is a pattern that is no board: a puzzle's grid, which looks like a board of
/// nine lines, or squares in turn light and dark, but not where those of an empty board are.
///
/// # Errors
/// [`Error::NotABoard`] where it is.
pub fn refuse(photo: &Pyramid, read: &Recognition) -> Result<(), Error> {
    let (quad, grid) = (&read.corners.quad, &read.grid);
    let refused = |pattern| Error::NotABoard { probability: None, pattern };
    match grid.lattice {
        Lattice::Intersections => {
            puzzle(photo, quad, grid).map_or(Ok(()), |p| Err(refused(Some(p))))
        }
        // Where there are sides to sit at, squares are light and dark; other boards have them all alike.
        Lattice::Squares
            if read.game.has_seats() && is_empty(read) && has_other_squares(photo, quad, grid) =>
        {
            Err(refused(around(photo, quad)))
        }
        Lattice::Squares => Ok(()),
    }
}

/// Whether hardly anything stands on a board.
fn is_empty(read: &Recognition) -> bool {
    let pieces = read.board.cells().iter().filter(|class| **class != 0).count();
    pieces * EMPTY <= read.board.cells().len()
}

/// Whether the corners enclose light and dark places, but not as an empty board with this grid has
/// them. A board whose squares hardly differ is left alone.
fn has_other_squares(photo: &Pyramid, quad: &Quad, grid: &GridSpec) -> bool {
    let view = imageops::blur(&view(photo, quad, 0.0), 1.0);
    let channels = [0, 1, 2].map(|channel| {
        compared(grid.rows, grid.cols, |x, y| {
            f32::from(view.get_pixel(pixel(x), pixel(y)).0[channel])
        })
    });
    let differs = channels.iter().any(|seen| seen.difference >= CONTRAST);
    differs && channels.iter().all(|seen| seen.right.max(1.0 - seen.right) < SQUARES)
}

/// The checkered pattern around which, or in which, the corners of a board were found that it is not.
fn around(photo: &Pyramid, quad: &Quad) -> Option<Pattern> {
    let gray = imageops::blur(&imageops::grayscale(&view(photo, quad, BEYOND)), 1.0);
    let (rows, cols) = count::squares(&gray).filter(|&(rows, cols)| !is_board(rows, cols))?;
    Some(Pattern::Checkered { rows, cols })
}

/// The grid of a puzzle where a board of Go of 9x9 lines was found: its lines go on beyond the
/// corners, or ten of them are seen clearly better than nine. A sudoku has ten lines, and a reader
/// that knows boards of nine finds those.
pub fn puzzle(photo: &Pyramid, quad: &Quad, grid: &GridSpec) -> Option<Pattern> {
    if *grid != GridSpec::intersections(PUZZLE - 1) {
        return None;
    }
    let nine = lattice::evidence(photo, quad, grid);
    let goes_on = || lattice::beyond(photo, quad, grid).into_iter().any(|part| part > GOES_ON);
    let ten = || best_of_ten(photo, quad, grid);
    if (nine >= SEEN && goes_on()) || ten() > (lattice::CLEARLY * nine).max(SEEN) {
        let squares = PUZZLE - 1;
        return Some(Pattern::Grid { rows: squares, cols: squares });
    }
    None
}

/// The most evidence of a grid of ten lines, of those that share corners or sides with one of nine.
fn best_of_ten(photo: &Pyramid, quad: &Quad, nine: &GridSpec) -> f64 {
    let ten = GridSpec { lattice: Lattice::Intersections, rows: PUZZLE, cols: PUZZLE };
    let side = PUZZLE as f64 - 1.0;
    let to_photo = nine.to_photo(quad);
    let moved = STARTS.into_iter().filter_map(|[x, y]| {
        let outline = [[x, y], [x + side, y], [x + side, y + side], [x, y + side]];
        to_photo.project_quad(&Quad::new(outline.map(Point::from)).ok()?)
    });
    let starts: Vec<Quad> = moved.collect();
    let near = |start: &Quad| lattice::fit_near(photo, start, &ten).evidence;
    let moved = || starts.par_iter().map(near).reduce(|| 0.0, f64::max);
    // Lines are counted once only: that takes longest.
    let (counted, moved) = rayon::join(|| lattice::fit(photo, quad, &ten).evidence, moved);
    counted.max(moved)
}

/// The checkered pattern that the corners enclose, its rows and columns as seen upright; `None` where
/// they enclose none, or one of as many squares as a game is played on.
///
/// Corners have to be right to about a fifth of a square: what only looks a little like a pattern is
/// not said to be one.
pub fn checkered(photo: &Pyramid, quad: &Quad) -> Option<Pattern> {
    let (rows, cols) =
        squares(&view(photo, quad, 0.0)).filter(|&(rows, cols)| !is_board(rows, cols))?;
    Some(Pattern::Checkered { rows, cols })
}

/// What the corners enclose, seen from above, with a margin of so many sides around it.
fn view(photo: &Pyramid, quad: &Quad, margin: f64) -> RgbImage {
    warp(photo, &closer_look(&quad.upright(), SIDE as usize, margin), SIDE, SIDE)
}

/// The pixel of a view at a place in [0, 1].
fn pixel(v: f32) -> u32 {
    (v * SIDE as f32).clamp(0.0, SIDE as f32 - 1.0) as u32
}

/// Whether a game is played on a board of so many rows and columns.
fn is_board(rows: usize, cols: usize) -> bool {
    let mut grids = GameId::ALL.iter().flat_map(|game| game.game().grids());
    grids.any(|grid| (grid.rows, grid.cols) == (rows, cols))
}

/// Rows and columns of the checkered pattern that fills a picture.
fn squares(view: &RgbImage) -> Option<(usize, usize)> {
    let gray = imageops::blur(&imageops::grayscale(view), 1.0);
    let at = |x: f32, y: f32| f32::from(gray.get_pixel(pixel(x), pixel(y)).0[0]);
    let counts = (FEWEST..=MOST).flat_map(|rows| (FEWEST..=MOST).map(move |cols| (rows, cols)));
    counts.filter(|&(rows, cols)| alternates(rows, cols, at)).max_by_key(|(rows, cols)| rows * cols)
}

/// Whether a picture, of which `at` says how light it is at places in [0, 1], shows so many rows and
/// columns of squares that are in turn light and dark.
fn alternates(rows: usize, cols: usize, at: impl Fn(f32, f32) -> f32) -> bool {
    let seen = compared(rows, cols, at);
    seen.right >= RIGHT && seen.contrast >= CONTRAST
}

/// How places in squares compare with the squares beside them.
struct Compared {
    /// The share of places that are lighter or darker, as squares in turn light and dark have it that
    /// begin as the first two do.
    right: f32,
    /// By how much those are, less by how much the others are the other way, on average.
    contrast: f32,
    /// By how much places differ from the squares beside them, whichever way, on average.
    difference: f32,
}

/// Compares the squares of a picture of so many rows and columns with those beside them; `at` says
/// how light it is at places in [0, 1].
fn compared(rows: usize, cols: usize, at: impl Fn(f32, f32) -> f32) -> Compared {
    let middle = |row: f32, col: f32| at((col + 0.5) / cols as f32, (row + 0.5) / rows as f32);
    let (mut right, mut places, mut contrast, mut difference) = (0, 0, 0.0, 0.0);
    // As the first square has it, light squares are those of even or of odd places.
    let first = middle(0.0, 0.0) - middle(0.0, 1.0);
    for row in 0..rows {
        for col in 0..cols {
            let (r, c) = (row as f32, col as f32);
            let beside: Vec<f32> = [
                (row > 0).then(|| middle(r - 1.0, c)),
                (row + 1 < rows).then(|| middle(r + 1.0, c)),
                (col > 0).then(|| middle(r, c - 1.0)),
                (col + 1 < cols).then(|| middle(r, c + 1.0)),
            ]
            .into_iter()
            .flatten()
            .collect();
            let mean = beside.iter().sum::<f32>() / beside.len() as f32;
            let sign = if (row + col) % 2 == 0 { first.signum() } else { -first.signum() };
            for (dr, dc) in [(0.0, 0.0), (-OFF, -OFF), (-OFF, OFF), (OFF, -OFF), (OFF, OFF)] {
                let above = sign * (middle(r + dr, c + dc) - mean);
                places += 1;
                right += usize::from(above > 0.0);
                contrast += above;
                difference += above.abs();
            }
        }
    }
    let places = places as f32;
    Compared {
        right: right as f32 / places,
        contrast: contrast / places,
        difference: difference / places,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::CellGrid,
        geometry::{Homography, Point},
        recognition::{Corners, testing},
    };
    use image::Rgb;
    use proptest::prelude::*;
    use std::borrow::Cow;

    /// A slanted pattern on a gray table, lit from one side, and its corners.
    fn photo(rows: usize, cols: usize) -> (Pyramid<'static>, Quad) {
        let corners = [[60.0, 40.0], [330.0, 60.0], [360.0, 270.0], [30.0, 240.0]].map(Point::from);
        let quad = Quad::new(corners).expect("convex");
        let to_board = Homography::from_quads(&quad, &Quad::rectangle(cols as f64, rows as f64));
        let photo = RgbImage::from_fn(400, 300, |x, y| {
            let p = to_board.project(Point::new(f64::from(x), f64::from(y)));
            let is_inside = (0.0..cols as f64).contains(&p.x) && (0.0..rows as f64).contains(&p.y);
            let value = match (is_inside, (p.x.floor() + p.y.floor()) as i64 % 2) {
                (false, _) => 128,
                (true, 0) => 40,
                _ => 200,
            };
            Rgb([(value as f64 * (0.6 + f64::from(x) / 1000.0)) as u8; 3])
        });
        (Pyramid::new(Cow::Owned(photo)), quad)
    }

    proptest! {
        #[test]
        fn squares_are_counted(rows in 3usize..15, cols in 3usize..15) {
            let (photo, quad) = photo(rows, cols);
            let expected = (!is_board(rows, cols)).then_some(Pattern::Checkered { rows, cols });
            prop_assert_eq!(checkered(&photo, &quad), expected);
        }
    }

    /// What was read where a board of eight squares with these corners was found, with so many men.
    fn read(quad: Quad, men: usize) -> Recognition {
        let found = testing::recognition(&[]);
        let mut board = CellGrid::empty(8, 8);
        (0..men).for_each(|i| board.set(i / 8, i % 8, 1));
        let corners = Corners { quad, ..found.corners.clone() };
        Recognition { game: GameId::Chess, grid: GridSpec::squares(8), board, corners, ..found }
    }

    /// The corners of a board of 8x8 squares laid over a pattern, in squares of the pattern.
    fn laid_over(quad: &Quad, rows: usize, cols: usize, outline: [[f64; 2]; 4]) -> Quad {
        let to_photo = Homography::from_quads(&Quad::rectangle(cols as f64, rows as f64), quad);
        let outline = Quad::new(outline.map(Point::from)).expect("convex");
        to_photo.project_quad(&outline).expect("convex")
    }

    #[test]
    fn an_empty_board_whose_squares_do_not_alternate_is_a_pattern() {
        let refused = |photo: &Pyramid, quad, men| match refuse(photo, &read(quad, men)) {
            Ok(()) => None,
            Err(Error::NotABoard { probability: None, pattern }) => Some(pattern),
            Err(error) => panic!("{error}"),
        };
        let (board, quad) = photo(8, 8);
        assert_eq!(refused(&board, quad, 0), None);
        let moved = laid_over(&quad, 8, 8, [[0.3, 0.0], [8.2, 0.0], [8.0, 8.1], [0.0, 7.9]]);
        assert_eq!(
            refused(&board, moved, 0),
            None,
            "an empty board whose corners are a little off"
        );
        for (rows, cols) in [(7, 9), (9, 7), (7, 10), (9, 9)] {
            let (pattern, quad) = photo(rows, cols);
            // Go is played on 9x9, so that as a pattern it is not named.
            let named = (rows, cols) != (9, 9);
            let said = Some(named.then_some(Pattern::Checkered { rows, cols }));
            assert_eq!(refused(&pattern, quad, 0), said, "{rows}x{cols}");
            let (w, h) = (cols as f64, rows as f64);
            let moved = [[-0.4, 0.0], [w + 0.2, 0.0], [w + 0.2, h + 1.0], [-0.4, h + 1.0]];
            let moved = laid_over(&quad, rows, cols, moved);
            assert_eq!(refused(&pattern, moved, 0), said, "{rows}x{cols}, a row too many");
            assert_eq!(refused(&pattern, moved, 20), None, "men stand on it");
        }
    }

    #[test]
    fn a_board_whose_squares_hardly_differ_is_left_alone() {
        let (pattern, quad) = photo(7, 9);
        let mut faint = pattern.photo().clone();
        faint.pixels_mut().for_each(|p| p.0 = p.0.map(|v| 100 + v / 10));
        assert!(refuse(&Pyramid::new(Cow::Owned(faint)), &read(quad, 0)).is_ok());
        let (board, quad) = photo(8, 8);
        // As light as each other, but red and green.
        let mut colored = board.photo().clone();
        colored.pixels_mut().for_each(|p| {
            p.0 = if p[0] > 100 { [180, 60, 60] } else { [60, 180, 60] };
        });
        assert!(refuse(&Pyramid::new(Cow::Owned(colored)), &read(quad, 0)).is_ok());
    }

    /// Thin lines through a homography: `n` of them each way, corners at the outermost.
    fn lines(n: usize) -> (Pyramid<'static>, Quad) {
        let corners = [[90.0, 70.0], [520.0, 90.0], [560.0, 520.0], [60.0, 480.0]].map(Point::from);
        let quad = Quad::new(corners).expect("convex");
        let side = n as f64 - 1.0;
        let to_board = Homography::from_quads(&quad, &Quad::rectangle(side, side));
        let photo = RgbImage::from_fn(640, 600, |x, y| {
            let p = to_board.project(Point::new(f64::from(x), f64::from(y)));
            let inside = |v: f64| (-0.04..side + 0.04).contains(&v);
            let on = |v: f64| (v - v.round()).abs() < 0.04;
            let is_line = inside(p.x) && inside(p.y) && (on(p.x) || on(p.y));
            Rgb([if is_line { 40 } else { 190 }; 3])
        });
        (Pyramid::new(Cow::Owned(photo)), quad)
    }

    #[test]
    fn a_puzzle_is_told_from_a_board_of_nine_lines() {
        let grid = GridSpec::intersections(9);
        let (board, quad) = lines(9);
        assert_eq!(puzzle(&board, &quad, &grid), None);
        let (sudoku, all) = lines(10);
        let expected = Some(Pattern::Grid { rows: 9, cols: 9 });
        assert_eq!(puzzle(&sudoku, &all, &grid), expected, "nine lines laid over ten");
        let to_photo = GridSpec::intersections(10).to_photo(&all);
        for (x, y) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
            let nine = [[x, y], [x + 8.0, y], [x + 8.0, y + 8.0], [x, y + 8.0]].map(Point::from);
            let nine = to_photo.project_quad(&Quad::new(nine).expect("convex")).expect("convex");
            assert_eq!(puzzle(&sudoku, &nine, &grid), expected, "nine of ten from {x}, {y}");
        }
        assert_eq!(puzzle(&sudoku, &all, &GridSpec::intersections(13)), None);
    }

    #[test]
    fn other_pictures_show_no_pattern() {
        let quad = photo(7, 9).1;
        // Lines instead of squares, gray, and corners a half square off.
        let lines = RgbImage::from_fn(400, 300, |x, y| {
            Rgb([if x % 30 < 3 || y % 30 < 3 { 0 } else { 255 }; 3])
        });
        for picture in [lines, RgbImage::from_pixel(400, 300, Rgb([90; 3]))] {
            assert_eq!(checkered(&Pyramid::new(Cow::Owned(picture)), &quad), None);
        }
        let off = quad.corners().map(|p| Point::new(p.x + 15.0, p.y + 13.0));
        assert_eq!(checkered(&photo(7, 9).0, &Quad::new(off).expect("convex")), None);
    }
}

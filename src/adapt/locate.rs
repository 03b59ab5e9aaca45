//! Where the board of a reference is, and which way round.

use super::{AdaptError, Reference};
use crate::{
    dataset::manifest::compared_as,
    games::{CellGrid, CellProbs, GameId, rotate_index},
    geometry::{GridSpec, Quad},
    recognition::{Readers, Recognition, RecognizeOptions},
};
use ndarray::{ArrayView1, s};

/// A cell looks surely otherwise where what is said of it has a smaller probability.
const HARDLY: f32 = 0.05;
/// No cell's logarithm of a probability counts for less, so that a few cells do not decide.
const LEAST: f64 = -10.0;
/// More than one cell in so many must not look otherwise.
const OTHERWISE: usize = 16;
/// Nor more than this share of the men that look like one side's. On true labels of some three
/// hundred sets it was half at most: of men of checkers, all taken for one side's.
const OTHER_SIDE: f64 = 2.0 / 3.0;
/// Nor more than this share of all men, by their kinds: those of a strange set are taken for others, on
/// the same labels for half of them at most.
const OTHER_KIND: f64 = 0.75;

/// Row and column.
type Cell = (usize, usize);

/// A reference whose board was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Located {
    /// The board's corners in photo pixels, upright as seen.
    pub quad: Quad,
    /// Its grid.
    pub grid: GridSpec,
    /// What stands on it, upright as seen.
    pub board: CellGrid,
    /// The cells, as row and column upright as seen, of which nobody knows what is on them, or that
    /// something hides.
    pub unknown: Vec<(usize, usize)>,
}

/// Finds the board of a reference, and which way round it lies: as its corners say, or else the way in
/// which its position fits best. Where its sides are a guess, they are those that fit best.
///
/// # Errors
/// When the photo shows no board, one of another size, or surely another position than is said.
pub fn locate(
    readers: &Readers,
    game: GameId,
    reference: &Reference,
) -> Result<Located, AdaptError> {
    let options = RecognizeOptions {
        corners: reference.corners,
        size: (!reference.any_size).then(|| reference.board.rows()),
        ..RecognizeOptions::default()
    };
    let found = readers.read(&reference.photo, Some(game), &options).map_err(|source| {
        AdaptError::Photo { photo: reference.name.clone(), source: Box::new(source) }
    })?;
    let (rows, cols) = (found.board.rows(), found.board.cols());
    let shown = match reference.any_size {
        true => CellGrid::empty(rows, cols),
        false => reference.board.clone(),
    };
    if rows != shown.rows() {
        let (found, given) = (rows, shown.rows());
        return Err(AdaptError::Size { photo: reference.name.clone(), found, given });
    }
    let ways = match reference.corners {
        Some(corners) => vec![corners.turns_to(&found.corners.quad)],
        None => vec![0, 1, 2, 3],
    };
    let (turns, board) = best_way(game, reference, &shown, &found.probs, &ways);
    check_shown(game, reference, &board, &found, turns)?;
    let size = (board.rows(), board.cols());
    let is_unknown = |at: &(usize, usize)| {
        reference.unknown.contains(&rotate_index(*at, size, turns)) || found.covered.contains(at)
    };
    let unknown = found.cells().filter(is_unknown).collect();
    Ok(Located { quad: found.corners.quad, grid: found.grid, board, unknown })
}

/// The quarter turns, one of `ways`, that bring the board that a reference shows to where it fits
/// best what was read, and the board there; with the sides exchanged where they are a guess and fit
/// better so.
fn best_way(
    game: GameId,
    reference: &Reference,
    shown: &CellGrid,
    probs: &CellProbs,
    ways: &[usize],
) -> (usize, CellGrid) {
    let (rules, told_as) = (game.game(), reference.told_as(game));
    let exchanged = reference.arbitrary_colors.then(|| shown.map(|c| rules.with_colors_swapped(c)));
    // Of those that fit equally well the last one is taken: as the label has it.
    let boards = exchanged.iter().chain([shown]);
    let seen = boards.flat_map(|board| ways.iter().map(|&turns| (turns, board.rotated(turns))));
    seen.max_by(|(_, a), (_, b)| fit(probs, a, &told_as).total_cmp(&fit(probs, b, &told_as)))
        .expect("a board lies in some way")
}

/// How well a board fits what was read: the sum of the logarithms of its cells' probabilities, those
/// of classes that are `told_as` one together.
fn fit(probs: &CellProbs, board: &CellGrid, told_as: &[u8]) -> f64 {
    let of_cell = |(probs, &class): (ArrayView1<f32>, &u8)| {
        let alike = probs.iter().zip(told_as).filter(|(_, of)| **of == told_as[usize::from(class)]);
        f64::from(alike.map(|(p, _)| p).sum::<f32>()).ln().max(LEAST)
    };
    probs.array().rows().into_iter().zip(board.cells()).map(of_cell).sum()
}

/// Whether a photo shows about the board that it is `said` to show, as it lies there after these
/// quarter turns: pieces where they are said to stand, of the sides said, and most of the kinds.
fn check_shown(
    game: GameId,
    reference: &Reference,
    said: &CellGrid,
    found: &Recognition,
    turns: usize,
) -> Result<(), AdaptError> {
    let size = (said.rows(), said.cols());
    let is_known = |at: &Cell| {
        !found.covered.contains(at) && !reference.unknown.contains(&rotate_index(*at, size, turns))
    };
    let known: Vec<Cell> = found.cells().filter(is_known).collect();
    let Some(cells) = otherwise(game, reference, said, found, &known) else { return Ok(()) };
    // Named in the orientation that the user gave.
    let given = said.rotated(4 - turns);
    let name = |&at: &Cell| {
        let (row, col) = rotate_index(at, size, turns);
        game.game().cell_name(&given, row, col)
    };
    let cells = cells.iter().take(5).map(name).collect();
    Err(AdaptError::NotShown { photo: reference.name.clone(), cells })
}

/// Of the cells that are known those that surely look otherwise than said; `None` where they are few.
fn otherwise(
    game: GameId,
    reference: &Reference,
    said: &CellGrid,
    found: &Recognition,
    known: &[Cell],
) -> Option<Vec<Cell>> {
    let kinds = compared_as(game.game(), false);
    // Where it is a guess which side is which, sides tell nothing.
    let sides = match reference.arbitrary_colors {
        true => vec![0; kinds.len()],
        false => sides_of(game),
    };
    let told = |cells: &[Cell], alike: &dyn Fn(u8, u8) -> bool| -> Vec<Cell> {
        cells.iter().copied().filter(|&at| is_otherwise(found, at, said, alike)).collect()
    };
    let is_man = |grid: &CellGrid, &(row, col): &Cell| grid.get(row, col) != 0;
    let men: Vec<Cell> =
        known.iter().copied().filter(|at| is_man(said, at) && is_man(&found.board, at)).collect();
    let read_as = |side: u8| -> Vec<Cell> {
        let is_of = |&(row, col): &Cell| sides[usize::from(found.board.get(row, col))] == side;
        men.iter().copied().filter(is_of).collect()
    };
    // What is not read as a man may be any.
    let alike_in = |of: &[u8], a: u8, b: u8| b == 0 || of[usize::from(a)] == of[usize::from(b)];
    let of_side = |side: u8| {
        let men = read_as(side);
        (told(&men, &|a, b| alike_in(&sides, a, b)), OTHER_SIDE * men.len() as f64)
    };
    let criteria = [
        (told(known, &|a, b| (a == 0) == (b == 0)), 0.0),
        of_side(1),
        of_side(2),
        (told(&men, &|a, b| alike_in(&kinds, a, b)), OTHER_KIND * men.len() as f64),
    ];
    let are_many = |(cells, most): &(Vec<Cell>, f64)| {
        cells.len() * OTHERWISE > found.grid.len() && cells.len() as f64 > *most
    };
    criteria.into_iter().find(are_many).map(|(cells, _)| cells)
}

/// Whether a cell surely looks otherwise than it is said to: neither is it read as a class `alike` what
/// is said, nor is one of those probable.
fn is_otherwise(
    found: &Recognition,
    (row, col): Cell,
    said: &CellGrid,
    alike: &dyn Fn(u8, u8) -> bool,
) -> bool {
    let is_alike = |class: u8| alike(said.get(row, col), class);
    let probs = found.probs.array().slice(s![row, col, ..]);
    let probability: f32 =
        (0..).zip(probs).filter(|(class, _)| is_alike(*class)).map(|(_, p)| p).sum();
    !is_alike(found.board.get(row, col)) && probability < HARDLY
}

/// The side of each class of a game, 1 or 2; 0 of those that have none.
fn sides_of(game: GameId) -> Vec<u8> {
    let game = game.game();
    let mut sides = vec![0; game.classes().len()];
    for &(first, second) in game.color_swaps() {
        (sides[usize::from(first)], sides[usize::from(second)]) = (1, 2);
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        adapt::position_of, inference::ModelStore, recognition::testing::recognition, synth,
    };
    use image::{RgbImage, imageops::rotate90};
    use ndarray::Array3;

    /// A photo of checkers with these rows above empty ones.
    fn reference(rows: &[&str]) -> Reference {
        let mut board = CellGrid::empty(8, 8);
        for (row, codes) in rows.iter().enumerate() {
            for (col, code) in codes.chars().enumerate() {
                let class = GameId::Checkers.game().class_of(&code.to_string());
                board.set(row, col, class.expect("a code"));
            }
        }
        Reference::new("a.jpg".to_owned(), RgbImage::new(8, 8), board)
    }

    /// A board as the network says it, with 0.9 a cell.
    fn read(board: &CellGrid) -> CellProbs {
        let classes = GameId::Checkers.game().classes().len();
        CellProbs::new(Array3::from_shape_fn((8, 8, classes), |(row, col, class)| {
            if usize::from(board.get(row, col)) == class { 0.9 } else { 0.025 }
        }))
    }

    #[test]
    fn sides_that_are_a_guess_are_those_that_fit_what_was_read() {
        let shown = reference(&["w.w.w.w.", ".b.b...."]).board;
        let swapped = reference(&["b.b.b.b.", ".w.w...."]);
        let guessed = Reference { arbitrary_colors: true, ..reference(&["b.b.b.b.", ".w.w...."]) };
        let best_way = |reference: &Reference, probs: &CellProbs, ways: &[usize]| {
            super::best_way(GameId::Checkers, reference, &reference.board, probs, ways)
        };
        for turns in 0..4 {
            let (probs, seen) = (read(&shown.rotated(turns)), shown.rotated(turns));
            for ways in [&[turns][..], &[0, 1, 2, 3]] {
                assert_eq!(best_way(&guessed, &probs, ways), (turns, seen.clone()));
                let labeled = (turns, swapped.board.rotated(turns));
                assert_eq!(best_way(&swapped, &probs, ways), labeled);
            }
        }
        // As they are labeled where the network says that.
        let probs = read(&swapped.board);
        assert_eq!(best_way(&guessed, &probs, &[0, 1, 2, 3]), (0, swapped.board));
    }

    #[test]
    fn a_king_fits_a_man_where_kings_are_not_marked() {
        let shown = reference(&["W.W.....", "........", "b......."]).board;
        let said = || reference(&["w.w.....", "........", "b......."]);
        let game = GameId::Checkers;
        let told_as = |kings| Reference { kings, ..said() }.told_as(game);
        let fits = |kings| fit(&read(&shown), &said().board, &told_as(kings));
        let [men, either] = [0.9f64.ln(), 0.925f64.ln()];
        let wrong = 2.0 * 0.025f64.ln();
        assert!((fits(true) - (wrong + 62.0 * men)).abs() < 1e-3, "{}", fits(true));
        assert!((fits(false) - (3.0 * either + 61.0 * men)).abs() < 1e-3, "{}", fits(false));
    }

    /// A board of checkers as it is read, with these cells' classes in doubt of another one.
    fn found(board: &CellGrid, probs: CellProbs) -> Recognition {
        let grid = GridSpec::squares(8);
        Recognition {
            game: GameId::Checkers,
            grid,
            board: board.clone(),
            probs,
            ..recognition(&[])
        }
    }

    /// Whether a photo that is read as `seen` is taken for one of `said`.
    fn is_shown(said: &Reference, seen: &CellGrid) -> bool {
        let found = found(seen, read_surely(seen));
        check_shown(GameId::Checkers, said, &said.board, &found, 0).is_ok()
    }

    /// A board as the network says it, with 0.99 a cell.
    fn read_surely(board: &CellGrid) -> CellProbs {
        let probs = read(board).into_array();
        CellProbs::new(probs.mapv(|p| if p > 0.5 { 0.99 } else { 0.0025 }))
    }

    #[test]
    fn men_of_the_other_side_are_another_position() {
        let said = || reference(&["w.w.w.w.", ".w.w.w.w", "b.b.b.b.", ".b.b.b.b"]);
        let seen = |rows: &[&str]| reference(rows).board;
        assert!(is_shown(&said(), &said().board));
        // All may be taken for one side's, but not those of one side for the other's.
        let one_side = seen(&["b.b.b.b.", ".b.b.b.b", "b.b.b.b.", ".b.b.b.b"]);
        assert!(is_shown(&said(), &one_side));
        let all_white = || reference(&["w.w.w.w.", ".w.w.w.w", "w.w.w.w.", ".w.w.w.w"]);
        assert!(!is_shown(&all_white(), &said().board));
        // But where it is a guess whose they are.
        assert!(is_shown(&Reference { arbitrary_colors: true, ..all_white() }, &said().board));
        // Kings and men are taken for each other.
        let kings = seen(&["W.W.W.W.", ".W.W.W.W", "B.B.B.B.", ".B.B.B.B"]);
        assert!(is_shown(&said(), &kings));
        // Of a few men each may be misread.
        assert!(is_shown(&reference(&["w.w.w.w."]), &seen(&["b.b.b.b."])));
    }

    #[test]
    fn most_men_of_other_kinds_are_another_position() {
        let board = |rows: [&str; 2]| {
            let text = format!("{}/{}/8/8/8/8/8/8", rows[0], rows[1]);
            GameId::Chess.game().from_notation(&text).expect("a board")
        };
        let start = board(["rnbqkbnr", "pppppppp"]);
        let classes = GameId::Chess.game().classes().len();
        let probs = Array3::from_shape_fn((8, 8, classes), |(row, col, class)| {
            if usize::from(start.get(row, col)) == class { 1.0 } else { 0.0 }
        });
        let seen = Recognition { game: GameId::Chess, ..found(&start, CellProbs::new(probs)) };
        let is_shown = |said: CellGrid| {
            let said = Reference::new("a.jpg".to_owned(), RgbImage::new(8, 8), said);
            check_shown(GameId::Chess, &said, &said.board, &seen, 0).is_ok()
        };
        assert!(is_shown(board(["rrrrrrrr", "pppppppp"])));
        assert!(!is_shown(board(["qqqqqqqq", "qqqqqqqq"])));
    }

    #[test]
    fn what_the_rules_read_as_it_is_said_is_shown() {
        let said = reference(&["w.w.w.w.", ".w.w.w.w"]);
        // The network sees no men, and yet they are what fits best in the end.
        let probs = read_surely(&CellGrid::empty(8, 8));
        let shown = |board: &CellGrid| {
            let found = found(board, probs.clone());
            check_shown(GameId::Checkers, &said, &said.board, &found, 0).is_ok()
        };
        assert!(shown(&said.board) && !shown(&CellGrid::empty(8, 8)));
    }

    #[test]
    fn cells_that_nobody_knows_do_not_tell_what_is_shown() {
        let seen = reference(&["w.w.w.w.", ".w......"]).board;
        let said =
            |unknown: &[Cell]| Reference { unknown: unknown.to_vec(), ..reference(&["", ""]) };
        assert!(!is_shown(&said(&[]), &seen));
        assert!(is_shown(&said(&[(0, 0)]), &seen));
    }

    /// An empty board of nine lines.
    fn nine_lines() -> synth::Rendered {
        let spec = synth::RenderSpec {
            game: GameId::Go,
            seed: 7,
            long_side: 480,
            rows: Some(9),
            mixed_sets: false,
            set: None,
            modeled: None,
            hard: 0,
            position: Some(CellGrid::empty(9, 9)),
        };
        synth::render(&spec).expect("drawn")
    }

    #[test]
    fn an_empty_board_is_of_the_size_that_the_photo_shows() {
        let empty = position_of(GameId::Go, Some("empty"), "empty.jpg").expect("empty");
        let reference = Reference::new("empty.jpg".to_owned(), nine_lines().image, empty);
        let readers = Readers::new(ModelStore::at("models"));
        let located = locate(&readers, GameId::Go, &reference).expect("a board");
        assert_eq!((located.grid.rows, located.board), (9, CellGrid::empty(9, 9)));
    }

    #[test]
    fn corners_tell_which_way_round_a_board_lies_that_looks_the_same_from_all_sides() {
        let drawn = nine_lines();
        let (quad, height) = (drawn.corners.upright(), f64::from(drawn.image.height()));
        // The photo is turned to the right, and the corners with it.
        let corners =
            Quad::new(quad.corners().map(|p| [height - p.y, p.x].into())).expect("convex");
        let photo = rotate90(&drawn.image);
        let reference = Reference {
            corners: Some(corners),
            unknown: vec![(0, 2)],
            ..Reference::new("empty.jpg".to_owned(), photo, CellGrid::empty(9, 9))
        };
        let readers = Readers::new(ModelStore::at("models"));
        let located = locate(&readers, GameId::Go, &reference).expect("a board");
        // What was in the third place of the first row is in the third row of the last column.
        assert_eq!(located.unknown, [(2, 8)]);
    }
}

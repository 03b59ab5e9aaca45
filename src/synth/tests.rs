//! What the renderer promises: equal bytes for equal seeds, and labels that agree with the picture.

use super::{scene::Instance, *};
use std::collections::{BTreeMap, HashSet};

fn spec(game: GameId, seed: u64, long_side: u32) -> RenderSpec {
    RenderSpec {
        game,
        seed,
        long_side,
        rows: None,
        mixed_sets: false,
        set: None,
        modeled: None,
        hard: 0,
        position: None,
    }
}

fn threads(n: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("a pool of threads")
}

#[test]
fn a_seed_gives_the_same_bytes_on_any_number_of_threads() {
    for game in GameId::ALL {
        let one = threads(1).install(|| render(&spec(game, 7, 128))).expect("renders");
        let two = threads(3).install(|| render(&spec(game, 7, 128))).expect("renders");
        assert!(
            one.image == two.image
                && (one.board, one.corners, one.covered) == (two.board, two.corners, two.covered)
                && one.quality == two.quality,
            "{game}"
        );
        let other = render(&spec(game, 8, 128)).expect("renders");
        assert!(one.image.as_raw() != other.image.as_raw(), "{game}");
    }
}

#[test]
fn corners_are_clockwise_and_inside_the_photo() {
    for game in GameId::ALL {
        for seed in 0..12 {
            let r = render(&spec(game, seed, 96)).expect("renders");
            let quad = r.corners;
            let (w, h) = (f64::from(r.image.width()), f64::from(r.image.height()));
            assert!(
                quad.corners().iter().all(|p| p.x > 0.0 && p.y > 0.0 && p.x < w && p.y < h),
                "{game} {seed}"
            );
            assert_eq!(w.max(h), 96.0);
            assert!(quad.mean_side() > 0.2 * 96.0, "{game} {seed}: the board is too small");
        }
    }
}

#[test]
fn most_chess_boards_fill_their_photos() {
    let mean_side =
        |seed| render(&spec(GameId::Chess, seed, 64)).expect("renders").corners.mean_side();
    let near = (0..40).filter(|&seed| mean_side(seed) > 0.48 * 64.0).count();
    assert!((22..40).contains(&near), "{near} of 40");
}

/// Every piece's own pixels begin at its cell: the mask's pixels of a cell lie around the cell's
/// center in the photo. Other pieces and hands may hide a piece, but few of any class.
#[test]
fn every_label_has_its_piece_and_every_piece_its_label() {
    for game in GameId::ALL {
        // Of each class, how many pieces there are and how many of them are seen.
        let mut pieces = BTreeMap::<u8, (usize, usize)>::new();
        for seed in 20..24 {
            let r = render(&spec(game, seed, 320)).expect("renders");
            let (grid, map) = (r.grid, r.grid.to_photo(&r.corners));
            let width = r.image.width() as usize;
            for (i, &class) in r.board.cells().iter().enumerate() {
                let seen: Vec<usize> =
                    (0..r.mask.len()).filter(|&p| r.mask[p] == 1 + i as u16).collect();
                assert!(class != 0 || seen.is_empty(), "{game} {seed}: a piece on empty cell {i}");
                if class != 0 {
                    let (all, shown) = pieces.entry(class).or_default();
                    *all += 1;
                    *shown += usize::from(seen.len() >= 30);
                }
                let at = map.project(grid.center(i / grid.cols, i % grid.cols));
                let pitch = grid.pitch(&r.corners);
                let near = |p: &usize| {
                    let q = Point::new((p % width) as f64 + 0.5, (p / width) as f64 + 0.5);
                    q.distance(at) < pitch * 0.75
                };
                assert!(
                    seen.len() < 30 || seen.iter().any(near),
                    "{game} {seed}: the piece of cell {i} is elsewhere"
                );
            }
        }
        for (class, (all, shown)) in pieces {
            assert!(10 * shown >= 9 * all, "{game}: {shown} of {all} pieces of class {class}");
        }
    }
}

/// The photo warped back by its label: squares of empty cells with even row + column are lighter
/// than the others.
#[test]
fn light_squares_are_where_the_label_says() {
    let mut pairs = 0;
    for seed in 0..10 {
        let r = render(&spec(GameId::Chess, seed, 320)).expect("renders");
        let (grid, map) = (r.grid, r.grid.to_photo(&r.corners));
        let mut better = 0;
        let mut all = 0;
        for row in 0..8 {
            for col in 0..7 {
                let look = |c: usize| brightness(&r, map.project(grid.center(row, c)));
                if let (Some(a), Some(b)) = (look(col), look(col + 1)) {
                    let lighter = if (row + col) % 2 == 0 { a > b } else { b > a };
                    better += usize::from(lighter);
                    all += 1;
                }
            }
        }
        assert!(
            better * 10 >= all * 9,
            "seed {seed}: {better} of {all} pairs, {:?}",
            r.board.cells()
        );
        pairs += all;
    }
    // A board full of men may show hardly any.
    assert!(pairs > 150, "{pairs} pairs");
}

/// Boards of checkers with men on the light squares are drawn now and then, and then the label's
/// turn is not the rules'.
#[test]
fn men_of_checkers_stand_on_the_light_squares_where_the_turn_is_unknown() {
    let scenes = (0..60)
        .map(|seed| compose::compose(&spec(GameId::Checkers, seed, 96), &mut Rng::new(mix(seed))));
    let mut unknown = 0;
    for (seed, scene) in scenes.enumerate() {
        let side = scene.spec.rows;
        let at = |cell: usize, i: usize| cell as f32 - side as f32 / 2.0 + 0.2 + i as f32 * 0.15;
        let look = |row: usize, col: usize| {
            let samples =
                (0..25).map(|i| scene.scene.board.at(at(col, i % 5), at(row, i / 5), 0.1));
            samples.map(|(color, ..)| color.luma()).sum::<f32>()
        };
        let cells = || (0..side * side).map(|i| (i / side, i % side));
        let mean = |parity: usize| {
            cells().filter(|(r, c)| (r + c) % 2 == parity).map(|(r, c)| look(r, c)).sum::<f32>()
        };
        let is_unknown = !scene.orientation_known;
        assert_eq!(mean(1) > mean(0), is_unknown, "seed {seed}");
        unknown += usize::from(is_unknown);
    }
    assert!((5..25).contains(&unknown), "{unknown} of 60");
}

/// Checkers is drawn on boards of ten rows, too, in about one photo of seven.
#[test]
fn some_boards_of_checkers_have_ten_rows() {
    let scenes = (0..60)
        .map(|seed| compose::compose(&spec(GameId::Checkers, seed, 96), &mut Rng::new(mix(seed))));
    let (mut large, mut men) = (0, 0);
    for scene in scenes.filter(|scene| scene.spec.rows != 8) {
        assert_eq!(
            (scene.spec, scene.board.rows(), scene.board.cols()),
            (GridSpec::squares(10), 10, 10)
        );
        let side = |white: [u8; 2]| {
            scene.board.cells().iter().filter(|class| white.contains(class)).count()
        };
        men = men.max(side([1, 3])).max(side([2, 4]));
        large += 1;
    }
    assert!((3..18).contains(&large), "{large} of 60");
    assert!(men > 12, "{men}");
}

/// Usually a board shows one set; with mixed sets every man has a shape of his own, and the color
/// of his side.
#[test]
fn every_man_of_mixed_sets_has_a_shape_of_his_own() {
    for (mixed_sets, seed) in
        [false, true].into_iter().flat_map(|mixed| (0..12).map(move |seed| (mixed, seed)))
    {
        let spec = RenderSpec { mixed_sets, ..spec(GameId::Chess, seed, 96) };
        let composed = compose::compose(&spec, &mut Rng::new(mix(seed)));
        let cells = composed.board.cells();
        let men = cells.iter().filter(|&&class| class != 0).count();
        let count = |of: &dyn Fn(&Instance) -> usize| {
            let on_board = composed.scene.instances.iter().filter(|man| (1..=64).contains(&man.id));
            on_board.map(of).collect::<HashSet<usize>>().len()
        };
        let kinds = cells
            .iter()
            .filter(|&&class| class != 0)
            .map(|class| (class - 1) % 6)
            .collect::<HashSet<u8>>()
            .len();
        let sides = cells
            .iter()
            .filter(|&&class| class != 0)
            .map(|class| class > &6)
            .collect::<HashSet<bool>>()
            .len();
        assert_eq!(count(&|man| man.model), if mixed_sets { men } else { kinds }, "seed {seed}");
        assert_eq!(count(&|man| man.materials[0]), sides, "seed {seed}");
        assert!(!mixed_sets || (8..=48).contains(&men), "seed {seed}: {men} men");
    }
}

/// A hand hides the cells that the label says, and only where one is drawn.
#[test]
fn labels_say_what_a_hand_hides() {
    let (mut hidden, mut hands) = (0, 0);
    for seed in 0..80 {
        let r = render(&spec(GameId::ALL[seed as usize % 4], seed, 96)).expect("renders");
        hands += usize::from(r.mask.contains(&HAND));
        let (grid, map) = (r.grid, r.grid.to_photo(&r.corners));
        let shown = |(row, col): (usize, usize), dx: f64, dy: f64| {
            let p =
                map.project(Point::new(grid.center(row, col).x + dx, grid.center(row, col).y + dy));
            r.mask.get(p.y as usize * r.image.width() as usize + p.x as usize) == Some(&HAND)
        };
        for cell in (0..grid.len()).map(|i| (i / grid.cols, i % grid.cols)) {
            let corners = [(-0.4, -0.4), (0.4, -0.4), (0.4, 0.4), (-0.4, 0.4), (0.0, 0.0)];
            let points = corners.iter().filter(|(x, y)| shown(cell, *x, *y)).count();
            let said = r.covered.contains(&cell);
            assert!(!said || points > 0, "seed {seed}: nothing hides {cell:?}");
            assert!(said || points < 5, "seed {seed}: {cell:?} is hidden");
            hidden += usize::from(said);
        }
    }
    assert!((2..25).contains(&hands) && hidden > 5, "{hands} hands hide {hidden} cells");
}

/// Brightness of the photo at a point where the board's top shows, the mean of 3x3 pixels.
fn brightness(r: &Rendered, at: Point) -> Option<f32> {
    let (x, y) = (at.x as u32, at.y as u32);
    let mut sum = 0.0;
    for (dx, dy) in (0..9).map(|i| (i % 3, i / 3)) {
        let (px, py) = ((x + dx).checked_sub(1)?, (y + dy).checked_sub(1)?);
        if *r.mask.get((py * r.image.width() + px) as usize)? != u16::MAX {
            return None;
        }
        sum += r.image.get_pixel_checked(px, py)?.0.iter().map(|&v| f32::from(v)).sum::<f32>();
    }
    Some(sum)
}

#[test]
fn impossible_photos_are_refused() {
    let refused = |spec: RenderSpec| render(&spec).err();
    assert_eq!(refused(spec(GameId::Go, 1, 8)), Some(RenderError::Size(8)));
    let go = RenderSpec { rows: Some(13), ..spec(GameId::Go, 1, 96) };
    assert_eq!(render(&go).expect("renders").board.rows(), 13);
    let game = GameId::Chess;
    let chess = RenderSpec { game, ..go.clone() };
    assert_eq!(refused(chess), Some(RenderError::Rows { game, rows: 13 }));
    let small = RenderSpec { position: Some(CellGrid::empty(9, 9)), ..go.clone() };
    assert_eq!(refused(small), Some(RenderError::Position { has: 9, rows: 13 }));
    let odd = RenderSpec { rows: None, position: Some(CellGrid::empty(10, 10)), ..go };
    assert_eq!(refused(odd), Some(RenderError::Rows { game: GameId::Go, rows: 10 }));
}

#[test]
fn a_position_is_drawn_on_the_board_of_its_seed() {
    for (game, rows) in
        [(GameId::Checkers, 10), (GameId::Chess, 8), (GameId::Go, 13), (GameId::Qwirkle, 16)]
    {
        let mut position = CellGrid::empty(rows, rows);
        position.set(2, 5, 1);
        for seed in 20..30 {
            let of = |position: &CellGrid| {
                let position = Some(position.clone());
                render(&RenderSpec { position, ..spec(game, seed, 96) }).expect("renders")
            };
            let (one, none) = (of(&position), of(&CellGrid::empty(rows, rows)));
            assert_eq!(one.board, position, "{game} {seed}");
            // How a photo of Qwirkle is taken is drawn after its tiles.
            assert!(game == GameId::Qwirkle || one.corners == none.corners, "{game} {seed}");
            assert_eq!(one.style, none.style, "{game} {seed}");
            assert!(none.mask.iter().all(|&id| id == 0 || id > 400), "{game} {seed}");
            let there = 1 + 2 * rows as u16 + 5;
            let hidden = one.covered.contains(&(2, 5));
            assert!(hidden || one.mask.contains(&there), "{game} {seed}");
        }
    }
}

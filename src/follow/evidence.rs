//! How well a board explains what was seen, given how this set of pieces has been seen so far.
//!
//! A classifier makes the same mistake frame after frame: a bishop that it takes for a pawn stays a
//! pawn. So what it says is an observation, not the truth: the likelihood of an observation under
//! each class comes from a confusion matrix, which starts as a prior and is learned from the boards
//! that the rules have confirmed (a hidden Markov model whose emissions are learned while it runs).

use super::{
    cover::Cover,
    scene::{Scene, difference},
};
use crate::games::{CellGrid, CellProbs, Game, rules::Cell};
use ndarray::{Array2, Array3, ArrayView1, Axis, s};

/// How a class is seen before anything was learned: as itself, as another piece of its side, as
/// anything else.
const AS_ITSELF: f64 = 0.78;
const SAME_SIDE: f64 = 0.20;
const ANYTHING: f64 = 0.02;

/// How many observations the prior of a class is worth, and those of the class in general beside
/// those of one cell.
const PRIOR: f64 = 6.0;
const GENERAL: f64 = 3.0;

/// A cell looks as it did where its class probabilities are no further apart, and that it has changed
/// all the same is this much less likely, as a natural logarithm.
const SAME: f32 = 0.15;
const UNSEEN: f64 = 1.5;

/// How often an empty cell that a piece hides from the camera looks as if that piece, or another one
/// of its side, stood there, before any was seen, and how many observations that is worth.
const GHOSTS: f64 = 0.3;
const GHOSTS_PRIOR: f64 = 2.0;

/// A cell remembers about so many observations of the piece that stands there.
const MEMORY: f64 = 4.0;

/// How a game's pieces are seen: by class, and by cell for the piece that stands there now.
#[derive(Clone, Debug)]
pub struct Observations {
    sides: Vec<usize>,
    /// `[class, seen as]`: the prior, in observations.
    prior: Array2<f64>,
    /// `[class, seen as]`: what was observed.
    counts: Array2<f64>,
    /// What was observed of the piece on each cell since it stands there.
    cells: Vec<Option<OnCell>>,
    cols: usize,
    /// Empty cells behind pieces that were seen, and those that looked like what hides them.
    behind: f64,
    ghosts: f64,
}

/// What was observed of a piece on a cell.
#[derive(Clone, Debug)]
struct OnCell {
    class: u8,
    /// Sum over the observations, by class seen.
    seen: Vec<f64>,
    /// Number of observations.
    count: f64,
}

/// The log-likelihoods of a frame, or of several that show the same.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// `[rows, cols, classes]`, at most 0: that of the class that explains a cell best.
    logs: Array3<f64>,
    /// The side of each class.
    sides: Vec<usize>,
    /// Which cells look as they did in the scene before.
    same: Array2<bool>,
    /// Which cells pieces hide from the camera.
    cover: Cover,
    /// Log-probability that an empty one looks like what hides it.
    ghost: f64,
}

impl Observations {
    /// Nothing was observed yet on boards of `rows` x `cols` cells.
    pub fn new(game: &dyn Game, rows: usize, cols: usize) -> Self {
        let sides = sides(game);
        let classes = sides.len();
        let prior = Array2::from_shape_fn((classes, classes), |(class, seen)| {
            let mates = sides.iter().filter(|&&side| side == sides[class]).count() - 1;
            let others = classes - 1 - mates;
            let missing = if mates == 0 { SAME_SIDE } else { 0.0 };
            let share = match () {
                () if class == seen => AS_ITSELF + missing,
                () if sides[class] == sides[seen] => SAME_SIDE / mates as f64,
                () => ANYTHING / others as f64,
            };
            PRIOR * share
        });
        let counts = Array2::zeros((classes, classes));
        let cells = vec![None; rows * cols];
        Self { sides, prior, counts, cells, cols, behind: 0.0, ghosts: 0.0 }
    }

    /// The evidence of what was seen, rows and columns as the boards have them; cells that are
    /// `hidden` tell nothing.
    pub fn evidence(&self, probs: &CellProbs, hidden: &[Cell]) -> Evidence {
        let (rows, cols, classes) = probs.dim();
        let mut logs = Array3::zeros((rows, cols, classes));
        for row in 0..rows {
            for col in 0..cols {
                if hidden.contains(&(row, col)) {
                    continue;
                }
                let seen = probs.array().index_axis(Axis(0), row);
                let seen = seen.index_axis(Axis(0), col);
                let of = |class: usize| self.likelihood((row, col), class, seen).ln();
                let all: Vec<f64> = (0..classes).map(of).collect();
                let most = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                all.iter().enumerate().for_each(|(c, log)| logs[[row, col, c]] = log - most);
            }
        }
        let same = Array2::from_elem((rows, cols), false);
        let ghosts = GHOSTS * GHOSTS_PRIOR + self.ghosts;
        let ghost = (ghosts / (GHOSTS_PRIOR + self.behind)).ln();
        Evidence { logs, sides: self.sides.clone(), same, cover: Cover::default(), ghost }
    }

    /// Notes how the pieces of a board were seen that is known to be there.
    pub fn learn(&mut self, board: &CellGrid, scene: &Scene) {
        self.learn_from(&[(board, 1.0)], scene);
    }

    /// The same where it is one of several boards, each with its probability, the likeliest first.
    pub fn learn_from(&mut self, boards: &[(&CellGrid, f64)], scene: &Scene) {
        let Some((likeliest, _)) = boards.first() else { return };
        let (probs, hidden) = (&scene.probs(), &scene.untold(likeliest));
        self.note_ghosts(likeliest, probs, scene);
        let (rows, cols, classes) = probs.dim();
        for row in 0..rows {
            for col in (0..cols).filter(|&col| !hidden.contains(&(row, col))) {
                let mut shares = vec![0.0; classes];
                boards.iter().for_each(|(on, p)| shares[usize::from(on.get(row, col))] += p);
                let likeliest = shares.iter().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b));
                let Some((class, &share)) = likeliest else { continue };
                let seen: Vec<f64> =
                    (0..classes).map(|c| share * f64::from(probs.array()[[row, col, c]])).collect();
                self.note((row, col), class as u8, &seen, share);
            }
        }
    }

    /// Notes how empty cells look that pieces hide.
    fn note_ghosts(&mut self, board: &CellGrid, probs: &CellProbs, scene: &Scene) {
        for (row, col) in scene.cover.hidden_empty(board) {
            if scene.hidden.contains(&(row, col)) {
                continue;
            }
            let in_front: Vec<usize> = scene
                .cover
                .in_front((row, col), board)
                .map(|c| self.sides[usize::from(c)])
                .collect();
            let seen = probs.array().slice(s![row, col, ..]);
            let like_them =
                seen.iter().zip(&self.sides).filter(|(_, side)| in_front.contains(side));
            self.ghosts += f64::from(like_them.map(|(p, _)| p).sum::<f32>());
            self.behind += 1.0;
        }
    }

    /// Notes what was seen on a cell, `share` of a look.
    fn note(&mut self, (row, col): Cell, class: u8, seen: &[f64], share: f64) {
        // A few cells, not the many empty ones, tell how a class is seen: each counts once a piece.
        let cell = &mut self.cells[row * self.cols + col];
        let known = cell.as_ref().filter(|on| on.class == class);
        let weight = known.map_or(1.0, |on| 1.0 / (1.0 + on.count));
        for (c, &p) in seen.iter().enumerate() {
            self.counts[[usize::from(class), c]] += weight * p;
        }
        let on = match cell {
            Some(on) if on.class == class => on,
            _ => cell.insert(OnCell { class, seen: vec![0.0; seen.len()], count: 0.0 }),
        };
        let keep = if on.count >= MEMORY { MEMORY / (on.count + share) } else { 1.0 };
        on.seen.iter_mut().zip(seen).for_each(|(sum, &p)| *sum = (*sum + p) * keep);
        on.count = (on.count + share) * keep;
    }

    /// The likelihood of what was seen on a cell if a class stands there.
    fn likelihood(&self, (row, col): Cell, class: usize, seen: ArrayView1<f32>) -> f64 {
        let (prior, counts) = (self.prior.row(class), self.counts.row(class));
        let total = prior.sum() + counts.sum();
        let general = |c: usize| (prior[c] + counts[c]) / total;
        let on = self.cells[row * self.cols + col].as_ref();
        let on = on.filter(|on| usize::from(on.class) == class);
        let share = |c: usize| match on {
            Some(on) => (GENERAL * general(c) + on.seen[c]) / (GENERAL + on.count),
            None => general(c),
        };
        seen.iter().enumerate().map(|(c, &p)| f64::from(p) * share(c)).sum::<f64>().max(1e-12)
    }
}

impl Evidence {
    /// The same, where the scene before is known: a cell that looks as it did has not changed.
    #[must_use]
    pub fn after(mut self, probs: &CellProbs, before: &CellProbs, hidden: &[Cell]) -> Self {
        if probs.dim() == before.dim() {
            self.same = difference(probs, before).mapv(|apart| apart < SAME);
            hidden.iter().for_each(|&cell| self.same[cell] = false);
        }
        self
    }

    /// The same, seen from where pieces hide what is behind them.
    #[must_use]
    pub fn covered(self, cover: Cover) -> Self {
        Self { cover, ..self }
    }

    /// What it costs one board to follow another, as a natural logarithm: what they differ in ought
    /// to be seen.
    pub fn unseen(&self, board: &CellGrid, other: &CellGrid) -> f64 {
        let is_hidden = |on: &CellGrid, (row, col): Cell| {
            on.get(row, col) == 0 && self.cover.in_front((row, col), on).next().is_some()
        };
        let is_unseen = |&(cell, &same): &(Cell, &bool)| {
            let differs = board.get(cell.0, cell.1) != other.get(cell.0, cell.1);
            same && differs && !is_hidden(board, cell) && !is_hidden(other, cell)
        };
        -UNSEEN * self.same.indexed_iter().filter(is_unseen).count() as f64
    }

    /// How well a board explains what was seen, as a natural logarithm: 0 where each cell is what
    /// explains it best.
    pub fn of(&self, board: &CellGrid) -> f64 {
        let (rows, cols, _) = self.logs.dim();
        let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
        cells.map(|cell| self.on(board, cell)).sum()
    }

    /// How well a board explains one of its cells.
    pub fn on(&self, board: &CellGrid, (row, col): Cell) -> f64 {
        self.log_on(board, (row, col), board.get(row, col))
    }

    /// How well a class explains a cell of a board.
    fn log_on(&self, board: &CellGrid, cell: Cell, class: u8) -> f64 {
        let log = self.log(cell, class);
        if class != 0 {
            return log;
        }
        let like = |piece: u8| {
            let classes = (0..self.sides.len())
                .filter(|&other| self.sides[other] == self.sides[usize::from(piece)]);
            let logs = classes.map(|other| self.log(cell, other as u8));
            self.ghost + logs.fold(f64::NEG_INFINITY, f64::max)
        };
        self.cover.in_front(cell, board).map(like).fold(log, f64::max)
    }

    /// How much better one board explains what was seen than another.
    pub fn gain(&self, board: &CellGrid, other: &CellGrid) -> f64 {
        if !self.cover.is_none() {
            return self.of(board) - self.of(other);
        }
        let pairs = board.cells().iter().zip(other.cells()).zip(self.logs.rows());
        pairs
            .filter(|((class, other), _)| class != other)
            .map(|((&class, &other), logs)| logs[usize::from(class)] - logs[usize::from(other)])
            .sum()
    }

    /// How well a class explains a cell.
    pub fn log(&self, (row, col): Cell, class: u8) -> f64 {
        self.logs[[row, col, usize::from(class)]]
    }

    /// How much better a board explains one of its cells than a class of another side, or none,
    /// would.
    pub fn margin(&self, board: &CellGrid, (row, col): Cell) -> f64 {
        let (cell, class) = ((row, col), board.get(row, col));
        let side = self.sides[usize::from(class)];
        let classes = (0..self.sides.len()).filter(|&other| self.sides[other] != side);
        let others = classes.map(|other| self.log_on(board, cell, other as u8));
        self.on(board, cell) - others.fold(f64::NEG_INFINITY, f64::max)
    }

    /// The same, seen so many times.
    #[must_use]
    pub fn times(self, weight: f64) -> Self {
        Self { logs: self.logs * weight, ..self }
    }

    /// The same where a cell tells nothing.
    #[must_use]
    pub fn without(&self, (row, col): Cell) -> Self {
        let mut without = self.clone();
        without.logs.slice_mut(s![row, col, ..]).fill(0.0);
        without
    }

    /// Whether two classes are of different sides, the empty cell's being one.
    pub fn is_of_another_side(&self, class: u8, other: u8) -> bool {
        self.sides[usize::from(class)] != self.sides[usize::from(other)]
    }

    /// The class that explains a cell best.
    pub fn best(&self, (row, col): Cell) -> u8 {
        let of = |class: &u8| self.log((row, col), *class);
        (0..self.logs.dim().2 as u8).max_by(|a, b| of(a).total_cmp(&of(b))).unwrap_or(0)
    }

    /// A board with the cells that it explains worse than by `limit` as what explains them best;
    /// with these cells.
    pub fn mended(&self, board: &CellGrid, limit: f64) -> (CellGrid, Vec<Cell>) {
        let (mut mended, mut cells) = (board.clone(), Vec::new());
        for row in 0..board.rows() {
            for col in 0..board.cols() {
                if self.on(board, (row, col)) < -limit {
                    mended.set(row, col, self.best((row, col)));
                    cells.push((row, col));
                }
            }
        }
        (mended, cells)
    }
}

/// The side of each class: 0 of the empty cell, 1 and 2 of the two sides' pieces, and one a class
/// where pieces have no sides.
fn sides(game: &dyn Game) -> Vec<usize> {
    let swaps = game.color_swaps();
    let side = |class: u8| match () {
        () if class == 0 => 0,
        () if swaps.iter().any(|(first, _)| *first == class) => 1,
        () if swaps.iter().any(|(_, second)| *second == class) => 2,
        () => 2 + usize::from(class),
    };
    (0..game.classes().len() as u8).map(side).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{follow::scene::Moment, games::GameId};

    /// Probabilities that see each cell of a board as this class says, with `sure`.
    fn seen(board: &CellGrid, classes: usize, sure: f32, as_what: impl Fn(u8) -> u8) -> CellProbs {
        let rest = (1.0 - sure) / (classes - 1) as f32;
        CellProbs::new(Array3::from_shape_fn((board.rows(), board.cols(), classes), |(r, c, k)| {
            if usize::from(as_what(board.get(r, c))) == k { sure } else { rest }
        }))
    }

    #[test]
    fn a_mistake_that_stays_costs_nothing_once_it_is_known() {
        let game = GameId::Chess.game();
        let board = game
            .from_notation("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
            .expect("the initial position");
        let (pawn, bishop) = (game.class_of("P").expect("P"), game.class_of("B").expect("B"));
        let wrong = |class| if class == bishop { pawn } else { class };
        let probs = seen(&board, 13, 0.97, wrong);
        let mut observed = Observations::new(game, 8, 8);
        let before = observed.evidence(&probs, &[]);
        assert!(before.log((7, 2), bishop) < -1.5 && before.best((7, 2)) == pawn);
        let begun = Moment { frame: 1, time_s: None };
        let scene = Scene::new(begun, &probs, Vec::new(), 1);
        (0..3).for_each(|_| observed.learn(&board, &scene));
        let after = observed.evidence(&probs, &[]);
        assert!(after.log((7, 2), bishop) > -0.6, "this cell's piece is known");
        // The bishop moves, and is taken for a pawn again.
        let mut moved = board.clone();
        moved.set(7, 2, 0);
        moved.set(4, 5, bishop);
        let there = observed.evidence(&seen(&moved, 13, 0.97, wrong), &[]);
        assert!(there.log((4, 5), bishop) > before.log((7, 2), bishop) + 0.5);
        assert!(there.of(&moved) > there.of(&board) + 5.0);
        assert!((there.gain(&moved, &board) - there.of(&moved) + there.of(&board)).abs() < 1e-9);
    }

    #[test]
    fn another_side_or_an_empty_cell_is_a_graver_mistake_than_another_kind() {
        let game = GameId::Chess.game();
        let class = |code: &str| game.class_of(code).expect("a class");
        let mut board = CellGrid::empty(8, 8);
        board.set(0, 0, class("P"));
        let evidence = Observations::new(game, 8, 8).evidence(&seen(&board, 13, 1.0, |c| c), &[]);
        let [kind, side, none] = ["B", "p", "."].map(|code| evidence.log((0, 0), class(code)));
        assert!(kind < 0.0 && side < kind - 2.0 && none < kind - 2.0, "{kind} {side} {none}");
    }

    #[test]
    fn what_is_hidden_tells_nothing_and_what_does_not_fit_is_mended() {
        let game = GameId::Go.game();
        let mut board = CellGrid::empty(9, 9);
        board.set(4, 4, 1);
        let probs = seen(&board, 3, 0.98, |c| c);
        let observed = Observations::new(game, 9, 9);
        let empty = CellGrid::empty(9, 9);
        assert_eq!(observed.evidence(&probs, &[(4, 4)]).of(&empty), 0.0);
        assert_eq!(observed.evidence(&probs, &[]).mended(&empty, 2.0), (board, vec![(4, 4)]));
    }

    #[test]
    fn how_often_a_hidden_cell_looks_like_what_hides_it_is_learned() {
        let game = GameId::Chess.game();
        let mut board = CellGrid::empty(8, 8);
        let pawn = game.class_of("P").expect("a class");
        board.set(4, 3, pawn);
        let low = "170,50 470,50 607,178 36,177".parse().expect("convex");
        let cover = Cover::of_standing((640, 193), &low, &crate::geometry::GridSpec::squares(8));
        let ghost = |looks_like: u8| {
            let mut shown = board.clone();
            [2, 3].into_iter().for_each(|row| shown.set(row, 3, looks_like));
            let begun = Moment { frame: 1, time_s: None };
            let scene = Scene::new(begun, &seen(&shown, 13, 0.97, |c| c), Vec::new(), 1);
            let scene = scene.covered(cover.clone());
            let mut observed = Observations::new(game, 8, 8);
            (0..4).for_each(|_| observed.learn(&board, &scene));
            let mut shown = board.clone();
            shown.set(3, 3, pawn);
            let evidence = observed.evidence(&seen(&shown, 13, 0.97, |c| c), &[]);
            evidence.covered(cover.clone()).on(&board, (3, 3))
        };
        assert!(ghost(pawn) > -0.5 && ghost(0) < -2.0, "{} {}", ghost(pawn), ghost(0));
    }
}

//! What happens in which frame of a game.

use super::{
    Course,
    light::Drift,
    played::{Played, changed, distance},
    wrong::{Kind, wrong_move},
};
use crate::{
    games::{
        CellGrid, GameId,
        rules::{Cell, GameState},
    },
    synth::{
        Frame, Knock, Light, Moved, Piece, Reaching,
        random::{Rng, mix},
    },
};

/// A frame that is drawn, and the truth of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    pub frame: Frame,
    /// Which frame of the camera it is; some are missing.
    pub clock: usize,
    /// Plies of the game that have been played on the board.
    pub ply: usize,
    /// Whether a hand is over the board.
    pub busy: bool,
    /// Whether a wrong move stands on the board.
    pub illegal: bool,
}

/// What changed on the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A ply of the game; `seen` is false where no still frame shows the board after it alone.
    Ply { notation: String, seen: bool },
    /// A wrong move, and the cells that it changed.
    Wrong { kind: Kind, cells: Vec<Cell> },
    /// The wrong move was put right.
    PutRight,
}

/// A change, and where it is first seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub change: Change,
    /// Plies that have been played then.
    pub ply: usize,
    /// The camera's first still frame after it, missing or not.
    pub clock: usize,
    /// The first still frame after it that there is, as an index of [`Script::shots`].
    pub shot: usize,
}

/// All frames of a game and all changes, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    pub shots: Vec<Shot>,
    pub events: Vec<Event>,
}

impl Script {
    /// What happens in a game. It follows from the seed.
    pub fn write(played: &Played, course: &Course, seed: u64) -> Self {
        let mut writer = Writer::new(played, course, seed);
        writer.stand(course.still, true);
        let mut now: Option<Box<dyn GameState>> = None;
        let mut earlier: Vec<CellGrid> = Vec::new();
        for (i, step) in played.steps.iter().enumerate() {
            let state = now.as_ref().unwrap_or(&played.start);
            // Every move has been checked.
            let Ok(next) = state.apply(step) else { break };
            let player = player(played.game, step.white, i);
            writer.maybe_wrong(played, state.as_ref(), &earlier, player);
            earlier.push(state.board().clone());
            let last = i + 1 == played.steps.len();
            writer.ply(next.board(), &step.notation, player, last);
            now = Some(next);
        }
        writer.script()
    }
}

/// Who plays: 0 sits at the last row.
fn player(game: GameId, white: Option<bool>, ply: usize) -> u8 {
    match (game, white) {
        (GameId::Checkers | GameId::Chess, Some(white)) => u8::from(!white),
        (_, Some(white)) => u8::from(white),
        (_, None) => (ply % 2) as u8,
    }
}

/// Writes a script from frame to frame.
struct Writer<'a> {
    course: &'a Course,
    rng: Rng,
    seed: u64,
    game: GameId,
    board: CellGrid,
    pieces: Vec<Option<Piece>>,
    /// Changes of the board so far.
    puts: u32,
    drift: Drift,
    moved: Moved,
    clock: usize,
    ply: usize,
    illegal: bool,
    /// Whether the last ply's still frames are missing.
    unseen: bool,
    shots: Vec<Shot>,
    events: Vec<Event>,
}

impl<'a> Writer<'a> {
    fn new(played: &Played, course: &'a Course, seed: u64) -> Self {
        let mut rng = Rng::new(mix(seed ^ 0x5C21));
        let board = played.start.board().clone();
        let mut writer = Self {
            course,
            drift: Drift::sample(&mut rng, course.light as f32),
            rng,
            seed,
            game: played.game,
            pieces: vec![None; board.cells().len()],
            board: CellGrid::empty(board.rows(), board.cols()),
            puts: 0,
            moved: Moved::default(),
            clock: 0,
            ply: 0,
            illegal: false,
            unseen: false,
            shots: Vec::new(),
            events: Vec::new(),
        };
        writer.show(&board);
        writer
    }

    /// The script. Where still frames are missing, a change is seen in a later one.
    fn script(self) -> Script {
        let Self { shots, mut events, .. } = self;
        for event in &mut events {
            let later = shots.iter().skip(event.shot).position(|shot| !shot.busy);
            event.shot += later.unwrap_or(0);
        }
        Script { shots, events }
    }

    /// A ply of the game: hands, the new board, still frames.
    fn ply(&mut self, after: &CellGrid, notation: &str, player: u8, last: bool) {
        let cells = changed(&self.board, after);
        if self.chance(self.course.light_jumps) {
            self.drift.jump(&mut self.rng);
        }
        self.change(after, player, self.ply + 1, false);
        if self.chance(self.course.knocks) {
            self.knock(&cells);
        }
        let missing = self.chance(self.course.missing) && !last;
        let change = Change::Ply { notation: notation.to_owned(), seen: !missing };
        self.event(change);
        self.stand(self.course.still, !missing);
        self.unseen = missing;
    }

    /// Perhaps a wrong move, which is put right. A ply whose still frames are missing is followed
    /// by the next one.
    fn maybe_wrong(
        &mut self,
        played: &Played,
        state: &dyn GameState,
        earlier: &[CellGrid],
        player: u8,
    ) {
        if !self.chance(self.course.illegal) || self.unseen {
            return;
        }
        let Some((kind, wrong)) = wrong_move(played, state, earlier, &mut self.rng) else { return };
        let cells = changed(&self.board, &wrong);
        self.change(&wrong, player, self.ply, true);
        self.event(Change::Wrong { kind, cells });
        let longer = self.rng.below(3);
        self.stand(self.course.still + longer, true);
        self.change(state.board(), player, self.ply, false);
        self.event(Change::PutRight);
        self.stand(self.course.still, true);
    }

    /// Another board, under a hand; from then on so many plies have been played, and perhaps a
    /// wrong move stands.
    fn change(&mut self, after: &CellGrid, player: u8, ply: usize, illegal: bool) {
        let cells = changed(&self.board, after);
        let on = |board: &CellGrid| -> Vec<Cell> {
            cells.iter().copied().filter(|&(row, col)| board.get(row, col) != 0).collect()
        };
        let (from, to) = (on(&self.board), on(after));
        let hands = if cells.is_empty() { 0 } else { self.course.hands };
        let before = (hands + self.rng.below(2)) / 2;
        self.hands(before, if from.is_empty() { &to } else { &from }, player);
        self.show(after);
        (self.ply, self.illegal) = (ply, illegal);
        if self.chance(self.course.bumps) {
            self.bump();
        }
        self.hands(hands - before, if to.is_empty() { &from } else { &to }, player);
    }

    fn chance(&mut self, share: f64) -> bool {
        self.rng.chance(share as f32)
    }

    /// Frames of a hand over one of these cells.
    fn hands(&mut self, count: usize, cells: &[Cell], player: u8) {
        for _ in 0..count {
            let Some(&cell) = cells.get(self.rng.below(cells.len())) else { return };
            let seed = self.rng.next();
            self.shoot(Some(Reaching { cell, player, seed }), self.drift.at(self.clock));
        }
    }

    /// Frames in which nobody moves, in the light of the first; they are drawn or missing.
    fn stand(&mut self, count: usize, drawn: bool) {
        let light = self.drift.at(self.clock);
        for _ in 0..count {
            if drawn {
                self.shoot(None, light);
            } else {
                self.clock += 1;
            }
        }
    }

    fn shoot(&mut self, hand: Option<Reaching>, light: Light) {
        let frame = Frame {
            pieces: self.pieces.clone(),
            hand,
            light,
            moved: self.moved,
            noise: mix(self.seed ^ (self.clock as u64) << 20),
        };
        let (clock, ply, illegal) = (self.clock, self.ply, self.illegal);
        self.shots.push(Shot { frame, clock, ply, busy: hand.is_some(), illegal });
        self.clock += 1;
    }

    /// Puts the pieces of a board where it differs.
    fn show(&mut self, board: &CellGrid) {
        for (row, col) in changed(&self.board, board) {
            let class = board.get(row, col);
            let piece = Piece { class, put: self.puts, knock: None };
            self.pieces[row * board.cols() + col] = (class != 0).then_some(piece);
        }
        self.board = board.clone();
        self.puts += 1;
    }

    /// Says what changed; the next still frame will be the first to show it.
    fn event(&mut self, change: Change) {
        let (ply, clock, shot) = (self.ply, self.clock, self.shots.len());
        self.events.push(Event { change, ply, clock, shot });
    }

    /// Knocks against a piece near these cells, most likely toward an empty cell.
    fn knock(&mut self, cells: &[Cell]) {
        let cols = self.board.cols();
        let near = |cell: Cell| cells.iter().any(|&other| distance(cell, other) <= 2);
        let standing = (0..self.pieces.len()).filter(|&i| self.pieces[i].is_some());
        let standing: Vec<usize> = standing.filter(|&i| near((i / cols, i % cols))).collect();
        let Some(&index) = standing.get(self.rng.below(standing.len())) else { return };
        let turn = self.free_direction((index / cols, index % cols));
        // Stones and tiles nearly touch each other.
        let roomy = matches!(self.game, GameId::Checkers | GameId::Chess);
        let far = if roomy { self.rng.range(0.26, 0.4) } else { self.rng.range(0.2, 0.32) };
        let off = (far * turn.cos(), far * turn.sin());
        let lies = self.rng.chance(0.4);
        if let Some(piece) = &mut self.pieces[index] {
            piece.knock = Some(Knock { off, lies });
        }
    }

    /// A direction in radians from the right downward, where the next cell is empty if one is.
    fn free_direction(&mut self, (row, col): Cell) -> f32 {
        let turns = [(); 6].map(|()| self.rng.range(0.0, std::f32::consts::TAU));
        let is_free = |turn: &&f32| {
            let step = |at: usize, by: f32| usize::try_from(at as i64 + by.round() as i64).ok();
            let next = step(row, turn.sin()).zip(step(col, turn.cos()));
            let inside = |&(r, c): &Cell| r < self.board.rows() && c < self.board.cols();
            next.filter(inside).is_some_and(|(r, c)| self.board.get(r, c) == 0)
        };
        turns.iter().find(is_free).copied().unwrap_or(turns[0])
    }

    /// Bumps against the camera or the board.
    fn bump(&mut self) {
        let rng = &mut self.rng;
        let mut small = |most: f32| (rng.gauss() * most * 0.6).clamp(-most, most);
        if small(1.0) > 0.0 {
            let by = [small(0.015), small(0.015), small(0.02)];
            for (angle, by) in self.moved.camera.iter_mut().zip(by) {
                *angle = (*angle + by).clamp(-0.04, 0.04);
            }
        } else {
            let within = |at: f32, by: f32, most: f32| (at + by).clamp(-most, most);
            let (x, y) = self.moved.board;
            self.moved.board = (within(x, small(0.3), 0.6), within(y, small(0.3), 0.6));
            self.moved.turn = within(self.moved.turn, small(0.04), 0.08);
        }
    }
}

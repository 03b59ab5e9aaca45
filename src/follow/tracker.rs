//! Which moves were made: decided from what the scenes of a game show and what its rules allow.

use super::{
    candidates::{Line, Reach, cost_of, explain},
    evidence::{Evidence, Observations},
    scene::{Moment, Scene},
};
use crate::{
    games::{
        CellGrid, GameId,
        rules::{Cell, GameState, Judgement, Known, Noted, PASS, Rules, Step},
    },
    messages::Message,
};
use std::{collections::VecDeque, sync::Arc};

/// A move is certain when every other way that the game may have gone is this much less likely, as
/// a natural logarithm.
const CERTAIN: f64 = 5.0;

/// At the end of a game less is enough.
const LIKELY: f64 = 1.5;

/// A move that is still not certain so many scenes later is taken to be the likeliest one.
const PATIENCE: usize = 3;

/// How badly a scene may be explained by its best explanation: at least, at least where even the
/// first one was explained badly, and as a multiple of how badly the last ones were.
const MISFIT: f64 = 7.5;
const MISFIT_OF_POOR_FRAMES: f64 = 12.0;
const NOISE_FACTOR: f64 = 2.0;

/// By what share of itself that grows with each scene in a row that nothing explained: frames may
/// be poorer than the first ones were, and the game must not be lost for it.
const INDULGENCE: f64 = 0.3;

/// How much the last scene counts in how badly scenes are explained.
const FORGETTING: f64 = 0.3;

/// A cell that is explained worse than this by the last board shows something else.
const CHANGED: f64 = 2.5;

/// How much better than what a line says a cell that has changed is explained by what it shows, a
/// look, to refute that line.
const REFUTED: f64 = 3.0;

/// A change of more cells is no wrong move but something that is not understood.
const WRONG_CELLS: usize = 8;

/// So much worse than what would still be explained is a wrong move that one look shows plainly.
const PLAINLY_WRONG: f64 = 2.0;

/// Moves that may be taken back at once.
const TAKEN_BACK: usize = 6;

/// After so many scenes in a row that nothing explains the game goes on from what is seen.
const LOST: usize = 4;

/// Something that happened in a game.
#[derive(Clone, Debug)]
pub enum Happening {
    /// A move was made.
    Move(Made),
    /// Moves were taken back.
    TakenBack {
        /// Their number.
        moves: usize,
        /// The state that was returned to.
        state: Arc<dyn GameState>,
    },
    /// The board was changed in a way that is no legal move.
    Wrong {
        /// The last correct state.
        state: Arc<dyn GameState>,
        /// What is wrong.
        judgement: Box<Judgement>,
        /// The board as it is seen.
        board: CellGrid,
        /// Whether another wrong change stood before.
        again: bool,
    },
    /// What was wrong was put right.
    AllRight {
        /// The state.
        state: Arc<dyn GameState>,
    },
    /// What is seen cannot be explained, or not yet.
    Unclear,
    /// The game goes on from a board that does not follow from the last one.
    Resumed {
        /// The state.
        state: Arc<dyn GameState>,
    },
}

/// A game, as far as it is certain.
#[derive(Clone, Debug)]
pub struct Part {
    /// Where it began.
    pub start: Arc<dyn GameState>,
    /// The moves.
    pub moves: Vec<Made>,
    /// When it was seen to begin, in seconds, where that is known.
    pub begun_s: Option<f64>,
    /// The moves of the parts before it: the players' clocks go on.
    pub earlier: Vec<Made>,
    /// The record of it that is gone on with: what somebody has written into it is kept.
    pub record: Option<Arc<str>>,
}

/// A move that was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// The move.
    pub step: Step,
    /// The state after it.
    pub state: Arc<dyn GameState>,
    /// When it was first seen.
    pub seen: Moment,
    /// The seconds since the move before it, or since the game began, where they are known.
    pub took_s: Option<f64>,
    /// What stood beside it in the record that is gone on with.
    pub comment: Option<String>,
}

impl Part {
    /// One of which nothing but its start is known.
    pub const fn new(start: Arc<dyn GameState>) -> Self {
        Self { start, moves: Vec::new(), begun_s: None, earlier: Vec::new(), record: None }
    }

    /// When its last move was seen or, before the first one, when it was seen to begin. The moves
    /// of a record were seen by nobody here.
    pub fn last_s(&self) -> Option<f64> {
        let seen = self.moves.last().filter(|made| made.seen.frame > 0);
        seen.map_or(self.begun_s, |made| made.seen.time_s)
    }

    /// The state after the last move.
    pub fn state(&self) -> &Arc<dyn GameState> {
        self.moves.last().map_or(&self.start, |made| &made.state)
    }

    /// Makes a move that was first seen at a moment. `None` where it is illegal.
    pub fn play(&mut self, step: Step, seen: Moment) -> Option<Made> {
        let state: Arc<dyn GameState> = self.state().apply(&step).ok()?.into();
        let took_s = seen.time_s.zip(self.last_s()).map(|(now, last)| now - last);
        let took_s = took_s.filter(|seconds| *seconds >= 0.0);
        let made = Made { step, state, seen, took_s, comment: None };
        self.moves.push(made.clone());
        Some(made)
    }

    /// Lets the side to move pass. `None` where nobody passes in the game, and once it is over.
    pub fn pass(&mut self, seen: Moment) -> Option<Made> {
        if self.may_pass() { self.play(self.passing(), seen) } else { None }
    }

    /// Whether its side to move may pass.
    fn may_pass(&self) -> bool {
        !self.state().standing().over && self.state().apply(&self.passing()).is_ok()
    }

    fn passing(&self) -> Step {
        Step { white: self.state().white_to_move(), notation: PASS.to_owned() }
    }

    /// The one way that it may have gone.
    fn line(&self) -> Line {
        let mover = self.moves.last().and_then(|made| made.step.white);
        Line { mover, ..Line::from(Arc::clone(self.state())) }
    }

    /// The next part of the same game.
    fn next(&self, start: Arc<dyn GameState>, begun_s: Option<f64>) -> Self {
        let earlier = [&self.earlier[..], &self.moves].concat();
        Self { begun_s, earlier, ..Self::new(start) }
    }

    /// The part that follows where the game goes on from a board.
    ///
    /// # Errors
    /// Where no game leads to that board, with why not: its record could not tell of it.
    pub fn go_on(
        &self,
        board: &CellGrid,
        begun_s: Option<f64>,
        rules: &dyn Rules,
    ) -> Result<Self, Message> {
        let impossible = |_| Message::new("no-position");
        let start = rules.position(board, &Known::default()).map_err(impossible)?;
        rules.record(&*start, &[]).map_err(|error| error.why)?;
        Ok(self.next(Arc::from(start), begun_s))
    }

    /// What is said of a wrong board that the game cannot go on from.
    pub fn refuse(&self, board: CellGrid, why: Message) -> Happening {
        let state = Arc::clone(self.state());
        let mut judgement = Box::new(state.judge(&board));
        let impossible = Message::new("concern-impossible").message("reasons", why);
        judgement.sentences.push(impossible);
        Happening::Wrong { state, judgement, board, again: false }
    }

    /// The part that ends here where the game's format cannot write a further move, which begins
    /// the next one: nobody need keep turns in checkers, but its records do.
    pub fn ended_by(&mut self, step: &Step, rules: &dyn Rules) -> Option<Self> {
        let steps = self.moves.iter().map(|made| &made.step).chain([step]);
        let noted: Vec<Noted> =
            steps.map(|step| Noted { step: step.clone(), comment: None }).collect();
        let next = self.next(Arc::clone(self.state()), self.last_s());
        rules.record(&*self.start, &noted).is_err().then(|| std::mem::replace(self, next))
    }

    /// The state before the last `back` moves; `None` where there are not so many.
    fn before(&self, back: usize) -> Option<&Arc<dyn GameState>> {
        let left = self.moves.len().checked_sub(back)?;
        Some(left.checked_sub(1).map_or(&self.start, |last| &self.moves[last].state))
    }
}

/// Follows one game.
pub struct Tracker {
    game: GameId,
    rules: &'static dyn Rules,
    observed: Observations,
    /// The parts of the game before the one that goes on.
    earlier: Vec<Part>,
    part: Part,
    /// The ways that the game may have gone since.
    lines: Vec<Line>,
    /// The lines before the scene that was weighed last, and its number.
    before: Vec<Line>,
    scene: usize,
    /// The scene that the game was opened with.
    first: usize,
    /// The first frames of the last scenes, the latest last.
    scenes: VecDeque<usize>,
    /// What the scene before the last one showed, and the last one.
    earlier_seen: Option<Scene>,
    last_seen: Option<Scene>,
    /// Whether how the pieces are seen was learned from the last one, or cannot be.
    learned: bool,
    /// Whether something was concluded from the last scene.
    concluded: bool,
    /// How badly any scene may be explained, and how badly those are that are explained.
    misfit: f64,
    noise: f64,
    /// The wrong board that stands.
    wrong: Option<CellGrid>,
    /// The move that was taken back by hand: the scene that is seen does not tell it again.
    undone: Option<Step>,
    /// Settled scenes in a row that nothing explained, and scenes of any kind before the last one.
    unclear: usize,
    missed: usize,
    /// Whether the last scene is explained, or shows the wrong board that stands.
    understood: bool,
    /// Whether it was said last that what is seen is unclear, and that is still so.
    is_unclear: bool,
}

impl Tracker {
    /// Follows a game, of which a `part` is known and a first scene tells how it may have gone since;
    /// with what that makes certain.
    pub fn begin(
        game: GameId,
        rules: &'static dyn Rules,
        part: Part,
        lines: Vec<Line>,
        observed: Observations,
        scene: &Scene,
    ) -> (Self, Vec<Happening>) {
        let mut tracker = Self {
            game,
            rules,
            observed,
            before: lines.iter().map(Line::unseen).collect(),
            earlier: Vec::new(),
            part: Part { begun_s: scene.begun.time_s, ..part },
            lines: Vec::new(),
            scene: scene.begun.frame,
            first: scene.begun.frame,
            scenes: VecDeque::from([scene.begun.frame]),
            earlier_seen: None,
            last_seen: Some(scene.clone()),
            learned: true,
            concluded: false,
            misfit: MISFIT_OF_POOR_FRAMES,
            noise: 0.0,
            wrong: None,
            undone: None,
            unclear: 0,
            missed: 0,
            understood: false,
            is_unclear: false,
        };
        // Its pieces are not known yet: they will be seen better than this.
        let misfit = lines.first().map_or(0.0, |line| -line.fit);
        let happened = tracker.explained(lines, scene, false);
        tracker.misfit = misfit.clamp(MISFIT, MISFIT_OF_POOR_FRAMES);
        tracker.noise = 0.0;
        // Few pieces can have been moved: even where the moves are not certain yet, it is known how
        // most pieces are seen.
        if let Some(board) = tracker.lines.first().map(|best| best.state.board().clone()) {
            tracker.observed.learn(&board, scene);
        }
        (tracker, happened)
    }

    /// The part of the game that goes on now.
    pub const fn part(&self) -> &Part {
        &self.part
    }

    /// All parts of the game, that one last.
    pub fn parts(&self) -> Vec<&Part> {
        self.earlier.iter().chain([&self.part]).collect()
    }

    /// Whether what is seen is unclear, and was said to be.
    pub const fn is_unclear(&self) -> bool {
        self.is_unclear
    }

    /// What a scene tells, which is a new one or, begun by the same frame as before, the same one
    /// seen better.
    pub fn see(&mut self, scene: &Scene) -> Vec<Happening> {
        // A move of Qwirkle is several tiles: one frame may show half of one.
        let is_half_seen = self.game == GameId::Qwirkle && !scene.is_steady();
        if is_half_seen || (self.concluded && scene.begun.frame == self.scene) {
            return Vec::new();
        }
        let happened = self.weigh(scene);
        self.is_unclear = matches!(happened.last(), Some(Happening::Unclear));
        happened
    }

    /// What a scene tells that was not weighed before, or not seen so well.
    fn weigh(&mut self, scene: &Scene) -> Vec<Happening> {
        if scene.begun.frame == self.scene {
            self.lines.clone_from(&self.before);
        } else {
            self.learn_from_last();
            self.missed += usize::from(!self.understood);
            self.understood = false;
            self.before.clone_from(&self.lines);
            (self.scene, self.concluded, self.undone) = (scene.begun.frame, false, None);
            self.scenes.push_back(scene.begun.frame);
            if self.scenes.len() > PATIENCE + 1 {
                self.scenes.pop_front();
            }
        }
        self.last_seen = Some(scene.clone());
        let evidence = self.evidence(scene);
        let reach = self.reach();
        let lines = self.ways(&evidence, scene, reach);
        if let Some(happened) = self.reconsidered(&lines, scene, &evidence, reach) {
            return happened;
        }
        match lines.first() {
            // What the game was opened with is known, however badly it is seen.
            Some(best) if self.scene == self.first || self.explains(best, &evidence, scene) => {
                let speaks_against =
                    evidence.mended(best.state.board(), CHANGED * scene.weight()).1;
                let doubted = !scene.is_told() && !speaks_against.is_empty();
                self.explained(lines, scene, doubted)
            }
            best => match best.and_then(|best| self.mistaken(best, &evidence, scene)) {
                Some(cell) => {
                    let lines = self.ways(&evidence.without(cell), scene, reach);
                    self.explained(lines, scene, false)
                }
                None => self.unexplained(scene, &evidence, reach),
            },
        }
    }

    /// The ways that the game may have gone, by what a scene shows.
    fn ways(&self, evidence: &Evidence, scene: &Scene, reach: Reach) -> Vec<Line> {
        let mut lines = explain(&self.lines, evidence, scene.begun, reach);
        if let Some(undone) = &self.undone {
            lines.retain(|line| line.steps.first().is_none_or(|(step, _)| step != undone));
        }
        lines
    }

    /// Whether a line explains a scene well enough.
    fn explains(&self, line: &Line, evidence: &Evidence, scene: &Scene) -> bool {
        line.fit >= -self.tolerance() && !self.is_refuted(line, evidence, scene)
    }

    /// Whether all that speaks against a line has changed since the scene before in a moving picture,
    /// plainly and for as long as frames count, and a piece is gone or another: an eye that takes one
    /// thing for another did so before, too. Cells are mistaken one by one, so that each of several
    /// need be less plain. Not in Go, where glare comes and goes as stones do, nor in Qwirkle, where
    /// hands push tiles aside.
    fn is_refuted(&self, line: &Line, evidence: &Evidence, scene: &Scene) -> bool {
        let Some(before) = self.earlier_seen.as_ref().filter(|_| scene.is_told()) else {
            return false;
        };
        let (board, cells) = evidence.mended(line.state.board(), CHANGED * scene.weight());
        let changed = scene.changed_since(before);
        let was_piece = |&(row, col): &Cell| line.state.board().get(row, col) != 0;
        let margin = |&cell: &Cell| evidence.margin(&board, cell);
        let all = REFUTED * scene.weight() * (cells.len() as f64).sqrt();
        let watched = scene.steady > 1 && self.game.has_seats();
        watched
            && cells.iter().any(was_piece)
            && cells.iter().all(|cell| changed.contains(cell))
            && cells.iter().map(margin).sum::<f64>() >= all
    }

    /// The one cell with a piece that speaks against a line, where it is no wrong move: a tile that a
    /// hand has pushed off while a move of Qwirkle was made, which takes none from the board; and a
    /// piece that looks like one of the other side's, which nobody puts in its place.
    fn mistaken(&self, line: &Line, evidence: &Evidence, scene: &Scene) -> Option<Cell> {
        let board = line.state.board();
        let (seen, cells) = evidence.mended(board, CHANGED * scene.weight());
        let &[cell] = &cells[..] else { return None };
        let (class, seen) = (board.get(cell.0, cell.1), seen.get(cell.0, cell.1));
        let is_mistake = match self.game {
            GameId::Qwirkle => {
                let made = self.part.moves.last().map(|made| made.seen);
                let moved = line.steps.last().map(|(_, seen)| *seen).or(made);
                moved.is_some_and(|moved| moved.frame == scene.begun.frame)
            }
            _ => seen != 0 && evidence.is_of_another_side(seen, class),
        };
        let rest = line.fit - evidence.on(board, cell);
        (class != 0 && is_mistake && rest >= -self.tolerance()).then_some(cell)
    }

    fn evidence(&self, scene: &Scene) -> Evidence {
        let probs = scene.probs();
        let evidence = self.observed.evidence(&probs, &scene.hidden).times(scene.weight());
        let evidence = evidence.covered(scene.cover.clone());
        match &self.earlier_seen {
            Some(before) => {
                let hidden = [&scene.hidden[..], &before.hidden].concat();
                evidence.after(&probs, &before.probs(), &hidden)
            }
            None => evidence,
        }
    }

    /// Another scene begins: what the last one showed is one of several boards, but most of their
    /// cells are the same.
    fn learn_from_last(&mut self) {
        self.earlier_seen = self.last_seen.take();
        let learned = std::mem::replace(&mut self.learned, true);
        let (false, Some(scene), Some(best)) = (learned, &self.earlier_seen, self.lines.first())
        else {
            return;
        };
        let shares: Vec<f64> =
            self.lines.iter().map(|line| (line.score - best.score).exp()).collect();
        let all: f64 = shares.iter().sum();
        let boards: Vec<(&CellGrid, f64)> = self
            .lines
            .iter()
            .zip(&shares)
            .map(|(line, share)| (line.state.board(), share / all))
            .collect();
        self.observed.learn_from(&boards, scene);
    }

    /// The board, where it is certain that a scene shows it, which is the one that was weighed last.
    pub fn certain_board(&self, scene: &Scene) -> Option<CellGrid> {
        let weighed = scene.begun.frame == self.scene;
        let settled = weighed && self.concluded && self.wrong.is_none() && self.unclear == 0;
        let best = self.lines.first().filter(|_| settled)?;
        let alone = rivals(&self.lines, CERTAIN).iter().all(|line| same(line, best));
        alone.then(|| best.state.board().clone())
    }

    /// Pieces look otherwise from now on, as a scene with a board that is certain shows.
    pub fn seen_anew(&mut self, scene: &Scene, board: &CellGrid) {
        self.observed = Observations::new(self.game.game(), board.rows(), board.cols());
        self.observed.learn(board, scene);
        (self.last_seen, self.learned) = (Some(scene.clone()), true);
    }

    /// Takes what is likely for certain: nothing more is to be seen.
    pub fn finish(&mut self) -> Vec<Happening> {
        let Some(best) = self.lines.first().filter(|_| self.wrong.is_none()) else {
            return Vec::new();
        };
        let steps = common(best, rivals(&self.lines, LIKELY));
        self.confirm(steps)
    }

    /// Takes the board as it is for the game's: somebody who may has accepted it. An impossible one
    /// stays wrong.
    pub fn accept(&mut self) -> Option<Happening> {
        let board = self.wrong.clone()?;
        let resumed = self.resume(&board);
        Some(resumed.unwrap_or_else(|why| self.part.refuse(board, why)))
    }

    /// Takes back the last move: somebody who may says that it was not made, or was given up. The
    /// scene that told it tells nothing more; a wrong board that stands is still wrong, or follows
    /// now.
    pub fn undo(&mut self) -> Vec<Happening> {
        let Some(undone) = self.part.moves.pop() else { return Vec::new() };
        let back = Happening::TakenBack { moves: 1, state: Arc::clone(self.part.state()) };
        self.concluded = self.wrong.is_none() && !self.is_unclear;
        (self.undone, self.unclear, self.learned) = (Some(undone.step), 1, true);
        [back].into_iter().chain(self.go_on_from_last()).collect()
    }

    /// The side to move has passed, which no board shows: somebody who may says so. What is seen is
    /// weighed anew, since a move that came too early is legal now. Nothing where nobody passes, and
    /// once the game is over.
    pub fn pass(&mut self, now: Moment) -> Vec<Happening> {
        if !self.part.may_pass() {
            return Vec::new();
        }
        let mut happened = self.finish();
        let early = self.last_seen.as_ref().filter(|_| self.wrong.is_some());
        let Some(made) = self.part.pass(early.map_or(now, |scene| scene.begun)) else {
            return happened;
        };
        happened.push(Happening::Move(made));
        (self.concluded, self.undone) = (false, None);
        happened.extend(self.go_on_from_last());
        happened
    }

    /// The game goes on from its last move, and the scene that is seen is weighed anew unless all was
    /// concluded from it.
    fn go_on_from_last(&mut self) -> Vec<Happening> {
        self.lines = vec![self.part.line()];
        self.before.clone_from(&self.lines);
        self.wrong = None;
        self.last_seen.clone().map_or_else(Vec::new, |scene| self.see(&scene))
    }

    fn reach(&self) -> Reach {
        let (usual, most) = match self.game {
            // What was played before the first scene was weighed when the game was opened.
            _ if self.scene == self.first => (0, 0),
            GameId::Qwirkle => (1, 2),
            GameId::Go => (2, 3),
            GameId::Chess | GameId::Checkers => (2, 4),
        };
        Reach { usual, most, enough: self.tolerance(), unseen: self.game.has_seats() }
    }

    /// What a scene may be explained worse by than its best explanation.
    fn tolerance(&self) -> f64 {
        let usual = self.misfit.max(self.misfit / 2.0 + NOISE_FACTOR * self.noise);
        usual * (1.0 + INDULGENCE * self.missed as f64)
    }

    fn explained(&mut self, lines: Vec<Line>, scene: &Scene, doubted: bool) -> Vec<Happening> {
        (self.unclear, self.missed, self.understood) = (0, 0, true);
        self.lines = lines;
        let (best, rivals) = (&self.lines[0], rivals(&self.lines, CERTAIN));
        if !doubted {
            self.noise += FORGETTING * (-best.fit - self.noise);
        }
        let certain = common(best, rivals);
        let old = self.scenes.front().filter(|_| self.scenes.len() > PATIENCE);
        let late =
            best.steps.iter().take_while(|(_, at)| old.is_some_and(|old| at.frame <= *old)).count();
        let alone = certain == best.steps.len() && rivals.iter().all(|line| same(line, best));
        let board = best.state.board().clone();
        let mut happened = self.confirm(certain.max(late));
        self.learned = doubted || alone;
        if alone && !doubted {
            self.observed.learn(&board, scene);
        }
        // What speaks against it may be a mistake of the eye, or a wrong move: more frames tell.
        self.concluded = (self.concluded || alone) && !doubted;
        if happened.is_empty() && self.wrong.is_some() && alone {
            happened.push(Happening::AllRight { state: Arc::clone(self.part.state()) });
        }
        if alone || !happened.is_empty() {
            self.wrong = None;
        }
        happened
    }

    /// Makes the first moves of the likeliest way certain.
    fn confirm(&mut self, moves: usize) -> Vec<Happening> {
        let Some(best) = self.lines.first().filter(|_| moves > 0) else { return Vec::new() };
        let steps: Vec<(Step, Moment)> = best.steps[..moves].to_vec();
        let root = Arc::clone(&best.root);
        if self.part.moves.is_empty() {
            self.part.start = Arc::clone(&root);
        }
        let mut happened = Vec::new();
        for (step, seen) in &steps {
            self.earlier.extend(self.part.ended_by(step, self.rules));
            let Some(made) = self.part.play(step.clone(), *seen) else { break };
            happened.push(Happening::Move(made));
        }
        let known = |line: &Line| {
            line.steps.len() >= moves
                && Arc::ptr_eq(&line.root, &root)
                && line.steps.iter().zip(&steps).all(|((step, _), (known, _))| step == known)
        };
        for lines in [&mut self.lines, &mut self.before] {
            lines.retain(known);
            lines.iter_mut().for_each(|line| drop(line.steps.drain(..moves)));
        }
        // Moves that this very scene showed have been made before it is seen better.
        if self.before.is_empty() {
            self.before = self.lines.iter().map(Line::unseen).collect();
        }
        self.concluded = true;
        happened
    }

    fn unexplained(&mut self, scene: &Scene, evidence: &Evidence, reach: Reach) -> Vec<Happening> {
        self.learned = true;
        if let Some(happened) = self.taken_back(scene, evidence) {
            return happened;
        }
        let likeliest = self.lines.first().map_or(self.part.state(), |line| &line.state);
        let state = Arc::clone(likeliest);
        let (board, cells) = evidence.mended(state.board(), CHANGED * scene.weight());
        let fit = evidence.of(state.board());
        let plain = scene.is_settled() || fit < -(self.tolerance() + PLAINLY_WRONG);
        if self.wrong.as_ref() == Some(&board) {
            (self.concluded, self.understood) = (true, true);
            return Vec::new();
        }
        if !plain || cells.is_empty() || !is_seen(evidence, &board, &cells) {
            return self.not_understood(scene, evidence, reach, &board);
        }
        let judgement = Box::new(state.judge(&board));
        if cells.len() > WRONG_CELLS || !judgement.change.is_wrong() {
            return self.not_understood(scene, evidence, reach, &board);
        }
        let mut happened = self.settle();
        self.concluded = true;
        self.unclear += 1;
        if self.unclear >= LOST
            && let Some(found) = self.lost(scene, evidence, reach, &board)
        {
            happened.extend(found);
            return happened;
        }
        let again = self.wrong.replace(board.clone()).is_some();
        happened.push(Happening::Wrong { state, judgement, board, again });
        happened
    }

    /// Makes all moves of the likeliest way certain, since something was concluded from its end.
    fn settle(&mut self) -> Vec<Happening> {
        let steps = self.lines.first().map_or(0, |line| line.steps.len());
        let happened = self.confirm(steps);
        self.lines.truncate(1);
        self.before.truncate(1);
        happened
    }

    fn not_understood(
        &mut self,
        scene: &Scene,
        evidence: &Evidence,
        reach: Reach,
        board: &CellGrid,
    ) -> Vec<Happening> {
        if !scene.is_settled() {
            return vec![Happening::Unclear];
        }
        self.concluded = true;
        self.unclear += 1;
        if self.unclear < LOST {
            return vec![Happening::Unclear];
        }
        let mut happened = self.settle();
        let found = self.lost(scene, evidence, reach, board);
        happened.extend(found.unwrap_or_else(|| vec![Happening::Unclear]));
        happened
    }

    /// The way back into a game that nothing has explained for long: from an earlier state, since
    /// moves may have been taken for certain that were not made, or from the board as it is seen,
    /// where that is a possible one.
    fn lost(
        &mut self,
        scene: &Scene,
        evidence: &Evidence,
        reach: Reach,
        board: &CellGrid,
    ) -> Option<Vec<Happening>> {
        let reach = Reach { usual: reach.most, ..reach };
        let ways = (1..=TAKEN_BACK)
            .filter_map(|back| Some((back, self.otherwise(back, scene, evidence, reach)?)));
        let score = |lines: &[Line]| lines.first().map_or(f64::NEG_INFINITY, |line| line.score);
        match ways.max_by(|(_, a), (_, b)| score(a).total_cmp(&score(b))) {
            Some((back, lines)) => Some(self.go_back(back, lines, scene)),
            None => self.resume(board).ok().map(|resumed| vec![resumed]),
        }
    }

    /// The ways from before the last `back` moves that explain a scene.
    fn otherwise(
        &self,
        back: usize,
        scene: &Scene,
        evidence: &Evidence,
        reach: Reach,
    ) -> Option<Vec<Line>> {
        let state = Arc::clone(self.part.before(back)?);
        let lines = explain(&[Line::from(state)], evidence, scene.begun, reach);
        let explains = lines.first()?.fit >= -self.tolerance();
        explains.then_some(lines)
    }

    /// What happened, if the last moves, which one scene showed together, were more than they seemed:
    /// a piece that was moved twice stands where one move would have brought it, but then it is the
    /// other side's turn.
    fn reconsidered(
        &mut self,
        lines: &[Line],
        scene: &Scene,
        evidence: &Evidence,
        reach: Reach,
    ) -> Option<Vec<Happening>> {
        let last = self.part.moves.last()?.seen;
        let back = self.part.moves.iter().rev().take_while(|made| made.seen == last).count();
        let (base, best) = (self.lines.first()?, lines.first()?);
        let explained = best.fit >= -self.tolerance();
        let is_usual = explained && (best.steps.len() < 2 || !scene.is_settled());
        let is_open = !base.steps.is_empty() || self.wrong.is_some();
        if back < 2 || is_usual || is_open {
            return None;
        }
        let reach = Reach { usual: reach.most, ..reach };
        let lines = self.otherwise(back, scene, evidence, reach)?;
        let now = lines[0].steps.len().checked_sub(back + 1).filter(|now| *now > 0)?;
        // One of them more was made then, and the others since.
        let then_and_now = cost_of(back + 1) + cost_of(now) - cost_of(back + 1 + now);
        let score = lines[0].score + then_and_now;
        let likelier = !explained || score > best.score - base.score + cost_of(back);
        likelier.then(|| self.go_back(back, lines, scene))
    }

    /// Goes back, and on along the ways from there.
    fn go_back(&mut self, moves: usize, lines: Vec<Line>, scene: &Scene) -> Vec<Happening> {
        let left = self.part.moves.len() - moves;
        self.part.moves.truncate(left);
        let state = Arc::clone(self.part.state());
        self.before = vec![self.part.line()];
        self.wrong = None;
        let back = Happening::TakenBack { moves, state };
        [back].into_iter().chain(self.explained(lines, scene, false)).collect()
    }

    /// The game goes on from a board as it is seen; why not, where that is impossible.
    fn resume(&mut self, board: &CellGrid) -> Result<Happening, Message> {
        let begun_s = self.last_seen.as_ref().and_then(|scene| scene.begun.time_s);
        let next = self.part.go_on(board, begun_s, self.rules)?;
        let state = Arc::clone(&next.start);
        self.earlier.push(std::mem::replace(&mut self.part, next));
        self.lines = vec![Line::from(Arc::clone(&state))];
        self.before.clone_from(&self.lines);
        (self.wrong, self.unclear, self.understood, self.learned) = (None, 0, true, true);
        Ok(Happening::Resumed { state })
    }

    /// What happened, if moves were taken back.
    fn taken_back(&mut self, scene: &Scene, evidence: &Evidence) -> Option<Vec<Happening>> {
        let settled = self.lines.first().is_none_or(|line| line.steps.is_empty());
        if !settled {
            return None;
        }
        let earlier = |back: usize| Some((back, Arc::clone(self.part.before(back)?)));
        let mut ways = (1..=TAKEN_BACK).filter_map(earlier);
        let (moves, state) =
            ways.find(|(_, state)| evidence.of(state.board()) >= -self.tolerance() / 2.0)?;
        let left = self.part.moves.len() - moves;
        self.part.moves.truncate(left);
        self.lines = vec![self.part.line()];
        self.before.clone_from(&self.lines);
        self.observed.learn(state.board(), scene);
        (self.wrong, self.unclear, self.concluded, self.understood) = (None, 0, true, true);
        Some(vec![Happening::TakenBack { moves, state }])
    }
}

/// Whether a change says so itself, and not only the cells that a person would look at.
fn is_seen(evidence: &Evidence, board: &CellGrid, cells: &[Cell]) -> bool {
    let surely = |&cell: &Cell| evidence.margin(board, cell) >= CHANGED / 2.0;
    cells.iter().all(surely)
}

/// The lines that are less likely than the likeliest one by less than a margin.
fn rivals(lines: &[Line], margin: f64) -> &[Line] {
    let Some((best, others)) = lines.split_first() else { return &[] };
    let near = others.iter().take_while(|line| line.score > best.score - margin).count();
    &others[..near]
}

/// How many moves at the start of a line all its rivals share.
fn common(best: &Line, rivals: &[Line]) -> usize {
    let shared = |line: &Line| {
        best.steps.iter().zip(&line.steps).take_while(|((a, _), (b, _))| a == b).count()
    };
    rivals.iter().map(shared).min().unwrap_or(best.steps.len())
}

fn same(line: &Line, other: &Line) -> bool {
    line.state.board() == other.state.board()
}

#[cfg(test)]
#[path = "tracker_tests.rs"]
mod tests;

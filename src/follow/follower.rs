//! From frames to what happened in a game.

use super::{
    decider::Decider,
    evidence::Observations,
    opening::{ENOUGH, Opening, open, start_fit},
    scene::{Moment, Scene, turned},
    sight::{Sight, Sighting},
    tracker::{Happening, Part, Tracker},
    vote::Vote,
};
use crate::{
    error::Error,
    games::{
        CellGrid, CellProbs, GameId,
        chess::rules::TimeControl,
        rules::{Cell, GameState, Rules},
    },
    geometry::Quad,
    messages::Message,
    recognition::{Readers, RecognizeOptions},
};
use image::RgbImage;
use std::sync::Arc;

/// Frames that teach how the pieces of this very set look, and how many frames lie between two.
const REFERENCES: usize = 2;
const APART: usize = 4;

/// A board that lies elsewhere explains the start by this share of what it is explained by here, or
/// of what a board is that is read a cell off, as natural logarithms.
const FAR_BETTER: f64 = 0.4;
const LOST_START: f64 = 60.0;

/// How a game is followed.
#[derive(Clone)]
pub struct FollowOptions {
    /// The game.
    pub game: GameId,
    /// Its rules.
    pub rules: &'static dyn Rules,
    /// Where it began; `None`: at its initial position, or as its first frames tell.
    pub start: Option<Arc<dyn GameState>>,
    /// What was played of it before anybody looked.
    pub past: Option<Part>,
    /// What is known of the photos.
    pub photos: RecognizeOptions,
    /// Frames in a row that have to show the same before it is believed: 1 for photos that
    /// somebody took of each position, 2 or more for a camera.
    pub steady: usize,
    /// The players' clocks; `None`: they have none.
    pub clock: Option<TimeControl>,
    /// Whether the board is believed that five of the last eight readings are alike in, as in the
    /// course's program, instead of moves being weighed by what is seen.
    pub vote: bool,
}

impl FollowOptions {
    /// The usual ones of a game, for photos.
    pub fn new(game: GameId) -> Self {
        Self {
            game,
            rules: game.rules(),
            start: None,
            past: None,
            photos: RecognizeOptions::default(),
            steady: 1,
            clock: None,
            vote: false,
        }
    }

    /// Where the game is known to stand. Before its first move the board alone is known, unless the
    /// user says more of it, and the usual start has to be recognized like any other.
    fn given(&self) -> Option<&Arc<dyn GameState>> {
        let Some(past) = &self.past else { return self.start.as_ref() };
        if !past.moves.is_empty() {
            return Some(past.state());
        }
        let said = self.start.as_ref().filter(|start| start.board() == past.start.board());
        let usual = self.rules.initial();
        let usual = usual.is_some_and(|initial| initial.board() == past.start.board());
        said.or((!usual).then_some(&past.start))
    }

    /// The part of the game that is gone on with, where it begins from a start.
    fn part(&self, start: Arc<dyn GameState>) -> Part {
        match &self.past {
            Some(past) if past.moves.is_empty() => Part { start, ..past.clone() },
            Some(past) => past.clone(),
            None => Part::new(start),
        }
    }
}

/// What a frame brought about.
#[derive(Clone, Debug)]
pub enum Occurrence {
    /// The board was found, and the game begins.
    Started {
        /// The state that it begins from.
        state: Arc<dyn GameState>,
        /// The board's corners, the first its own top-left.
        corners: Quad,
    },
    /// Something happened in the game.
    Game(Happening),
    /// Something is over the board: nothing is concluded.
    Busy {
        /// The cells that it hides, as the board has them.
        hidden: Vec<Cell>,
    },
    /// No board is seen.
    Lost {
        /// Why not.
        why: Message,
    },
    /// A board is seen that the game cannot begin from.
    NoStart {
        /// Why not.
        why: Message,
    },
}

/// Follows a game through the frames of a camera.
pub struct Follower {
    options: FollowOptions,
    sight: Sight,
    frame: usize,
    /// When the last frame was taken.
    last_s: Option<f64>,
    scene: Option<Scene>,
    decider: Option<Decider>,
    turns: usize,
    /// Whether the last frame showed the board free.
    free: bool,
    /// Whether no game begins from the board that is seen.
    refused: bool,
    /// The scenes that taught how the pieces look.
    learned: Vec<usize>,
}

impl Follower {
    /// Follows a game.
    pub fn new(readers: Arc<Readers>, options: FollowOptions) -> Self {
        let moving = options.steady > 1;
        let sight = Sight::new(readers, options.game, options.photos.clone(), moving);
        Self {
            options,
            sight,
            frame: 0,
            last_s: None,
            scene: None,
            decider: None,
            turns: 0,
            free: true,
            refused: false,
            learned: Vec::new(),
        }
    }

    /// Frames so far.
    pub const fn frames(&self) -> usize {
        self.frame
    }

    /// The parts of the game so far: more than one where it went on from a board that does not
    /// follow from the last one.
    pub fn parts(&self) -> Vec<&Part> {
        let past = || self.options.past.iter().collect();
        self.decider.as_ref().map_or_else(past, Decider::parts)
    }

    /// Whether the game's board was seen.
    pub const fn has_begun(&self) -> bool {
        self.decider.is_some()
    }

    /// Whether the last frame showed the board free.
    pub const fn is_free(&self) -> bool {
        self.free
    }

    /// Whether what was said to be unclear still is.
    pub fn is_still_unclear(&self) -> bool {
        self.decider.as_ref().is_some_and(Decider::is_still_unclear)
    }

    /// Class probabilities of the scene that is seen, in the board's own orientation; `None` while
    /// something is over the board, and before the game has begun.
    pub fn seen(&self) -> Option<CellProbs> {
        let scene = self.scene.as_ref().filter(|_| self.free && self.decider.is_some())?;
        Some(scene.turned(self.turns).probs())
    }

    /// The state after the last certain move.
    pub fn state(&self) -> Option<&Arc<dyn GameState>> {
        let part = self.decider.as_ref().map(Decider::part).or(self.options.past.as_ref());
        part.map(Part::state)
    }

    /// A frame that is no picture counts, too.
    pub const fn pass_over(&mut self) {
        self.frame += 1;
    }

    /// What the next frame brought about; with when it was taken, in seconds, where that is known.
    ///
    /// # Errors
    /// When the options cannot be or a model is missing or fails.
    pub fn see(&mut self, frame: &RgbImage, time_s: Option<f64>) -> Result<Vec<Occurrence>, Error> {
        self.frame += 1;
        self.last_s = time_s;
        match self.sight.see(frame, time_s)? {
            Sighting::Nothing { why } => Ok(self.not_free(Occurrence::Lost { why })),
            Sighting::Busy { hidden } => {
                let hidden = self.own(&hidden);
                Ok(self.not_free(Occurrence::Busy { hidden }))
            }
            Sighting::Board { probs, hidden } => {
                self.free = true;
                match &mut self.scene {
                    Some(scene) if scene.shows(&probs, &hidden) => scene.add(&probs, &hidden),
                    _ => {
                        let steady = self.options.steady;
                        self.refused = false;
                        let begun = Moment { frame: self.frame, time_s };
                        let scene = Scene::new(begun, &probs, hidden, steady);
                        self.scene = Some(scene.covered(self.sight.cover()));
                    }
                }
                self.put_right(frame)?;
                let happened = self.weigh();
                // Learning takes a while: what happened is told first, where another frame comes.
                if happened.is_empty() || self.options.steady == 1 {
                    self.learn(frame)?;
                }
                Ok(happened)
            }
        }
    }

    /// Nothing more is to be seen: what is likeliest is certain.
    pub fn finish(&mut self) -> Vec<Occurrence> {
        let happened = self.decider.as_mut().map_or_else(Vec::new, Decider::finish);
        happened.into_iter().map(Occurrence::Game).collect()
    }

    /// The wrong board that stands is the game's from now on: somebody who may has accepted it.
    /// Nothing where none stands.
    pub fn accept(&mut self) -> Vec<Occurrence> {
        let accepted = self.decider.as_mut().and_then(Decider::accept);
        accepted.map(Occurrence::Game).into_iter().collect()
    }

    /// Takes back the last move of the record; nothing where there is none. A wrong board that still
    /// stands is said again.
    pub fn undo(&mut self) -> Vec<Occurrence> {
        let undone = self.decider.as_mut().map_or_else(Vec::new, Decider::undo);
        undone.into_iter().map(Occurrence::Game).collect()
    }

    /// The side to move has passed, which no board shows: somebody who may says so. Nothing where
    /// nobody passes, before the game has begun, and once it is over.
    pub fn pass(&mut self) -> Vec<Occurrence> {
        let now = Moment { frame: self.frame, time_s: self.last_s };
        let happened = self.decider.as_mut().map_or_else(Vec::new, |decider| decider.pass(now));
        happened.into_iter().map(Occurrence::Game).collect()
    }

    /// Said once until the board is free again.
    fn not_free(&mut self, occurrence: Occurrence) -> Vec<Occurrence> {
        if std::mem::take(&mut self.refused) {
            // What is seen next is said again.
            self.scene = None;
        }
        let first = std::mem::replace(&mut self.free, false);
        first.then_some(occurrence).into_iter().collect()
    }

    /// Learns how the pieces look from a board that is certain.
    fn learn(&mut self, frame: &RgbImage) -> Result<(), Error> {
        let (Some(decider), Some(scene)) = (&mut self.decider, &mut self.scene) else {
            return Ok(());
        };
        let due = self.learned.len() < REFERENCES
            && self.learned.last().is_none_or(|last| scene.begun.frame >= last + APART);
        let board = if due { decider.certain_board(scene) } else { None };
        let Some(board) = board else { return Ok(()) };
        let unknown = scene.turned(self.turns).untold(&board);
        let probs = self.sight.learn(frame, &board, &unknown, self.turns)?;
        self.learned.push(scene.begun.frame);
        if let Some(probs) = probs {
            let (hidden, cover) = (scene.hidden.clone(), scene.cover.clone());
            let seen = Scene::new(scene.begun, &probs, hidden, self.options.steady);
            *scene = seen.covered(cover);
            decider.seen_anew(&scene.turned(self.turns), &board);
        }
        Ok(())
    }

    /// Where the game's start is not seen, but is a cell further to a side, the board lies there:
    /// the lines of some boards go on beside them.
    fn put_right(&mut self, frame: &RgbImage) -> Result<(), Error> {
        let FollowOptions { game, rules, photos, .. } = &self.options;
        let given = self.options.given();
        let is_due = |scene: &&mut Scene| scene.is_steady() && !scene.is_complete();
        let Some(scene) = self.scene.as_mut().filter(is_due) else {
            return Ok(());
        };
        if self.decider.is_some() || photos.corners.is_some() {
            return Ok(());
        }
        let fit = |scene: &Scene| start_fit(*game, *rules, scene, given);
        let Some(here) = fit(scene).filter(|&here| here < -ENOUGH) else { return Ok(()) };
        for (quad, probs) in self.sight.a_cell_off(frame)? {
            let mut there = Scene::new(scene.begun, &probs, Vec::new(), scene.steady);
            (1..scene.frames).for_each(|_| there.add(&probs, &[]));
            if fit(&there).is_some_and(|there| there > FAR_BETTER * here.max(-LOST_START)) {
                self.sight.put_right(quad);
                *scene = there.covered(self.sight.cover());
                return Ok(());
            }
        }
        Ok(())
    }

    /// What the scene that is seen tells.
    fn weigh(&mut self) -> Vec<Occurrence> {
        let Some(scene) = &self.scene else { return Vec::new() };
        match &mut self.decider {
            Some(decider) => {
                let happened = decider.see(&scene.turned(self.turns));
                happened.into_iter().map(Occurrence::Game).collect()
            }
            None if scene.is_steady() && !scene.is_complete() => self.begin(),
            None => {
                self.free = !self.refused;
                Vec::new()
            }
        }
    }

    /// The game begins.
    fn begin(&mut self) -> Vec<Occurrence> {
        let (Some(scene), Some(reading)) = (&self.scene, self.sight.reading()) else {
            return Vec::new();
        };
        let FollowOptions { game, rules, .. } = &self.options;
        let opened = open(*game, *rules, reading, scene, self.options.given());
        let Some(Opening { turns, lines, plain, other }) = opened else { return Vec::new() };
        // What does not look like a board is one where it shows the start of the game.
        if let Some(why) = self.sight.doubt().filter(|_| !plain).cloned() {
            self.sight.forget();
            self.scene = None;
            return self.not_free(Occurrence::Lost { why });
        }
        if other {
            let goes_on = self.options.past.as_ref().is_some_and(|past| !past.moves.is_empty());
            let why = if goes_on { "follow-other-place" } else { "follow-other-start" };
            return self.not_possible(Message::new(why));
        }
        let Some(start) = lines.first().map(|line| Arc::clone(&line.root)) else {
            return Vec::new();
        };
        if let Err(error) = rules.record(&*start, &[]) {
            let why = Message::new("concern-impossible").message("reasons", error.why);
            return self.not_possible(why);
        }
        self.turns = turns;
        let scene = scene.turned(turns);
        let (rows, cols, _) = scene.probs().dim();
        let observed = Observations::new(game.game(), rows, cols);
        let corners = reading.corners.quad.upright().rotated(turns);
        let begun = Occurrence::Started { state: Arc::clone(&start), corners };
        let part = self.options.part(start);
        let (decider, happened) = if self.options.vote {
            let vote = Vote::new(*game, *rules, part, scene.begun, self.options.steady);
            (Decider::Vote(Box::new(vote)), Vec::new())
        } else {
            let begun = Tracker::begin(*game, *rules, part, lines, observed, &scene);
            (Decider::Tracker(Box::new(begun.0)), begun.1)
        };
        self.decider = Some(decider);
        self.sight.trust();
        [begun].into_iter().chain(happened.into_iter().map(Occurrence::Game)).collect()
    }

    /// No game begins from the board that is seen: said once a scene.
    fn not_possible(&mut self, why: Message) -> Vec<Occurrence> {
        let first = !std::mem::replace(&mut self.refused, true);
        self.free = false;
        first.then_some(Occurrence::NoStart { why }).into_iter().collect()
    }

    /// Cells as the board has them.
    fn own(&self, cells: &[Cell]) -> Vec<Cell> {
        let Some(reading) = self.sight.reading() else { return Vec::new() };
        turned(cells, reading.grid.rows, reading.grid.cols, self.turns)
    }

    /// The board as it stands after the last certain move.
    pub fn board(&self) -> Option<&CellGrid> {
        self.state().map(|state| state.board())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{geometry::Point, inference::ModelStore, synth};

    #[test]
    fn before_the_first_move_no_more_is_given_than_was_known() {
        let rules = GameId::Checkers.rules();
        let state = |pdn: &str| -> Arc<dyn GameState> {
            let board = GameId::Checkers.game().from_notation(pdn).expect("a board");
            Arc::from(rules.position(&board, &Default::default()).expect("a position"))
        };
        let initial: Arc<dyn GameState> = Arc::from(rules.initial().expect("a start"));
        let mut options = FollowOptions::new(GameId::Checkers);
        options.past = Some(Part::new(Arc::clone(&initial)));
        assert!(options.given().is_none(), "either side may begin");
        options.past = Some(Part::new(state("W:W22:B1")));
        assert_eq!(options.given().expect("a board").white_to_move(), None);
        let known = crate::games::rules::Known { white_to_move: Some(false), ..Default::default() };
        let said = rules.position(state("W:W22:B1").board(), &known).expect("a position");
        options.start = Some(Arc::from(said));
        assert_eq!(options.given().expect("a board").white_to_move(), Some(false), "it was said");
        options.start = Some(initial);
        assert_eq!(options.given().expect("a board").white_to_move(), None, "of another part");
    }

    /// A set at the start of a game.
    fn spec() -> synth::RenderSpec {
        let initial = GameId::Chess.rules().initial().expect("a start");
        synth::RenderSpec {
            game: GameId::Chess,
            seed: 4_400_000,
            long_side: 640,
            rows: None,
            mixed_sets: false,
            set: None,
            modeled: None,
            hard: 0,
            position: Some(initial.board().clone()),
        }
    }

    fn start() -> synth::Rendered {
        synth::render(&spec()).expect("drawn")
    }

    /// A follower that has seen a frame once, and where it takes the board to be.
    fn looking(frame: &RgbImage, options: FollowOptions) -> (Follower, Quad) {
        let readers = Arc::new(Readers::new(ModelStore::at("models")));
        let mut follower = Follower::new(readers, FollowOptions { steady: 2, ..options });
        assert!(follower.see(frame, None).expect("read").is_empty(), "one frame tells nothing");
        let quad = follower.sight.reading().expect("a board").corners.quad.upright();
        (follower, quad)
    }

    /// The corners of the board a column further to the right.
    fn a_column_off(quad: &Quad) -> Quad {
        let to_photo = crate::geometry::GridSpec::squares(8).to_photo(quad);
        let moved = crate::geometry::GridSpec::squares(8).outline();
        let moved = moved.corners().map(|p| Point::new(p.x + 1.0, p.y));
        to_photo.project_quad(&Quad::new(moved).expect("convex")).expect("in front")
    }

    /// What the next frame brings about where the board was taken to lie elsewhere.
    fn seen_elsewhere(follower: &mut Follower, frame: &RgbImage, quad: Quad) -> Vec<Occurrence> {
        follower.sight.put_right(quad);
        follower.scene = None;
        let mut seen = follower.see(frame, None).expect("read");
        // A little brighter, so that it is looked at.
        let mut brighter = frame.clone();
        brighter.iter_mut().for_each(|v| *v = v.saturating_add(12));
        seen.extend(follower.see(&brighter, None).expect("read"));
        seen
    }

    #[test]
    fn a_board_that_is_taken_to_lie_a_cell_off_is_put_right_by_the_start_of_the_game() {
        let frame = start().image;
        let (mut follower, quad) = looking(&frame, FollowOptions::new(GameId::Chess));
        let seen = seen_elsewhere(&mut follower, &frame, a_column_off(&quad));
        let started = seen.iter().find_map(|occurrence| match occurrence {
            Occurrence::Started { state, .. } => Some(state.board().clone()),
            _ => None,
        });
        let initial = GameId::Chess.rules().initial().expect("a start");
        assert_eq!(started.as_ref(), Some(initial.board()), "{seen:?}");
    }

    #[test]
    fn a_board_that_is_nudged_is_found_again() {
        let stage = synth::Stage::new(&spec()).expect("a scene");
        let initial = GameId::Chess.rules().initial().expect("a start");
        let piece =
            |&class: &u8| (class > 0).then_some(synth::Piece { class, put: 0, knock: None });
        let still = synth::Frame {
            pieces: initial.board().cells().iter().map(piece).collect(),
            hand: None,
            light: synth::Light::default(),
            moved: synth::Moved::default(),
            noise: 1,
        };
        let moved = synth::Moved { board: (0.3, 0.2), ..synth::Moved::default() };
        let [before, after] = [still.clone(), synth::Frame { moved, noise: 2, ..still }]
            .map(|frame| stage.draw(&frame).expect("drawn"));
        let (mut follower, _) = looking(&before.image, FollowOptions::new(GameId::Chess));
        let mut brighter = before.image.clone();
        brighter.iter_mut().for_each(|v| *v = v.saturating_add(12));
        for frame in [&before.image, &brighter, &after.image, &after.image] {
            follower.see(frame, None).expect("read");
        }
        let (found, truth) = (follower.sight.quad().expect("a board"), after.corners.upright());
        let pitch = crate::geometry::GridSpec::squares(8).pitch(&truth);
        let off = found.corners().iter().zip(truth.corners()).map(|(a, b)| a.distance(*b) / pitch);
        assert!(off.clone().all(|off| off < 0.12), "{:?}", off.collect::<Vec<_>>());
    }

    #[test]
    fn a_board_whose_corners_are_given_stays_where_it_is() {
        let frame = start().image;
        let (_, quad) = looking(&frame, FollowOptions::new(GameId::Chess));
        let mut options = FollowOptions::new(GameId::Chess);
        options.photos.corners = Some(a_column_off(&quad));
        let (mut follower, off) = looking(&frame, options);
        let seen = seen_elsewhere(&mut follower, &frame, off);
        let initial = GameId::Chess.rules().initial().expect("a start");
        let starts_right = |occurrence: &Occurrence| matches!(occurrence, Occurrence::Started { state, .. } if state.board() == initial.board());
        assert!(!seen.iter().any(starts_right), "{seen:?}");
    }
}

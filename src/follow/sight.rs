//! What a frame shows of the board: its place is found once and then kept in sight.

use super::{cover::Cover, obstacle::Obstacles, scene::difference};
use crate::{
    adapt::{Reference, learn},
    error::Error,
    games::{CellGrid, CellProbs, GameId, rules::Cell},
    geometry::{GridSpec, Point, Quad},
    messages::Message,
    recognition::{Readers, Recognition, RecognizeOptions, View, Watched},
    vision::Pyramid,
};
use image::RgbImage;
use std::{borrow::Cow, sync::Arc};

/// The detector has to be so sure of a board to keep it in sight.
const IN_SIGHT: f32 = 0.3;

/// A corner this far from where the board lies, in pitches, has moved; so has one this far from where
/// the same quick look saw it before.
const MOVED: f64 = 0.35;
const NUDGED: f64 = 0.15;

/// A board that is found so far away, in pitches, may be the same one a row further.
const SLIPPED: f64 = 0.6;

/// A cell shows something else where its class probabilities are further apart.
const CHANGED: f32 = 0.5;

/// While something is over a board its corners may seem to have moved, but not in so many frames in a
/// row.
const HIDDEN_FRAMES: usize = 10;

/// A board of which more than one cell in so many is hidden by what may be a hand is busy.
const BUSY: usize = 16;

/// Side of the picture by which a frame is compared with the one before it, and the difference of
/// one of its pixels, in levels, that is no noise.
const THUMBNAIL: u32 = 96;
const NOISE: u8 = 5;

/// After so many frames that look the same one is looked at all the same.
const LOOKED_AGAIN: usize = 10;

/// What a frame shows.
#[derive(Clone, Debug)]
pub enum Sighting {
    /// No board.
    Nothing {
        /// Why not.
        why: Message,
    },
    /// A board, and something over it.
    Busy {
        /// The cells that it hides, as row and column as seen.
        hidden: Vec<Cell>,
    },
    /// A board.
    Board {
        /// Class probabilities, rows and columns as seen.
        probs: CellProbs,
        /// Cells that something hides, as seen.
        hidden: Vec<Cell>,
    },
}

/// Where the board is.
struct Place {
    quad: Quad,
    /// Width and height of the frame.
    size: (u32, u32),
    grid: GridSpec,
    reading: Recognition,
    /// Its cells as they were read last, and those of them, as seen, that something hid.
    watched: Option<Watched>,
    hidden: Vec<Cell>,
    obstacles: Obstacles,
    /// Why it may be no board at all.
    doubt: Option<Message>,
    /// Where a quick look saw it when nothing was over it.
    glimpsed: Option<Quad>,
    /// Frames in a row in which it was hidden and seemed to have moved.
    astray: usize,
}

/// Looks at frames of one camera.
pub struct Sight {
    readers: Arc<Readers>,
    game: GameId,
    options: RecognizeOptions,
    /// Whether a cell that looks as it did need not be read again: in photos that somebody took one
    /// by one too little stays the same, and there is time.
    moving: bool,
    place: Option<Place>,
    references: Vec<Reference>,
    last: Option<(Vec<u8>, Sighting)>,
    /// Frames in a row that looked like the one before.
    still: usize,
    /// When the frame was taken that is looked at.
    time_s: Option<f64>,
}

impl Sight {
    /// Looks for boards of a game, in photos or in moving pictures.
    pub const fn new(
        readers: Arc<Readers>,
        game: GameId,
        options: RecognizeOptions,
        moving: bool,
    ) -> Self {
        Self {
            readers,
            game,
            options,
            moving,
            place: None,
            references: Vec::new(),
            last: None,
            still: 0,
            time_s: None,
        }
    }

    /// The reading that told where the board is.
    pub fn reading(&self) -> Option<&Recognition> {
        self.place.as_ref().map(|place| &place.reading)
    }

    /// Where the board lies in the last frame, in pixels.
    #[cfg(test)]
    pub fn quad(&self) -> Option<Quad> {
        self.place.as_ref().map(|place| place.quad)
    }

    /// Why what is seen may be no board at all, where it does not look like one.
    pub fn doubt(&self) -> Option<&Message> {
        self.place.as_ref()?.doubt.as_ref()
    }

    /// It is a board.
    pub fn trust(&mut self) {
        if let Some(place) = &mut self.place {
            place.doubt = None;
        }
    }

    /// It is none: a board is looked for anew.
    pub fn forget(&mut self) {
        (self.place, self.last) = (None, None);
    }

    /// Learns how this set of pieces looks from a frame that shows a board which is known but for
    /// some cells, in its own orientation after so many quarter turns; what the frame shows then.
    /// Nothing where it teaches nothing.
    ///
    /// # Errors
    /// When a model fails.
    pub fn learn(
        &mut self,
        frame: &RgbImage,
        board: &CellGrid,
        unknown: &[Cell],
        turns: usize,
    ) -> Result<Option<CellProbs>, Error> {
        let Some(place) = &mut self.place else { return Ok(None) };
        self.references.push(Reference {
            corners: Some(place.quad.rotated(turns)),
            unknown: unknown.to_vec(),
            ..Reference::new("frame".to_owned(), frame.clone(), board.clone())
        });
        let learned = match learn(&self.readers, self.game, &self.references) {
            Ok(learned) => learned,
            Err(error) => {
                self.references.pop();
                return error.of_model().map_or(Ok(None), Err);
            }
        };
        // What is followed is the very board that it was learned from: nothing else is to be spared.
        self.options.correction = Some((self.game, Arc::new(learned.correction.unbounded())));
        let photo = Pyramid::new(Cow::Borrowed(frame));
        self.last = None;
        let (quad, grid) = (&place.quad, &place.grid);
        let watched = self.readers.watch(&photo, self.game, quad, grid, &self.options)?;
        let probs = watched.probs().clone();
        place.watched = Some(watched);
        Ok(Some(probs))
    }

    /// The board that a frame shows, read as if it lay a cell further to each of its sides.
    ///
    /// # Errors
    /// When a model fails.
    pub fn a_cell_off(&self, frame: &RgbImage) -> Result<Vec<(Quad, CellProbs)>, Error> {
        let Some(place) = &self.place else { return Ok(Vec::new()) };
        let photo = Pyramid::new(Cow::Borrowed(frame));
        let to_photo = place.grid.to_photo(&place.quad);
        let corners = place.grid.outline();
        let quads = [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)].map(|(x, y)| {
            let moved = corners.corners().map(|p| Point::new(p.x + x, p.y + y));
            Quad::new(moved).ok().and_then(|outline| to_photo.project_quad(&outline))
        });
        let read = |quad: Quad| {
            let (grid, options) = (&place.grid, &self.options);
            let watched = self.readers.watch(&photo, self.game, &quad, grid, options)?;
            Ok((quad, watched.probs().clone()))
        };
        quads.into_iter().flatten().map(read).collect()
    }

    /// Which cells pieces hide from the camera: men of chess, which stand.
    pub fn cover(&self) -> Cover {
        let place = self.place.as_ref().filter(|_| self.game == GameId::Chess);
        let of = |place: &Place| Cover::of_standing(place.size, &place.quad, &place.grid);
        place.map_or_else(Cover::default, of)
    }

    /// The board lies here.
    pub fn put_right(&mut self, quad: Quad) {
        if let Some(place) = &mut self.place {
            (place.quad, place.watched, place.glimpsed) = (quad, None, None);
            self.last = None;
        }
    }

    /// What the next frame shows; with when it was taken, in seconds, where that is known.
    ///
    /// # Errors
    /// When the options cannot be or a model is missing or fails.
    pub fn see(&mut self, frame: &RgbImage, time_s: Option<f64>) -> Result<Sighting, Error> {
        self.time_s = time_s;
        let thumbnail = thumbnail(frame);
        if let Some((before, sighting)) = &self.last
            && self.still < LOOKED_AGAIN
            && self.is_settled()
            && alike(before, &thumbnail)
        {
            self.still += 1;
            return Ok(sighting.clone());
        }
        self.still = 0;
        let photo = Pyramid::new(Cow::Borrowed(frame));
        let sighting = match self.place.take() {
            None => self.first(frame, &photo)?,
            Some(place) => self.again(frame, &photo, place)?,
        };
        self.last = Some((thumbnail, sighting.clone()));
        Ok(sighting)
    }

    /// Whether nothing is left to be read of what has changed.
    fn is_settled(&self) -> bool {
        let watched = self.place.as_ref().and_then(|place| place.watched.as_ref());
        !self.moving || watched.is_none_or(Watched::is_settled)
    }

    /// Looks for the board.
    fn first(&mut self, frame: &RgbImage, photo: &Pyramid) -> Result<Sighting, Error> {
        let read = self.readers.read(frame, Some(self.game), &self.options);
        let (reading, doubt) = match read {
            Ok(reading) => (reading, None),
            Err(error @ Error::NotABoard { .. }) => {
                let options = RecognizeOptions { anyway: true, ..self.options.clone() };
                match self.readers.read(frame, Some(self.game), &options) {
                    Ok(reading) => (reading, not_seen(&error)),
                    Err(other) => {
                        let why = not_seen(&error).filter(|_| other.is_no_board());
                        return why.map_or(Err(other), |why| Ok(Sighting::Nothing { why }));
                    }
                }
            }
            Err(Error::Hidden { .. }) => return Ok(Sighting::Busy { hidden: Vec::new() }),
            Err(error) => {
                let why = not_seen(&error);
                return why.map_or(Err(error), |why| Ok(Sighting::Nothing { why }));
            }
        };
        let (quad, grid) = (reading.corners.quad.upright(), reading.grid);
        let occlusion = reading.corners.occlusion.as_ref();
        let hidden = occlusion.map_or_else(Vec::new, |occlusion| occlusion.cells(&quad, &grid));
        let size = frame.dimensions();
        let place = Place {
            quad,
            size,
            grid,
            reading,
            watched: None,
            hidden: Vec::new(),
            obstacles: Obstacles::default(),
            doubt,
            glimpsed: None,
            astray: 0,
        };
        self.look(photo, place, hidden)
    }

    /// Looks at the board where it was; where it has moved, looks for it.
    fn again(
        &mut self,
        frame: &RgbImage,
        photo: &Pyramid,
        mut place: Place,
    ) -> Result<Sighting, Error> {
        if place.size != frame.dimensions() {
            return self.elsewhere(frame, photo, place, None);
        }
        place.watched = place.watched.filter(|_| self.moving);
        if let Some(watched) = &mut place.watched
            && !watched.compare(photo)
        {
            let hidden = place.hidden.clone();
            return self.look(photo, place, hidden);
        }
        let view = self.readers.view_near(photo, &place.quad, &place.grid)?;
        if self.options.corners.is_some() || stays(&mut place, &view) {
            place.astray = 0;
            return self.look(photo, place, view.hidden);
        }
        let is_busy = view.hidden.len() * BUSY > place.grid.len();
        if is_busy || !view.hidden.is_empty() && place.astray < HIDDEN_FRAMES {
            place.astray += 1;
            let hidden = view.hidden;
            self.place = Some(place);
            return Ok(Sighting::Busy { hidden });
        }
        let near = Some(place.quad);
        self.elsewhere(frame, photo, place, near)
    }

    /// Looks for a board that is not where it was, `near` that place or anywhere.
    fn elsewhere(
        &mut self,
        frame: &RgbImage,
        photo: &Pyramid,
        place: Place,
        near: Option<Quad>,
    ) -> Result<Sighting, Error> {
        let options = RecognizeOptions { near, ..self.options.clone() };
        match self.readers.read(frame, Some(self.game), &options) {
            Ok(reading) if reading.grid == place.grid => {
                let size = frame.dimensions();
                let before = scaled(&place.quad, place.size, size);
                let quad = turned_like(reading.corners.quad, &before);
                let slipped = apart(&place.quad, &quad, &place.grid) > SLIPPED;
                if place.size == size && slipped && self.shows_more_there(photo, &place, &quad)? {
                    return self.look(photo, Place { watched: None, ..place }, Vec::new());
                }
                let hidden = reading.corners.occlusion.as_ref();
                let hidden =
                    hidden.map_or_else(Vec::new, |occlusion| occlusion.cells(&quad, &place.grid));
                let (watched, glimpsed, astray) = (None, None, 0);
                self.look(photo, Place { quad, size, watched, glimpsed, astray, ..place }, hidden)
            }
            Ok(_) => self.not_there(place, Message::new("follow-other-board")),
            Err(Error::Hidden { .. }) => {
                self.place = Some(place);
                Ok(Sighting::Busy { hidden: Vec::new() })
            }
            Err(error) => match not_seen(&error) {
                Some(why) => self.not_there(place, why),
                None => Err(error),
            },
        }
    }

    /// Whether more of what was seen last is where it was than where the board was found now: a
    /// lattice looks the same a row further.
    fn shows_more_there(&self, photo: &Pyramid, place: &Place, quad: &Quad) -> Result<bool, Error> {
        let Some(before) = place.watched.as_ref().map(Watched::probs) else { return Ok(false) };
        let changed = |quad: &Quad| -> Result<usize, Error> {
            let (grid, options) = (&place.grid, &self.options);
            let watched = self.readers.watch(photo, self.game, quad, grid, options)?;
            let apart = difference(watched.probs(), before);
            Ok(apart.iter().filter(|&&apart| apart > CHANGED).count())
        };
        Ok(changed(&place.quad)? < changed(quad)?)
    }

    fn not_there(&mut self, place: Place, why: Message) -> Result<Sighting, Error> {
        self.place = Some(place);
        Ok(Sighting::Nothing { why })
    }

    /// Reads what is new on the board where it is.
    fn look(
        &mut self,
        photo: &Pyramid,
        mut place: Place,
        hidden: Vec<Cell>,
    ) -> Result<Sighting, Error> {
        place.obstacles.seen(&hidden, self.time_s);
        if place.obstacles.passing(self.time_s) * BUSY > place.grid.len() {
            self.place = Some(place);
            return Ok(Sighting::Busy { hidden });
        }
        place.hidden.clone_from(&hidden);
        let probs = self.read(photo, &mut place);
        self.place = Some(place);
        Ok(Sighting::Board { probs: probs?, hidden })
    }

    fn read(&self, photo: &Pyramid, place: &mut Place) -> Result<CellProbs, Error> {
        let (readers, options) = (&self.readers, &self.options);
        match &mut place.watched {
            Some(watched) => {
                let cells = watched.due();
                if !cells.is_empty() {
                    readers.look_again(photo, watched, &cells, options)?;
                }
                Ok(watched.probs().clone())
            }
            none => {
                let watched = readers.watch(photo, self.game, &place.quad, &place.grid, options)?;
                Ok(none.insert(watched).probs().clone())
            }
        }
    }
}

/// Why no board is seen in a frame; `None` for errors that are not this frame's.
fn not_seen(error: &Error) -> Option<Message> {
    match error {
        // The corners that the user gives may fit the next one.
        Error::CornerOutside { .. } => Some(Message::new("follow-corners-outside")),
        error => error.refusal(),
    }
}

/// Corners in a frame of another size that shows the same.
fn scaled(quad: &Quad, from: (u32, u32), to: (u32, u32)) -> Quad {
    let (x, y) = (f64::from(to.0) / f64::from(from.0), f64::from(to.1) / f64::from(from.1));
    Quad::new(quad.corners().map(|p| Point::new(p.x * x, p.y * y))).unwrap_or(*quad)
}

/// Whether a board is where it was. Where it is seen whole, a quick look is compared with an earlier
/// one: both are off in the same way.
fn stays(place: &mut Place, view: &View) -> bool {
    let quad = turned_like(view.quad, &place.quad);
    let moved = |from: &Quad| apart(from, &quad, &place.grid);
    let in_sight = view.confidence >= IN_SIGHT;
    match &place.glimpsed {
        Some(glimpsed) if view.hidden.is_empty() => in_sight && moved(glimpsed) <= NUDGED,
        Some(_) => in_sight && moved(&place.quad) <= MOVED,
        None => {
            let stays = in_sight && moved(&place.quad) <= MOVED;
            place.glimpsed = Some(quad).filter(|_| stays && view.hidden.is_empty());
            stays
        }
    }
}

/// How far the corners of a board lie from each other's at most, in pitches.
fn apart(one: &Quad, other: &Quad, grid: &GridSpec) -> f64 {
    let pairs = one.corners().iter().zip(other.corners());
    pairs.map(|(a, b)| a.distance(*b)).fold(0.0, f64::max) / grid.pitch(one)
}

/// A quad that starts with the corner that is nearest to the other one's first.
fn turned_like(quad: Quad, other: &Quad) -> Quad {
    quad.rotated(quad.turns_to(other))
}

/// A small gray picture of a frame.
fn thumbnail(frame: &RgbImage) -> Vec<u8> {
    let (width, height) = frame.dimensions();
    let small = image::imageops::thumbnail(
        frame,
        THUMBNAIL.min(width.max(1)),
        THUMBNAIL.min(height.max(1)),
    );
    small
        .pixels()
        .map(|p| ((u16::from(p[0]) + 2 * u16::from(p[1]) + u16::from(p[2])) / 4) as u8)
        .collect()
}

/// Whether two frames show the same but for noise.
fn alike(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.abs_diff(*b) <= NOISE)
}

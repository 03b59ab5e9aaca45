//! Where the board is.
//!
//! One network looks twice. First at the whole photo, letterboxed: the peaks of its corner heatmap
//! are candidates, and the four that agree best with each other and with the board mask are the
//! board. Then at the board cut out with a margin, upright and larger: there each corner's place is
//! known roughly, and the peak near it is the corner. Where that leaves a doubt, parts of the photo
//! are searched in the same way: a board far away is too small in the whole photo.
//!
//! ```
//! use kibitzer::{
//!     geometry::GridSpec, inference::ModelStore,
//!     recognition::{Deadline, corners::{CornerDetector, kind_name}},
//!     vision::{PhotoLimits, Pyramid, open_photo},
//! };
//! use std::borrow::Cow;
//!
//! let detector = CornerDetector::load(&ModelStore::find()?)?;
//! let photo = "datasets/demo/images/chess-before.jpg";
//! let photo = open_photo(photo.as_ref(), &PhotoLimits::default())?;
//! let photo = Pyramid::new(Cow::Owned(photo));
//! let kinds = [kind_name(&GridSpec::squares(8))];
//! let found = detector.find(&photo, &kinds, &Deadline::new(None))?;
//! println!("{:?}, surely to {}", found.quad.corners(), found.confidence);
//! assert!(found.confidence > 0.9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{deadline::Deadline, occlusion::Occlusion, several};
use crate::{
    error::Error,
    geometry::{GridSpec, Homography, Lattice, Point, Quad},
    inference::{CornerTask, Model, ModelStore},
    vision::{BoardStats, Pyramid, heatmap, image_to_tensor, letterbox, warp},
};
use ndarray::{Array2, Array3, Array4, ArrayView2, Axis, s};
use std::cmp::Ordering;

/// Heatmap peaks considered as corners.
pub(super) const CANDIDATES: usize = 8;
/// Lowest heatmap value of a candidate.
const CANDIDATE_VALUE: f32 = 0.02;
/// How often the closer look is taken at most.
const LOOKS: usize = 2;
/// A closer look is repeated when it moved a corner by more than this fraction of the board's side.
const SETTLED: f64 = 0.02;
/// A board found with this confidence in the whole photo is not searched for in its parts.
const SURE: f32 = 0.8;
/// Side of the square parts, as a fraction of the photo's longer side.
const PART: f64 = 0.6;
/// Farthest from one part to the next, as a fraction of a part's side.
const PART_STEP: f64 = 0.4;
/// Of several boards those count of whose field the kinds asked for claim at least this share: eight
/// squares are hardly told from ten, but a board of many tiles is from both.
const ASKED_FOR: f32 = 0.2;

/// The board's corners and what else the detector saw.
#[derive(Clone, Debug, PartialEq)]
pub struct Corners {
    /// The corners in photo pixels.
    pub quad: Quad,
    /// How sure the detector is that this is a board and these are its corners, in [0, 1].
    pub confidence: f32,
    /// How much of the field each kind of board asked for claims, in [0, 1], by kind name.
    pub kinds: Vec<(String, f32)>,
    /// What hides the board, where the detector tells.
    pub occlusion: Option<Occlusion>,
    /// Where other boards seem to be, more or less, in photo pixels.
    pub others: Vec<Quad>,
}

/// The name of the kind of board a grid makes in a photo: `squares-8`, `squares-16`, `lines-19`.
pub fn kind_name(grid: &GridSpec) -> String {
    match grid.lattice {
        Lattice::Squares => format!("squares-{}", grid.rows),
        Lattice::Intersections => format!("lines-{}", grid.rows),
    }
}

/// What a kind of board has: `squares` or `lines`.
fn family(kind: &str) -> &str {
    kind.split_once('-').map_or(kind, |(family, _)| family)
}

impl Corners {
    /// Corners of which nothing else is known.
    const fn guess(quad: Quad, confidence: f32) -> Self {
        Self { quad, confidence, kinds: Vec::new(), occlusion: None, others: Vec::new() }
    }

    /// The surer ones are greater.
    fn by_confidence(&self, other: &Self) -> Ordering {
        self.confidence.total_cmp(&other.confidence)
    }

    /// The same corners, starting `turns` later.
    pub fn rotated(self, turns: usize) -> Self {
        Self { quad: self.quad.rotated(turns), ..self }
    }

    /// How much of the field the kind of a grid claims, in [0, 1].
    pub fn claim(&self, grid: &GridSpec) -> f32 {
        self.kinds
            .iter()
            .find(|(kind, _)| *kind == kind_name(grid))
            .map_or(0.0, |(_, claim)| *claim)
    }
}

/// Finds boards in photos.
pub struct CornerDetector {
    task: CornerTask,
    model: Box<dyn Model>,
}

/// One look: sigmoids of the network's output and the map from the network's input to the photo.
struct Look {
    /// `[channels, rows, cols]`, see [`CornerTask`].
    maps: Array3<f32>,
    to_photo: Homography,
}

impl CornerDetector {
    /// The detector of a store.
    ///
    /// # Errors
    /// When the model is missing, is not what its card says, or cannot be loaded.
    pub fn load(models: &ModelStore) -> Result<Self, Error> {
        let (task, model) = models.open_corners()?;
        Ok(Self::new(task, model))
    }

    /// A detector from its card and its model.
    pub fn new(task: CornerTask, model: Box<dyn Model>) -> Self {
        Self { task, model }
    }

    /// Input and output of the model.
    pub const fn task(&self) -> &CornerTask {
        &self.task
    }

    /// The best board of one of `kinds` in a photo, upright as seen: in the whole photo, or, where
    /// that leaves a doubt, in one of its parts.
    ///
    /// # Errors
    /// [`Error::NoBoard`] when no board reaches the card's threshold; other errors when the model
    /// fails.
    pub fn find(
        &self,
        photo: &Pyramid,
        kinds: &[String],
        deadline: &Deadline,
    ) -> Result<Corners, Error> {
        let best = self.find_anyway(photo, kinds, deadline)?;
        if best.confidence < self.task.threshold {
            return Err(Error::NoBoard { confidence: best.confidence });
        }
        Ok(best)
    }

    /// As [`Self::find`], however sure the detector is of its best guess.
    ///
    /// # Errors
    /// [`Error::NoBoard`] when there is nothing to guess at; other errors when the model fails.
    pub fn find_anyway(
        &self,
        photo: &Pyramid,
        kinds: &[String],
        deadline: &Deadline,
    ) -> Result<Corners, Error> {
        let mut best = self.find_in(photo, self.whole(photo), kinds)?;
        if best.as_ref().is_none_or(|corners| corners.confidence < SURE) {
            let part = self.find_in_parts(photo, kinds, deadline)?;
            best = [best, part].into_iter().flatten().max_by(Corners::by_confidence);
        }
        best.ok_or(Error::NoBoard { confidence: 0.0 })
    }

    /// The best guess at a board in the parts of a photo.
    fn find_in_parts(
        &self,
        photo: &Pyramid,
        kinds: &[String],
        deadline: &Deadline,
    ) -> Result<Option<Corners>, Error> {
        let mut best: Option<Corners> = None;
        for part in self.parts(photo) {
            if !deadline.allows("parts") {
                break;
            }
            let found = self.find_in(photo, part, kinds)?;
            best = [best, found].into_iter().flatten().max_by(Corners::by_confidence);
        }
        Ok(best)
    }

    /// The board in the parts of a photo, where what was found in the whole is none, and surely
    /// enough found that its parts were not searched; `None` where there is none, either.
    ///
    /// # Errors
    /// When the model fails.
    pub(super) fn find_elsewhere(
        &self,
        photo: &Pyramid,
        found: &Corners,
        kinds: &[String],
        deadline: &Deadline,
    ) -> Result<Option<Corners>, Error> {
        if found.confidence < SURE {
            return Ok(None);
        }
        let best = self.find_in_parts(photo, kinds, deadline)?;
        Ok(best.filter(|best| best.confidence >= self.task.threshold && best.quad != found.quad))
    }

    /// The board near a quad, upright as seen; where it is not surely there, the best one in the
    /// photo.
    ///
    /// # Errors
    /// As [`CornerDetector::find`].
    pub fn find_near(
        &self,
        photo: &Pyramid,
        near: &Quad,
        kinds: &[String],
        deadline: &Deadline,
    ) -> Result<Corners, Error> {
        let there = self.at(photo, near, kinds)?;
        if there.confidence >= SURE {
            return Ok(there);
        }
        match self.find(photo, kinds, deadline) {
            Ok(found) if found.confidence >= there.confidence => Ok(found),
            Err(error @ Error::NoBoard { .. }) if there.confidence < self.task.threshold => {
                Err(error)
            }
            Ok(_) | Err(Error::NoBoard { .. }) => Ok(there),
            Err(error) => Err(error),
        }
    }

    /// The board near a quad and nowhere else, upright as seen.
    ///
    /// # Errors
    /// As [`CornerDetector::find`].
    pub(super) fn find_at(
        &self,
        photo: &Pyramid,
        near: &Quad,
        kinds: &[String],
    ) -> Result<Corners, Error> {
        let there = self.at(photo, near, kinds)?;
        match there.confidence >= self.task.threshold && there.quad.contains(near.center()) {
            true => Ok(there),
            false => Err(Error::NoBoard { confidence: there.confidence }),
        }
    }

    /// The best guess at a board near a quad, upright as seen.
    ///
    /// # Errors
    /// When the model fails.
    pub fn at(&self, photo: &Pyramid, near: &Quad, kinds: &[String]) -> Result<Corners, Error> {
        self.refine(photo, &Corners::guess(*near, 0.0), kinds)
    }

    /// The two looks at what a map to the photo shows; `None` where there is no board.
    fn find_in(
        &self,
        photo: &Pyramid,
        to_photo: Homography,
        kinds: &[String],
    ) -> Result<Option<Corners>, Error> {
        let size = self.task.size as u32;
        let look = self.look(&warp(photo, &to_photo, size, size), to_photo)?;
        let coarse = self.detect(&look, kinds);
        let is_one = coarse.as_ref().is_none_or(|coarse| coarse.others.is_empty());
        let apart = if is_one { self.apart(photo, &look, kinds)? } else { None };
        match (apart, coarse) {
            (None, Some(coarse)) => self.refine(photo, &coarse, kinds).map(Some),
            (apart, _) => Ok(apart),
        }
    }

    /// The map from the network's input to the whole photo.
    fn whole(&self, photo: &Pyramid) -> Homography {
        let (w, h) = photo.photo().dimensions();
        letterbox(f64::from(w), f64::from(h), self.task.size)
    }

    /// The maps from the network's input to overlapping square parts of the photo.
    fn parts(&self, photo: &Pyramid) -> Vec<Homography> {
        let (w, h) = photo.photo().dimensions();
        let (w, h) = (f64::from(w), f64::from(h));
        let side = PART * w.max(h);
        let scale = side / self.task.size as f64;
        let map = |(x, y): (f64, f64)| Homography::scale_shift(scale, scale, x, y);
        starts(h, side)
            .into_iter()
            .flat_map(|y| starts(w, side).into_iter().map(move |x| (x, y)))
            .map(map)
            .collect()
    }

    /// What the first look shows; `None` where no four candidates make a board.
    fn detect(&self, look: &Look, kinds: &[String]) -> Option<Corners> {
        let mask = self.mask(look, kinds);
        let mut peaks = heatmap::decode(look.maps.index_axis(Axis(0), 0), CANDIDATE_VALUE);
        let boards = self.several(look, &mask, &peaks, kinds);
        peaks.truncate(CANDIDATES);
        let (best, others) = match boards.split_first() {
            Some((first, others)) => (Some(*first), others),
            None => (best_quad(&peaks, mask.view()), &[][..]),
        };
        let in_photo = |(quad, _): &(Quad, f32)| Some(self.quad_to_photo(look, quad)?.upright());
        let (quad, confidence) = best.and_then(|best| Some((in_photo(&best)?, best.1)))?;
        let others = others.iter().filter_map(in_photo).collect();
        Some(Corners { others, ..Corners::guess(quad, confidence) })
    }

    /// The boards that the first look shows side by side, of the kinds asked for, whose mask is
    /// given. A mask of one kind alone has holes where a board looks a little like another kind.
    fn several(
        &self,
        look: &Look,
        asked: &Array2<f32>,
        peaks: &[heatmap::Peak],
        kinds: &[String],
    ) -> Vec<(Quad, f32)> {
        let all = self.mask(look, &self.alike(kinds));
        let mut boards = several::boards(&all, peaks);
        boards.retain(|(quad, _)| {
            within(quad, asked.view()).0 >= ASKED_FOR * within(quad, all.view()).0
        });
        boards
    }

    /// Boards that stand so close that the first look takes them for one: two at least of which a
    /// closer look is sure, the largest and most central one first.
    fn apart(
        &self,
        photo: &Pyramid,
        look: &Look,
        kinds: &[String],
    ) -> Result<Option<Corners>, Error> {
        let mut boards: Vec<Corners> = Vec::new();
        for place in several::places(&self.mask(look, &self.alike(kinds))) {
            let Some(near) = self.quad_to_photo(look, &place) else { continue };
            let found = self.at(photo, &near.upright(), kinds)?;
            let is_known = |board: &Corners| {
                board.quad.contains(found.quad.center()) || found.quad.contains(board.quad.center())
            };
            if found.confidence >= SURE && !boards.iter().any(is_known) {
                boards.push(found);
            }
        }
        if boards.len() < 2 {
            return Ok(None);
        }
        let (width, height) = photo.photo().dimensions();
        let weight =
            |board: &Corners| several::weight(&board.quad, f64::from(width), f64::from(height));
        boards.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
        let others = boards.split_off(1).into_iter().map(|board| board.quad).collect();
        Ok(boards.pop().map(|first| Corners { others, ..first }))
    }

    /// All kinds that are like one of these.
    fn alike(&self, kinds: &[String]) -> Vec<String> {
        let is_alike = |kind: &&String| kinds.iter().any(|asked| family(asked) == family(kind));
        self.task.kinds.iter().filter(is_alike).cloned().collect()
    }

    /// The closer look: corners found by the first look, moved to where they are seen from near by.
    fn refine(
        &self,
        photo: &Pyramid,
        coarse: &Corners,
        kinds: &[String],
    ) -> Result<Corners, Error> {
        let mut corners = coarse.clone();
        let others = coarse.others.clone();
        for _ in 0..LOOKS {
            let before = corners.quad;
            let look = self.look_at_board(photo, &before)?;
            corners = self.nearest_peaks(&look, &before, kinds);
            let moved = (0..4)
                .map(|i| before.corners()[i].distance(corners.quad.corners()[i]))
                .fold(0.0, f64::max);
            if moved < SETTLED * before.mean_side() {
                break;
            }
        }
        Ok(Corners { others, ..corners })
    }

    /// What the detector makes of corners that are given: the same corners, and the kinds' claims.
    ///
    /// # Errors
    /// When the model fails.
    pub fn describe(
        &self,
        photo: &Pyramid,
        quad: &Quad,
        kinds: &[String],
    ) -> Result<Corners, Error> {
        let look = self.look_at_board(photo, quad)?;
        Ok(Corners {
            quad: *quad,
            confidence: 1.0,
            kinds: self.claims(&look, kinds),
            occlusion: self.occlusion(&look),
            others: Vec::new(),
        })
    }

    /// The corner heatmap and the masks of the whole photo, `[channels, rows, cols]` (see
    /// [`CornerTask`]), for debugging.
    ///
    /// # Errors
    /// When the model fails.
    pub fn heatmaps(&self, photo: &Pyramid) -> Result<Array3<f32>, Error> {
        let (to_photo, size) = (self.whole(photo), self.task.size as u32);
        Ok(self.look(&warp(photo, &to_photo, size, size), to_photo)?.maps)
    }

    fn look_at_board(&self, photo: &Pyramid, quad: &Quad) -> Result<Look, Error> {
        let to_photo = closer_look(quad, self.task.size, self.task.margin);
        let picture = warp(photo, &to_photo, self.task.size as u32, self.task.size as u32);
        self.look(&picture, to_photo)
    }

    fn look(&self, picture: &image::RgbImage, to_photo: Homography) -> Result<Look, Error> {
        let size = self.task.size;
        let stats = BoardStats::for_board(self.task.normalization, picture);
        let mut input = Array4::zeros((1, 3, size, size));
        image_to_tensor(picture, (0, 0), &stats, input.index_axis_mut(Axis(0), 0));
        let logits = self.model.run(input.view())?;
        let side = size / self.task.stride;
        if logits.shape() != [1, self.task.channels(), side, side] {
            return Err(Error::Output { model: "corner", found: logits.shape().to_vec() });
        }
        let mut maps = logits
            .index_axis_move(Axis(0), 0)
            .into_dimensionality()
            .expect("three axes are left of four");
        maps.slice_mut(s![0, .., ..]).mapv_inplace(|v: f32| v / self.task.temperature);
        maps.mapv_inplace(|v| 1.0 / (1.0 + (-v).exp()));
        Ok(Look { maps, to_photo })
    }

    /// Probability that a pixel belongs to a board of one of the kinds.
    fn mask(&self, look: &Look, kinds: &[String]) -> Array2<f32> {
        let mut mask = Array2::zeros(look.maps.index_axis(Axis(0), 0).dim());
        for (i, kind) in self.task.kinds.iter().enumerate() {
            if kinds.contains(kind) {
                mask += &look.maps.index_axis(Axis(0), i + 1);
            }
        }
        mask.mapv_into(|v: f32| v.min(1.0))
    }

    /// How much of the board each kind claims in a closer look.
    fn claims(&self, look: &Look, kinds: &[String]) -> Vec<(String, f32)> {
        let side = look.maps.len_of(Axis(1)) as f64;
        let inner = ((self.task.margin / (1.0 + 2.0 * self.task.margin)) * side).ceil() as usize;
        let claim = |i: usize| {
            let field = look.maps.slice(s![
                i + 1,
                inner..side as usize - inner,
                inner..side as usize - inner
            ]);
            field.mean().unwrap_or(0.0)
        };
        let asked = self.task.kinds.iter().enumerate().filter(|(_, kind)| kinds.contains(kind));
        asked.map(|(i, kind)| (kind.clone(), claim(i))).collect()
    }

    /// The highest peak near each expected corner of a closer look; the expected corner itself
    /// where there is none.
    fn nearest_peaks(&self, look: &Look, before: &Quad, kinds: &[String]) -> Corners {
        let stride = self.task.stride as f64;
        let side = self.task.size as f64 / stride;
        let margin = side * self.task.margin / (1.0 + 2.0 * self.task.margin);
        let expected = [
            [margin, margin],
            [side - margin, margin],
            [side - margin, side - margin],
            [margin, side - margin],
        ];
        let peaks = heatmap::decode(look.maps.index_axis(Axis(0), 0), CANDIDATE_VALUE);
        let mut confidence: f32 = 1.0;
        let found = expected.map(Point::from).map(|at| {
            let near = |p: &&heatmap::Peak| {
                (p.at.x - at.x).abs().max((p.at.y - at.y).abs()) <= 1.5 * margin
            };
            let value = |p: &heatmap::Peak| {
                f64::from(p.value) * (-0.5 * (p.at.distance(at) / margin).powi(2)).exp()
            };
            let best = peaks.iter().filter(near).max_by(|a, b| value(a).total_cmp(&value(b)));
            confidence = confidence.min(best.map_or(0.0, |p| p.value));
            best.map_or(at, |p| p.at)
        });
        let kinds = self.claims(look, kinds);
        let claim: f32 = kinds.iter().map(|(_, claim)| claim).sum();
        let quad = Quad::new(found).ok().and_then(|q| self.quad_to_photo(look, &q));
        let confidence = (confidence * claim.min(1.0)).sqrt();
        let (quad, occlusion) = (quad.unwrap_or(*before), self.occlusion(look));
        Corners { quad, confidence, kinds, occlusion, others: Vec::new() }
    }

    /// What hides the board in a closer look.
    fn occlusion(&self, look: &Look) -> Option<Occlusion> {
        let scale = 1.0 / self.task.stride as f64;
        let from_photo =
            Homography::scale_shift(scale, scale, 0.0, 0.0).compose(&look.to_photo.inverse());
        let channel = 1 + self.task.kinds.len();
        self.task.covered.then(|| Occlusion {
            map: look.maps.index_axis(Axis(0), channel).to_owned(),
            from_photo,
        })
    }

    /// A quad in heatmap pixels as one in photo pixels.
    fn quad_to_photo(&self, look: &Look, quad: &Quad) -> Option<Quad> {
        let stride = self.task.stride as f64;
        look.to_photo.project_quad(&quad.scaled(stride, stride))
    }
}

/// Where parts of length `side` start that cover `length`, evenly spaced; one part around the
/// middle where it is longer.
fn starts(length: f64, side: f64) -> Vec<f64> {
    let room = length - side;
    if room <= 0.0 {
        return vec![0.5 * room];
    }
    let steps = (room / (PART_STEP * side)).ceil();
    (0..=steps as usize).map(|i| room * i as f64 / steps).collect()
}

/// The map to the photo from a square of `size` pixels that shows the board with corners `quad`,
/// upright, with a margin of `margin` times its side all around.
pub fn closer_look(quad: &Quad, size: usize, margin: f64) -> Homography {
    let board = size as f64 / (1.0 + 2.0 * margin);
    let from_view = Homography::scale_shift(1.0 / board, 1.0 / board, -margin, -margin);
    Homography::from_quads(&Quad::rectangle(1.0, 1.0), quad).compose(&from_view)
}

/// The quad of four peaks that agree best with each other and with the board's mask, in heatmap
/// pixels, and how well they do.
pub(super) fn best_quad(peaks: &[heatmap::Peak], mask: ArrayView2<f32>) -> Option<(Quad, f32)> {
    quads_of(peaks)
        .map(|(quad, confidence)| (quad, (confidence * overlap(&quad, mask)).sqrt()))
        .max_by(|a, b| a.1.total_cmp(&b.1))
}

/// Every convex quad with four of the peaks as corners, in heatmap pixels, and the geometric mean
/// of their values.
fn quads_of(peaks: &[heatmap::Peak]) -> impl Iterator<Item = (Quad, f32)> {
    let n = peaks.len();
    let fours = (0..1usize << n).filter(|set| set.count_ones() == 4);
    fours.filter_map(move |set| {
        let chosen: Vec<&heatmap::Peak> =
            (0..n).filter(|i| set >> i & 1 == 1).map(|i| &peaks[i]).collect();
        let value: f32 = chosen.iter().map(|p| p.value).product();
        Some((clockwise(&chosen)?, value.powf(0.25)))
    })
}

/// The quad through four points in clockwise order around their centroid.
fn clockwise(points: &[&heatmap::Peak]) -> Option<Quad> {
    let mean = |f: fn(&Point) -> f64| points.iter().map(|p| f(&p.at)).sum::<f64>() / 4.0;
    let (cx, cy) = (mean(|p| p.x), mean(|p| p.y));
    let mut around: Vec<Point> = points.iter().map(|p| p.at).collect();
    around.sort_by(|a, b| (a.y - cy).atan2(a.x - cx).total_cmp(&(b.y - cy).atan2(b.x - cx)));
    Quad::new(around.try_into().ok()?).ok()
}

/// Intersection over union of a quad and a soft mask, both in heatmap pixels.
pub(super) fn overlap(quad: &Quad, mask: ArrayView2<f32>) -> f32 {
    let (inside, area) = within(quad, mask);
    inside / (area + mask.sum() - inside).max(1.0)
}

/// How much of a soft mask lies in a quad, and how many of its pixels; both in heatmap pixels.
fn within(quad: &Quad, mask: ArrayView2<f32>) -> (f32, f32) {
    let pixels = mask
        .indexed_iter()
        .filter(|((row, col), _)| quad.contains(Point::new(*col as f64 + 0.5, *row as f64 + 0.5)));
    pixels.fold((0.0, 0.0), |(inside, area), (_, value)| (inside + value, area + 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_the_photo_and_overlap() {
        assert_eq!(starts(100.0, 100.0), [0.0]);
        assert_eq!(starts(50.0, 100.0), [-25.0]);
        let all = starts(160.0, 96.0);
        assert_eq!((all[0], all[all.len() - 1]), (0.0, 64.0));
        assert!(all.windows(2).all(|w| w[1] - w[0] <= PART_STEP * 96.0 && w[1] > w[0]));
    }
}

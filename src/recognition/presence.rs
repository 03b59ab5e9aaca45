//! Whether corners that were found are those of a board.
//!
//! The corner detector has to find corners in every photo, and was never shown one without a board:
//! a kitten has corners, too. One more network looks at what the corners enclose, from above and
//! with a margin around it, and says whether that is a whole board, a part of one, or neither. How
//! sure the detector is of the corners counts as independent evidence: of a street it is not very,
//! of a sudoku it is.
//!
//! ```
//! use kibitzer::{
//!     inference::ModelStore, recognition::presence::PresenceModel,
//!     vision::{PhotoLimits, Pyramid, open_photo},
//! };
//! use std::borrow::Cow;
//!
//! let photo = "datasets/demo/images/chess-before.jpg";
//! let photo = open_photo(photo.as_ref(), &PhotoLimits::default())?;
//! let photo = Pyramid::new(Cow::Owned(photo));
//! let corners = "207,460 244,37 718,12 796,434".parse()?;
//! if let Some(model) = PresenceModel::load(&ModelStore::find()?)? {
//!     let board = model.of(&photo, &corners)?.board;
//!     println!("a whole board with probability {board}");
//!     assert!(board > 0.5);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{
    classify::softmax,
    corners::{Corners, closer_look},
    pattern::checkered,
};
use crate::{
    error::Error,
    geometry::{Edge, Quad},
    inference::{Model, ModelStore, PresenceTask},
    vision::{BoardStats, Pyramid, image_to_tensor, warp},
};
use image::RgbImage;
use ndarray::{Array4, Axis};

/// A side of the outline this near to the photo's edge, in sides of the board, ends there.
const AT_THE_EDGE: f64 = 0.05;

/// Where no side does, the nearest one is meant if it is no further away: an outline that is fitted
/// to a part of a board leaves out squares at its edge.
const NEAR_THE_EDGE: f64 = 0.25;

/// Nothing is surer than by this much from certain.
const SURELY: f32 = 1e-4;
/// A whole board is likely from this probability on.
const LIKELY: f32 = 0.5;

/// How probably corners enclose what; the three sum to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Presence {
    /// A whole board.
    pub board: f32,
    /// A part of a board, the rest of which is outside the picture.
    pub part: f32,
    /// No board.
    pub none: f32,
}

impl Presence {
    /// The same where something else speaks for a whole board with so many log-odds.
    fn given(self, log_odds: f32) -> Self {
        let board = 1.0 / (1.0 + (-logit(self.board) - log_odds).exp());
        let share = (1.0 - board) / (self.part + self.none).max(SURELY);
        Self { board, part: share * self.part, none: share * self.none }
    }

    /// What is to be said of corners that enclose no whole board: that it is a part of one, or none.
    pub(super) fn refused(self, photo: &Pyramid, quad: &Quad) -> Error {
        if self.none >= self.part {
            let pattern = checkered(photo, quad);
            return Error::NotABoard { probability: Some(self.none), pattern };
        }
        let (width, height) = photo.photo().dimensions();
        let edges = edges_reached(quad, f64::from(width), f64::from(height));
        Error::PartOfBoard { probability: self.part, edges }
    }

    /// Whether it is rather a whole board than not.
    pub const fn is_likely(&self) -> bool {
        self.board >= LIKELY
    }
}

/// Tells boards from what is none.
pub struct PresenceModel {
    task: PresenceTask,
    model: Box<dyn Model>,
}

impl PresenceModel {
    /// The one of a store; `None` where it has none, and whatever has corners is a board.
    ///
    /// # Errors
    /// When it is not what its card says, or cannot be loaded.
    pub fn load(models: &ModelStore) -> Result<Option<Self>, Error> {
        let opened = models.open_presence()?;
        Ok(opened.map(|(task, model)| Self::new(task, model)))
    }

    /// One from its card and its model.
    pub fn new(task: PresenceTask, model: Box<dyn Model>) -> Self {
        Self { task, model }
    }

    /// What the corners enclose.
    ///
    /// # Errors
    /// When the model fails or its output is not of the shape its card says.
    pub fn of(&self, photo: &Pyramid, quad: &Quad) -> Result<Presence, Error> {
        let logits = self.model.run(input(&view(photo, quad, &self.task), &self.task).view())?;
        if logits.shape() != [1, PresenceTask::CLASSES.len()] {
            return Err(Error::Output { model: "presence", found: logits.shape().to_vec() });
        }
        let probs = softmax(logits / self.task.temperature);
        let [board, part, none] = std::array::from_fn(|class| probs[[0, class]]);
        Ok(Presence { board, part, none })
    }

    /// What the corners enclose, where it may be a whole board.
    ///
    /// # Errors
    /// [`Error::PartOfBoard`] and [`Error::NotABoard`] when it may not; others as [`Self::of`].
    pub fn check(&self, photo: &Pyramid, found: &Corners) -> Result<Presence, Error> {
        let (quad, task) = (&found.quad, &self.task);
        let evidence = logit(found.confidence) - logit(task.even_confidence);
        let presence = self.of(photo, quad)?.given(task.confidence_weight * evidence);
        match presence.board >= self.task.threshold {
            true => Ok(presence),
            false => Err(presence.refused(photo, quad)),
        }
    }
}

/// The log-odds of a probability, of which none is sure.
fn logit(probability: f32) -> f32 {
    let p = probability.clamp(SURELY, 1.0 - SURELY);
    (p / (1.0 - p)).ln()
}

/// The picture that the network sees.
pub fn view(photo: &Pyramid, quad: &Quad, task: &PresenceTask) -> RgbImage {
    let side = task.size as u32;
    warp(photo, &closer_look(&quad.upright(), task.size, task.margin), side, side)
}

/// The picture as the network takes it, `[1, 3, size, size]`.
pub fn input(picture: &RgbImage, task: &PresenceTask) -> Array4<f32> {
    let mut input = Array4::zeros((1, 3, task.size, task.size));
    let stats = BoardStats::for_board(task.normalization, picture);
    image_to_tensor(picture, (0, 0), &stats, input.index_axis_mut(Axis(0), 0));
    input
}

/// The edges of a photo of `width` x `height` pixels that a side of the outline runs along, or the
/// one that a side is nearest to.
fn edges_reached(quad: &Quad, width: f64, height: f64) -> Vec<Edge> {
    let corners = quad.upright();
    let [a, b, c, d] = corners.corners();
    let gaps = [
        (Edge::Left, a.x.max(d.x)),
        (Edge::Top, a.y.max(b.y)),
        (Edge::Right, width - b.x.min(c.x)),
        (Edge::Bottom, height - c.y.min(d.y)),
    ]
    .map(|(edge, gap)| (edge, gap / quad.mean_side()));
    let nearer_than = |limit: f64| gaps.iter().filter(move |(_, gap)| *gap <= limit);
    let reached: Vec<Edge> = nearer_than(AT_THE_EDGE).map(|(edge, _)| *edge).collect();
    if !reached.is_empty() {
        return reached;
    }
    nearer_than(NEAR_THE_EDGE)
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(e, _)| *e)
        .into_iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{geometry::Point, inference::ModelError, vision::Normalization};
    use ndarray::{ArrayD, ArrayView4, IxDyn};
    use std::borrow::Cow;

    /// Says the same of every picture.
    struct Always([f32; 3]);

    impl Model for Always {
        fn input_shape(&self) -> [Option<usize>; 4] {
            [None, Some(3), Some(32), Some(32)]
        }

        fn run(&self, input: ArrayView4<f32>) -> Result<ArrayD<f32>, ModelError> {
            assert_eq!(input.dim(), (1, 3, 32, 32));
            Ok(ArrayD::from_shape_vec(IxDyn(&[1, 3]), self.0.to_vec()).expect("three"))
        }
    }

    /// What the model makes of corners of which the detector is so sure.
    fn checked_at(
        confidence: f32,
        probs: [f32; 3],
        quad: [[f64; 2]; 4],
    ) -> Result<Presence, Error> {
        let task = PresenceTask {
            size: 32,
            margin: 0.25,
            normalization: Normalization::Fixed,
            temperature: 1.0,
            threshold: 0.3,
            confidence_weight: 2.0,
            even_confidence: 0.8,
        };
        let model = PresenceModel::new(task, Box::new(Always(probs.map(f32::ln))));
        let photo = Pyramid::new(Cow::Owned(RgbImage::new(200, 100)));
        let quad = Quad::new(quad.map(Point::from)).expect("convex");
        let found =
            Corners { quad, confidence, kinds: Vec::new(), occlusion: None, others: Vec::new() };
        model.check(&photo, &found)
    }

    fn checked(probs: [f32; 3], quad: [[f64; 2]; 4]) -> Result<Presence, Error> {
        checked_at(0.8, probs, quad)
    }

    const INSIDE: [[f64; 2]; 4] = [[50.0, 20.0], [110.0, 20.0], [110.0, 80.0], [50.0, 80.0]];

    #[test]
    fn what_is_probable_enough_is_a_board_whatever_is_more_probable() {
        assert!(checked([0.9, 0.05, 0.05], INSIDE).is_ok_and(|seen| seen.is_likely()));
        assert!(checked([0.31, 0.09, 0.6], INSIDE).is_ok_and(|seen| !seen.is_likely()));
        let error = checked([0.2, 0.1, 0.7], INSIDE).expect_err("none");
        assert!(
            matches!(error, Error::NotABoard { probability: Some(p), pattern: None } if (p - 0.7).abs() < 1e-5)
        );
        assert!(error.is_no_board());
    }

    #[test]
    fn sure_corners_speak_for_a_board_and_unsure_ones_against_it() {
        let seen = checked_at(0.95, [0.2, 0.1, 0.7], INSIDE).expect("a board");
        // Odds of 1 to 4, times those of 19 over those of 4, squared.
        let odds = 0.25 * (19.0f32 / 4.0).powi(2);
        assert!((seen.board - odds / (1.0 + odds)).abs() < 1e-4);
        assert!((seen.board + seen.part + seen.none - 1.0).abs() < 1e-4);
        assert!(checked_at(0.4, [0.6, 0.1, 0.3], INSIDE).is_err());
    }

    #[test]
    fn half_a_board_is_said_to_be_one_and_where_it_ends() {
        let left = [[2.0, 20.0], [60.0, 20.0], [60.0, 80.0], [1.0, 80.0]];
        let error = checked([0.1, 0.8, 0.1], left).expect_err("a half");
        assert!(error.is_no_board());
        assert!(error.to_string().contains("left edge"), "{error}");
        let corner = [[140.0, 50.0], [199.0, 50.0], [199.0, 99.0], [140.0, 99.0]];
        let error = checked([0.1, 0.8, 0.1], corner).expect_err("a corner");
        assert!(error.to_string().contains("right and lower edge"), "{error}");
        let near = [[110.0, 30.0], [170.0, 30.0], [170.0, 92.0], [110.0, 90.0]];
        let error = checked([0.1, 0.8, 0.1], near).expect_err("a part with squares left out");
        assert!(error.to_string().contains("by the lower edge"), "{error}");
        let error = checked([0.1, 0.8, 0.1], INSIDE).expect_err("a part");
        assert!(!error.to_string().contains("edge"), "{error}");
    }
}

//! What is on each cell.
//!
//! ```
//! use kibitzer::{
//!     games::GameId, geometry::GridSpec, inference::ModelStore,
//!     recognition::{classify::CellClassifier, rectify},
//!     vision::{PhotoLimits, Pyramid, open_photo},
//! };
//! use std::borrow::Cow;
//!
//! let (task, model) = ModelStore::find()?.open_cells(GameId::Go.game())?;
//! let photo = "datasets/demo/images/go-end.jpg";
//! let photo = open_photo(photo.as_ref(), &PhotoLimits::default())?;
//! let photo = Pyramid::new(Cow::Owned(photo));
//! let corners = "559,779 45,667 165,181 643,276".parse()?;
//! let board = rectify(&photo, &corners, &GridSpec::intersections(9), &task);
//! let crops = board.crop_cells(&photo);
//! let probs = CellClassifier::new(task, model).classify(&board.grid, crops.view())?;
//! println!("{}", GameId::Go.game().to_notation(&probs.argmax()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{
    correction::Correction,
    deadline::{AUGMENTATION, Deadline},
    sliding::SlidingClassifier,
};
use crate::{
    error::Error,
    games::CellProbs,
    geometry::GridSpec,
    inference::{CellTask, Model},
};
use ndarray::{Array, Array2, ArrayD, ArrayView1, ArrayView4, Axis, Dimension, Ix2, s};
use std::sync::Arc;

/// Crops in one run of the model: enough to keep the cores busy, few enough for their caches.
const BATCH: usize = 64;

/// Where the largest logit leads by so much (odds of 55), the mirror image of the crop hardly
/// matters: mostly empty cells.
const SURE: f32 = 4.0;

/// Logits `[crops, classes]` and the features `[crops, features]` that they were made of.
pub type Features = (Array2<f32>, Array2<f32>);

/// A classifier of one game's cells. A clone runs the same model.
#[derive(Clone)]
pub struct CellClassifier {
    task: CellTask,
    model: Arc<dyn Model>,
    correction: Option<Arc<Correction>>,
    sliding: Option<Arc<SlidingClassifier>>,
}

impl CellClassifier {
    /// A classifier from its card and its model.
    pub fn new(task: CellTask, model: Box<dyn Model>) -> Self {
        Self { task, model: model.into(), correction: None, sliding: None }
    }

    /// The same, its logits corrected for one set of pieces.
    ///
    /// # Errors
    /// [`Error::OtherFeatures`] when the correction is of other features than the model says to give.
    pub fn corrected(self, correction: Option<Arc<Correction>>) -> Result<Self, Error> {
        if let (Some(correction), Some(given)) = (&correction, self.model.features()) {
            self.check_features(correction, given)?;
        }
        Ok(Self { correction, ..self })
    }

    /// Whether a correction is of as many features as the model gives.
    fn check_features(&self, correction: &Correction, given: usize) -> Result<(), Error> {
        match correction.dim().0 {
            found if found == given => Ok(()),
            found => Err(Error::OtherFeatures { game: self.task.game, found, given }),
        }
    }

    /// The same, with its network as it slides over larger pictures.
    #[must_use]
    pub fn with_sliding(self, sliding: Option<SlidingClassifier>) -> Self {
        Self { sliding: sliding.map(Arc::new), ..self }
    }

    /// Its network as it slides over larger pictures; `None` where there is none, or where a
    /// correction is made, which is one of single crops.
    pub(super) fn sliding(&self) -> Option<&SlidingClassifier> {
        self.sliding.as_deref().filter(|_| self.correction.is_none())
    }

    /// Input and output of the model.
    pub const fn task(&self) -> &CellTask {
        &self.task
    }

    /// Probabilities of all cells of a board from their crops `[cells, 3, height, width]`, row by
    /// row, as the network alone says.
    ///
    /// # Errors
    /// When the model fails or its output is not `[cells, classes]`.
    pub fn classify(&self, grid: &GridSpec, crops: ArrayView4<f32>) -> Result<CellProbs, Error> {
        let probs = self.classify_crops(crops)?;
        let shape = (grid.rows, grid.cols, self.task.classes.len());
        let wrong =
            |_| Error::Output { model: "cell", found: vec![crops.len_of(Axis(0)), shape.2] };
        Ok(CellProbs::new(probs.into_shape_with_order(shape).map_err(wrong)?))
    }

    /// Probabilities `[crops, classes]` of crops `[crops, 3, height, width]`, as the network alone
    /// says.
    ///
    /// # Errors
    /// When the model fails or its output is not `[crops, classes]`.
    pub fn classify_crops(&self, crops: ArrayView4<f32>) -> Result<Array2<f32>, Error> {
        self.classify_in_time(crops, &Deadline::default())
    }

    /// As [`Self::classify_crops`], but crops are looked at in the mirror, too, only before a
    /// deadline.
    ///
    /// # Errors
    /// As [`Self::classify_crops`].
    pub(super) fn classify_in_time(
        &self,
        crops: ArrayView4<f32>,
        deadline: &Deadline,
    ) -> Result<Array2<f32>, Error> {
        self.in_batches(crops, self.task.mirrored.then_some(deadline))
    }

    /// As [`Self::classify_crops`], but no crop is looked at in the mirror, too: for places between
    /// cells, nearly all of which are doubtful.
    ///
    /// # Errors
    /// As [`Self::classify_crops`].
    pub fn glance(&self, crops: ArrayView4<f32>) -> Result<Array2<f32>, Error> {
        self.in_batches(crops, None)
    }

    /// Crops that leave doubt are looked at in the mirror, too, before `mirrored_until`.
    fn in_batches(
        &self,
        crops: ArrayView4<f32>,
        mirrored_until: Option<&Deadline>,
    ) -> Result<Array2<f32>, Error> {
        let mut probs = Array2::zeros((crops.len_of(Axis(0)), self.task.classes.len()));
        for (input, mut out) in
            crops.axis_chunks_iter(Axis(0), BATCH).zip(probs.axis_chunks_iter_mut(Axis(0), BATCH))
        {
            let mut logits = self.logits(input)?;
            if let Some(deadline) = mirrored_until {
                self.look_in_the_mirror(input, &mut logits, deadline)?;
            }
            out.assign(&softmax(logits));
        }
        Ok(probs)
    }

    /// Probabilities, one of a class along the last axis, as the card's temperature makes them
    /// honest. It was fitted to what the reader says in the end, so it comes last.
    pub fn calibrated<D: Dimension>(&self, probs: Array<f32, D>) -> Array<f32, D> {
        let temperature = self.task.calibration.temperature;
        if temperature == 1.0 {
            return probs;
        }
        softmax(probs.mapv(|p| p.max(f32::MIN_POSITIVE).ln() / temperature))
    }

    /// Where the logits leave doubt and there is time, makes them the mean with those of the
    /// mirrored crop.
    fn look_in_the_mirror(
        &self,
        crops: ArrayView4<f32>,
        logits: &mut Array2<f32>,
        deadline: &Deadline,
    ) -> Result<(), Error> {
        let doubtful: Vec<usize> =
            (0..logits.nrows()).filter(|&cell| lead(logits.row(cell)) < SURE).collect();
        if doubtful.is_empty() || !deadline.allows(AUGMENTATION) {
            return Ok(());
        }
        let mirrored =
            self.logits(crops.select(Axis(0), &doubtful).slice(s![.., .., .., ..;-1]))?;
        for (&cell, mirrored) in doubtful.iter().zip(mirrored.rows()) {
            let mut row = logits.row_mut(cell);
            row += &mirrored;
            row /= 2.0;
        }
        Ok(())
    }

    /// Logits `[crops, classes]` of crops, without a correction, and the network's last features
    /// `[crops, features]`.
    ///
    /// # Errors
    /// [`Error::NoFeatures`] when the model gives none; others as [`Self::classify_crops`].
    pub fn features(&self, crops: ArrayView4<f32>) -> Result<Features, Error> {
        let (logits, features) = self.model.run_with_features(crops)?;
        let features = features.ok_or(Error::NoFeatures { game: self.task.game })?;
        let shape = features.shape().to_vec();
        let features = features.into_dimensionality::<Ix2>().ok();
        let features = features.filter(|features| features.nrows() == crops.len_of(Axis(0)));
        let wrong = Error::Output { model: "cell", found: shape };
        Ok((self.of_shape(&crops, logits)?, features.ok_or(wrong)?))
    }

    fn logits(&self, crops: ArrayView4<f32>) -> Result<Array2<f32>, Error> {
        let Some(correction) = &self.correction else {
            return self.of_shape(&crops, self.model.run(crops)?);
        };
        let (logits, features) = self.features(crops)?;
        self.check_features(correction, features.ncols())?;
        if correction.dim().1 != logits.ncols() {
            return Err(Error::Output { model: "cell", found: logits.shape().to_vec() });
        }
        Ok(logits + correction.of(features.view()))
    }

    /// Logits, if they are those of these crops.
    fn of_shape(&self, crops: &ArrayView4<f32>, logits: ArrayD<f32>) -> Result<Array2<f32>, Error> {
        let wrong = Error::Output { model: "cell", found: logits.shape().to_vec() };
        match logits.into_dimensionality::<Ix2>() {
            Ok(logits) if logits.dim() == (crops.len_of(Axis(0)), self.task.classes.len()) => {
                Ok(logits)
            }
            _ => Err(wrong),
        }
    }
}

/// By how much the largest logit of a cell exceeds the second one.
fn lead(logits: ArrayView1<f32>) -> f32 {
    let (first, second) =
        logits.iter().fold((f32::NEG_INFINITY, f32::NEG_INFINITY), |(first, second), &v| {
            match v > first {
                true => (v, first),
                false => (first, second.max(v)),
            }
        });
    first - second
}

/// The softmax of logits along their last axis, which is that of the classes.
pub fn softmax<D: Dimension>(mut logits: Array<f32, D>) -> Array<f32, D> {
    for mut row in logits.rows_mut() {
        let top = row.fold(f32::NEG_INFINITY, |a, &b| a.max(b));
        row.mapv_inplace(|v| (v - top).exp());
        let sum = row.sum();
        row /= sum;
    }
    logits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::GameId,
        inference::{Calibration, Extent, ModelError},
    };
    use ndarray::{Array4, ArrayD};
    use std::time::Instant;

    fn task(mirrored: bool) -> CellTask {
        let extent = Extent { left: 0.5, top: 0.5, right: 0.5, bottom: 0.5 };
        CellTask {
            game: GameId::Go,
            classes: vec![".".into(), "b".into()],
            mirrored,
            ..CellTask::plain(2, extent)
        }
    }

    /// Says class 1 for crops brighter than 0, class 0 otherwise.
    struct Brightness;

    impl Model for Brightness {
        fn input_shape(&self) -> [Option<usize>; 4] {
            [None, Some(3), Some(2), Some(2)]
        }

        fn run(&self, input: ArrayView4<f32>) -> Result<ArrayD<f32>, ModelError> {
            let logits = Array2::from_shape_fn((input.len_of(Axis(0)), 2), |(i, class)| {
                let bright = input.slice(s![i, .., .., ..]).sum() > 0.0;
                if bright == (class == 1) { 3.0 } else { 0.0 }
            });
            Ok(logits.into_dyn())
        }
    }

    /// Gives three features, and says so.
    struct Features;

    impl Model for Features {
        fn input_shape(&self) -> [Option<usize>; 4] {
            Brightness.input_shape()
        }

        fn features(&self) -> Option<usize> {
            Some(3)
        }

        fn run(&self, input: ArrayView4<f32>) -> Result<ArrayD<f32>, ModelError> {
            Brightness.run(input)
        }
    }

    #[test]
    fn a_correction_of_other_features_is_none_of_the_model() {
        let corrected = |features: usize| {
            let correction = Correction::new(Array2::zeros((features + 1, 2)));
            CellClassifier::new(task(false), Box::new(Features))
                .corrected(Some(Arc::new(correction)))
        };
        assert!(corrected(3).is_ok());
        let error = corrected(2).err().expect("of other features").to_string();
        assert!(error.contains("2 features") && error.contains("make the set again"), "{error}");
    }

    #[test]
    fn every_cell_gets_its_own_probabilities_across_batches() {
        let grid = GridSpec::intersections(13);
        let crops =
            Array4::from_shape_fn((169, 3, 2, 2), |(i, ..)| if i % 5 == 0 { 1.0 } else { -1.0 });
        let probs = CellClassifier::new(task(false), Box::new(Brightness))
            .classify(&grid, crops.view())
            .expect("classified");
        let board = probs.argmax();
        assert!(board.cells().iter().enumerate().all(|(i, &class)| (class == 1) == (i % 5 == 0)));
        let p = probs.array()[[0, 0, 1]];
        assert!((p - 3.0f32.exp() / (3.0f32.exp() + 1.0)).abs() < 1e-6);
    }

    /// Its logits are the left column and 0.
    struct LeftColumn;

    impl Model for LeftColumn {
        fn input_shape(&self) -> [Option<usize>; 4] {
            [None, Some(3), Some(2), Some(2)]
        }

        fn run(&self, input: ArrayView4<f32>) -> Result<ArrayD<f32>, ModelError> {
            let left = |i: usize| input[[i, 0, 0, 0]];
            Ok(Array2::from_shape_fn((input.len_of(Axis(0)), 2), |(i, class)| {
                if class == 1 { left(i) } else { 0.0 }
            })
            .into_dyn())
        }
    }

    #[test]
    fn in_the_mirror_the_mean_of_both_logits_counts() {
        let crops = Array4::from_shape_fn((81, 3, 2, 2), |(.., x)| if x == 0 { 3.0 } else { -1.0 });
        for (mirrored, logit) in [(false, 3.0f32), (true, 1.0)] {
            let classifier = CellClassifier::new(task(mirrored), Box::new(LeftColumn));
            let probs =
                classifier.classify(&GridSpec::intersections(9), crops.view()).expect("classified");
            assert!((probs.array()[[4, 4, 1]] - logit.exp() / (logit.exp() + 1.0)).abs() < 1e-6);
        }
    }

    #[test]
    fn no_cell_is_read_in_the_mirror_where_there_is_no_time() {
        let crops = Array4::from_shape_fn((1, 3, 2, 2), |(.., x)| if x == 0 { 3.0 } else { -1.0 });
        let read = |mirrored: bool| {
            let deadline = Deadline::new(Some(Instant::now()));
            let classifier = CellClassifier::new(task(mirrored), Box::new(LeftColumn));
            let probs = classifier.classify_in_time(crops.view(), &deadline).expect("classified");
            (probs[[0, 1]], deadline.left_out())
        };
        let (p, left_out) = read(true);
        assert!((p - 3.0f32.exp() / (3.0f32.exp() + 1.0)).abs() < 1e-6);
        assert_eq!((left_out, read(false)), (vec![AUGMENTATION], (p, Vec::new())));
    }

    #[test]
    fn only_doubtful_cells_are_read_in_the_mirror() {
        // Every third crop is sure of class 1, whose mirror image would deny it.
        let crops = Array4::from_shape_fn((81, 3, 2, 2), |(i, .., x)| match x {
            0 if i % 3 == 0 => 2.0 * SURE,
            0 => 1.0,
            _ => -2.0 * SURE,
        });
        let classifier = CellClassifier::new(task(true), Box::new(LeftColumn));
        let board = classifier
            .classify(&GridSpec::intersections(9), crops.view())
            .expect("classified")
            .argmax();
        assert!(board.cells().iter().enumerate().all(|(i, &class)| (class == 1) == (i % 3 == 0)));
    }

    #[test]
    fn temperature_divides_logits() {
        let of_logits = |scale: f32| softmax(ndarray::arr2(&[[2.0 * scale, 0.0, -scale]]));
        for temperature in [0.5, 1.0, 2.0] {
            let calibration = Calibration { temperature, ..Calibration::NONE };
            let task = CellTask { calibration, ..task(false) };
            let calibrated =
                CellClassifier::new(task, Box::new(Brightness)).calibrated(of_logits(1.0));
            assert!(
                (&calibrated - &of_logits(1.0 / temperature)).iter().all(|d| d.abs() < 1e-6),
                "{temperature}"
            );
        }
    }
}

//! What is at places all over a picture: a classifier slides over it, and what neighboring crops have
//! in common is computed once (Long et al. 2015, *Fully convolutional networks for semantic
//! segmentation*).
//!
//! ```
//! use kibitzer::{games::GameId, inference::ModelStore, recognition::sliding::SlidingClassifier};
//! use ndarray::Array3;
//!
//! let name = ModelStore::cells_name(GameId::Go);
//! let (card, model) = ModelStore::at("models").open_sliding(&name)?.expect("Go has one");
//! let sliding = SlidingClassifier::new(&card, model);
//! // Crops of 32 pixels that begin every 4 pixels.
//! let logits = sliding.logits(Array3::zeros((3, 64, 48)).view(), (9, 5))?;
//! assert_eq!(logits.dim(), (9, 5, 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{
    error::Error,
    inference::{Model, Sliding},
};
use ndarray::{Array3, Array4, ArrayView3, Axis, Ix4, s};
use rayon::prelude::*;

/// The network runs from so many places down and across in turn, so that crops begin in smaller
/// steps than its stride.
const OFFSETS: usize = 2;

/// A fully convolutional classifier.
pub struct SlidingClassifier {
    stride: usize,
    model: Box<dyn Model>,
}

impl SlidingClassifier {
    /// A classifier from its card and its model.
    pub fn new(card: &Sliding, model: Box<dyn Model>) -> Self {
        Self { stride: card.stride, model }
    }

    /// Pixels from one crop to the next.
    pub const fn step(&self) -> usize {
        self.stride / OFFSETS
    }

    /// The logits, `[down, across, classes]`, of `down` x `across` crops of a picture `[3, height,
    /// width]`, which has to show all of them: the first begins at its top-left pixel.
    ///
    /// # Errors
    /// When the model fails, or its output is too small.
    pub fn logits(
        &self,
        picture: ArrayView3<f32>,
        (down, across): (usize, usize),
    ) -> Result<Array3<f32>, Error> {
        let offsets: Vec<_> =
            (0..OFFSETS).flat_map(|y| (0..OFFSETS).map(move |x| (y, x))).collect();
        let maps = offsets.par_iter().map(|&offset| self.map_from(&picture, offset));
        let maps = maps.collect::<Result<Vec<_>, _>>()?;
        let classes = maps.first().map_or(0, |map| map.len_of(Axis(1)));
        let mut logits = Array3::zeros((down, across, classes));
        for ((y, x), map) in offsets.into_iter().zip(maps) {
            let mut own = logits.slice_mut(s![y..;OFFSETS, x..;OFFSETS, ..]);
            let (rows, cols, _) = own.dim();
            let (_, _, height, width) = map.dim();
            if height < rows || width < cols {
                return Err(Error::Output { model: "sliding", found: map.shape().to_vec() });
            }
            own.assign(&map.slice(s![0, .., ..rows, ..cols]).permuted_axes([1, 2, 0]));
        }
        Ok(logits)
    }

    /// What the network says of a picture from an offset, in steps, on: `[1, classes, down,
    /// across]`. To the right and below, the picture is filled up to a multiple of the stride.
    fn map_from(
        &self,
        picture: &ArrayView3<f32>,
        (down, across): (usize, usize),
    ) -> Result<Array4<f32>, Error> {
        let (_, height, width) = picture.dim();
        let (top, left) = ((down * self.step()).min(height), (across * self.step()).min(width));
        let part = picture.slice(s![.., top.., left..]);
        let (channels, height, width) = part.dim();
        let filled = |side: usize| side.next_multiple_of(self.stride);
        let mut input = Array4::zeros((1, channels, filled(height), filled(width)));
        input.slice_mut(s![0, .., ..height, ..width]).assign(&part);
        let output = self.model.run(input.view())?;
        let wrong = Error::Output { model: "sliding", found: output.shape().to_vec() };
        output.into_dimensionality::<Ix4>().map_err(|_| wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inference::ModelError;
    use ndarray::{ArrayD, ArrayView4};
    use proptest::prelude::*;

    /// Crops of four pixels, a stride of four: the logits are a crop's first value and its last.
    struct Ends;

    impl Model for Ends {
        fn input_shape(&self) -> [Option<usize>; 4] {
            [None, Some(3), None, None]
        }

        fn run(&self, input: ArrayView4<f32>) -> Result<ArrayD<f32>, ModelError> {
            let (_, _, height, width) = input.dim();
            let (down, across) = (height / 4, width / 4);
            Ok(Array4::from_shape_fn((1, 2, down, across), |(_, class, y, x)| {
                input[[0, 0, 4 * y + 3 * class, 4 * x + 3 * class]]
            })
            .into_dyn())
        }
    }

    fn sliding() -> SlidingClassifier {
        SlidingClassifier::new(&Sliding { stride: 4, sha256: String::new() }, Box::new(Ends))
    }

    proptest! {
        #[test]
        fn each_crop_is_where_it_begins(down in 1..9usize, across in 1..9usize) {
            let size = |crops: usize| (crops - 1) * 2 + 4;
            let value = |y: usize, x: usize| (y * 100 + x) as f32;
            let picture =
                Array3::from_shape_fn((3, size(down), size(across)), |(_, y, x)| value(y, x));
            let logits = sliding().logits(picture.view(), (down, across)).expect("it runs");
            for ((y, x, class), &logit) in logits.indexed_iter() {
                prop_assert_eq!(logit, value(2 * y + 3 * class, 2 * x + 3 * class));
            }
        }
    }

    #[test]
    fn a_picture_that_does_not_show_all_crops_is_refused() {
        let picture = Array3::zeros((3, 8, 8));
        assert!(sliding().logits(picture.view(), (3, 3)).is_ok());
        assert!(sliding().logits(picture.view(), (9, 3)).is_err());
    }
}

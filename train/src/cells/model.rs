//! `CellNet`: a small residual network that says what is on a cell.

use crate::layers::{ConvNorm, Residual};
use burn::{
    nn::{
        Linear, LinearConfig,
        pool::{AvgPool2d, AvgPool2dConfig},
    },
    prelude::*,
    tensor::activation::relu,
};

/// The classifier: a stem, three stages at 1/2, 1/4 and 1/8 of the crop's size, pooling, one linear layer.
#[derive(Module, Debug)]
pub struct CellNet {
    stem: ConvNorm,
    stages: Vec<Residual>,
    pool: AvgPool2d,
    head: Linear,
}

/// What shapes a [`CellNet`].
#[derive(Clone, Copy, Debug)]
pub struct CellNetShape {
    /// Width and height of the crop in pixels.
    pub crop: (usize, usize),
    /// Channels after the stem.
    pub width: usize,
    /// Residual blocks at the smallest size.
    pub blocks: usize,
    /// Height and width of the average pooling.
    pub pool: [usize; 2],
    /// Number of classes.
    pub classes: usize,
}

impl CellNet {
    /// A network with random weights.
    pub fn new(shape: &CellNetShape, device: &Device) -> Self {
        let w = shape.width;
        let mut stages = vec![
            Residual::new([w, w], 1, device),
            Residual::new([w, 2 * w], 2, device),
            Residual::new([2 * w, 4 * w], 2, device),
        ];
        stages.extend((1..shape.blocks).map(|_| Residual::new([4 * w, 4 * w], 1, device)));
        let eighth = |side: usize| side.div_ceil(2).div_ceil(2).div_ceil(2);
        let (rows, cols) = (eighth(shape.crop.1) / shape.pool[0], eighth(shape.crop.0) / shape.pool[1]);
        Self {
            stem: ConvNorm::new([3, w], 5, 2, device),
            stages,
            pool: AvgPool2dConfig::new(shape.pool).with_strides(shape.pool).init(),
            head: LinearConfig::new(4 * w * rows * cols, shape.classes).init(device),
        }
    }

    /// Crops `[batch, 3, h, w]` to logits `[batch, classes]`.
    pub fn forward(&self, crops: Tensor<4>) -> Tensor<2> {
        let stem = relu(self.stem.forward(crops));
        let features = self.stages.iter().fold(stem, |x, stage| stage.forward(x));
        let pooled = self.pool.forward(features);
        self.head.forward(pooled.flatten(1, 3))
    }
}

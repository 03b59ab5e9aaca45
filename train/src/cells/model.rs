//! `CellNet`: a small residual network that says what is on a cell.

use crate::{
    config::Stage,
    layers::{ConvNorm, Residual},
};
use burn::{
    nn::{
        Linear, LinearConfig,
        pool::{AvgPool2d, AvgPool2dConfig},
    },
    prelude::*,
    tensor::activation::relu,
};

/// The classifier: a stem at half the crop's size, stages of residual blocks, pooling, one linear
/// layer.
#[derive(Module, Debug)]
pub struct CellNet {
    stem: ConvNorm,
    blocks: Vec<Residual>,
    pool: AvgPool2d,
    head: Linear,
}

/// What shapes a [`CellNet`].
#[derive(Clone, Debug)]
pub struct CellNetShape {
    /// Width and height of the crop in pixels.
    pub crop: (usize, usize),
    /// Channels after the stem.
    pub stem: usize,
    /// The stages, the one nearest to the input first.
    pub stages: Vec<Stage>,
    /// Height and width of the average pooling.
    pub pool: [usize; 2],
    /// Number of classes.
    pub classes: usize,
}

impl CellNet {
    /// A network with random weights.
    pub fn new(shape: &CellNetShape, device: &Device) -> Self {
        let mut channels = shape.stem;
        let mut size = [shape.crop.1.div_ceil(2), shape.crop.0.div_ceil(2)];
        let mut blocks = Vec::new();
        for stage in &shape.stages {
            for stride in std::iter::once(stage.stride)
                .chain(std::iter::repeat_n(1, stage.blocks.saturating_sub(1)))
            {
                blocks.push(Residual::new([channels, stage.channels], stride, device));
                channels = stage.channels;
            }
            size = size.map(|side| side.div_ceil(stage.stride));
        }
        let features = channels * (size[0] / shape.pool[0]) * (size[1] / shape.pool[1]);
        Self {
            stem: ConvNorm::new([3, shape.stem], 5, 2, device),
            blocks,
            pool: AvgPool2dConfig::new(shape.pool).with_strides(shape.pool).init(),
            head: LinearConfig::new(features, shape.classes).init(device),
        }
    }

    /// The same network, whose normalization keeps its running statistics while it is trained on.
    pub fn with_fixed_statistics(self) -> Self {
        let blocks = self.blocks.into_iter().map(Residual::with_fixed_statistics).collect();
        Self { stem: self.stem.with_fixed_statistics(), blocks, ..self }
    }

    /// Its stem, its blocks, its pooling and its last layer.
    pub fn into_layers(self) -> (ConvNorm, Vec<Residual>, AvgPool2d, Linear) {
        (self.stem, self.blocks, self.pool, self.head)
    }

    /// Crops `[batch, 3, h, w]` to logits `[batch, classes]`.
    pub fn forward(&self, crops: Tensor<4>) -> Tensor<2> {
        self.forward_with_features(crops).0
    }

    /// The logits, and the features `[batch, features]` that the last layer makes them of.
    pub fn forward_with_features(&self, crops: Tensor<4>) -> (Tensor<2>, Tensor<2>) {
        let stem = relu(self.stem.forward(crops));
        let features = self.blocks.iter().fold(stem, |x, block| block.forward(x));
        let pooled = self.pool.forward(features);
        let features = pooled.flatten(1, 3);
        (self.head.forward(features.clone()), features)
    }
}

//! `CoordinateNet`: which sign a small gray picture shows.

use crate::layers::ConvNorm;
use burn::{
    nn::{
        Linear, LinearConfig,
        pool::{AvgPool2d, AvgPool2dConfig},
    },
    prelude::*,
    tensor::activation::relu,
};
use kibitzer::inference::CoordinateTask;

/// Input pixels per pixel that the last layer sees.
const STRIDE: usize = 8;

/// Five convolutions, two of which halve the size, a pooling that halves it again, one linear layer.
#[derive(Module, Debug)]
pub struct CoordinateNet {
    layers: Vec<ConvNorm>,
    pool: AvgPool2d,
    head: Linear,
}

impl CoordinateNet {
    /// A network with random weights for pictures of `size` x `size`, a multiple of 8.
    pub fn new(size: usize, width: usize, device: &Device) -> Self {
        let w = width;
        let layers =
            [(1, w, 1), (w, 2 * w, 2), (2 * w, 2 * w, 1), (2 * w, 4 * w, 2), (4 * w, 4 * w, 1)];
        let side = size / STRIDE;
        Self {
            layers: layers.map(|(from, to, by)| ConvNorm::new([from, to], 3, by, device)).to_vec(),
            pool: AvgPool2dConfig::new([2, 2]).with_strides([2, 2]).init(),
            head: LinearConfig::new(4 * w * side * side, CoordinateTask::CLASSES).init(device),
        }
    }

    /// Pictures `[batch, 1, size, size]` to logits `[batch, classes]`.
    pub fn forward(&self, pictures: Tensor<4>) -> Tensor<2> {
        let features = self.layers.iter().fold(pictures, |x, layer| relu(layer.forward(x)));
        self.head.forward(self.pool.forward(features).flatten(1, 3))
    }
}

//! `PresenceNet`: whether a picture shows a board from above.

use crate::layers::{ConvNorm, Residual};
use burn::{
    nn::{
        Dropout, DropoutConfig, Linear, LinearConfig,
        pool::{AvgPool2d, AvgPool2dConfig, MaxPool2d, MaxPool2dConfig},
    },
    prelude::*,
    tensor::activation::relu,
};

/// Input pixels per pixel of the last block.
const STRIDE: usize = 16;

/// Share of the pooled features that training leaves out.
const LEFT_OUT: f64 = 0.2;

/// A stem that goes to 1/4 at once, residual blocks down to 1/16, the mean and the most of each
/// channel, one linear layer.
#[derive(Module, Debug)]
pub struct PresenceNet {
    stem: ConvNorm,
    blocks: Vec<Residual>,
    mean: AvgPool2d,
    most: MaxPool2d,
    dropout: Dropout,
    head: Linear,
}

impl PresenceNet {
    /// A network with random weights for pictures of `size` x `size`, a multiple of 16.
    pub fn new(size: usize, width: usize, classes: usize, device: &Device) -> Self {
        let w = width;
        let all = [size / STRIDE; 2];
        let blocks = [
            ([2 * w, 2 * w], 1),
            ([2 * w, 3 * w], 2),
            ([3 * w, 3 * w], 1),
            ([3 * w, 5 * w], 2),
            ([5 * w, 5 * w], 1),
        ];
        Self {
            stem: ConvNorm::new([3, 2 * w], 7, 4, device),
            blocks: blocks.map(|(channels, by)| Residual::new(channels, by, device)).to_vec(),
            mean: AvgPool2dConfig::new(all).with_strides(all).init(),
            most: MaxPool2dConfig::new(all).with_strides(all).init(),
            dropout: DropoutConfig::new(LEFT_OUT).init(),
            head: LinearConfig::new(10 * w, classes).init(device),
        }
    }

    /// Pictures `[batch, 3, size, size]` to logits `[batch, classes]`.
    pub fn forward(&self, pictures: Tensor<4>) -> Tensor<2> {
        let stem = relu(self.stem.forward(pictures));
        let features = self.blocks.iter().fold(stem, |x, block| block.forward(x));
        let pooled =
            Tensor::cat(vec![self.mean.forward(features.clone()), self.most.forward(features)], 1);
        self.head.forward(self.dropout.forward(pooled.flatten(1, 3)))
    }
}

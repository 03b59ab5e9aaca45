//! `CornerNet`: heatmaps of a board's corners, masks of its kinds and of what hides it, one network
//! for all games.

use crate::layers::{ConvNorm, Residual};
use burn::{
    nn::{
        PaddingConfig2d,
        conv::{Conv2d, Conv2dConfig},
        interpolate::{Interpolate2d, Interpolate2dConfig, InterpolateMode},
        pool::{AdaptiveAvgPool2d, AdaptiveAvgPool2dConfig},
    },
    prelude::*,
    tensor::activation::relu,
};

/// Input pixels per heatmap pixel.
pub const STRIDE: usize = 4;

/// A stem that goes to 1/4 at once, since at full and half size most of the time would go, an
/// encoder down to 1/16, what the whole picture looks like added there, and a decoder up to 1/4.
#[derive(Module, Debug)]
pub struct CornerNet {
    stem: ConvNorm,
    quarter: Residual,
    eighth: Residual,
    sixteenth: Vec<Residual>,
    mean: AdaptiveAvgPool2d,
    context: Conv2d,
    up: Interpolate2d,
    from_sixteenth: ConvNorm,
    at_eighth: ConvNorm,
    from_eighth: ConvNorm,
    at_quarter: ConvNorm,
    head: Conv2d,
}

impl CornerNet {
    /// A network with random weights and `channels` output channels.
    pub fn new(width: usize, channels: usize, device: &Device) -> Self {
        let w = width;
        let point = |channels: [usize; 2]| {
            Conv2dConfig::new(channels, [1, 1])
                .with_padding(PaddingConfig2d::Explicit(0, 0, 0, 0))
                .init(device)
        };
        Self {
            stem: ConvNorm::new([3, 2 * w], 7, 4, device),
            quarter: Residual::new([2 * w, 2 * w], 1, device),
            eighth: Residual::new([2 * w, 3 * w], 2, device),
            sixteenth: vec![
                Residual::new([3 * w, 5 * w], 2, device),
                Residual::new([5 * w, 5 * w], 1, device),
                Residual::new([5 * w, 5 * w], 1, device),
            ],
            mean: AdaptiveAvgPool2dConfig::new([1, 1]).init(),
            context: point([5 * w, 5 * w]),
            up: Interpolate2dConfig::new()
                .with_scale_factor(Some([2.0, 2.0]))
                .with_mode(InterpolateMode::Nearest)
                .init(),
            from_sixteenth: ConvNorm::new([5 * w, 3 * w], 1, 1, device),
            at_eighth: ConvNorm::new([3 * w, 3 * w], 3, 1, device),
            from_eighth: ConvNorm::new([3 * w, 2 * w], 1, 1, device),
            at_quarter: ConvNorm::new([2 * w, 2 * w], 3, 1, device),
            head: point([2 * w, channels]),
        }
    }

    /// Pictures `[batch, 3, size, size]` to logits `[batch, channels, size / 4, size / 4]`.
    pub fn forward(&self, pictures: Tensor<4>) -> Tensor<4> {
        let quarter = self.quarter.forward(relu(self.stem.forward(pictures)));
        let eighth = self.eighth.forward(quarter.clone());
        let deep = self.sixteenth.iter().fold(eighth.clone(), |x, block| block.forward(x));
        let deep = deep.clone() + self.context.forward(self.mean.forward(deep));
        let eighth = relu(self.up.forward(self.from_sixteenth.forward(deep)) + eighth);
        let eighth = relu(self.at_eighth.forward(eighth));
        let quarter = relu(self.up.forward(self.from_eighth.forward(eighth)) + quarter);
        self.head.forward(relu(self.at_quarter.forward(quarter)))
    }
}

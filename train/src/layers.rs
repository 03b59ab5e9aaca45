//! The layers both networks are made of.

use burn::{
    module::Param,
    nn::{
        BatchNorm, BatchNormConfig, PaddingConfig2d,
        conv::{Conv2d, Conv2dConfig},
    },
    prelude::*,
    tensor::activation::relu,
};

/// A convolution without bias, and batch normalization.
#[derive(Module, Debug)]
pub struct ConvNorm {
    conv: Conv2d,
    norm: BatchNorm,
}

impl ConvNorm {
    /// A `kernel` x `kernel` convolution that keeps the size divided by `stride`.
    pub fn new(channels: [usize; 2], kernel: usize, stride: usize, device: &Device) -> Self {
        let pad = kernel / 2;
        let conv = Conv2dConfig::new(channels, [kernel, kernel])
            .with_stride([stride, stride])
            .with_padding(PaddingConfig2d::Explicit(pad, pad, pad, pad))
            .with_bias(false)
            .init(device);
        Self { conv, norm: BatchNormConfig::new(channels[1]).init(device) }
    }

    /// The same layer, whose normalization keeps its running statistics while it is trained.
    pub fn with_fixed_statistics(mut self) -> Self {
        self.norm.training = Param::from_bool(false);
        self
    }

    /// `[batch, in, h, w]` to `[batch, out, h / stride, w / stride]`.
    pub fn forward(&self, x: Tensor<4>) -> Tensor<4> {
        self.norm.forward(self.conv.forward(x))
    }
}

/// Two 3x3 convolutions around which the input is added (He et al., 2016).
#[derive(Module, Debug)]
pub struct Residual {
    first: ConvNorm,
    second: ConvNorm,
    shortcut: Option<ConvNorm>,
}

impl Residual {
    /// A block from `channels[0]` to `channels[1]`, whose first convolution has the given stride.
    pub fn new(channels: [usize; 2], stride: usize, device: &Device) -> Self {
        let changes = stride != 1 || channels[0] != channels[1];
        Self {
            first: ConvNorm::new(channels, 3, stride, device),
            second: ConvNorm::new([channels[1], channels[1]], 3, 1, device),
            shortcut: changes.then(|| ConvNorm::new(channels, 1, stride, device)),
        }
    }

    /// The same block, whose normalization keeps its running statistics while it is trained.
    pub fn with_fixed_statistics(self) -> Self {
        Self {
            first: self.first.with_fixed_statistics(),
            second: self.second.with_fixed_statistics(),
            shortcut: self.shortcut.map(ConvNorm::with_fixed_statistics),
        }
    }

    /// `[batch, in, h, w]` to `[batch, out, h / stride, w / stride]`.
    pub fn forward(&self, x: Tensor<4>) -> Tensor<4> {
        let around = match &self.shortcut {
            Some(shortcut) => shortcut.forward(x.clone()),
            None => x.clone(),
        };
        let y = relu(self.first.forward(x));
        relu(self.second.forward(y) + around)
    }
}

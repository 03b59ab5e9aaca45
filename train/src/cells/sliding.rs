//! `SlidingNet`: a classifier as a fully convolutional network, which slides over a larger picture
//! (Long et al. 2015, *Fully convolutional networks for semantic segmentation*).

use super::model::CellNet;
use crate::{
    config::Stage,
    layers::{ConvNorm, Residual},
};
use burn::{
    module::Param,
    nn::{
        PaddingConfig2d,
        conv::{Conv2d, Conv2dConfig},
        pool::AvgPool2d,
    },
    prelude::*,
    tensor::activation::relu,
};

/// The layers of a [`CellNet`]; its pooling makes steps of one, and its last layer is a convolution
/// over the places that a crop's pooling would have made.
#[derive(Module, Debug)]
pub struct SlidingNet {
    stem: ConvNorm,
    blocks: Vec<Residual>,
    pool: AvgPool2d,
    head: Conv2d,
}

impl SlidingNet {
    /// The network of a classifier whose crops are so many pixels wide and high.
    ///
    /// # Panics
    /// When its features are not those of crops of this size.
    pub fn new(net: CellNet, crop: (usize, usize), device: &Device) -> Self {
        let (stem, blocks, pool, head) = net.into_layers();
        let [_, channels, rows, cols] = {
            let x = relu(stem.forward(Tensor::zeros([1, 3, crop.1, crop.0], device)));
            pool.forward(blocks.iter().fold(x, |x, block| block.forward(x))).dims()
        };
        let [features, classes] = head.weight.dims();
        assert_eq!(features, channels * rows * cols, "features of a crop");
        let mut sliding = Conv2dConfig::new([channels, classes], [rows, cols])
            .with_dilation(pool.kernel_size)
            .with_padding(PaddingConfig2d::Valid)
            .init(device);
        let weight = head.weight.val().transpose().reshape([classes, channels, rows, cols]);
        sliding.weight = Param::from_tensor(weight);
        sliding.bias = head.bias.map(|bias| Param::from_tensor(bias.val()));
        Self { stem, blocks, pool: AvgPool2d { stride: [1, 1], ..pool }, head: sliding }
    }

    /// Pixels from one crop to the next: the stem halves its input, and the stages do what they do.
    pub fn stride(stages: &[Stage]) -> usize {
        2 * stages.iter().map(|stage| stage.stride).product::<usize>()
    }

    /// A picture `[1, 3, height, width]` to logits `[1, classes, down, across]`.
    pub fn forward(&self, picture: Tensor<4>) -> Tensor<4> {
        let stem = relu(self.stem.forward(picture));
        let features = self.blocks.iter().fold(stem, |x, block| block.forward(x));
        self.head.forward(self.pool.forward(features))
    }
}

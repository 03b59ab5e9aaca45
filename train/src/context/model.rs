//! `ContextNet`: a small residual network over the squares of one board.

use burn::{
    module::{Initializer, Param},
    nn::{
        PaddingConfig2d,
        conv::{Conv2d, Conv2dConfig},
        pool::{AvgPool2d, AvgPool2dConfig, MaxPool2d, MaxPool2dConfig},
    },
    prelude::*,
    tensor::activation::relu,
};

/// What shapes a [`ContextNet`].
#[derive(Clone, Copy, Debug)]
pub struct ContextNetShape {
    /// Rows and columns of the board.
    pub board: [usize; 2],
    /// Number of classes.
    pub classes: usize,
    /// Channels of every layer.
    pub width: usize,
    /// Number of blocks.
    pub blocks: usize,
}

/// Adds to what each square looks like what the squares around it, its place, and the whole board
/// say.
#[derive(Module, Debug)]
pub struct ContextNet {
    stem: Conv2d,
    /// What a square's place says, `[1, width, rows, cols]`.
    places: Param<Tensor<4>>,
    blocks: Vec<Block>,
    mean: AvgPool2d,
    most: MaxPool2d,
    head: Conv2d,
}

/// Two convolutions around which the input is added; between them what the whole board says.
#[derive(Module, Debug)]
struct Block {
    first: Conv2d,
    board: Conv2d,
    second: Conv2d,
}

impl ContextNet {
    /// A network with random weights whose output is its input.
    pub fn new(shape: &ContextNetShape, device: &Device) -> Self {
        let ContextNetShape { board, classes, width, blocks } = *shape;
        let near = |from: usize| {
            Conv2dConfig::new([from, width], [3, 3])
                .with_padding(PaddingConfig2d::Explicit(1, 1, 1, 1))
                .init(device)
        };
        let block = |_| Block {
            first: near(width),
            board: Conv2dConfig::new([2 * width, width], [1, 1]).init(device),
            second: near(width),
        };
        Self {
            stem: near(classes),
            places: Initializer::Zeros.init([1, width, board[0], board[1]], device),
            blocks: (0..blocks).map(block).collect(),
            mean: AvgPool2dConfig::new(board).with_strides(board).init(),
            most: MaxPool2dConfig::new(board).with_strides(board).init(),
            head: Conv2dConfig::new([width, classes], [1, 1])
                .with_initializer(Initializer::Zeros)
                .init(device),
        }
    }

    /// Logarithms of probabilities `[batch, classes, rows, cols]` to logits of the same shape.
    pub fn forward(&self, seen: Tensor<4>) -> Tensor<4> {
        let mut x = relu(self.stem.forward(seen.clone()) + self.places.val());
        for block in &self.blocks {
            let board =
                Tensor::cat(vec![self.mean.forward(x.clone()), self.most.forward(x.clone())], 1);
            let y = relu(block.first.forward(x.clone()) + block.board.forward(board));
            x = relu(x + block.second.forward(y));
        }
        seen + self.head.forward(x)
    }
}

//! A burn network behind the library's `Model` trait: validation reads boards as `kibitzer read`
//! does.

use burn::{prelude::*, tensor::Tensor};
use kibitzer::inference::{Model, ModelError};
use ndarray::{ArrayD, ArrayView4};
use std::sync::Mutex;

/// A function from `[batch, 3, h, w]` to an array, with the size of its input.
pub struct BurnModel<F> {
    forward: Mutex<F>,
    size: (usize, usize),
    device: Device,
}

impl<F: Fn(Tensor<4>) -> (Vec<f32>, Vec<usize>) + Send> BurnModel<F> {
    /// A model whose input is `size = (width, height)` pixels large.
    pub fn new(forward: F, size: (usize, usize), device: Device) -> Self {
        Self { forward: Mutex::new(forward), size, device }
    }
}

/// A tensor's values and shape.
pub fn values<const D: usize>(tensor: Tensor<D>) -> (Vec<f32>, Vec<usize>) {
    let shape = tensor.dims().to_vec();
    (tensor.into_data().try_to_vec().expect("networks compute in f32"), shape)
}

impl<F: Fn(Tensor<4>) -> (Vec<f32>, Vec<usize>) + Send> Model for BurnModel<F> {
    fn input_shape(&self) -> [Option<usize>; 4] {
        [None, Some(3), Some(self.size.1), Some(self.size.0)]
    }

    fn run(&self, input: ArrayView4<f32>) -> Result<ArrayD<f32>, ModelError> {
        let (n, c, h, w) = input.dim();
        let data = TensorData::new(input.iter().copied().collect::<Vec<f32>>(), [n, c, h, w]);
        let input = Tensor::<4>::from_data(data, &self.device);
        let forward = self.forward.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (values, shape) = forward(input);
        ArrayD::from_shape_vec(shape, values).map_err(|e| ModelError::Runtime(e.to_string()))
    }
}

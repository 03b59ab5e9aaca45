//! LibTorch's own kernels for what burn-tch leaves to burn's generic code: the backward passes of
//! convolution and batch normalization.

use burn_backend::ops::{BatchNormTrain, BatchNormTrainBackward, ConvOptions};
use libc::{c_double, c_void};
use tch::Tensor;

use crate::{LibTorch, TchTensor};

#[repr(C)]
struct Convolution {
    stride: [i64; 2],
    padding: [i64; 2],
    dilation: [i64; 2],
    groups: i64,
}

unsafe extern "C" {
    fn kernels_conv2d(x: *const c_void, weight: *const c_void, bias: *const c_void,
    options: *const Convolution) -> *mut c_void;
    fn kernels_conv2d_x_backward(x: *const c_void, weight: *const c_void, grad: *const c_void,
    options: *const Convolution) -> *mut c_void;
    fn kernels_conv2d_weight_backward(x: *const c_void, weight: *const c_void, grad: *const c_void,
    options: *const Convolution) -> *mut c_void;
    fn kernels_batch_norm_train(x: *const c_void, gamma: *const c_void, beta: *const c_void,
    epsilon: c_double, out: *mut *mut c_void);
    fn kernels_batch_norm_train_backward(
        x: *const c_void,
        gamma: *const c_void,
        mean: *const c_void,
        variance: *const c_void,
        epsilon: c_double,
        grad: *const c_void,
        out: *mut *mut c_void,
    );
}

fn convolution(options: &ConvOptions<2>) -> Convolution {
    Convolution {
        stride: options.stride.map(|n| n as i64),
        padding: options.padding_begin().map(|n| n as i64),
        dilation: options.dilation.map(|n| n as i64),
        groups: options.groups as i64,
    }
}

fn pointer(tensor: &TchTensor) -> *const c_void {
    tensor.tensor.as_ptr().cast()
}

fn tensor(pointer: *mut c_void) -> TchTensor {
    // SAFETY: the kernels return tensors of their own, which nobody else frees.
    TchTensor::new(unsafe { Tensor::from_ptr(pointer.cast()) })
}

pub(super) fn conv2d(x: TchTensor, weight: TchTensor, bias: Option<TchTensor>,
options: &ConvOptions<2>) -> TchTensor {
    let bias = bias.as_ref().map_or(std::ptr::null(), pointer);
    // SAFETY: the tensors outlive the call; so do those below.
    tensor(unsafe { kernels_conv2d(pointer(&x), pointer(&weight), bias, &convolution(options)) })
}

pub(super) fn conv2d_x_backward(x: TchTensor, weight: TchTensor, grad: TchTensor,
options: &ConvOptions<2>) -> TchTensor {
    tensor(unsafe { kernels_conv2d_x_backward(pointer(&x), pointer(&weight), pointer(&grad),
    &convolution(options)) })
}

pub(super) fn conv2d_weight_backward(x: TchTensor, weight: TchTensor, grad: TchTensor,
options: &ConvOptions<2>) -> TchTensor {
    tensor(unsafe { kernels_conv2d_weight_backward(pointer(&x), pointer(&weight), pointer(&grad),
    &convolution(options)) })
}

pub(super) fn batch_norm_train(x: TchTensor, gamma: TchTensor, beta: TchTensor,
epsilon: f64) -> BatchNormTrain<LibTorch> {
    let mut out = [std::ptr::null_mut(); 3];
    unsafe { kernels_batch_norm_train(pointer(&x), pointer(&gamma), pointer(&beta), epsilon,
    out.as_mut_ptr()) };
    let [output, mean, variance] = out.map(tensor);
    BatchNormTrain::new(output, mean, variance)
}

pub(super) fn batch_norm_train_backward(
    x: TchTensor,
    gamma: TchTensor,
    mean: TchTensor,
    variance: TchTensor,
    epsilon: f64,
    grad: TchTensor,
) -> BatchNormTrainBackward<LibTorch> {
    let mut out = [std::ptr::null_mut(); 3];
    unsafe {
        kernels_batch_norm_train_backward(
            pointer(&x),
            pointer(&gamma),
            pointer(&mean),
            pointer(&variance),
            epsilon,
            pointer(&grad),
            out.as_mut_ptr(),
        );
    }
    let [x_grad, gamma_grad, beta_grad] = out.map(tensor);
    BatchNormTrainBackward::new(x_grad, gamma_grad, beta_grad)
}

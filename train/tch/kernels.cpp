// LibTorch's own kernels for what burn-tch leaves to burn's generic code. Tensors come and go as pointers to at::Tensor; whoever gets one owns it.
#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <cstdlib>
#include <string>

namespace {

struct Convolution {
    int64_t stride[2], padding[2], dilation[2], groups;
};

// Convolutions multiply in bf16 and add in f32 where the environment says KIBITZER_BF16=1; weights, activations and gradients stay in f32.
bool bf16() {
    static const bool on = [] {
        const char* value = std::getenv("KIBITZER_BF16");
        return value && std::string(value) == "1";
    }();
    return on;
}

at::Tensor channels_last(const at::Tensor& x) { return x.contiguous(at::MemoryFormat::ChannelsLast); }

at::Tensor input(const at::Tensor& x, bool half) {
    const at::Tensor y = channels_last(x);
    return half ? y.to(at::kBFloat16) : y;
}

// The gradient of the input (0) or of the weight (1).
at::Tensor* backward(const at::Tensor* x, const at::Tensor* weight, const at::Tensor* grad, const Convolution* c, int which, bool half) {
    at::NoGradGuard guard;
    const std::array<bool, 3> mask = {which == 0, which == 1, false};
    const auto grads = at::convolution_backward(input(*grad, half), input(*x, half), input(*weight, half), std::nullopt, c->stride, c->padding,
        c->dilation, false, {0, 0}, c->groups, mask);
    return new at::Tensor((which == 0 ? std::get<0>(grads) : std::get<1>(grads)).to(at::kFloat));
}

}  // namespace

extern "C" {

at::Tensor* kernels_conv2d(const at::Tensor* x, const at::Tensor* weight, const at::Tensor* bias, const Convolution* c) {
    at::NoGradGuard guard;
    at::Tensor y = at::conv2d(input(*x, bf16()), input(*weight, bf16()), {}, c->stride, c->padding, c->dilation, c->groups).to(at::kFloat);
    if (bias) y = y + bias->view({1, -1, 1, 1});
    return new at::Tensor(y);
}

at::Tensor* kernels_conv2d_x_backward(const at::Tensor* x, const at::Tensor* weight, const at::Tensor* grad, const Convolution* c) {
    return backward(x, weight, grad, c, 0, bf16());
}

// oneDNN's bf16 gradient of the weight is several times slower than that in f32 where the stride is 2.
at::Tensor* kernels_conv2d_weight_backward(const at::Tensor* x, const at::Tensor* weight, const at::Tensor* grad, const Convolution* c) {
    return backward(x, weight, grad, c, 1, bf16() && c->stride[0] == 1 && c->stride[1] == 1);
}

// out: the normalized input, the batch's mean and its biased variance.
void kernels_batch_norm_train(const at::Tensor* x, const at::Tensor* gamma, const at::Tensor* beta, double epsilon, at::Tensor** out) {
    at::NoGradGuard guard;
    const auto result = at::native_batch_norm(*x, *gamma, *beta, {}, {}, true, 0.0, epsilon);
    out[0] = new at::Tensor(std::get<0>(result));
    out[1] = new at::Tensor(std::get<1>(result));
    out[2] = new at::Tensor(std::get<2>(result).pow(-2).sub_(epsilon));
}

// out: the gradients of the input, of gamma and of beta.
void kernels_batch_norm_train_backward(const at::Tensor* x, const at::Tensor* gamma, const at::Tensor* mean, const at::Tensor* variance, double epsilon,
    const at::Tensor* grad, at::Tensor** out) {
    at::NoGradGuard guard;
    const at::Tensor inverse = variance->add(epsilon).rsqrt_();
    const bool last = x->is_contiguous(at::MemoryFormat::ChannelsLast);
    const at::Tensor g = last ? channels_last(*grad) : grad->contiguous();
    const auto result = at::native_batch_norm_backward(g, *x, *gamma, {}, {}, *mean, inverse, true, epsilon, {true, true, true});
    out[0] = new at::Tensor(std::get<0>(result));
    out[1] = new at::Tensor(std::get<1>(result));
    out[2] = new at::Tensor(std::get<2>(result));
}
}

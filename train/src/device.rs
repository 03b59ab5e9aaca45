//! The device a network runs on, chosen by name among those built in.

use anyhow::{Result, bail};
use burn::prelude::Device;

/// The device used when none is named.
pub const DEFAULT: &str = if cfg!(feature = "flex") {
    "flex"
} else if cfg!(feature = "vulkan") {
    "vulkan"
} else if cfg!(feature = "tch") {
    "tch"
} else {
    "cuda"
};

/// A device by its name.
pub fn by_name(name: &str) -> Result<Device> {
    match name {
        #[cfg(feature = "flex")]
        "flex" => Ok(Device::flex()),
        #[cfg(feature = "vulkan")]
        "vulkan" => Ok(Device::vulkan(burn::tensor::DeviceKind::DefaultDevice)),
        #[cfg(feature = "tch")]
        #[expect(deprecated, reason = "the fastest CPU backend there is")]
        "tch" => Ok(Device::libtorch()),
        #[cfg(feature = "tch")]
        #[expect(deprecated, reason = "cuDNN's convolutions, without a compiler on the machine")]
        "tch-cuda" => Ok(Device::libtorch_cuda(0)),
        #[cfg(feature = "cuda")]
        "cuda" => Ok(Device::cuda(0)),
        _ => bail!(
            "no device '{name}' in this program: use {DEFAULT}, or build with --features flex, \
            vulkan, tch (devices tch and tch-cuda) or cuda"
        ),
    }
}

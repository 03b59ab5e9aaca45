//! Weights between those of two networks of one shape: a network that was trained on, mixed with
//! the one that it started from, keeps most of what it learned and forgets less (Wortsman et al.
//! 2022, *Robust fine-tuning of zero-shot models*).

use burn::{
    module::{Module, ModuleMapper, ModuleVisitor, Param},
    prelude::*,
};
use std::collections::BTreeMap;

/// The network with weights that are `share` of the way, in [0, 1], from its own to those of `to`.
pub fn blend<M: Module>(net: M, to: &M, share: f64) -> M {
    let mut collector = Collector { path: Vec::new(), tensors: BTreeMap::new() };
    to.visit(&mut collector);
    net.map(&mut Blender { path: Vec::new(), to: collector.tensors, share })
}

/// The values of all float tensors by their places.
struct Collector {
    path: Vec<String>,
    tensors: BTreeMap<String, TensorData>,
}

impl ModuleVisitor for Collector {
    fn enter_module(&mut self, name: &str, _container_type: &str) {
        self.path.push(name.to_owned());
    }

    fn exit_module(&mut self, _name: &str, _container_type: &str) {
        self.path.pop();
    }

    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.tensors.insert(self.path.join("."), param.val().into_data());
    }
}

struct Blender {
    path: Vec<String>,
    to: BTreeMap<String, TensorData>,
    share: f64,
}

impl ModuleMapper for Blender {
    fn enter_module(&mut self, name: &str, _container_type: &str) {
        self.path.push(name.to_owned());
    }

    fn exit_module(&mut self, _name: &str, _container_type: &str) {
        self.path.pop();
    }

    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let Some(to) = self.to.get(&self.path.join(".")) else { return param };
        let share = self.share;
        param.map(|own| {
            let to = Tensor::from_data(to.clone(), &own.device());
            own.mul_scalar(1.0 - share) + to.mul_scalar(share)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{burn_model::values, device};
    use burn::nn::{Linear, LinearConfig};

    #[test]
    fn weights_lie_between_both() {
        let device = device::by_name(device::DEFAULT).expect("a device");
        let [one, other]: [Linear; 2] =
            std::array::from_fn(|_| LinearConfig::new(3, 2).init(&device));
        let weights = |net: &Linear| values(net.weight.val()).0;
        let (from, to) = (weights(&one), weights(&other));
        assert_ne!(from, to);
        for share in [0.0, 0.25, 1.0] {
            let mixed = weights(&blend(one.clone(), &other, f64::from(share)));
            for ((a, b), mixed) in from.iter().zip(&to).zip(mixed) {
                assert!((a + (b - a) * share - mixed).abs() < 1e-6);
            }
        }
    }
}

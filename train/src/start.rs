//! Weights to start from: of another run, or of a model as it was exported; and what they saw.

use crate::{config::Config, export::weights_of, run_folder::Origin};
use anyhow::{Context, Result, bail};
use burn::{
    module::{Module, ModuleMapper, Param},
    prelude::*,
    store::ModuleRecord,
};
use kibitzer::inference::{Calibration, ModelCard, Task, TrainingData};
use onnx_ir::{Message, ModelProto, TensorProto};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The name of a network's last layer, which depends on the size of its input and on its classes.
const LAST_LAYER: &str = "head";

/// The weights that a run started from, and what is known of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Start {
    /// As it was named.
    pub path: String,
    /// Hex SHA-256 of the file of weights.
    pub sha256: String,
    /// The model that they are of, where that is known.
    pub model: Option<String>,
    /// How that model was calibrated, of a cell classifier.
    pub calibration: Option<Calibration>,
    /// What they were trained on.
    pub data: Vec<TrainingData>,
}

impl Start {
    /// What is known of the weights that [`with_weights`] takes from there: of a model's folder what
    /// its card says, of a run what the run says.
    ///
    /// # Errors
    /// When there are none, or the card cannot be read.
    pub fn of(from: &Path) -> Result<Self> {
        let file = weights_file(from)?;
        let weights = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let start = Self {
            path: from.display().to_string(),
            sha256: Sha256::digest(weights).iter().map(|b| format!("{b:02x}")).collect(),
            model: None,
            calibration: None,
            data: Vec::new(),
        };
        if file == from.join("model.onnx") {
            let card = ModelCard::read(&from.join("README.md"))?;
            let calibration = match card.task {
                Task::Cells(task) => Some(task.calibration),
                _ => None,
            };
            return Ok(Self {
                model: Some(card.name),
                calibration,
                data: card.training_data,
                ..start
            });
        }
        if let Some(run) = Origin::of_run(from)? {
            let config = Config::read(&from.join("config.toml"))?;
            return Ok(Self {
                model: Some(config.model_name()),
                calibration: run.start.as_ref().and_then(|start| start.calibration),
                data: run.all_data(),
                ..start
            });
        }
        Ok(start)
    }
}

/// The file of weights that a path stands for.
fn weights_file(from: &Path) -> Result<PathBuf> {
    if from.join("model.onnx").is_file() {
        Ok(from.join("model.onnx"))
    } else if from.is_dir() {
        weights_of(from)
    } else {
        Ok(from.to_owned())
    }
}

/// The network with the weights of a run folder, of a model's folder (`models/TASK`), or of a
/// `.bpk` or `.onnx` file. The last layer of a classifier keeps its random weights where that of an
/// ONNX file has another shape, as for crops of another size.
///
/// # Errors
/// When there are none, or they are of a network of another shape.
pub fn with_weights<M: Module>(net: M, from: &Path) -> Result<M> {
    let file = weights_file(from)?;
    let context = || {
        format!(
            "cannot start from {}: its network has to be that of the configuration",
            file.display()
        )
    };
    if file.extension().is_some_and(|e| e == "onnx") {
        return with_tensors(net, onnx_tensors(&file)?).with_context(context);
    }
    let record = ModuleRecord::load(&file)
        .with_context(|| format!("cannot read weights from {}", file.display()))?;
    net.try_load_record(record).map_err(|e| anyhow::anyhow!("{e}")).with_context(context)
}

/// The float tensors of an exported model by name: burn's exporter names them by their place in the
/// network.
fn onnx_tensors(file: &Path) -> Result<BTreeMap<String, TensorData>> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let model = ModelProto::parse_from_bytes(&bytes)
        .with_context(|| format!("{} is no ONNX model", file.display()))?;
    Ok(model
        .graph
        .initializer
        .iter()
        .filter_map(|tensor| Some((tensor.name.clone(), floats(tensor)?)))
        .collect())
}

/// The values of a tensor of 32-bit floats, which is type 1 in ONNX.
fn floats(tensor: &TensorProto) -> Option<TensorData> {
    let shape: Vec<usize> = tensor.dims.iter().map(|&d| d as usize).collect();
    let raw = || {
        tensor
            .raw_data
            .chunks_exact(4)
            .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
            .collect()
    };
    let values: Vec<f32> =
        if tensor.raw_data.is_empty() { tensor.float_data.clone() } else { raw() };
    (tensor.data_type == 1 && values.len() == shape.iter().product::<usize>())
        .then(|| TensorData::new(values, shape))
}

/// The network with these tensors in the places they are named after.
fn with_tensors<M: Module>(net: M, tensors: BTreeMap<String, TensorData>) -> Result<M> {
    let mut loader = Loader { path: Vec::new(), tensors, faults: Vec::new() };
    let net = net.map(&mut loader);
    if let Some(fault) = loader.faults.first() {
        bail!("{fault}");
    }
    Ok(net)
}

struct Loader {
    path: Vec<String>,
    tensors: BTreeMap<String, TensorData>,
    faults: Vec<String>,
}

impl ModuleMapper for Loader {
    fn enter_module(&mut self, name: &str, _container_type: &str) {
        self.path.push(name.to_owned());
    }

    fn exit_module(&mut self, _name: &str, _container_type: &str) {
        self.path.pop();
    }

    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let name = self.path.join(".");
        let wanted = param.lazy_shape();
        match self.tensors.get(&name) {
            Some(data) if *data.shape() == wanted => {
                let tensor = Tensor::from_data(data.clone(), &param.lazy_device());
                let id = param.id;
                param.transform_for_load(tensor, id)
            }
            Some(_) if self.path.first().is_some_and(|layer| layer == LAST_LAYER) => {
                eprintln!("{name} has another shape there: it is learned anew");
                param
            }
            Some(data) => {
                self.faults.push(format!("{name} is {:?} there, not {wanted:?}", data.shape()));
                param
            }
            None => {
                self.faults.push(format!("it has no {name}"));
                param
            }
        }
    }
}

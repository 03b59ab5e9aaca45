//! From a run's weights to `models/TASK/model.onnx` and its card, refused when burn and ONNX
//! Runtime disagree.

use crate::{
    burn_model::values,
    cells::{CellExperiment, model::CellNet, sliding::SlidingNet},
    config::{Config, Network},
    context::{ContextExperiment, model::ContextNet},
    coordinates::{CoordinateExperiment, model::CoordinateNet},
    corners::{CornerExperiment, model::CornerNet},
    device,
    experiment::Experiment,
    presence::{PresenceExperiment, model::PresenceNet},
    run_folder::Origin,
};
use anyhow::{Context, Result, bail};
use burn::{module::Module, prelude::*, store::ModuleRecord};
use burn_onnx::export::{AxisSpec, ExportOutput, InputSpec, OnnxExporter};
use kibitzer::{
    geometry::Lattice,
    inference::{Calibration, CellTask, Model, ModelCard, OnnxModel, Sliding, Task},
};
use ndarray::{Array4, ArrayD, Axis, concatenate, s};
use sha2::{Digest, Sha256};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Largest difference allowed between burn and ONNX Runtime.
const TOLERANCE: f32 = 1e-4;

/// From where to where: a run, its configuration, and the folder of models.
#[derive(Clone, Copy)]
pub struct Export<'a> {
    /// The run's configuration, with the data that inputs are drawn from.
    pub config: &'a Config,
    /// The run's folder.
    pub run: &'a Path,
    /// The folder that the model's folder is made in.
    pub models: &'a Path,
}

impl Export<'_> {
    /// Exports the network of the run.
    ///
    /// # Errors
    /// When the run holds no weights, its data cannot be read, or the two disagree.
    pub fn network(&self) -> Result<()> {
        let config = self.config;
        match config.network {
            Network::Corners { .. } => {
                self.with_one_output(&CornerExperiment::load(config)?, CornerNet::forward)
            }
            Network::Presence { .. } => {
                self.with_one_output(&PresenceExperiment::load(config)?, PresenceNet::forward)
            }
            Network::Coordinates { .. } => {
                self.with_one_output(&CoordinateExperiment::load(config)?, CoordinateNet::forward)
            }
            Network::Positions { .. } => {
                self.with_one_output(&ContextExperiment::load(config)?, ContextNet::forward)
            }
            Network::Cells { .. } => {
                let experiment = CellExperiment::load(config)?;
                let (mut task, inherited) =
                    (experiment.task().clone(), self.inherited_calibration()?);
                task.calibration = inherited.unwrap_or(task.calibration);
                self.classifier(&experiment, task)?;
                eprintln!(
                    "Its probabilities are {}: docs/retraining.md says how to calibrate them",
                    match inherited {
                        Some(_) => "calibrated as those of the model that it went on from",
                        None => "not calibrated yet",
                    }
                );
                Ok(())
            }
        }
    }

    /// The calibration of the same model, where the run went on from it.
    fn inherited_calibration(&self) -> Result<Option<Calibration>> {
        let start = Origin::of_run(self.run)?.and_then(|origin| origin.start);
        let same = start.filter(|start| start.model.as_ref() == Some(&self.config.model_name()));
        Ok(same.and_then(|start| start.calibration))
    }

    /// Exports a cell classifier, whose features are a second output, with this task on its card.
    ///
    /// # Errors
    /// When the run holds no weights, or the two disagree.
    pub fn classifier(
        &self,
        experiment: &impl Experiment<Net = CellNet>,
        mut task: CellTask,
    ) -> Result<()> {
        // Only on lines, which are close, does one look for the grid by reading all over a board.
        let slides =
            task.game.game().grids().iter().all(|grid| grid.lattice == Lattice::Intersections);
        let sliding = slides.then(|| self.sliding(experiment, &task)).transpose()?;
        task.sliding = sliding.as_ref().map(|(card, _)| card.clone());
        let written = self.checked(
            experiment,
            Task::Cells(task),
            CellNet::forward,
            Some(|net: &CellNet, crops| net.forward_with_features(crops).1),
            CellNet::forward_with_features,
        )?;
        // Nothing is written before all of it was checked.
        if let Some((_, onnx)) = sliding {
            let folder = self.models.join(self.config.model_name());
            fs::create_dir_all(&folder)?;
            replace(&folder.join("sliding.onnx"), &onnx)?;
        }
        written.write(self.models)
    }

    /// A cell classifier as it slides over larger pictures: what its card says, and the network.
    fn sliding(
        &self,
        experiment: &impl Experiment<Net = CellNet>,
        task: &CellTask,
    ) -> Result<(Sliding, Vec<u8>)> {
        let Network::Cells { stages, .. } = &self.config.network else {
            bail!("only a cell classifier slides over a picture")
        };
        let device = device::by_name(device::DEFAULT)?;
        let weights = weights_of(self.run)?;
        let net = || -> Result<CellNet> {
            Ok(experiment.network(&device).load_record(ModuleRecord::load(&weights)?))
        };
        let crop = task.extent.size(task.cell_px);
        let sliding = || -> Result<_> { Ok(SlidingNet::new(net()?, crop, &device)) };
        let stride = SlidingNet::stride(stages);
        let sizes = [1, 2].map(|n| [n, 3, crop.1 + n * stride, crop.0 + (n + 1) * stride]);
        let axes = ["batch", "", "height", "width"].map(|name| match name {
            "" => AxisSpec::Static,
            name => AxisSpec::dynamic(name),
        });
        let onnx = exported(&sliding()?, SlidingNet::forward, sizes, axes, &device)?;
        let crops = experiment.inputs(compared(&self.config.network));
        // Four crops beside and below each other are a larger picture.
        let larger = concatenate![
            Axis(3),
            concatenate![
                Axis(2),
                crops.slice(s![0..1, .., .., ..]),
                crops.slice(s![1..2, .., .., ..])
            ],
            concatenate![
                Axis(2),
                crops.slice(s![2..3, .., .., ..]),
                crops.slice(s![3..4, .., .., ..])
            ]
        ];
        check(largest_difference(&net()?, CellNet::forward, &crops, &onnx, &device)?)?;
        check(largest_difference(&sliding()?, SlidingNet::forward, &larger, &onnx, &device)?)?;
        Ok((Sliding { stride, sha256: sha256(&onnx) }, onnx))
    }

    /// Exports a network of one output.
    fn with_one_output<E: Experiment, const D: usize>(
        &self,
        experiment: &E,
        forward: fn(&E::Net, Tensor<4>) -> Tensor<D>,
    ) -> Result<()>
    where
        Tensor<D>: ExportOutput,
    {
        self.checked(experiment, experiment.card_task(), forward, None, forward)?.write(self.models)
    }

    /// What `outputs` says as a model, of which the first output is what `forward` says, and the
    /// second one `features`.
    fn checked<E: Experiment, O: ExportOutput, const D: usize>(
        &self,
        experiment: &E,
        task: Task,
        forward: fn(&E::Net, Tensor<4>) -> Tensor<D>,
        features: Option<fn(&E::Net, Tensor<4>) -> Tensor<2>>,
        outputs: fn(&E::Net, Tensor<4>) -> O,
    ) -> Result<Exported> {
        let device = device::by_name(device::DEFAULT)?;
        let inputs = experiment.inputs(compared(&self.config.network));
        let weights = weights_of(self.run)?;
        let load = || -> Result<E::Net> {
            Ok(experiment.network(&device).load_record(ModuleRecord::load(&weights)?))
        };
        let onnx = to_onnx(&load()?, outputs, inputs.dim(), &device)?;
        // Exporting moved the running statistics of the exported network to the capture device:
        // compare with a fresh one.
        let net = load()?;
        let parity = largest_difference(&net, forward, &inputs, &onnx, &device)?;
        check(parity)?;
        if let Some(features) = features {
            let (ours, _) = values(features(&net, tensor(&inputs, &device)));
            let theirs = OnnxModel::from_bytes(&onnx, 0)?.run_with_features(inputs.view())?.1;
            check(difference(&ours, &theirs.context("the exported network has no features")?)?)?;
        }
        let name = self.config.model_name();
        let origin = Origin::of_run(self.run)?.unwrap_or_else(|| Origin::new(experiment.sources()));
        let training_data = origin.all_data();
        let card = ModelCard {
            config: origin.config.unwrap_or_else(|| format!("train/configs/{name}.toml")),
            version: env!("CARGO_PKG_VERSION").into(),
            license: "MIT OR Apache-2.0".into(),
            sha256: sha256(&onnx),
            parameters: net.num_params(),
            parity,
            task,
            training_data,
            evaluation: Vec::new(),
            name,
        };
        Ok(Exported { card, onnx })
    }
}

/// A model that is not written yet.
struct Exported {
    card: ModelCard,
    onnx: Vec<u8>,
}

impl Exported {
    fn write(&self, models: &Path) -> Result<()> {
        write(&models.join(&self.card.name), &self.card, &self.onnx)
    }
}

/// Whether burn and ONNX Runtime agree.
fn check(parity: f32) -> Result<()> {
    if parity.is_nan() || parity > TOLERANCE {
        bail!(
            "burn and ONNX Runtime differ by {parity:e}, more than {TOLERANCE:e}: the model was not \
            written"
        );
    }
    Ok(())
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect()
}

/// Number of real inputs that burn and ONNX Runtime are compared on: those of the corner detector
/// are whole photos.
fn compared(network: &Network) -> usize {
    if matches!(network, Network::Corners { .. }) { 8 } else { 48 }
}

/// The run's chosen weights, or its last checkpoint while it goes on.
pub fn weights_of(run: &Path) -> Result<PathBuf> {
    let choices = ["final.bpk", "best.bpk", "last.bpk"].map(|name| run.join(name));
    choices
        .into_iter()
        .find(|p| p.is_file())
        .with_context(|| format!("{} holds no weights: train first", run.display()))
}

/// The network as an ONNX file with a symbolic batch axis.
fn to_onnx<M: Module, O: ExportOutput>(
    net: &M,
    outputs: fn(&M, Tensor<4>) -> O,
    (_, channels, height, width): (usize, usize, usize, usize),
    device: &Device,
) -> Result<Vec<u8>> {
    let sizes = [2, 3].map(|batch| [batch, channels, height, width]);
    let axes = [AxisSpec::dynamic("batch"), AxisSpec::Static, AxisSpec::Static, AxisSpec::Static];
    exported(net, outputs, sizes, axes, device)
}

/// The network as an ONNX file, from what it does with inputs of two sizes.
fn exported<M: Module, O: ExportOutput>(
    net: &M,
    outputs: fn(&M, Tensor<4>) -> O,
    sizes: [[usize; 4]; 2],
    axes: [AxisSpec; 4],
    device: &Device,
) -> Result<Vec<u8>> {
    let [one, other] = sizes.map(|size| Tensor::<4>::zeros(size, device));
    let axes = [InputSpec::new(axes)];
    let model = OnnxExporter::new().export_dynamic(net, one, other, &axes, outputs)?;
    Ok(model.as_bytes().to_vec())
}

fn largest_difference<M: Module, const D: usize>(
    net: &M,
    forward: fn(&M, Tensor<4>) -> Tensor<D>,
    inputs: &Array4<f32>,
    onnx: &[u8],
    device: &Device,
) -> Result<f32> {
    let (ours, _) = values(forward(net, tensor(inputs, device)));
    difference(&ours, &OnnxModel::from_bytes(onnx, 0)?.run(inputs.view())?)
}

fn tensor(inputs: &Array4<f32>, device: &Device) -> Tensor<4> {
    let (n, c, h, w) = inputs.dim();
    let data = TensorData::new(inputs.iter().copied().collect::<Vec<f32>>(), [n, c, h, w]);
    Tensor::from_data(data, device)
}

/// The largest difference of two outputs; NaN where one is.
fn difference(ours: &[f32], theirs: &ArrayD<f32>) -> Result<f32> {
    if ours.len() != theirs.len() {
        bail!("burn gives {} values, ONNX Runtime {}", ours.len(), theirs.len());
    }
    let larger = |a: f32, b: f32| if a.is_nan() || b.is_nan() { f32::NAN } else { a.max(b) };
    Ok(ours.iter().zip(theirs).map(|(a, b)| (a - b).abs()).fold(0.0, larger))
}

/// Writes the model and its card; what the card says below its front matter is kept.
fn write(folder: &Path, card: &ModelCard, onnx: &[u8]) -> Result<()> {
    fs::create_dir_all(folder)?;
    let readme = folder.join("README.md");
    let body = fs::read_to_string(&readme)
        .ok()
        .and_then(|text| text.split_once("\n---\n").map(|(_, body)| body.to_owned()));
    let body = body.unwrap_or_else(|| format!("\n# {}\n", card.name));
    replace(&folder.join("model.onnx"), onnx)?;
    replace(&readme, (card.to_front_matter() + &body).as_bytes())?;
    eprintln!(
        "{}: {} weights, {} bytes, burn and ONNX Runtime agree to {:.1e}",
        folder.display(),
        card.parameters,
        onnx.len(),
        card.parity
    );
    Ok(())
}

fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    let next = path.with_extension("next");
    fs::write(&next, bytes)?;
    Ok(fs::rename(&next, path)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::arr1;

    #[test]
    fn what_is_no_number_is_no_agreement() {
        let theirs = |values: &[f32]| arr1(values).into_dyn();
        let worst = difference(&[1.0, 2.0], &theirs(&[1.0, 2.5])).expect("as many");
        assert!((worst - 0.5).abs() < 1e-6 && check(worst).is_err() && check(0.0).is_ok());
        for (ours, onnx) in [([f32::NAN, 1.0], [0.0, 1.0]), ([0.0, 1.0], [f32::NAN, 1.0])] {
            let worst = difference(&ours, &theirs(&onnx)).expect("as many");
            assert!(worst.is_nan() && check(worst).is_err());
        }
        assert!(difference(&[1.0], &theirs(&[1.0, 2.0])).is_err());
    }
}

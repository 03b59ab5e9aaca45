//! `kibitzer-train adapt`: trains a game's released classifier on for one set, on a few photos of
//! it whose position is known, and keeps the outcome where it reads the set better.

mod experiment;
mod folder;
mod photos;
mod replay;
mod report;

use crate::{
    blend::blend,
    cells::model::CellNet,
    config::{Config, Data, Network, Schedule},
    device,
    experiment::{CHECKPOINT_EVERY, Experiment, Limits, train},
    export::Export,
    run_folder::{Origin, RunFolder},
    start::with_weights,
};
use anyhow::{Context, Result, bail};
use burn::{module::Module, prelude::Device};
use clap::Args;
pub use experiment::AdaptExperiment;
use experiment::Watched;
pub use folder::refuse_to_export;
use folder::{ADAPTED_TO, AdaptFolder};
use kibitzer::{
    adapt::{Reference, ReferenceName, each_once, labeled, unchecked},
    dataset::manifest::labels_file,
    games::GameId,
    inference::{ModelStore, Task, TrainingData},
    recognition::{Readers, classify::CellClassifier},
};
use report::{Report, Seconds};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::{
    fmt, fs,
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

/// Crops in a batch; batches between two looks at the cells that are held out.
const BATCH: usize = 96;
const EPOCH: usize = 30;
/// More batches than any time allows.
const NEVER: usize = 1_000_000;
const WEIGHT_DECAY: f32 = 1e-2;
/// Shares of the trained network's weights that are tried, the others the released one's.
const BLENDS: [f64; 4] = [1.0, 0.75, 0.5, 0.25];

/// Train a game's classifier on for a set of your own
#[derive(Args)]
pub struct AdaptArgs {
    /// The set's name: letters, digits, - and _
    name: String,
    /// The game: checkers, chess, go or qwirkle
    #[arg(long, short)]
    game: GameId,
    /// Photos of the set, each with what it shows: PHOTO=POSITION, where POSITION is a notation
    /// (FEN, PDN FEN, SGF, Qwirkle rows), a file with one, or empty, a board of any size; without it,
    /// the game's initial position, either way round
    #[arg(value_name = "PHOTO[=POSITION]", required_unless_present = "photos")]
    references: Vec<String>,
    /// Labels of photos of the set (datasets/README.md): a file, or a folder with labels.jsonl or
    /// manifest.jsonl
    #[arg(long, value_name = "LABELS")]
    photos: Vec<PathBuf>,
    /// Only the labels of this part (`split`)
    #[arg(long, value_name = "NAME", requires = "photos")]
    split: Option<String>,
    /// Folder of the released models
    #[arg(long, default_value = "models")]
    models: PathBuf,
    /// Minutes to train; drawing renders, once for a game, and comparing come on top [default: 2
    /// for one or two photos, 8 for twenty or more, in between as many more as photos]
    #[arg(long)]
    minutes: Option<f64>,
    /// Batches to train on instead of a time: as many on a slow machine as on a fast one
    #[arg(long, value_name = "BATCHES", conflicts_with = "minutes")]
    steps: Option<usize>,
    /// Folder to write; runs/adapted/NAME by default
    #[arg(long)]
    out: Option<PathBuf>,
    /// Renders of other sets that are trained on, too, so that nothing is forgotten
    #[arg(long, default_value_t = 32)]
    renders: usize,
    /// Folder for these renders, which are drawn once for a game
    #[arg(long, default_value = "runs/replay")]
    replay: PathBuf,
    /// Highest learning rate
    #[arg(long, default_value_t = 3e-4)]
    rate: f64,
    /// flex (CPU), vulkan, cuda, tch (LibTorch on a CPU) or tch-cuda (on a GPU); what was built in
    #[arg(long, default_value = device::DEFAULT)]
    device: String,
}

/// Adapts a classifier. The exit code is 1 where the set is read no better than before.
pub fn run(args: &AdaptArgs) -> Result<ExitCode> {
    check(args)?;
    let (began, device) = (Instant::now(), device::by_name(&args.device)?);
    let adaptation = Adaptation::load(args)?;
    let loaded = began.elapsed();
    let before = adaptation.experiment.watch(&adaptation.was)?;
    eprintln!(
        "{} of {} held-out cells of {} photos are right; training for {}",
        before.own().right,
        before.own().cells,
        adaptation.photos.len(),
        adaptation.length
    );
    let (run, net) = adaptation.train(&device)?;
    let trained = began.elapsed() - loaded;
    let (net, blend, after) = adaptation.blended(&net, &before, &device)?;
    let is = adaptation.experiment.classifier(&net, &device);
    net.into_record().save(run.file("final.bpk"))?;
    let kept = after.is_better_than(&before);
    if kept {
        adaptation.prepare_models(&run, &before, &after)?;
    }
    let report = Report {
        schema: 1,
        name: args.name.clone(),
        game: args.game,
        photos: adaptation.photos.clone(),
        length: adaptation.length,
        renders: args.renders,
        own: [before.own(), after.own()],
        replay: [before.replay(), after.replay()],
        blend,
        kept,
        seconds: Seconds {
            before_training: loaded.as_secs_f64(),
            training: trained.as_secs_f64(),
            all: began.elapsed().as_secs_f64(),
        },
    };
    let folder = &adaptation.folder;
    report.write(folder, &adaptation.experiment, [&adaptation.was, &is])?;
    folder.finish()?;
    println!("{}", report.said(&folder.models(), &folder.file("report.html")));
    Ok(if kept { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// All that is needed to train.
struct Adaptation<'a> {
    args: &'a AdaptArgs,
    folder: AdaptFolder,
    /// The classifier that reads the set now.
    was: CellClassifier,
    experiment: AdaptExperiment,
    config: Config,
    /// The photos, as they were named.
    photos: Vec<String>,
    /// How long to train.
    length: Length,
    /// What tells whether an interrupted run was of the same photos, trained in the same way.
    fingerprint: String,
}

impl<'a> Adaptation<'a> {
    /// Finds the boards of the photos and draws the renders that are not there yet.
    fn load(args: &'a AdaptArgs) -> Result<Self> {
        let (game, name) = (args.game, ModelStore::cells_name(args.game));
        let out = || PathBuf::from("runs/adapted").join(&args.name);
        let folder = AdaptFolder::new(args.out.clone().unwrap_or_else(out), game);
        let released = ModelStore::at(&args.models).card(&name).with_context(|| {
            let dir = args.models.display();
            format!("{dir} is no folder of the released models: name it with --models")
        })?;
        let Task::Cells(task) = released.task.clone() else {
            bail!("the card of {name} in {} is none of a classifier", args.models.display())
        };
        let current = folder.current(&args.models)?;
        let (was, model) = current.open_cells(game.game())?;
        let references = references(args)?;
        let photos: Vec<String> = references.iter().map(|r| r.name.clone()).collect();
        let source = source(&references);
        eprintln!("Finding the boards of {} photos", photos.len());
        let mut own = photos::samples(&Readers::new(current), &task, references)?;
        photos::leave_something_to_learn(&mut own);
        eprintln!("Drawing {} other boards, where they are not there yet", args.renders);
        let replay = replay::replay(game, args.renders, &args.replay.join(game.name()))?;
        let config = configuration(args)?;
        let own_data = TrainingData {
            source: args.name.clone(),
            sha256: source.clone(),
            photos: photos.len(),
            corrections: None,
        };
        let sources = released.training_data.into_iter().chain([own_data]).collect();
        Ok(Self {
            args,
            was: CellClassifier::new(was, model),
            experiment: AdaptExperiment::new(&config.network, task, own, replay, sources)?,
            length: Length::of(args, photos.len()),
            fingerprint: format!("{} {source} {}", released.sha256, manner(&config)?),
            folder,
            config,
            photos,
        })
    }

    /// Trains, or goes on with what was interrupted.
    fn train(&self, device: &Device) -> Result<(RunFolder, CellNet)> {
        let Self { args, experiment, config, .. } = self;
        let resume = self.folder.prepare(&self.fingerprint)?;
        let sources = &experiment.set().sources;
        let origin = Origin::new(sources);
        let mut run = RunFolder::open(&self.folder.file("training"), config, origin, resume)?;
        let limits =
            Limits { time: self.length.time(), resume, checkpoint_every: CHECKPOINT_EVERY };
        let from = args.models.join(config.model_name());
        let net = train(experiment, config, &mut run, &limits, Some(&from), device)?;
        Ok((run, net))
    }

    /// The trained network mixed with the released one, by the share that reads best of those that
    /// are better than before; the trained network where none is.
    fn blended(
        &self,
        trained: &CellNet,
        before: &Watched,
        device: &Device,
    ) -> Result<(CellNet, f64, Watched)> {
        let from = self.args.models.join(self.config.model_name());
        let mut best: Option<(CellNet, f64, Watched)> = None;
        for share in BLENDS {
            let released = with_weights(self.experiment.network(device), &from)?;
            let net = blend(released, trained, share);
            let watched = self.experiment.watch(&self.experiment.classifier(&net, device))?;
            let rank = |watched: &Watched| (watched.is_better_than(before), watched.score());
            if best.as_ref().is_none_or(|(_, _, best)| rank(&watched) > rank(best)) {
                best = Some((net, share, watched));
            }
        }
        best.context("there is a share to mix by")
    }

    /// Exports the run's network and makes it ready to take the place of the one that reads the set
    /// now, with the other models as they are released.
    fn prepare_models(&self, run: &RunFolder, before: &Watched, after: &Watched) -> Result<()> {
        let mut task = self.experiment.task().clone();
        // Of the two networks without a temperature, one is so much surer than the other.
        task.calibration.temperature =
            self.was.task().calibration.temperature * after.temperature_factor(before) as f32;
        let (training, exported) = (self.folder.file("training"), run.file("models"));
        let export = Export { config: &self.config, run: &training, models: &exported };
        export.classifier(&self.experiment, task)?;
        let adapted = exported.join(self.config.model_name());
        let card = card(&adapted, self.args, self.length, after)?;
        self.folder.prepare_models(&ModelStore::at(&self.args.models), &adapted, &card)
    }
}

fn check(args: &AdaptArgs) -> Result<()> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if args.name.is_empty() || !args.name.chars().all(plain) {
        bail!("'{}' is no name of a set: use letters, digits, - and _", args.name);
    }
    if let Some(minutes) = args.minutes.filter(|m| !(m.is_finite() && *m > 0.0)) {
        bail!("--minutes {minutes} is no time to train: give more than 0");
    }
    if args.steps == Some(0) {
        bail!("--steps 0 trains nothing: give more than 0");
    }
    if !(args.rate.is_finite() && args.rate > 0.0) {
        bail!("--rate {} is no learning rate: give more than 0", args.rate);
    }
    if args.renders < 4 {
        bail!("--renders {} are too few to see what is forgotten: give 4 or more", args.renders);
    }
    Ok(())
}

fn references(args: &AdaptArgs) -> Result<Vec<Reference>> {
    let mut all: Vec<Reference> = args
        .references
        .iter()
        .map(|text| ReferenceName::new(text).open(args.game))
        .collect::<Result<_, _>>()?;
    for path in &args.photos {
        let photos = labeled(args.game, &labels_file(path)?, args.split.as_deref())?;
        if let Some(said) = unchecked(&photos) {
            eprintln!("Warning: {said}");
        }
        all.extend(photos);
    }
    each_once(&all)?;
    Ok(all)
}

/// How long to train.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Length {
    /// A time.
    Minutes(f64),
    /// Batches.
    Steps(usize),
}

impl Length {
    /// What was asked for, or the time that so many photos usually need.
    fn of(args: &AdaptArgs, photos: usize) -> Self {
        let minutes = || args.minutes.unwrap_or_else(|| usual_minutes(photos));
        args.steps.map_or_else(|| Self::Minutes(minutes()), Self::Steps)
    }

    /// The time, where it is one.
    fn time(self) -> Option<Duration> {
        let Self::Minutes(minutes) = self else { return None };
        Some(Duration::from_secs_f64(60.0 * minutes))
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Minutes(minutes) => write!(f, "{minutes:.1} minutes"),
            Self::Steps(1) => f.write_str("1 batch"),
            Self::Steps(steps) => write!(f, "{steps} batches"),
        }
    }
}

/// How long so many photos are trained on where nobody says.
fn usual_minutes(photos: usize) -> f64 {
    2.0 + 6.0 * (photos.clamp(2, 20) - 2) as f64 / 18.0
}

/// The network of the released model and a schedule for a few minutes.
fn configuration(args: &AdaptArgs) -> Result<Config> {
    let renders = args.renders;
    let text = match args.game {
        GameId::Checkers => include_str!("../../configs/checkers-cells.toml"),
        GameId::Chess => include_str!("../../configs/chess-cells.toml"),
        GameId::Go => include_str!("../../configs/go-cells.toml"),
        GameId::Qwirkle => include_str!("../../configs/qwirkle-cells.toml"),
    };
    let released: Config = toml::from_str(text).context("a configuration of the program")?;
    let mut network = released.network;
    if let Network::Cells { variety, .. } = &mut network {
        // A user's light and colors are what is to be learned.
        variety.recolored = 0.0;
    }
    Ok(Config {
        network,
        data: Data {
            photos: Vec::new(),
            renders: vec![format!("{renders} renders of other sets")],
            pieces: Vec::new(),
            corrections: None,
            together: None,
            games: Vec::new(),
            fonts: Vec::new(),
            classifier: None,
            render_share: 0.5,
            dev_share: 0.25,
        },
        schedule: Schedule {
            seed: 1,
            batch: BATCH,
            steps: args.steps.unwrap_or(NEVER),
            epoch: EPOCH,
            learning_rate: args.rate,
            weight_decay: WEIGHT_DECAY,
            patience: usize::MAX,
        },
    })
}

/// The hash of how it is trained, but for how long.
fn manner(config: &Config) -> Result<String> {
    let schedule = Schedule { steps: NEVER, ..config.schedule.clone() };
    let config = Config { schedule, ..config.clone() };
    Ok(hex(&Sha256::digest(toml::to_string(&config)?)))
}

/// The hash of the photos and of all that is known of what they show.
fn source(references: &[Reference]) -> String {
    let mut hash = Sha256::new();
    for reference in references {
        hash.update(reference.photo.as_raw());
        hash.update(reference.board.cells());
        let Reference { corners, unknown, any_size, arbitrary_colors, kings, .. } = reference;
        let more = format!("{corners:?} {unknown:?} {any_size} {arbitrary_colors} {kings}");
        hash.update(more.as_bytes());
    }
    hex(&hash.finalize())
}

fn hex(hash: &[u8]) -> String {
    hash.iter().map(|b| format!("{b:02x}")).collect()
}

/// The card of an adapted model, with a text below its front matter.
fn card(adapted: &Path, args: &AdaptArgs, length: Length, after: &Watched) -> Result<String> {
    let text = fs::read_to_string(adapted.join("README.md"))?;
    let front = text.split_once("\n---\n").map_or(text.as_str(), |(front, _)| front);
    let (own, name) = (after.own(), &args.name);
    Ok(format!(
        "{front}\n---\n\n# {}{ADAPTED_TO}`{name}`\n\nThe released model, trained on for {length} \
        by `kibitzer-train adapt`. It reads {} of {} held-out cells of that set's photos \
        right. `{}/report.html` beside the folder of models compares it with what read the \
        set before.\n",
        ModelStore::cells_name(args.game),
        own.right,
        own.cells,
        args.game,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use image::RgbImage;
    use kibitzer::{games::CellGrid, geometry::Quad};

    #[test]
    fn a_run_is_not_gone_on_with_in_another_manner() {
        let of = |game: &str, more: &[&str]| {
            let args = ["kibitzer-train", "adapt", "mine", "a.jpg", "--game", game];
            let cli = crate::Cli::try_parse_from(args.iter().chain(more)).expect("arguments");
            let crate::Command::Adapt(args) = cli.command else { panic!("another command") };
            manner(&configuration(&args).expect("a configuration")).expect("a hash")
        };
        let usual = of("chess", &[]);
        assert_ne!(usual, of("chess", &["--rate", "0.001"]));
        assert_ne!(usual, of("chess", &["--renders", "8"]));
        assert_ne!(usual, of("go", &[]));
        assert_eq!(usual, of("chess", &["--minutes", "9"]), "it may take longer");
        assert_eq!(usual, of("chess", &["--steps", "9"]));
    }

    #[test]
    fn a_run_is_not_gone_on_with_where_labels_were_mended() {
        let labeled = || {
            let board = CellGrid::empty(8, 8);
            Reference::new("a.jpg".to_owned(), RgbImage::new(9, 9), board)
        };
        let of = |reference: Reference| source(&[reference]);
        let corners = |side: f64| Some(Quad::rectangle(side, side));
        let mended = [
            labeled(),
            Reference { corners: corners(8.0), ..labeled() },
            Reference { corners: corners(7.0), ..labeled() },
            Reference { unknown: vec![(0, 1)], ..labeled() },
            Reference { any_size: true, ..labeled() },
            Reference { arbitrary_colors: true, ..labeled() },
            Reference { kings: false, ..labeled() },
        ];
        let hashes: std::collections::HashSet<String> = mended.into_iter().map(of).collect();
        assert_eq!(hashes.len(), 7);
        let renamed = Reference { name: "b.jpg".to_owned(), ..labeled() };
        assert_eq!(of(renamed), of(labeled()), "what it is called is no matter");
    }
}

//! Training configurations: one TOML file a released model, `train/configs/*.toml`.

use anyhow::{Context, Result, bail};
use kibitzer::{
    dataset::{Corrections, sets::Sets},
    games::GameId,
    inference::{CropView, Extent},
    vision::Normalization,
};
use serde::{Deserialize, Serialize};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A training run, as its TOML file says.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// What is trained.
    pub network: Network,
    /// What it is trained on.
    pub data: Data,
    /// How long and how fast.
    pub schedule: Schedule,
}

/// The network and its input.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "task", rename_all = "lowercase")]
pub enum Network {
    /// A corner detector.
    Corners {
        /// Side of the square input in pixels, a multiple of 32.
        size: usize,
        /// Channels after the stem.
        width: usize,
        /// Margin of the closer look, as a fraction of the board's side.
        margin: f64,
        /// Confidence below which there is no board.
        threshold: f32,
    },
    /// A cell classifier.
    Cells {
        /// The game.
        game: GameId,
        /// Channels after the stem, which is at half the crop's size.
        stem: usize,
        /// The stages that follow.
        stages: Vec<Stage>,
        /// Height and width of the average pooling before the last layer.
        pool: [usize; 2],
        /// Pixels per cell pitch.
        cell_px: usize,
        /// How far a crop reaches from its cell's center.
        extent: Extent,
        /// From where a crop shows its cell.
        #[serde(default)]
        view: CropView,
        /// How pixels become input.
        normalization: Normalization,
        /// Whether the trained network reads a crop that leaves doubt in the mirror, too.
        #[serde(default)]
        mirrored: bool,
        /// Whether the trained network reads a crop that leaves doubt as if it was exposed for dark
        /// squares, too.
        #[serde(default)]
        brightened: bool,
        /// Standard deviation of the corner error that training imitates, in cell pitches.
        corner_error: f64,
        /// Crops drawn from one view of a board.
        crops_per_board: usize,
        /// What training varies beyond light and camera.
        #[serde(default)]
        variety: Variety,
    },
    /// A model that tells boards from what is none.
    Presence {
        /// Side of the square input in pixels, a multiple of 16.
        size: usize,
        /// Channels are multiples of it.
        width: usize,
        /// Margin around the outline, as a fraction of its side.
        margin: f64,
        /// Probability of a board below which there is none.
        threshold: f32,
        /// The folder of models whose corner detector is shown photos without a board: what it
        /// takes for one is learned to be none.
        detector: PathBuf,
    },
    /// A model of the coordinates at a board's edge.
    Coordinates {
        /// The game.
        game: GameId,
        /// Side of a square picture in pixels, a multiple of 8.
        size: usize,
        /// Channels of the first layer.
        width: usize,
        /// How far a picture reaches into the board, in cell pitches.
        inside: f64,
        /// How far it reaches off the board, in cell pitches.
        outside: f64,
    },
    /// A position model.
    Positions {
        /// The game.
        game: GameId,
        /// Channels of every layer.
        width: usize,
        /// Number of blocks.
        blocks: usize,
        /// Smaller probabilities of a classifier count as this one.
        least_probability: f32,
        /// Share of the boards that are of no game, where they are not as they were rendered.
        set_up_share: f64,
        /// Share of the boards that are renders as a classifier read them.
        #[serde(default)]
        rendered_share: f64,
        /// Share of the boards whose men are those of a render, each as it was read there; of the
        /// others a reading is drawn at random.
        #[serde(default)]
        moved_share: f64,
    },
}

impl Network {
    /// The game whose cells the network tells apart.
    ///
    /// # Errors
    /// When it is no cell classifier.
    pub fn classified_game(&self) -> Result<GameId> {
        match self {
            Self::Cells { game, .. } => Ok(*game),
            _ => bail!(
                "this configuration is not a cell classifier's: train its network with the command \
                of that name"
            ),
        }
    }
}

/// How often training shows a cell otherwise than it was photographed, so that only what stands on
/// it tells its class: shares between 0 and 1.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Variety {
    /// Views whose hues are turned: 0 where pieces are told apart by color.
    pub recolored: f64,
    /// Views in the light, and as sharp, as they were photographed: shapes are learned where they
    /// are seen best.
    pub plain: f64,
    /// Views out of focus, or of a board that is small in its photo: blurred by up to a fifth of a
    /// cell.
    pub blurred: f64,
    /// Views in the light of a colored lamp: 0 where pieces are told apart by color.
    pub lamp: f64,
    /// Views of a board from another side, a quarter turn or more; games that look alike from all
    /// sides are always turned.
    pub turned: f64,
    /// Views of a board that was rectified first, where crops otherwise show pieces upright.
    pub flattened: f64,
    /// Views with signs, knots or stains painted on some of their empty squares.
    pub marked: f64,
    /// Crops of empty squares on which a single man is set that was photographed elsewhere, where
    /// there are any (`pieces` of the data).
    pub pasted: f64,
    /// Views that end at the board's edge, as those of photos that were cut there.
    pub cut: f64,
    /// Crops turned by up to 40 degrees and up to a fifth larger or smaller: pieces lean otherwise
    /// than where they were photographed.
    pub spun: f64,
    /// Views of a board that are up to 1.4 times larger or smaller than their squares are: how
    /// large a piece is says little then.
    pub resized: f64,
    /// Sides of a crop taken from another cell of the board, for every side.
    pub strange_sides: f64,
}

/// Residual blocks of one size.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// Channels of each block.
    pub channels: usize,
    /// What the first block divides width and height by.
    pub stride: usize,
    /// Number of blocks.
    pub blocks: usize,
}

/// What a run is trained on. Photos with `split` other than `train` and screenshots are left out.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Data {
    /// Manifests of real photos; `*` stands for any folder.
    #[serde(default)]
    pub photos: Vec<String>,
    /// Manifests of rendered boards.
    #[serde(default)]
    pub renders: Vec<String>,
    /// Labels files of single chessmen, whose cut-outs are set on empty squares (chess).
    #[serde(default)]
    pub pieces: Vec<String>,
    /// A file of corrections of the labels (JSON Lines, datasets/README.md).
    #[serde(default)]
    pub corrections: Option<PathBuf>,
    /// A file of groups of one physical set, for labels without `set`, as `datasets/sets.json`: they
    /// are held out together.
    #[serde(default)]
    pub together: Option<PathBuf>,
    /// A file of positions of games, for a position model.
    #[serde(default)]
    pub games: Vec<String>,
    /// Folders of fonts, for a model of coordinates.
    #[serde(default)]
    pub fonts: Vec<PathBuf>,
    /// The folder of models whose classifier reads the renders for a position model; they must be
    /// none that it was trained on.
    #[serde(default)]
    pub classifier: Option<PathBuf>,
    /// Share of the samples that are renders, where there are both.
    #[serde(default = "half")]
    pub render_share: f64,
    /// Share of the training sets held out to choose weights by; 0 trains on all and keeps the
    /// last weights.
    #[serde(default)]
    pub dev_share: f64,
}

impl Data {
    /// The corrections that are named.
    ///
    /// # Errors
    /// When the file cannot be read or a line is not a correction.
    pub fn corrections(&self) -> Result<Option<Corrections>> {
        Ok(self.corrections.as_deref().map(Corrections::read).transpose()?)
    }

    /// The sets that are named.
    ///
    /// # Errors
    /// When the file cannot be read or does not list groups.
    pub fn sets(&self) -> Result<Sets> {
        Ok(self.together.as_deref().map(Sets::read).transpose()?.unwrap_or_default())
    }
}

fn half() -> f64 {
    0.5
}

/// How long and how fast.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// Seed of weights, sampling and augmentation.
    pub seed: u64,
    /// Samples in a batch.
    pub batch: usize,
    /// Batches in all.
    pub steps: usize,
    /// Batches between two validations, each of which ends an epoch.
    pub epoch: usize,
    /// Highest learning rate of AdamW, after a warm-up; it falls to 0 along a cosine.
    pub learning_rate: f64,
    /// Weight decay of AdamW.
    pub weight_decay: f32,
    /// Epochs without improvement on the held-out groups after which training stops.
    #[serde(default = "never")]
    pub patience: usize,
}

fn never() -> usize {
    usize::MAX
}

impl Config {
    /// Reads a configuration.
    pub fn read(path: &Path) -> Result<Self> {
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text)
            .with_context(|| format!("{} is not a training configuration", path.display()))
    }

    /// The name of the model: `corners`, `chess-cells`.
    pub fn model_name(&self) -> String {
        match &self.network {
            Network::Corners { .. } => "corners".into(),
            Network::Presence { .. } => "presence".into(),
            Network::Coordinates { game, .. } => {
                kibitzer::inference::ModelStore::coordinates_name(*game)
            }
            Network::Cells { game, .. } => kibitzer::inference::ModelStore::cells_name(*game),
            Network::Positions { game, .. } => {
                kibitzer::inference::ModelStore::positions_name(*game)
            }
        }
    }
}

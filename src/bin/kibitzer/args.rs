//! The command line.

use crate::commands::{dataset::DatasetArgs, judge::JudgeArgs, play::PlayArgs, score::ScoreArgs};
use clap::{Args, Parser, Subcommand, ValueEnum};
use kibitzer::{
    games::{GameId, Side, UnknownGame},
    geometry::{Point, Quad},
    inference::{ModelStore, StoreError},
    messages::Language,
};
use std::{path::PathBuf, str::FromStr};

/// Reads board games (checkers, chess, Go, Qwirkle) from photos.
#[derive(Parser)]
#[command(version, after_help = "Exit codes: 0 = done, 1 = no board found, 2 = error.")]
pub struct Cli {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

/// More threads than any machine has cores for would only take memory.
const MOST_THREADS: usize = 512;

fn parse_threads(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|n| *n <= MOST_THREADS)
        .ok_or_else(|| format!("'{text}' is no number from 0 to {MOST_THREADS}"))
}

/// Options of every command.
#[derive(Args)]
pub struct Common {
    /// Folder of models [default: $KIBITZER_MODELS, ./models, or beside the program]
    #[arg(long, global = true, value_name = "DIR")]
    models: Option<PathBuf>,
    /// Threads a model uses; 0 = one a core
    #[arg(long, global = true, value_name = "N", default_value_t = 0, value_parser = parse_threads)]
    pub threads: usize,
    /// Language of verdicts and messages: en, pl, fi, ro or zh
    #[arg(long, global = true, value_name = "LANG", default_value_t)]
    pub lang: Language,
}

impl Common {
    /// The folder of models.
    pub fn store(&self) -> Result<ModelStore, StoreError> {
        self.models.as_ref().map_or_else(ModelStore::find, |dir| Ok(ModelStore::at(dir)))
    }
}

#[derive(Subcommand)]
pub enum Command {
    /// Read the board in one or more photos
    Read(ReadArgs),
    /// Say whether the change from one board to another is a legal move
    Judge(JudgeArgs),
    /// Count a finished game of Go, or score the moves of a game of Qwirkle
    Score(ScoreArgs),
    /// Read labeled photos and score what was read
    Eval(EvalArgs),
    /// Play chess against a person or an engine
    Play(PlayArgs),
    /// Check, count, split, show, import and make labeled photos
    Dataset(DatasetArgs),
    /// Measure how fast photos are read
    Bench(BenchArgs),
    /// List, verify and show models
    Model(ModelArgs),
}

#[derive(Args)]
pub struct ReadArgs {
    /// Photos, folders of photos, or patterns such as 'games/*.jpg'
    #[arg(required = true, value_name = "PHOTO")]
    pub photos: Vec<PathBuf>,
    /// The game: checkers, chess, go or qwirkle; or auto, to find out
    #[arg(long, short)]
    pub game: GameChoice,
    #[command(flatten)]
    pub options: PhotoOptions,
    /// Write one line of JSON a photo
    #[arg(long)]
    pub json: bool,
    /// Write the photo with the board drawn on it: a PNG or JPEG file, or a folder for several
    /// photos
    #[arg(long, value_name = "OUT.png")]
    pub overlay: Option<PathBuf>,
    /// Replace overlays that are there already
    #[arg(long)]
    pub force: bool,
}

/// The game of a photo, or that nobody knows it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum GameChoice {
    Auto,
    Only(GameId),
}

impl FromStr for GameChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            name => name
                .parse()
                .map(Self::Only)
                .map_err(|error: UnknownGame| format!("{error}, or auto")),
        }
    }
}

/// What the user says about photos.
#[derive(Args, Clone)]
pub struct PhotoOptions {
    /// Rows of the board, 9, 13 or 19 (Go), 8 or 10 (checkers) [default: as seen]
    #[arg(long)]
    pub size: Option<usize>,
    /// The board's corners in photo pixels, clockwise as seen: "x,y x,y x,y x,y"
    #[arg(long, value_parser = parse_corners, allow_hyphen_values = true)]
    pub corners: Option<Quad>,
    /// Where white sits in the photo (chess, checkers) [default: as fits the pieces best]
    #[arg(long)]
    pub white: Option<WhiteSide>,
}

/// A side of the photo.
#[derive(Clone, Copy, ValueEnum)]
pub enum WhiteSide {
    Bottom,
    Top,
    Left,
    Right,
}

impl From<WhiteSide> for Side {
    fn from(side: WhiteSide) -> Self {
        match side {
            WhiteSide::Bottom => Self::Bottom,
            WhiteSide::Top => Self::Top,
            WhiteSide::Left => Self::Left,
            WhiteSide::Right => Self::Right,
        }
    }
}

#[derive(Args)]
pub struct EvalArgs {
    /// A labels file (JSON Lines, datasets/schema.json), or a folder with one; may be given several
    /// times
    #[arg(long, required = true, value_name = "LABELS.jsonl")]
    pub data: Vec<PathBuf>,
    /// Only the labels of this game
    #[arg(long, short)]
    pub game: Option<GameId>,
    /// Only the labels of this split: train, val or test
    #[arg(long, value_name = "NAME")]
    pub split: Option<String>,
    /// Groups of one physical set, where labels have no `set`: a JSON file like {"chess": [["game2",
    /// "game4"]]}; means and intervals are over sets
    #[arg(long, value_name = "SETS.json")]
    pub together: Option<PathBuf>,
    /// `truth`: give the reader the label's corners
    #[arg(long, value_name = "WHOSE", conflicts_with = "predictions")]
    pub corners: Option<GivenCorners>,
    /// Read each photo also under exposure of -2 to +2 stops, color casts, a hard shadow, blur,
    /// JPEG 30 and at half its size, and write stress.json
    #[arg(long, conflicts_with = "predictions")]
    pub stress: bool,
    /// Score these predictions of another system instead of reading the photos
    #[arg(long, value_name = "FILE.jsonl")]
    pub predictions: Option<PathBuf>,
    /// Stop after this many photos
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Go on with an interrupted evaluation of the same photos by the same models, if DIR.partial
    /// holds one
    #[arg(long, conflicts_with = "predictions")]
    pub resume: bool,
    /// Folder to write; an earlier evaluation there is replaced
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Print summary.json instead of a table
    #[arg(long)]
    pub json: bool,
}

/// Corners that are given to the reader.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GivenCorners {
    /// Those of the labels
    Truth,
}

#[derive(Args)]
pub struct BenchArgs {
    /// Photos, folders of photos, or patterns
    #[arg(required = true, value_name = "PHOTO")]
    pub photos: Vec<PathBuf>,
    /// The game: checkers, chess, go or qwirkle
    #[arg(long, short)]
    pub game: GameId,
    /// Measure the models of this folder, such as those of the last release, in turn with these
    #[arg(long, value_name = "DIR")]
    pub against: Option<PathBuf>,
    /// How often each photo is read
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct ModelArgs {
    #[command(subcommand)]
    pub action: Option<ModelAction>,
}

#[derive(Subcommand)]
pub enum ModelAction {
    /// List the models found (the default)
    List {
        /// Write JSON
        #[arg(long)]
        json: bool,
    },
    /// Check every model, or those named, against its card: SHA-256, classes, and that it runs
    Verify {
        /// Names as `list` shows them
        names: Vec<String>,
    },
    /// Show the card of a model
    Show {
        /// Its name: corners, chess-cells, ...
        name: String,
    },
    /// Fit a cell classifier's temperature and board power to evaluations of photos that its kind
    /// never saw, and put them into its card
    Calibrate {
        /// Its name: chess-cells, ...
        name: String,
        /// Folders that `kibitzer eval` wrote with models trained on other groups, as
        /// train/runs/logo.sh does
        #[arg(long = "eval", value_name = "DIR", required = true)]
        evals: Vec<PathBuf>,
        /// The temperature in the cards of the models that were evaluated; an exported one has 1
        #[arg(long, default_value_t = 1.0)]
        at: f64,
        /// Only show what would be written
        #[arg(long)]
        dry_run: bool,
    },
    /// Print the tables of figures in the README, from the models' eval.json, logo.json and
    /// stress.json files
    Table {
        /// Only this model's rows
        name: Option<String>,
        /// Replace the tables between the markers of this file
        #[arg(long, value_name = "README.md")]
        write: Option<PathBuf>,
    },
}

/// Corners as "x,y x,y x,y x,y".
fn parse_corners(text: &str) -> Result<Quad, String> {
    let numbers: Vec<f64> = text
        .split([',', ' ', ';'])
        .filter(|part| !part.is_empty())
        .map(|part| {
            part.parse().map_err(|_| {
                format!("'{part}' is not a number: give \"x,y x,y x,y x,y\" in pixels")
            })
        })
        .collect::<Result<_, _>>()?;
    let numbers: [f64; 8] = numbers.try_into().map_err(|n: Vec<f64>| {
        format!("{} numbers, not 8: give \"x,y x,y x,y x,y\" in pixels", n.len())
    })?;
    let corners = std::array::from_fn(|i| Point::new(numbers[2 * i], numbers[2 * i + 1]));
    Quad::new(corners).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn corners_are_four_pairs() {
        let quad = parse_corners("1,2 30,2.5 30,40 -1,40").expect("four pairs");
        assert_eq!(quad.corners()[1], Point::new(30.0, 2.5));
        for (text, why) in [
            ("1,2 3,4", "4 numbers"),
            ("1,2 30,2 30,40 1,x", "'x'"),
            ("1,2 30,nan 30,40 1,40", "finite"),
            ("0,0 30,30 30,0 0,30", "convex"),
            ("0,0 0,30 30,30 30,0", "clockwise"),
        ] {
            let message = parse_corners(text).expect_err(text);
            assert!(message.contains(why), "{text}: {message}");
        }
    }
}

//! Options that several commands have.

use anyhow::{anyhow, bail};
use clap::{
    Args, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
#[cfg(feature = "remote")]
use kibitzer::inference::Backend;
use kibitzer::{
    adapt::{NamedSet, Sets},
    error::Error,
    games::{GameId, Side, UnknownGame},
    geometry::Quad,
    inference::{MOST_THREADS, ModelStore, StoreError, use_runtime},
    messages::Language,
    recognition::{Correction, Readers, RecognizeOptions},
    request::RulesName,
};
use std::{path::PathBuf, str::FromStr, time::Duration};

fn parse_threads(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|n| *n <= MOST_THREADS)
        .ok_or_else(|| format!("'{text}' is no number from 0 to {MOST_THREADS}"))
}

/// Options of every command.
#[derive(Args)]
pub struct Common {
    /// Folder of models [default: $KIBITZER_MODELS, ./models, beside the program, or in it]
    #[arg(long, global = true, value_name = "DIR")]
    models: Option<PathBuf>,
    /// ONNX Runtime's library, or its folder [default: $ORT_DYLIB_PATH, or where it is installed]
    #[arg(long, global = true, value_name = "PATH")]
    onnxruntime: Option<PathBuf>,
    /// Run the networks on a server that speaks the Open Inference Protocol (KServe, Triton,
    /// MLServer, or kibitzer serve): http://triton:8000
    #[cfg(feature = "remote")]
    #[arg(long, global = true, value_name = "URL")]
    backend: Option<Backend>,
    /// Read with a set of your own that `kibitzer reference add` has kept; one a game
    #[arg(long = "set", global = true, value_name = "NAME")]
    sets: Vec<String>,
    /// Threads that reading a photo uses; 0 = one a core
    #[arg(long, global = true, value_name = "N", default_value_t = 0, value_parser = parse_threads)]
    pub threads: usize,
    /// Language of verdicts and messages: en, pl, fi, ro or zh
    #[arg(long, global = true, value_name = "LANG", default_value_t)]
    pub lang: Language,
}

impl Common {
    /// Does what has to be done before anything else: says where ONNX Runtime is, and how many
    /// threads there are.
    pub fn set_up(&self) -> anyhow::Result<()> {
        if let Some(path) = &self.onnxruntime {
            use_runtime(path)
                .map_err(|other| anyhow!("ONNX Runtime was set to {}", other.display()))?;
        }
        // A set that is not kept is an error whether the command reads or not.
        self.named_sets()?;
        // Where the pool is there already, it is as it is.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build_global();
        Ok(())
    }

    /// The models.
    pub fn store(&self) -> Result<ModelStore, StoreError> {
        let named = self.models.as_ref().map(|dir| Ok(ModelStore::at(dir)));
        let store = named.unwrap_or_else(ModelStore::find)?.with_threads(self.threads);
        #[cfg(feature = "remote")]
        let store = store.with_backend(self.backend.clone());
        Ok(store)
    }

    /// What reads photos with these models.
    pub fn readers(&self) -> anyhow::Result<Readers> {
        self.readers_of(self.store()?)
    }

    /// What reads photos with the models of a store, and with the user's sets.
    pub fn readers_of(&self, store: ModelStore) -> anyhow::Result<Readers> {
        let corrections = self.corrections(&store)?;
        Ok(Readers::new(store).all_corrected(corrections))
    }

    /// The corrections of the user's sets, one a game.
    pub fn corrections(&self, store: &ModelStore) -> anyhow::Result<Vec<(GameId, Correction)>> {
        let mut corrections: Vec<(GameId, Correction)> = Vec::new();
        for set in self.named_sets()? {
            let name = &set.name;
            if corrections.iter().any(|(game, _)| *game == set.game) {
                bail!("'{name}' is the second set of {}: name one a game with --set", set.game);
            }
            corrections.push((set.game, set.correction(store)?));
        }
        Ok(corrections)
    }

    /// What can be wrong with the sets for photos of one game.
    pub fn check_sets(&self, game: Option<GameId>) -> anyhow::Result<()> {
        Ok(self.named_sets()?.iter().try_for_each(|set| set.check(game))?)
    }

    /// The user's sets.
    pub fn named_sets(&self) -> anyhow::Result<Vec<NamedSet>> {
        self.sets.iter().map(|name| Ok(Sets::find()?.get(name)?)).collect()
    }
}

/// The game of a photo; `None` where it is to be found out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct GameChoice(pub Option<GameId>);

impl FromStr for GameChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(Self(None));
        }
        let game = text.parse().map_err(|error: UnknownGame| format!("{error}, or auto"))?;
        Ok(Self(Some(game)))
    }
}

/// What the user says about photos.
#[derive(Args, Clone, Default)]
pub struct PhotoOptions {
    /// Rows of the board, 9, 13 or 19 (Go), 8 or 10 (checkers) [default: as seen]
    #[arg(long)]
    pub size: Option<usize>,
    /// The board's corners in photo pixels, clockwise as seen: "x,y x,y x,y x,y"
    #[arg(long, allow_hyphen_values = true)]
    pub corners: Option<Quad>,
    /// Where white sits in the photo (chess, checkers) [default: as fits the pieces best]
    #[arg(long)]
    pub white: Option<WhiteSide>,
    /// Read what is found even where it does not look like a whole board, or much of it is hidden
    #[arg(long)]
    pub anyway: bool,
    /// Milliseconds that reading a photo may take: steps that only make it better are then left out
    #[arg(long, value_name = "MS")]
    pub deadline: Option<u64>,
}

impl PhotoOptions {
    /// What can be wrong with the options before any photo is looked at.
    pub fn check(&self, game: impl Into<Option<GameId>>) -> Result<(), Error> {
        self.recognize_options().check(game.into())
    }

    /// The names of the options that are given.
    pub fn given(&self) -> Vec<&'static str> {
        let all = [
            ("--size", self.size.is_some()),
            ("--corners", self.corners.is_some()),
            ("--white", self.white.is_some()),
            ("--anyway", self.anyway),
            ("--deadline", self.deadline.is_some()),
        ];
        all.into_iter().filter_map(|(name, given)| given.then_some(name)).collect()
    }

    /// The options as the reader takes them.
    pub fn recognize_options(&self) -> RecognizeOptions {
        RecognizeOptions {
            size: self.size,
            white: self.white.map(Into::into),
            corners: self.corners,
            anyway: self.anyway,
            time: self.deadline.map(Duration::from_millis),
            ..RecognizeOptions::default()
        }
    }
}

/// The side to move.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MovingSide {
    White,
    Black,
}

impl MovingSide {
    pub const fn is_white(self) -> bool {
        matches!(self, Self::White)
    }
}

/// Takes the names of rules of these games, each with what it means.
pub fn rules_of(games: &[GameId]) -> impl TypedValueParser<Value = RulesName> {
    let rules = games.iter().flat_map(|&game| RulesName::of(game));
    let value = |rules: RulesName| PossibleValue::new(rules.name()).help(rules.about());
    PossibleValuesParser::new(rules.map(value)).try_map(|name| name.parse::<RulesName>())
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

//! The languages of the catalogs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// A language that messages can be shown in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Polish.
    #[serde(rename = "pl")]
    Polish,
    /// Finnish.
    #[serde(rename = "fi")]
    Finnish,
    /// Romanian.
    #[serde(rename = "ro")]
    Romanian,
    /// Simplified Chinese.
    #[serde(rename = "zh")]
    Chinese,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 5] =
        [Self::English, Self::Polish, Self::Finnish, Self::Romanian, Self::Chinese];

    /// The code of ISO 639-1.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Polish => "pl",
            Self::Finnish => "fi",
            Self::Romanian => "ro",
            Self::Chinese => "zh",
        }
    }

    /// Whether numbers are written with a decimal comma.
    pub(super) const fn decimal_comma(self) -> bool {
        matches!(self, Self::Polish | Self::Finnish | Self::Romanian)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// There is no catalog of this language.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown language '{0}': use en, pl, fi, ro or zh")]
pub struct UnknownLanguage(pub String);

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(code: &str) -> Result<Self, UnknownLanguage> {
        Self::ALL
            .into_iter()
            .find(|language| language.code() == code)
            .ok_or_else(|| UnknownLanguage(code.to_owned()))
    }
}

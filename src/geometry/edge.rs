//! The edges of a picture.

use std::fmt;

/// An edge of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Where x is 0.
    Left,
    /// Where y is 0.
    Top,
    /// Where x is largest.
    Right,
    /// Where y is largest.
    Bottom,
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Left => "left",
            Self::Top => "upper",
            Self::Right => "right",
            Self::Bottom => "lower",
        })
    }
}

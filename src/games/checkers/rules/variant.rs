//! What the kinds of draughts differ in.

use super::draws::DrawRules;

/// When a man that reaches the last row in the middle of a capture becomes a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promotion {
    /// At once, and the move ends (English).
    EndsMove,
    /// At once, and it captures on as a king (Russian).
    GoesOn,
    /// Only when the move ends there (international, Brazilian).
    WhenItStays,
}

/// A kind of draughts. Squares are numbered from the upper left with white at the bottom and a dark
/// square at the lower left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// Rows and columns of the board, 8 or 10.
    pub size: usize,
    /// Kings move and capture any distance.
    pub flying_kings: bool,
    /// Men capture backward as well as forward.
    pub men_capture_backward: bool,
    /// The capture of most pieces is mandatory, not just any.
    pub majority: bool,
    /// Promotion in the middle of a capture.
    pub promotion: Promotion,
    /// When a game is drawn for lack of progress.
    pub draws: DrawRules,
    /// The `GameType` of Portable Draughts Notation.
    pub pdn_type: u8,
    /// Squares are written `c3`, not numbered.
    pub algebraic: bool,
}

impl Variant {
    /// English draughts, American checkers: the game of the photos.
    pub const ENGLISH: Self = Self {
        size: 8,
        flying_kings: false,
        men_capture_backward: false,
        majority: false,
        promotion: Promotion::EndsMove,
        draws: DrawRules::English,
        pdn_type: 21,
        algebraic: false,
    };
    /// Russian draughts.
    pub const RUSSIAN: Self = Self {
        size: 8,
        flying_kings: true,
        men_capture_backward: true,
        majority: false,
        promotion: Promotion::GoesOn,
        draws: DrawRules::Section64,
        pdn_type: 25,
        algebraic: true,
    };
    /// Brazilian draughts: the international rules on 8x8.
    pub const BRAZILIAN: Self =
        Self { majority: true, promotion: Promotion::WhenItStays, pdn_type: 26, ..Self::RUSSIAN };
    /// International draughts on 10x10.
    pub const INTERNATIONAL: Self = Self {
        size: 10,
        draws: DrawRules::International,
        pdn_type: 20,
        algebraic: false,
        ..Self::BRAZILIAN
    };

    /// Every variant.
    pub const ALL: [Self; 4] = [Self::ENGLISH, Self::RUSSIAN, Self::BRAZILIAN, Self::INTERNATIONAL];

    /// Number of playing squares.
    pub const fn squares(&self) -> usize {
        self.size * self.size / 2
    }
}

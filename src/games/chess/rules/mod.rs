//! The rules of chess: legal moves (by `cozy-chess`), a judge of board changes, SAN, the end of a
//! game, clock and settings.
//!
//! ```
//! use kibitzer::games::chess::rules::{ChessProgress, Outcome, Position, read_san, write_san};
//!
//! let start = Position::from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")?;
//! assert!(read_san(&start, "O-O").is_err(), "there is no rook at h1");
//! let mate = read_san(&start, "Ra8")?;
//! assert_eq!(write_san(&start, mate), "Ra8#");
//! let mut game = ChessProgress::new(start);
//! game.play(mate);
//! assert_eq!(game.outcome(), Outcome::Won { white: true });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attacks;
mod castling;
mod clock;
mod fen;
mod judge;
mod material;
mod moves;
mod pgn;
mod position;
mod progress;
mod refusal;
mod san;
mod settings;
mod spelling;
mod state;

pub use attacks::white_to_move;
pub use castling::{Castling, InvalidCastling};
pub use clock::{ChessClock, Clock, InvalidTime, TimeControl};
pub use fen::fen_with;
pub use judge::{Reason, Verdict, judge, judge_boards};
pub use moves::Move;
pub use pgn::{Note, PgnError, PgnGame, PgnReader, PgnResult, write_pgn};
pub use position::{NotAPosition, Position};
pub use progress::{ChessProgress, Outcome};
pub use refusal::why_illegal;
pub use san::{IllegalMove, read_coordinates, read_san, write_coordinates, write_san};
pub use settings::{Computer, InvalidSettings, Level, Settings};
pub use state::{ChangeDetails, ChessRules};

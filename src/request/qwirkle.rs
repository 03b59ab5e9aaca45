//! Scoring a game of Qwirkle from its boards.

use super::{RequestError, RulesName, rules::names, shortened};
use crate::{
    games::{
        CellGrid, Game, GameId,
        qwirkle::{Qwirkle, rules::QwirkleRules},
        rules::Cell,
    },
    messages::Language,
    report::{
        photo::{PhotoNote, Which},
        score::{QwirkleMove, ScoredMove},
    },
};

/// How a game of Qwirkle is to be scored.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScoreQwirkle {
    /// The rules: connect where nothing says them.
    pub rules: Option<RulesName>,
    /// Whether the last move ended the game.
    pub finished: bool,
}

impl ScoreQwirkle {
    /// What can be wrong before any board is looked at.
    ///
    /// # Errors
    /// When the rules are another game's.
    pub fn check(self) -> Result<(), RequestError> {
        if self.rules.is_some_and(|rules| rules.game() != GameId::Qwirkle) {
            let own = names(&RulesName::of(GameId::Qwirkle));
            let problem = format!("does not name rules of qwirkle: use one of {own}");
            return Err(RequestError::option("rules", problem));
        }
        Ok(())
    }

    /// The moves between boards, the start first, each with its name.
    ///
    /// # Errors
    /// Those of [`check`](Self::check), and when there is one board only, or the first is not the
    /// start of a game that the rules ask for.
    pub fn moves(self, boards: &[(String, CellGrid)]) -> Result<Vec<ScoredMove>, RequestError> {
        self.check()?;
        let [(first, _), _, ..] = boards else { return Err(RequestError::TooFewBoards) };
        let rules = match self.rules {
            Some(RulesName::Classic) => QwirkleRules::CLASSIC,
            _ => QwirkleRules::CONNECT,
        };
        ScoredMove::all(&rules, boards, self.finished).map_err(|source| RequestError::NoStart {
            board: shortened(first),
            source: source.into(),
        })
    }
}

/// What is said of moves to other programs; `notes` say how sure each board is, the start first.
pub fn qwirkle_moves(
    moves: &[ScoredMove],
    notes: &[Option<PhotoNote>],
    language: Language,
) -> Vec<QwirkleMove> {
    let mut total = 0;
    let said = |(m, notes): (&ScoredMove, &[Option<PhotoNote>])| {
        total += m.points();
        let which = [Which::Before, Which::After].into_iter().zip(notes);
        let readings =
            which.filter_map(|(board, note)| note.clone().map(|note| PhotoNote { board, ..note }));
        QwirkleMove::new(m, &square_name, total, readings.collect(), language)
    };
    moves.iter().zip(notes.windows(2)).map(said).collect()
}

/// The name of a square of the board.
pub fn square_name((row, col): Cell) -> String {
    Qwirkle.cell_name(&CellGrid::empty(16, 16), row, col)
}

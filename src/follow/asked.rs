//! What is said of a game before it is followed.

use super::FollowOptions;
use crate::{
    games::{GameId, chess::rules::TimeControl, rules::Known},
    recognition::RecognizeOptions,
    request::{Given, RequestError, RulesName},
};
use std::sync::Arc;

/// A game that is to be followed.
///
/// ```
/// use kibitzer::{
///     follow::FollowGame, games::GameId, request::{Given, RequestError, RulesName},
/// };
///
/// let asked = FollowGame {
///     rules: Some(RulesName::International),
///     ..FollowGame::new(GameId::Checkers)
/// };
/// let no_board = |_: &str| -> Result<Given, RequestError> { unreachable!("no start is named") };
/// assert_eq!(asked.options(no_board)?.photos.size, Some(10));
/// # Ok::<(), RequestError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FollowGame {
    /// The game.
    pub game: GameId,
    /// Its rules; `None`: the usual ones.
    pub rules: Option<RulesName>,
    /// The name of the board that it begins from; `None`: the initial position, or as is seen.
    pub start: Option<String>,
    /// Frames in a row that have to show the same before it is believed.
    pub steady: usize,
    /// The time of each player's clock; `None`: they have none.
    pub clock: Option<TimeControl>,
    /// Whether eight readings vote, as [`FollowOptions::vote`] says.
    pub vote: bool,
    /// What is known of the photos.
    pub photos: RecognizeOptions,
}

impl FollowGame {
    /// A game of which nothing else is said, in photos.
    pub fn new(game: GameId) -> Self {
        Self {
            game,
            rules: None,
            start: None,
            steady: 1,
            clock: None,
            vote: false,
            photos: RecognizeOptions::default(),
        }
    }

    /// Rows of the board, where the rules say them: those of checkers.
    pub fn rows(&self) -> Option<usize> {
        RulesName::rows(self.rules, self.game)
    }

    /// How it is to be followed; `board` gets the board that a name stands for.
    ///
    /// # Errors
    /// When the rules are not the game's, or of another size, the start is no position of it, there
    /// are clocks in a game without sides, and those of `board`.
    pub fn options<E: From<RequestError>>(
        &self,
        board: impl FnOnce(&str) -> Result<Given, E>,
    ) -> Result<FollowOptions, E> {
        let game = self.game;
        if self.clock.is_some() && game.game().color_swaps().is_empty() {
            let problem = format!("is of games with two sides, not of {game}: leave it out");
            return Err(RequestError::Option { option: "clock", problem }.into());
        }
        let rules = RulesName::played(self.rules, game)?;
        let mut photos = self.photos.clone();
        if let (Some(size), Some(rows)) = (photos.size, self.rows())
            && size != rows
        {
            let problem = format!(
                "does not fit these rules, which are played on {rows} rows: leave it out, or name \
                other rules"
            );
            return Err(RequestError::Option { option: "size", problem }.into());
        }
        photos.size = photos.size.or(self.rows());
        let start = match &self.start {
            Some(name) => {
                let given = board(name)?;
                Some(Arc::from(given.state(name, game, rules, &Known::default())?))
            }
            None => None,
        };
        let Self { steady, clock, vote, .. } = *self;
        let usual = FollowOptions::new(game);
        Ok(FollowOptions { rules, start, photos, steady, clock, vote, ..usual })
    }
}

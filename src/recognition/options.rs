//! What the user knows about a photo.

use super::Correction;
use crate::{
    error::Error,
    games::{GameId, Side},
    geometry::{GridSpec, Point, Quad},
};
use std::{collections::BTreeSet, sync::Arc, time::Duration};

/// A given corner may lie this far outside the photo, as a fraction of its side.
const OUTSIDE: f64 = 0.25;

/// What the user knows about a photo.
///
/// ```
/// use kibitzer::{games::GameId, recognition::RecognizeOptions};
///
/// let options = RecognizeOptions { size: Some(9), ..RecognizeOptions::default() };
/// assert!(options.check(Some(GameId::Go)).is_ok());
/// assert!(options.check(None).is_ok(), "some game is played on 9x9");
/// let error = options.check(Some(GameId::Chess)).expect_err("8x8 only");
/// assert_eq!(error.to_string(), "chess is not played on 9x9: use 8");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecognizeOptions {
    /// Rows of the board, for games played on several sizes.
    pub size: Option<usize>,
    /// Where white sits, in games whose sides sit opposite each other.
    pub white: Option<Side>,
    /// The board's corners in photo pixels, to be taken as they are.
    pub corners: Option<Quad>,
    /// Where the board's corners are, more or less, in photo pixels, as in an earlier photo by the
    /// same camera: they are looked for there first.
    pub near: Option<Quad>,
    /// Read what is found as a board even where it does not look like one, or is hidden.
    pub anyway: bool,
    /// How long reading may take: after that, steps that only make it better are left out.
    pub time: Option<Duration>,
    /// A correction of a game's classifier for the set of pieces in the photo; other games are read
    /// without.
    pub correction: Option<(GameId, Arc<Correction>)>,
}

impl RecognizeOptions {
    /// What can be wrong with the options before any photo is looked at, of one game or of all.
    ///
    /// # Errors
    /// When the game (or no game) is played on a board of this size, or when it has no sides for
    /// white to sit at.
    pub fn check(&self, game: Option<GameId>) -> Result<(), Error> {
        self.grids(game).map(|_| ())
    }

    /// What can be wrong with the options for a photo of this width and height in pixels.
    ///
    /// # Errors
    /// When a corner lies far outside it.
    pub fn check_corners(&self, (width, height): (u32, u32)) -> Result<(), Error> {
        let within = |v: f64, side: u32| {
            (-OUTSIDE * f64::from(side)..=(1.0 + OUTSIDE) * f64::from(side)).contains(&v)
        };
        let quads = [self.corners, self.near].into_iter().flatten();
        let mut corners = quads.flat_map(|quad| *quad.corners());
        match corners.find(|p| !within(p.x, width) || !within(p.y, height)) {
            Some(Point { x, y }) => Err(Error::CornerOutside { x, y, width, height }),
            None => Ok(()),
        }
    }

    /// Whether the user says that there is a board, whatever the photo looks like.
    pub(super) const fn knows_better(&self) -> bool {
        self.corners.is_some() || self.anyway
    }

    /// The boards that a game, or any game, is played on: all, or those of the size asked for, and
    /// of games that have sides for white to sit at where it is said at which.
    pub(super) fn grids(&self, game: Option<GameId>) -> Result<Vec<GridSpec>, Error> {
        let games = game.map_or_else(|| GameId::ALL.to_vec(), |game| vec![game]);
        let fits = |grid: &&GridSpec| self.size.is_none_or(|size| grid.rows == size);
        let of_size = |game: &GameId| game.game().grids().iter().any(|grid| fits(&grid));
        let of_size: Vec<GameId> = games.iter().copied().filter(of_size).collect();
        if let (Some(size), true) = (self.size, of_size.is_empty()) {
            return Err(Error::Size { game, size, sizes: sizes_of(&games) });
        }
        let asked = |game: &&GameId| self.white.is_none() || game.has_seats();
        let mut grids: Vec<GridSpec> = Vec::new();
        for grid in of_size.iter().filter(asked).flat_map(|game| game.game().grids()).filter(fits) {
            if !grids.contains(grid) {
                grids.push(*grid);
            }
        }
        match of_size.first() {
            Some(&game) if grids.is_empty() => Err(Error::WhiteSide { game }),
            _ => Ok(grids),
        }
    }
}

/// The rows of the boards that games are played on.
fn sizes_of(games: &[GameId]) -> Vec<usize> {
    let grids = games.iter().flat_map(|game| game.game().grids());
    grids.map(|grid| grid.rows).collect::<BTreeSet<_>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_may_lie_a_little_outside_the_photo() {
        let with = |x: f64| RecognizeOptions {
            corners: Quad::new([[x, 0.0], [90.0, 0.0], [90.0, 90.0], [0.0, 90.0]].map(Point::from))
                .ok(),
            ..RecognizeOptions::default()
        };
        assert!(with(-20.0).check_corners((100, 100)).is_ok());
        let error = with(-30.0).check_corners((100, 100)).expect_err("far outside");
        assert!(error.to_string().contains("-30,0"), "{error}");
    }

    #[test]
    fn a_size_is_some_games() {
        let with = |size| RecognizeOptions { size: Some(size), ..RecognizeOptions::default() };
        assert_eq!(with(19).grids(None).expect("one").len(), 1);
        let error = with(7).check(None).expect_err("no game's");
        assert!(error.to_string().starts_with("no game is played on 7x7"), "{error}");
    }

    #[test]
    fn where_white_sits_is_said_of_games_with_sides() {
        let with = |size| RecognizeOptions {
            size,
            white: Some(Side::Bottom),
            ..RecognizeOptions::default()
        };
        assert_eq!(
            with(None).grids(None).expect("some"),
            [GridSpec::squares(8), GridSpec::squares(10)]
        );
        for (size, game) in [(None, Some(GameId::Go)), (Some(19), None)] {
            let error = with(size).check(game).expect_err("nobody sits opposite white");
            assert!(matches!(error, Error::WhiteSide { game: GameId::Go }), "{error}");
        }
    }
}

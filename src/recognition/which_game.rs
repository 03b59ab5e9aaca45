//! Which of the games that share a board a photo shows: chess and checkers are both played on 8x8
//! squares.

use super::{Corners, Recognition, RecognizeOptions, size::claim};
use crate::{games::GameId, geometry::GridSpec};

/// What something impossible about a board takes from its log-likelihood, each piece too many by
/// itself. Where games share a board, men that another game could not have there tell it from that
/// one as well as its own classifier does. Set on training photos.
const IMPOSSIBLE: f64 = 3.0;

/// Games whose boards claim at least this share of what the best one claims may be the one played.
const SHARED: f32 = 0.5;

/// Something surely stands on a cell that is empty with less than this probability. A reading that
/// takes so many such cells for empty explains less than another game's, by so much for each of
/// them. Of 203 training photos of chess none has more than two; of 150 of checkers, as chess, 72
/// have three or more (train/LOG.md).
const SURELY_NOT_EMPTY: f32 = 0.01;
const OVERLOOKED: usize = 3;
const UNEXPLAINED: f64 = 5.0;

/// Each game's classifier has learned from its own pieces alone, and is sure of others, too: the
/// odds of two games are this root of how much better one explains the photo. Fitted to 353
/// training photos (train/LOG.md).
const TEMPERATURE: f64 = 4.0;

/// How probably a photo shows the game that it was read as, and which one otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameChoice {
    /// How probable the game is.
    pub probability: f32,
    /// The game that it is most probably otherwise.
    pub runner_up: GameId,
    /// How probable that one is.
    pub runner_up_probability: f32,
}

/// The games that may be played on the board that was found, and those of their boards that were
/// asked for.
pub(super) fn candidates(
    found: &Corners,
    options: &RecognizeOptions,
) -> Vec<(GameId, Vec<GridSpec>)> {
    let of = |game: GameId| Some((game, options.grids(Some(game)).ok()?));
    let games: Vec<_> = GameId::ALL.into_iter().filter_map(of).collect();
    let claimed =
        |grids: &[GridSpec]| grids.iter().map(|grid| claim(found, grid, grids)).fold(0.0, f32::max);
    let most = games.iter().map(|(_, grids)| claimed(grids)).fold(0.0, f32::max);
    games.into_iter().filter(|(_, grids)| claimed(grids) >= SHARED * most).collect()
}

/// How well each of several readings of a photo, as games that may be played on its board, explains
/// it. Where another game is sure that something stands on several cells that a reading takes for
/// empty, what stands there is no piece of its game, and it explains nothing: a network that has
/// only seen chessmen may take flat men for a part of the board, and is sure of it.
fn explained(readings: &[Recognition]) -> Vec<f64> {
    let explained = |(i, read): (usize, &Recognition)| {
        let others = readings.iter().enumerate().filter(|(j, _)| *j != i);
        let overlooked: usize = others
            .map(|(_, other)| overlooked(read, other))
            .filter(|cells| *cells >= OVERLOOKED)
            .sum();
        score(read) - UNEXPLAINED * overlooked as f64
    };
    readings.iter().enumerate().map(explained).collect()
}

/// The index of the reading that explains the photo best, the first of equals, and how probably it
/// is of the right game, where there are others; `None` where there are no readings.
pub(super) fn likeliest(readings: &[Recognition]) -> Option<(usize, Option<GameChoice>)> {
    let scores = explained(readings);
    let best = |skipped: Option<usize>| {
        let rest = (0..scores.len()).filter(|i| Some(*i) != skipped);
        // The first of equals: the others are tried for want of a better one.
        rest.reduce(|best, i| if scores[i] > scores[best] { i } else { best })
    };
    let first = best(None)?;
    let weight = |i: usize| ((scores[i] - scores[first]) / TEMPERATURE).exp();
    let sum: f64 = (0..scores.len()).map(weight).sum();
    let probability = |i: usize| (weight(i) / sum) as f32;
    let choice = best(Some(first)).map(|second| GameChoice {
        probability: probability(first),
        runner_up: readings[second].game,
        runner_up_probability: probability(second),
    });
    Some((first, choice))
}

/// How many cells are empty as one reading has it, on which another one is sure that something
/// stands.
fn overlooked(read: &Recognition, other: &Recognition) -> usize {
    if read.grid != other.grid {
        return 0;
    }
    // Each game has its first corner where its own men say.
    let [first, ..] = read.corners.quad.corners();
    let away = |turns: &usize| other.corners.quad.corners()[*turns].distance(*first);
    let turns = (0..4).min_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or(0);
    let (board, probs) = (other.board.rotated(turns), other.probs.rotated(turns));
    // Class 0 of every game is an empty cell.
    let is_overlooked = |&(row, col): &(usize, usize)| {
        let empty = probs.array()[[row, col, 0]];
        read.board.get(row, col) == 0 && board.get(row, col) != 0 && empty < SURELY_NOT_EMPTY
    };
    read.cells().filter(is_overlooked).count()
}

/// How well a reading explains a photo, to be compared with readings of the same photo as another
/// game.
pub(super) fn score(read: &Recognition) -> f64 {
    let places = read.game.game().told_by_places(&read.probs);
    let impossible: usize = read.violations.iter().map(|violation| violation.excess).sum();
    read.log_likelihood - IMPOSSIBLE * impossible as f64 + places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::{CellGrid, CellProbs, Side},
        geometry::Quad,
        recognition::{kind_name, testing},
    };
    use ndarray::Array3;

    fn found(claims: &[(GridSpec, f32)]) -> Corners {
        Corners {
            quad: Quad::rectangle(80.0, 80.0),
            confidence: 1.0,
            kinds: claims.iter().map(|(grid, claim)| (kind_name(grid), *claim)).collect(),
            occlusion: None,
            others: Vec::new(),
        }
    }

    #[test]
    fn games_that_share_a_board_are_all_tried_and_options_rule_some_out() {
        let squares = found(&[(GridSpec::squares(8), 0.9), (GridSpec::intersections(19), 0.1)]);
        let games = |options: &RecognizeOptions| {
            candidates(&squares, options).into_iter().map(|(game, _)| game).collect::<Vec<_>>()
        };
        let tried = games(&RecognizeOptions::default());
        assert!(tried.len() > 1, "{tried:?}");
        let ten = RecognizeOptions { size: Some(10), ..RecognizeOptions::default() };
        assert_eq!(games(&ten).len(), 1, "one game knows boards of 10x10");
        let white = RecognizeOptions { white: Some(Side::Top), ..RecognizeOptions::default() };
        assert!(games(&white).iter().all(|game| game.has_seats()));
    }

    /// A board of a game with its first piece on these cells, surely.
    fn read_as(game: GameId, cells: &[(usize, usize)], log_likelihood: f64) -> Recognition {
        let mut board = CellGrid::empty(8, 8);
        cells.iter().for_each(|&(row, col)| board.set(row, col, 1));
        let classes = game.game().classes().len();
        let probs = Array3::from_shape_fn((8, 8, classes), |(row, col, class)| {
            if usize::from(board.get(row, col)) == class { 0.999 } else { 1e-4 }
        });
        let (grid, probs) = (GridSpec::squares(8), CellProbs::new(probs));
        Recognition { game, grid, board, probs, log_likelihood, ..testing::recognition(&[]) }
    }

    #[test]
    fn a_game_that_overlooks_what_stands_on_the_board_is_not_played_on_it() {
        let men = [(0, 1), (2, 3), (5, 6), (7, 0)];
        let empty = || read_as(GameId::Chess, &[], -0.01);
        let checkers = |men: &[(usize, usize)]| read_as(GameId::Checkers, men, -1.2);
        assert_eq!(overlooked(&empty(), &checkers(&men)), 4);
        let best = |readings: &[Recognition]| likeliest(readings).map(|(best, _)| best);
        assert_eq!(best(&[empty(), checkers(&men)]), Some(1));
        // Two may be anything.
        assert_eq!(best(&[empty(), checkers(&men[..2])]), Some(0));
        assert_eq!(best(&[empty(), checkers(&[])]), Some(0));
        // Cells are compared where they lie in the photo, whatever each game's first corner is.
        let turned = |read: Recognition| Recognition {
            corners: Corners { quad: read.corners.quad.rotated(1), ..read.corners },
            board: read.board.rotated(1),
            probs: read.probs.rotated(1),
            ..read
        };
        let same = read_as(GameId::Chess, &men, -0.01);
        assert_eq!(overlooked(&same, &turned(checkers(&men))), 0);
        assert_eq!(overlooked(&turned(same), &checkers(&men)), 0);
        assert_eq!(best(&[]), None);
    }

    #[test]
    fn how_probable_the_game_is_comes_of_how_much_better_it_explains_the_photo() {
        let as_chess = |log_likelihood| read_as(GameId::Chess, &[(0, 1)], log_likelihood);
        let as_checkers = |log_likelihood| read_as(GameId::Checkers, &[(0, 1)], log_likelihood);
        let choice = |readings: &[Recognition]| likeliest(readings).expect("readings");
        assert_eq!(choice(&[as_chess(-1.0)]), (0, None), "there is no other game");
        let (best, near) = choice(&[as_chess(-3.0), as_checkers(-1.0)]);
        let near = near.expect("another game");
        // 1 / (1 + exp(-2 / 4)), and a little for the place of the piece.
        assert_eq!((best, near.runner_up), (1, GameId::Chess));
        assert!((near.probability - 0.62).abs() < 0.02, "{near:?}");
        assert!((near.probability + near.runner_up_probability - 1.0).abs() < 1e-6);
        let (best, far) = choice(&[as_chess(-1.0), as_checkers(-21.0)]);
        assert!(best == 0 && far.is_some_and(|far| far.probability > 0.99));
    }

    #[test]
    fn a_piece_too_many_speaks_against_a_game_and_ten_do_more() {
        let full: Vec<(usize, usize)> =
            (0..8).flat_map(|row| (0..4).map(move |i| (row, 2 * i + (row + 1) % 2))).collect();
        let read = |men: usize| {
            let read = read_as(GameId::Checkers, &full[..men], 0.0);
            let violations = read.game.game().violations(&read.board);
            score(&Recognition { violations, ..read })
        };
        assert!(read(12) - read(13) >= IMPOSSIBLE);
        assert!(read(12) - read(22) >= 10.0 * IMPOSSIBLE);
    }
}

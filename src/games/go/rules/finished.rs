//! Whether a game of Go looks finished.

use super::territory::{Owner, Territory};
use crate::games::go::{
    classes::{BLACK, EMPTY, WHITE},
    groups::groups,
};

/// Neutral areas up to this size may be left at the end of a game: points that neither side cares
/// to fill, and the inside of a seki.
const LARGEST_NEUTRAL: usize = 9;

/// Larger ones may be, too, where dead stones are judged wrongly, up to this part of the board.
const PART: usize = 12;

impl Territory {
    /// Points that are still open; none where the game looks finished.
    ///
    /// A game does not look finished where neutral areas of more than nine points make up more
    /// than a twelfth of the board, or where a color has no stones: then all empty points are open.
    /// Of the 240 games of `tests/games/go_endings.csv` that were played until both sides passed,
    /// one has a neutral point at all, and it has 19.
    pub fn open_points(&self) -> usize {
        let has = |color| self.owners.contains(&Owner::Stone(color));
        if !(has(BLACK) && has(WHITE)) {
            return self.board.cells().iter().filter(|&&class| class == EMPTY).count();
        }
        let cols = self.board.cols();
        let neutral = |(row, col): (usize, usize)| self.owners[row * cols + col] == Owner::Neutral;
        let areas = groups(&self.board).into_iter().filter(|area| area.class == EMPTY);
        let sizes = areas.filter(|area| neutral(area.points[0])).map(|area| area.points.len());
        let open = sizes.filter(|&size| size > LARGEST_NEUTRAL).sum();
        if open * PART > self.board.cells().len() { open } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use crate::games::{
        CellGrid, Game,
        go::{
            Go,
            rules::{GoGame, territory},
        },
    };
    use proptest::prelude::*;

    fn open(sgf: &str) -> usize {
        territory(&Go.from_notation(sgf).expect("an SGF"), &[]).open_points()
    }

    #[test]
    fn walls_end_a_game_and_a_gap_between_them_does_not() {
        assert_eq!(open("(;SZ[9]AB[ea:ei]AW[fa:fi])"), 0);
        assert_eq!(open("(;SZ[9]AB[da:di]AW[fa:fi])"), 0, "dame");
        assert_eq!(open("(;SZ[9]AB[ca:ci]AW[fa:fi])"), 18);
    }

    #[test]
    fn openings_and_boards_of_one_color_are_not_finished() {
        assert_eq!(open("(;SZ[9])"), 81);
        assert_eq!(open("(;SZ[9]AB[ee])"), 80);
        assert_eq!(open("(;SZ[13]AB[jd][dj][jj]AW[dd][kg])"), 164);
        let opening = "(;SZ[19]AB[pd][pp][cq][nq][qf]AW[dd][dp][qn][nc][cj])";
        assert_eq!(open(opening), 351);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// Stones here and there, a quarter of the board.
        #[test]
        fn a_game_of_few_moves_is_not_finished(size in prop::sample::select(vec![9usize, 13, 19]),
        picks in proptest::collection::vec(any::<prop::sample::Index>(), 90)) {
            let mut game = GoGame::new(CellGrid::empty(size, size), true);
            for pick in picks.iter().take(size * size / 4) {
                let at = pick.index(size * size);
                let _ = game.play((at / size, at % size));
            }
            prop_assert!(territory(game.board(), &[]).open_points() > 0);
        }
    }
}

//! Counting sequences of moves: the usual check of a move generator.

use super::{moves::Move, position::Position, variant::Variant};

/// How many sequences of `depth` moves there are. With [`legal_moves`](super::legal_moves) as
/// `moves`, captures of the same pieces by different routes count one by one; with
/// [`distinct_moves`](super::distinct_moves) they count once.
pub fn perft(
    variant: &Variant,
    position: &Position,
    depth: u32,
    moves: fn(&Variant, &Position) -> Vec<Move>,
) -> u64 {
    let mut position = *position;
    count(variant, &mut position, depth, moves)
}

fn count(
    variant: &Variant,
    position: &mut Position,
    depth: u32,
    moves: fn(&Variant, &Position) -> Vec<Move>,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let found = moves(variant, position);
    if depth == 1 {
        return found.len() as u64;
    }
    let mut nodes = 0;
    for mv in &found {
        let undo = position.make(mv);
        nodes += count(variant, position, depth - 1, moves);
        position.unmake(mv, undo);
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::checkers::rules::{Color, distinct_moves, legal_moves};

    // Published node counts; those of English draughts also in A. Bik, "Computing deep perft and
    // divide numbers for checkers", ICGA Journal 35 (2012).
    const ENGLISH: [u64; 12] = [
        7,
        49,
        302,
        1469,
        7361,
        36768,
        179_740,
        845_931,
        3_963_680,
        18_391_564,
        85_242_128,
        388_623_673,
    ];
    const ENGLISH_DISTINCT_12: u64 = 388_617_999;
    const RUSSIAN: [u64; 8] = [7, 49, 302, 1469, 7482, 37986, 190_146, 929_905];
    const RUSSIAN_DISTINCT_8: u64 = 929_899;
    /// Counted by py-draughts 1.10.1 (`tests/oracles/checkers-py-draughts.txt`), which counts
    /// captures by different routes once.
    const BRAZILIAN_DISTINCT: [u64; 9] =
        [7, 49, 302, 1469, 7473, 37628, 187_302, 907_830, 4_431_766];
    const INTERNATIONAL: [u64; 8] = [9, 81, 658, 4265, 27117, 167_140, 1_049_442, 6_483_971];
    const INTERNATIONAL_DISTINCT_8: u64 = 6_483_961;

    fn nodes(variant: &Variant, depth: usize) -> u64 {
        perft(variant, &Position::initial(variant, Color::White), depth as u32, legal_moves)
    }

    fn distinct(variant: &Variant, depth: usize) -> u64 {
        perft(variant, &Position::initial(variant, Color::White), depth as u32, distinct_moves)
    }

    fn check(variant: &Variant, published: &[u64]) {
        for (depth, &count) in (1..).zip(published) {
            assert_eq!(nodes(variant, depth), count, "depth {depth}");
        }
    }

    #[test]
    fn english() {
        check(&Variant::ENGLISH, &ENGLISH[..8]);
        assert_eq!(distinct(&Variant::ENGLISH, 8), ENGLISH[7]);
        let black_begins = Position::initial(&Variant::ENGLISH, Color::Black);
        assert_eq!(perft(&Variant::ENGLISH, &black_begins, 7, legal_moves), ENGLISH[6]);
    }

    #[test]
    fn russian() {
        check(&Variant::RUSSIAN, &RUSSIAN);
        assert_eq!(distinct(&Variant::RUSSIAN, 8), RUSSIAN_DISTINCT_8);
    }

    #[test]
    fn brazilian() {
        for (depth, &count) in (1..=7).zip(&BRAZILIAN_DISTINCT) {
            assert_eq!(distinct(&Variant::BRAZILIAN, depth), count, "depth {depth}");
        }
    }

    #[test]
    fn international() {
        check(&Variant::INTERNATIONAL, &INTERNATIONAL[..6]);
        assert_eq!(distinct(&Variant::INTERNATIONAL, 6), INTERNATIONAL[5]);
    }

    #[test]
    #[ignore = "slow: make test-slow"]
    fn english_deep() {
        check(&Variant::ENGLISH, &ENGLISH);
        assert_eq!(distinct(&Variant::ENGLISH, 12), ENGLISH_DISTINCT_12);
    }

    #[test]
    #[ignore = "slow: make test-slow"]
    fn brazilian_deep() {
        assert_eq!(distinct(&Variant::BRAZILIAN, 9), BRAZILIAN_DISTINCT[8]);
    }

    #[test]
    #[ignore = "slow: make test-slow"]
    fn international_deep() {
        check(&Variant::INTERNATIONAL, &INTERNATIONAL);
        assert_eq!(distinct(&Variant::INTERNATIONAL, 8), INTERNATIONAL_DISTINCT_8);
    }
}

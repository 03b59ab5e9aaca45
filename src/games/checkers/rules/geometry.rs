//! Playing squares and what lies beside them.
//!
//! Squares are counted from 0, row by row from the upper left: one less than their number in PDN.

use super::variant::Variant;

/// Diagonal steps: up-left, up-right, down-left, down-right. White men move by the first two, black
/// men by the last two.
pub const DIRECTIONS: [usize; 4] = [0, 1, 2, 3];

/// No square.
pub const NONE: u8 = u8::MAX;

/// The square one step away in each direction, or [`NONE`].
#[derive(Debug)]
pub struct Geometry {
    size: usize,
    next: [[u8; 4]; 50],
}

static EIGHT: Geometry = Geometry::new(8);
static TEN: Geometry = Geometry::new(10);

impl Geometry {
    /// The geometry of a variant's board.
    pub fn of(variant: &Variant) -> &'static Self {
        if variant.size == 10 { &TEN } else { &EIGHT }
    }

    const fn new(size: usize) -> Self {
        let mut next = [[NONE; 4]; 50];
        let mut square = 0;
        while square < size * size / 2 {
            let (row, col) = place(size, square);
            let mut direction = 0;
            while direction < 4 {
                let r = if direction < 2 { row.wrapping_sub(1) } else { row + 1 };
                let c = if direction % 2 == 0 { col.wrapping_sub(1) } else { col + 1 };
                if r < size && c < size {
                    next[square][direction] = (r * size / 2 + c / 2) as u8;
                }
                direction += 1;
            }
            square += 1;
        }
        Self { size, next }
    }

    /// The square one step away.
    #[inline]
    pub fn step(&self, square: u8, direction: usize) -> Option<u8> {
        let next = self.next[usize::from(square)][direction];
        (next != NONE).then_some(next)
    }

    /// The squares on a ray, nearest first.
    pub fn ray(&self, square: u8, direction: usize) -> impl Iterator<Item = u8> + '_ {
        std::iter::successors(self.step(square, direction), move |&s| self.step(s, direction))
    }

    /// Row and column of a square.
    pub const fn place(&self, square: u8) -> (usize, usize) {
        place(self.size, square as usize)
    }

    /// The squares of a row.
    pub const fn row(&self, row: usize) -> u64 {
        ((1 << (self.size / 2)) - 1) << (row * self.size / 2)
    }

    /// The first row, where white men become kings, or the last, where black ones do.
    pub const fn promotion_row(&self, white: bool) -> u64 {
        self.row(if white { 0 } else { self.size - 1 })
    }
}

/// Row and column of a square on a board of `size` rows.
pub const fn place(size: usize, square: usize) -> (usize, usize) {
    let row = square / (size / 2);
    (row, square % (size / 2) * 2 + (row + 1) % 2)
}

/// The set that holds one square.
#[inline]
pub const fn bit(square: u8) -> u64 {
    1 << square
}

/// The squares of a set, in rising order.
pub fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(square)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbors_of_numbered_squares() {
        // Numbers as in PDN: 1 has 5 and 6 below it, 29 lies at the lower left.
        let next = |n: u8| DIRECTIONS.map(|d| EIGHT.step(n - 1, d).map(|s| s + 1));
        assert_eq!(next(1), [None, None, Some(5), Some(6)]);
        assert_eq!(next(18), [Some(14), Some(15), Some(22), Some(23)]);
        assert_eq!(next(29), [None, Some(25), None, None]);
        assert_eq!(EIGHT.place(28), (7, 0));
        assert_eq!(TEN.step(49, 0), Some(43));
        assert_eq!(
            TEN.ray(45, 1).map(|s| s + 1).collect::<Vec<_>>(),
            [41, 37, 32, 28, 23, 19, 14, 10, 5]
        );
    }
}

//! A share of many photos, for one of several runs of the program.

use std::str::FromStr;

/// The share `index`, from 0, of so many. Put together in order, the shares are the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    count: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(index, count)| {
            Some(Self { index: index.parse().ok()?, count: count.parse().ok()? })
        });
        parts.filter(|shard| shard.index < shard.count).ok_or_else(|| {
            format!(
                "'{text}' is no share of the photos: use 0/4, 1/4, 2/4 and 3/4 for four of them"
            )
        })
    }
}

impl Shard {
    /// What of a list is in the share; nothing, where there are more shares than things.
    pub fn of<T>(self, mut all: Vec<T>) -> Vec<T> {
        let start =
            |index: usize| (index as u128 * all.len() as u128 / self.count as u128) as usize;
        let (from, to) = (start(self.index), start(self.index + 1));
        all.truncate(to);
        all.split_off(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_put_together_are_the_whole() {
        for (length, count) in [(0, 1), (1, 4), (10, 3), (12, 4), (7, 7), (5, 1)] {
            let all: Vec<usize> = (0..length).collect();
            let share = |index| Shard { index, count }.of(all.clone());
            let shares: Vec<Vec<usize>> = (0..count).map(share).collect();
            assert_eq!(shares.concat(), all);
            let sizes = shares.iter().map(Vec::len);
            assert!(sizes.clone().max() <= sizes.min().map(|least| least + 1), "{shares:?}");
        }
    }

    #[test]
    fn shares_are_counted_from_0() {
        assert_eq!("3/4".parse(), Ok(Shard { index: 3, count: 4 }));
        for text in ["4/4", "0/0", "-1/4", "1", "a/b", "1/2/3", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}

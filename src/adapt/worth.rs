//! What a correction is worth, and how strongly it is to be held back.

use super::fit::{Alike, STRENGTHS, Samples, fit};
use crate::recognition::classify::softmax;
use ndarray::Array2;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// So many parts of the references are left out in turn.
const PARTS: usize = 4;

/// What a correction is worth, on cells that were left out of it. One look at each cell, by itself:
/// what reading makes of a board is more.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Figures {
    /// What was left out in turn.
    pub left_out: LeftOut,
    /// Cells.
    pub cells: usize,
    /// Of them those read right without the correction.
    pub right_before: usize,
    /// And with it.
    pub right_after: usize,
    /// How probable what is there was without the correction: the geometric mean over the cells, 0 to
    /// 1. Sets that were kept before this was counted have 0.
    #[serde(default)]
    pub probability_before: f32,
    /// And with it: this is what the correction is chosen by.
    #[serde(default)]
    pub probability_after: f32,
}

impl Figures {
    /// Whether the correction reads more cells right, or as many and makes what is there more probable.
    pub fn helps(&self) -> bool {
        let more_probable = self.probability_after > self.probability_before;
        self.right_after > self.right_before
            || self.right_after == self.right_before && more_probable
    }
}

/// What was left out of a correction to see what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LeftOut {
    /// One photo at a time, or a quarter of them where there are more than four.
    Photo,
    /// A quarter of the only photo's cells at a time.
    Cells,
}

/// The strength of the prior with which the cells that were left out are the most probable, and what
/// the correction is worth; `None` where they are so without a correction.
pub(super) fn chosen(plain: &[Samples], alike: Alike) -> (Option<f32>, Figures) {
    let (left_out, splits) = match plain {
        [only] => (LeftOut::Cells, parts_of(only)),
        several => (LeftOut::Photo, photo_by_photo(several)),
    };
    let none = |samples: &Samples| samples.logits.clone();
    let before = judge(&splits, &|_, test| none(test));
    let mut best = (None, before);
    for strength in STRENGTHS {
        let judged = judge(&splits, &|train, test| {
            &test.logits + &fit(train, strength, alike).of(test.features.view())
        });
        if judged.loss < best.1.loss {
            best = (Some(strength), judged);
        }
    }
    let figures = Figures {
        left_out,
        cells: before.cells,
        right_before: before.right,
        right_after: best.1.right,
        probability_before: before.probability(),
        probability_after: best.1.probability(),
    };
    (best.0, figures)
}

/// Some cells, and others that were left out of them.
type Split = (Samples, Samples);

/// Each photo, or each of a few parts of many photos, and the others.
fn photo_by_photo(each: &[Samples]) -> Vec<Split> {
    let together = |keep: &dyn Fn(usize) -> bool| {
        let kept = each.iter().enumerate().filter(|(i, _)| keep(*i)).map(|(_, s)| s.clone());
        kept.fold(Samples::default(), Samples::and)
    };
    let parts = each.len().min(PARTS);
    (0..parts)
        .map(|part| (together(&|i| i % parts != part), together(&|i| i % parts == part)))
        .collect()
}

/// Every part of a photo's cells, and the others. Cells of a class stand side by side: every fourth
/// one of each class is left out.
fn parts_of(all: &Samples) -> Vec<Split> {
    let split = |part: usize| {
        let is_left_out = |cell: usize| rank_in_class(all, cell) % PARTS == part;
        (all.filtered(|cell| !is_left_out(cell)), all.filtered(is_left_out))
    };
    (0..PARTS).map(split).collect()
}

/// How cells that were left out are read.
#[derive(Clone, Copy, Default)]
struct Judged {
    /// The sum of the negative logarithms of their classes' probabilities.
    loss: f32,
    cells: usize,
    /// Of them those whose class is the most probable one.
    right: usize,
}

impl Judged {
    /// The geometric mean of the classes' probabilities.
    fn probability(&self) -> f32 {
        (-self.loss / self.cells.max(1) as f32).exp()
    }
}

/// Judges logits of cells, which are made of the others and them.
fn judge(splits: &[Split], logits: &dyn Fn(&Samples, &Samples) -> Array2<f32>) -> Judged {
    let mut judged = Judged::default();
    for (train, test) in splits {
        let probs = softmax(logits(train, test));
        for (row, &class) in probs.rows().into_iter().zip(&test.classes) {
            let p = row[usize::from(class)];
            judged.loss -= p.max(f32::MIN_POSITIVE).ln();
            judged.cells += 1;
            judged.right += usize::from(row.iter().all(|other| *other <= p));
        }
    }
    judged
}

/// How many cells of the same class come before a cell.
fn rank_in_class(samples: &Samples, cell: usize) -> usize {
    let class = samples.cells.iter().position(|c| *c == cell).map(|i| samples.classes[i]);
    let mut before: Vec<usize> = (0..samples.cells.len())
        .filter(|&i| samples.cells[i] < cell && Some(samples.classes[i]) == class)
        .map(|i| samples.cells[i])
        .collect();
    before.dedup();
    before.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(cells: usize) -> Samples {
        // Even cells are of class 0, odd ones of class 1, which the network does not tell apart.
        let class = |cell: usize| (cell % 2) as u8;
        Samples {
            features: Array2::from_shape_fn((cells, 2), |(i, j)| {
                if i % 2 == j { 1.0 } else { 0.1 * (i % 3) as f32 }
            }),
            logits: Array2::from_shape_fn((cells, 2), |(_, j)| 0.5 - j as f32 * 0.2),
            classes: (0..cells).map(class).collect(),
            cells: (0..cells).collect(),
        }
    }

    #[test]
    fn what_it_is_worth_is_counted_on_what_was_left_out() {
        let (strength, figures) = chosen(&[samples(24)], &|_| None);
        assert_eq!((figures.cells, figures.right_before, figures.right_after), (24, 12, 24));
        assert!(figures.helps() && figures.left_out == LeftOut::Cells && strength.is_some());
        let (_, figures) = chosen(&[samples(8), samples(8), samples(8)], &|_| None);
        assert_eq!((figures.cells, figures.right_before, figures.right_after), (24, 12, 24));
        assert_eq!(figures.left_out, LeftOut::Photo);
    }

    #[test]
    fn what_makes_the_truth_more_probable_helps_though_as_many_cells_are_right() {
        let right = samples(24);
        let unsure = Samples {
            logits: Array2::from_shape_fn((24, 2), |(i, j)| if i % 2 == j { 0.2 } else { 0.0 }),
            ..right
        };
        let (strength, figures) = chosen(&[unsure], &|_| None);
        assert_eq!((figures.right_before, figures.right_after), (24, 24));
        assert!(figures.helps() && strength.is_some());
        assert!((0.5..0.6).contains(&figures.probability_before), "{figures:?}");
        assert!(figures.probability_after > 0.7, "{figures:?}");
    }

    #[test]
    fn what_reads_fewer_cells_right_does_not_help() {
        let figures = |right_after, probability_after| Figures {
            left_out: LeftOut::Photo,
            cells: 64,
            right_before: 47,
            right_after,
            probability_before: 0.5,
            probability_after,
        };
        assert!(!figures(46, 0.75).helps() && figures(47, 0.75).helps());
        assert!(!figures(47, 0.5).helps() && figures(48, 0.25).helps());
    }

    #[test]
    fn what_does_not_help_is_no_correction() {
        // Features that say nothing of the classes, which the network knows.
        let known = Samples {
            features: Array2::from_shape_fn((24, 2), |(i, j)| ((7 * i + 3 * j) % 5) as f32),
            logits: Array2::from_shape_fn((24, 2), |(i, j)| if i % 2 == j { 9.0 } else { 0.0 }),
            ..samples(24)
        };
        let (strength, figures) = chosen(&[known], &|_| None);
        assert_eq!((figures.right_before, figures.right_after), (24, 24));
        assert!(!figures.helps() && strength.is_none(), "{strength:?}");
        assert_eq!(figures.probability_before, figures.probability_after);
    }
}

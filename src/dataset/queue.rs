//! In which order photos are worth a label.
//!
//! ```
//! use image::{Rgb, RgbImage};
//! use kibitzer::dataset::{hash::PhotoHash, queue::{Queued, order}};
//!
//! let look = |by: f32| {
//!     let gray = |x: u32, y: u32| 128.0 + 100.0 * (by * x as f32).sin() * (by * y as f32).cos();
//!     PhotoHash::of(RgbImage::from_fn(160, 120, |x, y| Rgb([gray(x, y) as u8; 3])))
//! };
//! let photo = |name: &str, teaches: f64, by: f32| {
//!     Queued { photo: name.to_owned(), game: None, teaches, like: None, hash: look(by) }
//! };
//! let queue = order(vec![photo("a", 0.1, 0.1), photo("b", 5.0, 0.05), photo("c", 4.0, 0.05)], None);
//! let names: Vec<&str> = queue.iter().map(|queued| queued.photo.as_str()).collect();
//! assert_eq!(names, ["b", "a", "c"], "c shows the same as b");
//! ```

use super::hash::PhotoHash;
use crate::{
    games::GameId,
    recognition::{Concern, Recognition, augmentation::entropy},
};
use serde::{Deserialize, Serialize};

/// Photos whose hashes differ in no more bits show nearly the same.
const ALIKE: u32 = 24;

/// What something impossible about a board teaches, and what a board teaches that may lie another
/// way round, in nats: about as much as a cell of which nothing is known.
const IMPOSSIBLE: f64 = 1.0;
const TURNED: f64 = 1.0;

/// A photo in the queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Queued {
    /// The photo, as it was named.
    pub photo: String,
    /// The game that was read; null where no board was.
    pub game: Option<GameId>,
    /// How much a label would teach, in nats: the entropy of the cells, how far the looks at them
    /// disagree, and what else is doubtful about the board. 0 where no board was read.
    pub teaches: f64,
    /// A photo before it in the queue that shows nearly the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<String>,
    /// What the photo looks like, so that the queue can be gone on with.
    pub hash: PhotoHash,
}

/// How much a label of a board would teach, in nats: the sum of the cells' entropies, how far the
/// looks at them disagree, something for whatever is impossible, and for not knowing which way round
/// the board lies.
pub fn teaches(found: &Recognition) -> f64 {
    let cells = entropy(found.probs.array()) + found.spread;
    let turned = found.concerns().contains(&Concern::Orientation);
    cells + IMPOSSIBLE * found.violations.len() as f64 + if turned { TURNED } else { 0.0 }
}

/// Puts photos in order: those of which a label would teach most first, and what shows nearly the same
/// as one before it last. Photos in which no board was found come first where all are known to show
/// one, of a `game`: nothing teaches more than what was not seen. Else most of them may show none,
/// and they come after the others.
pub fn order(mut photos: Vec<Queued>, game: Option<GameId>) -> Vec<Queued> {
    let unread_first = |photo: &Queued| game.is_some() && photo.game.is_none();
    photos.sort_by(|a, b| {
        let unread = unread_first(b).cmp(&unread_first(a));
        let teaches = b.teaches.total_cmp(&a.teaches);
        unread.then(teaches).then_with(|| a.photo.cmp(&b.photo))
    });
    let (mut queue, mut alike): (Vec<Queued>, Vec<Queued>) = (Vec::new(), Vec::new());
    for photo in photos {
        // What was read does not wait for what was not.
        let stands_for = |other: &Queued| other.game.is_some() || photo.game.is_none();
        let near = |other: &&Queued| stands_for(other) && other.hash.distance(&photo.hash) <= ALIKE;
        match queue.iter().find(near).map(|other| other.photo.clone()) {
            None => queue.push(Queued { like: None, ..photo }),
            like => alike.push(Queued { like, ..photo }),
        }
    }
    queue.append(&mut alike);
    queue
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{dataset::testing::scene, recognition::testing::recognition};

    fn photo(name: &str, teaches: f64, look: f64) -> Queued {
        let hash = PhotoHash::of(scene(look));
        Queued { photo: name.to_owned(), game: Some(GameId::Go), teaches, like: None, hash }
    }

    #[test]
    fn what_teaches_most_is_first_and_what_shows_the_same_is_last() {
        let queue = order(
            vec![photo("sure", 0.1, 1.0), photo("doubtful", 5.0, 2.7), photo("nearly", 4.0, 2.7)],
            None,
        );
        let names: Vec<&str> = queue.iter().map(|queued| queued.photo.as_str()).collect();
        assert_eq!(names, ["doubtful", "sure", "nearly"]);
        assert_eq!(queue[2].like.as_deref(), Some("doubtful"));
        assert_eq!(order(queue.clone(), None), queue, "it is in order");
    }

    #[test]
    fn a_board_that_was_not_found_teaches_most_where_one_is_known_to_be_there() {
        let unread = Queued { game: None, ..photo("unread", 0.0, 2.7) };
        let order = |game| -> Vec<String> {
            let photos = vec![photo("sure", 0.0, 1.0), photo("doubtful", 5.0, 2.7)];
            let all = photos.into_iter().chain([unread.clone()]).collect();
            order(all, game).into_iter().map(|queued| queued.photo).collect()
        };
        assert_eq!(order(Some(GameId::Go)), ["unread", "doubtful", "sure"]);
        assert_eq!(order(None), ["doubtful", "sure", "unread"], "most such photos show no board");
    }

    #[test]
    fn a_cell_of_which_nothing_is_known_teaches_most() {
        let of = |p: f32| teaches(&recognition(&[((0, 0), p)]));
        assert!((of(0.5) - 2f64.ln()).abs() < 1e-6);
        assert!(of(0.5) > of(0.9) && of(0.9) > of(1.0) && of(1.0).abs() < 1e-9);
    }

    #[test]
    fn looks_that_disagree_teach_more_than_those_that_all_doubt() {
        let agree = recognition(&[((0, 0), 0.5)]);
        let disagree = Recognition { spread: 0.5, ..agree.clone() };
        assert!((teaches(&disagree) - teaches(&agree) - 0.5).abs() < 1e-9);
    }
}

//! The other boards of a photo that shows several.

use super::{
    Readers, Recognition, RecognizeOptions, Timings,
    readers::{Search, check},
};
use crate::{error::Error, games::GameId, geometry::Quad};
use image::RgbImage;

impl Readers {
    /// Reads every board of a photo, one after the other, within the time that the options give for
    /// all: the one that [`Readers::read`] reads, then those seen beside it. Each tells where all the
    /// others are. There is at least one reading, or why there is none, as [`Readers::read`] says it.
    pub fn read_all(
        &self,
        photo: &RgbImage,
        game: Option<GameId>,
        options: &RecognizeOptions,
    ) -> Vec<Result<Recognition, Error>> {
        if let Err(error) = check(photo, game, options) {
            return vec![Err(error)];
        }
        self.workers.run(|| {
            let mut search = Search::new(photo, game, options);
            let first = self.read_here(&mut search);
            let mut boards = search.take_boards();
            // The others tell where it was read, not where it was first seen.
            if let (Ok(read), Some(seen)) = (&first, boards.first_mut()) {
                *seen = read.corners.quad;
            }
            let mut all = vec![first];
            all.extend(self.read_rest(&mut search, &boards));
            // A board of another game than the one asked for is not the one that is read.
            let first = match &all[0] {
                Err(Error::OtherGame { .. }) => all.iter().position(Result::is_ok).unwrap_or(0),
                _ => 0,
            };
            all[..=first].rotate_right(1);
            all
        })
    }

    /// Reads those of the boards that come after the first.
    fn read_rest(&self, search: &mut Search, boards: &[Quad]) -> Vec<Result<Recognition, Error>> {
        let read = |one| {
            // What a board that was not read took is none of the next one's time.
            search.timings = Timings::default();
            self.read_one(search, boards, one)
        };
        (1..boards.len()).map(read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{geometry::Point, inference::ModelStore};
    use std::{
        path::Path,
        time::{Duration, Instant},
    };

    #[test]
    fn where_another_board_was_and_is_not_found_the_first_is_not_taken_for_it() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let board =
            image::open(root.join("datasets/samples/images/go-00000326.jpg")).expect("a photo");
        let board = board.thumbnail(300, 300).to_rgb8();
        let (width, height) = board.dimensions();
        let mut photo = RgbImage::from_pixel(2 * width, height, image::Rgb([90, 80, 70]));
        image::imageops::replace(&mut photo, &board, 0, 0);
        let readers = Readers::new(ModelStore::at(root.join("models")));
        let options = RecognizeOptions::default();
        let first = readers.read(&photo, Some(GameId::Go), &options).expect("a board");
        // As large as the board, beside it, where nothing is.
        let beside = first.corners.quad.corners().map(|p| Point::new(p.x + f64::from(width), p.y));
        let boards = [first.corners.quad, Quad::new(beside).expect("convex")];
        let mut search = Search::new(&photo, Some(GameId::Go), &options);
        let read = readers.read_rest(&mut search, &boards);
        assert!(matches!(&read[..], [Err(error)] if error.is_no_board()), "{read:?}");
    }

    #[test]
    fn all_boards_share_the_time() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let photo = image::open(root.join("datasets/samples/images/chess-00000341.jpg"));
        let photo = photo.expect("a photo").to_rgb8();
        let readers = Readers::new(ModelStore::at(root.join("models")));
        let game = Some(GameId::Chess);
        let options =
            RecognizeOptions { time: Some(Duration::from_secs(3600)), ..Default::default() };
        let board = readers.read(&photo, game, &options).expect("a board").corners.quad;
        let mut search = Search::new(&photo, game, &options);
        for (until, left_out) in [(search.until, false), (Some(Instant::now()), true)] {
            search.until = until;
            let read = readers.read_rest(&mut search, &[board, board]);
            assert!(
                matches!(&read[..], [Ok(read)] if read.left_out.is_empty() != left_out),
                "{read:?}"
            );
        }
    }
}

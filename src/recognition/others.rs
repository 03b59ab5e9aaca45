//! The other boards of a photo that shows several.

use super::{Readers, Recognition, RecognizeOptions};
use crate::{error::Error, games::GameId};
use image::RgbImage;

impl Readers {
    /// Reads the boards of a photo that were seen beside the `first`, one after the other. Each tells
    /// where all the others are, as the first does.
    ///
    /// # Errors
    /// Of each board those of [`Readers::read`].
    pub fn read_others<'a>(
        &'a self,
        photo: &'a RgbImage,
        game: Option<GameId>,
        options: &'a RecognizeOptions,
        first: &'a Recognition,
    ) -> impl Iterator<Item = Result<Recognition, Error>> + 'a {
        first.others.iter().enumerate().map(move |(i, near)| {
            let found = self.read_at(photo, game, options, near)?;
            let mut others = first.others.clone();
            others[i] = first.corners.quad;
            Ok(Recognition { others, ..found })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::{Point, Quad},
        inference::ModelStore,
        recognition::testing::recognition,
    };
    use std::path::Path;

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
        let others = vec![Quad::new(beside).expect("convex")];
        let first = Recognition { others, ..recognition(&[]) };
        let read: Vec<_> =
            readers.read_others(&photo, Some(GameId::Go), &options, &first).collect();
        assert!(matches!(&read[..], [Err(error)] if error.is_no_board()), "{read:?}");
    }
}

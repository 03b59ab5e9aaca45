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
            let options = RecognizeOptions { near: Some(*near), ..options.clone() };
            let found = self.read(photo, game, &options)?;
            let mut others = first.others.clone();
            others[i] = first.corners.quad;
            Ok(Recognition { others, ..found })
        })
    }
}

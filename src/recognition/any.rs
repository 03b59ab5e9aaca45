//! Reading a photo without knowing of which game.

use super::{
    Recognition, RecognizeOptions, Recognizer, corners::CornerDetector, size::claim,
    timing::Timings,
};
use crate::{error::Error, games::GameId, inference::ModelStore, vision::Pyramid};
use image::RgbImage;
use std::{borrow::Cow, sync::Arc};

/// What something impossible about a board takes from its log-likelihood. Where games share a
/// board, men that another game could not have there tell it from that one as well as its own
/// classifier does. Set on training photos.
const IMPOSSIBLE: f64 = 3.0;

/// Games whose boards claim at least this share of what the best one claims may be the one played:
/// chess and checkers share theirs.
const SHARED: f32 = 0.5;

/// Reads boards of any game.
pub struct AnyRecognizer {
    recognizers: Vec<Recognizer>,
}

impl AnyRecognizer {
    /// A recognizer of all games with the models of a store.
    ///
    /// # Errors
    /// When a model is missing, is not what its card says, or cannot be loaded.
    pub fn load(models: &ModelStore) -> Result<Self, Error> {
        let corners = Arc::new(CornerDetector::load(models)?);
        let of = |game| Recognizer::with_corners(models, game, Arc::clone(&corners));
        Ok(Self { recognizers: GameId::ALL.into_iter().map(of).collect::<Result<_, _>>()? })
    }

    /// Reads the board in a photo, and says of which game it is: of those that are played on the
    /// kind of board that the corner detector sees, the one whose reading is the most probable.
    ///
    /// # Errors
    /// [`Error::NoBoard`] when there is no board; other errors when a model fails.
    pub fn recognize(
        &self,
        photo: &RgbImage,
        options: &RecognizeOptions,
    ) -> Result<(GameId, Recognition), Error> {
        let mut timings = Timings::default();
        let photo = timings.time("pyramid", || Pyramid::new(Cow::Borrowed(photo)));
        let grids: Vec<_> =
            self.recognizers.iter().flat_map(|r| r.game().grids()).copied().collect();
        let found =
            self.recognizers[0].find_corners(&photo, options.corners, &grids, &mut timings)?;
        let claimed = |recognizer: &Recognizer| {
            let grids = recognizer.game().grids();
            grids.iter().map(|grid| claim(&found, grid, grids)).fold(0.0, f32::max)
        };
        let most = self.recognizers.iter().map(claimed).fold(0.0, f32::max);
        let mut best: Option<(f64, GameId, Recognition)> = None;
        for recognizer in &self.recognizers {
            let game = recognizer.game();
            if claimed(recognizer) < SHARED * most {
                continue;
            }
            let read = recognizer.read_board(
                &photo,
                found.clone(),
                game.grids(),
                options,
                timings.clone(),
            )?;
            let score = read.log_likelihood - IMPOSSIBLE * read.violations.len() as f64;
            if best.as_ref().is_none_or(|(most, ..)| score > *most) {
                best = Some((score, game.id(), read));
            }
        }
        let (_, game, read) = best.expect("every kind of board is some game's");
        Ok((game, read))
    }
}

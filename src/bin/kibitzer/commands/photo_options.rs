//! What the user says about photos: the size of the board, its corners, where white sits.

use crate::args::PhotoOptions;
use anyhow::bail;
use image::RgbImage;
use kibitzer::{error::Error, games::GameId, geometry::Quad, recognition::RecognizeOptions};
use std::path::Path;

/// A given corner may lie this far outside the photo, as a fraction of its side.
const OUTSIDE: f64 = 0.25;

impl PhotoOptions {
    /// What can be wrong with the options before any photo is looked at.
    pub fn check(&self, game: GameId) -> anyhow::Result<()> {
        let grids = game.game().grids();
        if let Some(size) = self.size.filter(|size| !grids.iter().any(|g| g.rows == *size)) {
            let sizes: Vec<String> = grids.iter().map(|g| g.rows.to_string()).collect();
            return Err(Error::Size { game, size, sizes: sizes.join(", ") }.into());
        }
        if self.white.is_some() && !matches!(game, GameId::Chess | GameId::Checkers) {
            bail!("--white is for chess and checkers: leave it out for {game}");
        }
        Ok(())
    }

    /// Whether anything is said.
    pub const fn is_given(&self) -> bool {
        self.size.is_some() || self.corners.is_some() || self.white.is_some()
    }

    /// What can be wrong with the options where the game is not known.
    pub fn check_without_game(&self) -> anyhow::Result<()> {
        if self.size.is_some() || self.white.is_some() {
            bail!("--size and --white need a game: name it with --game instead of auto");
        }
        Ok(())
    }

    /// The options for one photo.
    ///
    /// # Errors
    /// When the corners lie far outside it.
    pub fn recognize_options(
        &self,
        path: &Path,
        photo: &RgbImage,
    ) -> anyhow::Result<RecognizeOptions> {
        if let Some(message) = self.corners.and_then(|quad| outside(&quad, photo)) {
            bail!("{}: {message}", path.display());
        }
        Ok(RecognizeOptions {
            size: self.size,
            white: self.white.map(Into::into),
            corners: self.corners,
        })
    }
}

/// What is wrong with corners that lie far outside the photo.
fn outside(quad: &Quad, photo: &RgbImage) -> Option<String> {
    let (width, height) = (f64::from(photo.width()), f64::from(photo.height()));
    let within = |v: f64, side: f64| (-OUTSIDE * side..=(1.0 + OUTSIDE) * side).contains(&v);
    let bad = quad.corners().iter().find(|p| !within(p.x, width) || !within(p.y, height))?;
    Some(format!(
        "the corner {},{} of --corners lies outside the photo ({width} x {height}): give pixels of \
        this photo",
        bad.x, bad.y
    ))
}

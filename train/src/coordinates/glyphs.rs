//! The shapes of letters and figures, from font files.

use crate::data::sha256_of;
use ab_glyph::{Font, FontVec, PxScale, ScaleFont};
use anyhow::{Context, Result, bail};
use kibitzer::inference::{CoordinateTask, TrainingData};
use ndarray::Array2;
use rand::{rngs::StdRng, seq::IndexedRandom};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The height at which a font is drawn, in pixels.
const HEIGHT: f32 = 64.0;

/// How much of each pixel a sign covers, in [0, 1], cut to the sign.
pub type Glyph = Array2<f32>;

/// The shapes of each sign, in the order of [`CoordinateTask::SIGNS`]; letters are small or large.
pub struct Alphabet(Vec<Vec<Glyph>>);

impl Alphabet {
    /// The signs of all fonts in some folders.
    ///
    /// # Errors
    /// When there is no font that has them all, or a file cannot be read.
    pub fn load(folders: &[PathBuf], sources: &mut Vec<TrainingData>) -> Result<Self> {
        let mut signs = vec![Vec::new(); CoordinateTask::SIGNS.len()];
        for path in fonts(folders)? {
            let bytes =
                fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let font = FontVec::try_from_vec(bytes)
                .with_context(|| format!("{} is no font", path.display()))?;
            let Some(shapes) = shapes(&font) else { continue };
            let count = shapes.iter().map(Vec::len).sum();
            signs.iter_mut().zip(shapes).for_each(|(all, new)| all.extend(new));
            sources.push(TrainingData {
                source: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
                sha256: sha256_of(&path)?,
                photos: count,
                corrections: None,
            });
        }
        if signs.iter().any(Vec::is_empty) {
            bail!("no font has the letters and figures: name folders of fonts as 'fonts'");
        }
        Ok(Self(signs))
    }

    /// An alphabet of these shapes.
    #[cfg(test)]
    pub fn of(signs: Vec<Vec<Glyph>>) -> Self {
        Self(signs)
    }

    /// A random shape of a sign.
    pub fn draw(&self, sign: usize, rng: &mut StdRng) -> &Glyph {
        self.0[sign].choose(rng).expect("every sign has a shape")
    }
}

/// The font files in some folders, by name.
fn fonts(folders: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for folder in folders {
        let entries =
            fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
        files.extend(entries.flatten().map(|entry| entry.path()));
    }
    let is_font = |path: &Path| path.extension().is_some_and(|end| end == "ttf" || end == "otf");
    files.retain(|path| is_font(path));
    files.sort();
    Ok(files)
}

/// The shapes of each sign; `None` where the font lacks one.
fn shapes(font: &FontVec) -> Option<Vec<Vec<Glyph>>> {
    let cases = |sign: char| match sign.to_ascii_uppercase() {
        large if large == sign => vec![sign],
        large => vec![sign, large],
    };
    let of = |sign: char| cases(sign).into_iter().map(|c| shape(font, c)).collect::<Option<_>>();
    CoordinateTask::SIGNS.chars().map(of).collect()
}

fn shape(font: &FontVec, sign: char) -> Option<Glyph> {
    let scaled = font.as_scaled(PxScale::from(HEIGHT));
    let outlined = scaled.outline_glyph(scaled.scaled_glyph(sign))?;
    let bounds = outlined.px_bounds();
    let mut glyph = Glyph::zeros((bounds.height() as usize, bounds.width() as usize));
    outlined.draw(|x, y, covered| glyph[[y as usize, x as usize]] = covered.clamp(0.0, 1.0));
    Some(glyph)
}

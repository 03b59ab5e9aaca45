//! Corruption robustness: photos made harder on purpose; how much worse they are read says what a
//! reader can stand.

use super::{
    block::Block,
    journal::{Journal, JournalError},
    metrics::Reading,
    runner::{Outcome, Pass, Reader, Told, run},
    sample::{EvalData, Sample},
    summary::{ManifestUsed, ModelUsed, Summary, by_game},
};
use crate::{
    error::Error,
    games::GameId,
    geometry::{Point, Quad},
    vision::degrade::{recompressed, relit},
};
use image::{
    RgbImage,
    imageops::{FilterType, fast_blur, resize},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A corruption of a photo, which makes it harder to read; always the same for the same photo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stress {
    /// Exposed by so many stops more; what is too bright is clipped.
    Exposure(f32),
    /// Light of another color: what red, green and blue of the light are multiplied by.
    Cast(&'static str, [f32; 3]),
    /// A hard shadow over one half, along a diagonal: a fifth of the light.
    Shadow,
    /// A Gaussian blur whose standard deviation is this share of the longer side.
    Blur(f32),
    /// Compressed again as a JPEG of this quality.
    Jpeg(u8),
    /// Half as wide and half as high.
    HalfSize,
}

/// How much light is left in the shadow.
const IN_SHADOW: f32 = 0.2;

impl Stress {
    /// Every stress, one at a time, as issue and report name them.
    pub const ALL: [Self; 11] = [
        Self::Exposure(-2.0),
        Self::Exposure(-1.0),
        Self::Exposure(1.0),
        Self::Exposure(2.0),
        Self::Cast("warm", [1.3, 1.0, 0.55]),
        Self::Cast("cold", [0.65, 1.0, 1.4]),
        Self::Cast("green", [0.75, 1.2, 0.75]),
        Self::Shadow,
        Self::Blur(0.0025),
        Self::Jpeg(30),
        Self::HalfSize,
    ];

    /// A short name: `exposure-2`, `cast-warm`, `jpeg30`.
    pub fn name(self) -> String {
        match self {
            Self::Exposure(stops) => format!("exposure{stops:+}"),
            Self::Cast(name, _) => format!("cast-{name}"),
            Self::Shadow => "shadow".into(),
            Self::Blur(_) => "blur".into(),
            Self::Jpeg(quality) => format!("jpeg{quality}"),
            Self::HalfSize => "half-size".into(),
        }
    }

    /// The photo under this stress.
    pub fn apply(self, photo: &RgbImage) -> RgbImage {
        let (width, height) = photo.dimensions();
        match self {
            Self::Exposure(stops) => relit(photo, |_, _| [stops.exp2(); 3]),
            Self::Cast(_, color) => relit(photo, |_, _| color),
            Self::Shadow => {
                let shaded = |x: u32, y: u32| {
                    u64::from(x) * u64::from(height) < u64::from(y) * u64::from(width)
                };
                relit(photo, |x, y| if shaded(x, y) { [IN_SHADOW; 3] } else { [1.0; 3] })
            }
            Self::Blur(share) => fast_blur(photo, share * width.max(height) as f32),
            Self::Jpeg(quality) => recompressed(photo, quality),
            Self::HalfSize => {
                resize(photo, (width / 2).max(1), (height / 2).max(1), FilterType::Triangle)
            }
        }
    }
}

/// A reader that sees every photo under a stress; corners are in pixels of the photo as it was.
pub struct Stressed<'a> {
    /// The reader.
    pub reader: &'a mut dyn Reader,
    /// What is done to photos.
    pub stress: Stress,
}

impl Reader for Stressed<'_> {
    fn read(
        &mut self,
        game: Option<GameId>,
        photo: &RgbImage,
        corners: Option<Quad>,
    ) -> Result<(Reading, f32), Error> {
        let harder = self.stress.apply(photo);
        let scale = |of: u32, to: u32| f64::from(to) / f64::from(of);
        let (sx, sy) =
            (scale(photo.width(), harder.width()), scale(photo.height(), harder.height()));
        let (mut reading, confidence) =
            self.reader.read(game, &harder, corners.map(|quad| quad.scaled(sx, sy)))?;
        reading.corners =
            reading.corners.map(|corners| corners.map(|p| Point::new(p.x / sx, p.y / sy)));
        Ok((reading, confidence))
    }
}

/// How photos are read under one stress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StressFigures {
    /// The stress's name.
    pub stress: String,
    /// By game.
    pub games: BTreeMap<String, Block>,
    /// By game: `cell_accuracy` of the photos as they are, less that under stress.
    pub cell_accuracy_lost: BTreeMap<String, Option<f64>>,
}

/// `stress.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StressReport {
    /// Version of this format.
    pub schema: u32,
    /// Git commit of the program, where it is known.
    pub commit: Option<String>,
    /// The models used.
    pub models: Vec<ModelUsed>,
    /// The manifests.
    pub manifests: Vec<ManifestUsed>,
    /// Every stress of [`Stress::ALL`], in that order.
    pub stresses: Vec<StressFigures>,
}

/// Reads and scores every sample under every stress; `plain` are the figures without any. `done` is
/// called after each photo.
///
/// # Errors
/// When the reader, the journal or `done` fails.
pub fn run_stressed<E: From<Error> + From<JournalError>>(
    data: &EvalData,
    reader: &mut dyn Reader,
    told: Told,
    journal: &mut Journal,
    plain: &Summary,
    mut done: impl FnMut(&Sample, &Outcome) -> Result<(), E>,
) -> Result<StressReport, E> {
    let mut stresses = Vec::new();
    for stress in Stress::ALL {
        let pass = Pass { data, told, journal: &mut *journal, name: stress.name() };
        let outcomes = run(pass, &mut Stressed { reader: &mut *reader, stress }, &mut done)?;
        let games = by_game(data, &outcomes);
        let lost = |(game, block): (&String, &Block)| {
            let before = plain.games.get(game).and_then(|plain| plain.rates.cell_accuracy.rate);
            (
                game.clone(),
                before.zip(block.rates.cell_accuracy.rate).map(|(before, now)| before - now),
            )
        };
        let cell_accuracy_lost = games.iter().map(lost).collect();
        stresses.push(StressFigures { stress: stress.name(), games, cell_accuracy_lost });
    }
    Ok(StressReport {
        schema: Summary::SCHEMA,
        commit: plain.commit.clone(),
        models: plain.models.clone(),
        manifests: plain.manifests.clone(),
        stresses,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    fn gray(value: u8) -> RgbImage {
        RgbImage::from_pixel(40, 30, Rgb([value; 3]))
    }

    #[test]
    fn every_stress_has_its_own_name() {
        let names: std::collections::BTreeSet<String> =
            Stress::ALL.iter().map(|s| s.name()).collect();
        assert_eq!(names.len(), Stress::ALL.len());
        assert!(
            names.contains("exposure-2")
                && names.contains("exposure+1")
                && names.contains("cast-warm")
        );
    }

    #[test]
    fn two_stops_are_a_quarter_of_the_light() {
        // Half the way in linear light is 186 of 255 at a gamma of 2.2, an eighth is 99.
        assert_eq!(Stress::Exposure(-2.0).apply(&gray(186)).get_pixel(3, 3).0, [99; 3]);
        assert_eq!(Stress::Exposure(2.0).apply(&gray(186)).get_pixel(3, 3).0, [255; 3]);
        assert_eq!(Stress::Exposure(0.0).apply(&gray(77)), gray(77));
    }

    #[test]
    fn casts_color_and_shadows_fall_on_one_side() {
        let [r, g, b] = Stress::Cast("warm", [1.3, 1.0, 0.55]).apply(&gray(100)).get_pixel(0, 0).0;
        assert!(r > 100 && g == 100 && b < 100);
        let shaded = Stress::Shadow.apply(&gray(200));
        assert_eq!((shaded.get_pixel(39, 0).0, shaded.get_pixel(0, 29).0), ([200; 3], [96; 3]));
    }

    #[test]
    fn a_blur_smooths_and_half_the_size_is_half() {
        let edge = RgbImage::from_fn(400, 300, |x, _| Rgb([if x < 200 { 0 } else { 255 }; 3]));
        let blurred = Stress::Blur(0.01).apply(&edge);
        assert!(
            (64..192).contains(&blurred.get_pixel(200, 150).0[0])
                && blurred.get_pixel(10, 150).0[0] < 8
        );
        assert_eq!(Stress::HalfSize.apply(&edge).dimensions(), (200, 150));
        assert_eq!(Stress::Jpeg(30).apply(&edge).dimensions(), (400, 300));
    }

    /// Says that the board is where the middle half of the photo is.
    struct Middle;

    impl Reader for Middle {
        fn read(
            &mut self,
            _: Option<GameId>,
            photo: &RgbImage,
            corners: Option<Quad>,
        ) -> Result<(Reading, f32), Error> {
            let (w, h) = (f64::from(photo.width()), f64::from(photo.height()));
            assert!(
                corners.is_none_or(|quad| quad.corners()[2].x <= w && quad.corners()[2].y <= h)
            );
            let corners = [(0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)]
                .map(|(x, y)| Point::new(x * w, y * h));
            Ok((Reading { corners: Some(corners), ..Reading::default() }, 1.0))
        }
    }

    #[test]
    fn corners_are_those_of_the_photo_as_it_was() {
        for stress in Stress::ALL {
            let mut reader = Stressed { reader: &mut Middle, stress };
            let (reading, _) = reader
                .read(Some(GameId::Go), &gray(90), Some(Quad::rectangle(40.0, 30.0)))
                .expect("read");
            assert_eq!(reading.corners.expect("corners")[2], Point::new(30.0, 22.5));
        }
    }
}

//! Photos of single chessmen, cut out of their plain background and set on empty squares: they show
//! more designs than photos of boards do.

use crate::data::{manifests, source_of};
use anyhow::{Context, Result, bail};
use image::{Pixel, Rgb, RgbImage, Rgba, RgbaImage, imageops};
use kibitzer::{
    inference::{CellTask, TrainingData},
    vision::{PhotoLimits, open_photo},
};
use rand::{Rng, rngs::StdRng, seq::IndexedRandom};
use rayon::prelude::*;
use serde::Deserialize;
use std::{collections::BTreeMap, fs, path::Path};

/// The most that a pixel of the background differs from what lies around the photo, in any channel.
const LIKE_BORDER: u8 = 28;

/// A background that changes slowly, as where a shadow falls on it, differs by at most `STEP` from
/// one pixel to the next, and by `SHADED` from the border.
const STEP: u8 = 5;
const SHADED: u8 = 90;

/// Cut-outs are kept at this height in pixels: crops show them smaller.
const HEIGHT: u32 = 112;

/// A kind's letter, and how high and wide its men are in squares, as sets for tournaments have them.
const KINDS: [(&str, char, f32, f32); 6] = [
    ("pawn", 'p', 0.9, 0.55),
    ("rook", 'r', 1.05, 0.62),
    ("knight", 'n', 1.2, 0.66),
    ("bishop", 'b', 1.35, 0.64),
    ("queen", 'q', 1.6, 0.7),
    ("king", 'k', 1.75, 0.72),
];

/// A line of a labels file of single chessmen.
#[derive(Deserialize)]
struct Label {
    image: String,
    kind: String,
    #[serde(default)]
    color: Option<String>,
    group: String,
    /// `squashed_to_square` where nobody knows how wide the man was.
    #[serde(default)]
    aspect: Option<String>,
}

/// A man without what was around him.
pub struct CutOut {
    /// Colors are multiplied by how opaque they are, so that none of the background comes back.
    picture: RgbaImage,
    /// The class of his square.
    pub class: u8,
    /// Height and width in squares.
    size: (f32, f32),
}

/// Men to set on empty squares, by the photo series they are of.
pub struct Pieces {
    groups: Vec<Vec<CutOut>>,
}

impl Pieces {
    /// Cuts out the men of several labels files whose side is known and whose background is plain
    /// enough, and adds what was used to `sources`.
    ///
    /// # Errors
    /// When a file cannot be read, or no man can be cut out.
    pub fn load(
        patterns: &[String],
        task: &CellTask,
        sources: &mut Vec<TrainingData>,
    ) -> Result<Self> {
        let mut groups: BTreeMap<String, Vec<CutOut>> = BTreeMap::new();
        for pattern in patterns {
            for path in manifests(pattern)? {
                let men = load_file(&path, task)?;
                if !men.is_empty() {
                    sources.push(source_of(&path, men.len())?);
                }
                men.into_iter().for_each(|(group, man)| groups.entry(group).or_default().push(man));
            }
        }
        if groups.is_empty() {
            bail!("none of the single chessmen stands before a plain background");
        }
        Ok(Self { groups: groups.into_values().collect() })
    }

    /// A random man: every photo series equally often.
    pub fn draw(&self, rng: &mut StdRng) -> &CutOut {
        let group = self.groups.choose(rng).expect("there is a group");
        group.choose(rng).expect("a group has a man")
    }
}

/// The men of one labels file that can be cut out, with their groups.
fn load_file(path: &Path, task: &CellTask) -> Result<Vec<(String, CutOut)>> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let labels: Vec<Label> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).context(line.to_owned()))
        .collect::<Result<_>>()
        .with_context(|| format!("{} does not list single chessmen", path.display()))?;
    let folder = path.parent().context("a labels file lies in a folder")?;
    let men: Vec<Option<(String, CutOut)>> = labels
        .into_par_iter()
        .map(|label| {
            let Some((class, size)) = class_of(&label, task) else { return Ok(None) };
            let file = folder.join(&label.image);
            let photo = open_photo(&file, &PhotoLimits::default())?;
            let Some(picture) = cut_out(&photo) else { return Ok(None) };
            let (high, wide) = size;
            let is_squashed = label.aspect.as_deref() == Some("squashed_to_square");
            let seen = picture.width() as f32 / picture.height() as f32;
            let wide = if is_squashed { wide } else { high * seen };
            let width = (wide / high * HEIGHT as f32).round().max(1.0) as u32;
            let picture = imageops::thumbnail(&picture, width, HEIGHT);
            Ok(Some((label.group, CutOut { picture, class, size: (high, wide) })))
        })
        .collect::<Result<_>>()?;
    Ok(men.into_iter().flatten().collect())
}

/// The class, and the usual height and width in squares; `None` where the side is not known.
fn class_of(label: &Label, task: &CellTask) -> Option<(u8, (f32, f32))> {
    let (_, letter, high, wide) = KINDS.into_iter().find(|(kind, ..)| *kind == label.kind)?;
    let letter = match label.color.as_deref()? {
        "w" => letter.to_ascii_uppercase(),
        "b" => letter,
        _ => return None,
    };
    let class = task.classes.iter().position(|class| *class == letter.to_string())?;
    Some((class as u8, (high, wide)))
}

impl CutOut {
    /// Sets the man on the square that a crop shows, in some light and as seen from some height.
    pub fn stand_on(&self, crop: &mut RgbImage, task: &CellTask, rng: &mut StdRng) {
        let px = task.cell_px as f32;
        let scale: f32 = rng.random_range(0.85..1.15);
        let seen: f32 = rng.random_range(0.6..1.0);
        let size = [self.size.1 * scale, self.size.0 * scale * seen];
        let [width, height] = size.map(|squares| (squares * px).round().max(2.0) as u32);
        let man = imageops::resize(&self.picture, width, height, imageops::FilterType::Triangle);
        let man = if rng.random_bool(0.5) {
            imageops::fast_blur(&man, rng.random_range(0.3..1.0))
        } else {
            man
        };
        let center = |extent: f64, off: f32| (extent as f32 + off) * px;
        let foot = (
            center(task.extent.left, rng.random_range(-0.08..0.08)),
            center(task.extent.top, rng.random_range(0.15..0.35)),
        );
        shade(crop, foot, width as f32 * 0.6, rng);
        let light = f32::from(mean(crop)) / 128.0;
        let light = light.clamp(0.5, 1.3) * rng.random_range(0.75..1.2);
        let tint: [f32; 3] = std::array::from_fn(|_| light * rng.random_range(0.92..1.08));
        let left = (foot.0 - width as f32 / 2.0).round() as i64;
        let top = (foot.1 - height as f32).round() as i64;
        for (x, y, &Rgba([r, g, b, alpha])) in man.enumerate_pixels() {
            let at = (left + i64::from(x), top + i64::from(y));
            let (Ok(x), Ok(y)) = (u32::try_from(at.0), u32::try_from(at.1)) else { continue };
            let Some(pixel) = crop.get_pixel_mut_checked(x, y) else { continue };
            let alpha = f32::from(alpha) / 255.0;
            for (own, (man, tint)) in pixel.0.iter_mut().zip([r, g, b].into_iter().zip(tint)) {
                let lit = (f32::from(man) * tint).min(255.0 * alpha);
                *own = (f32::from(*own) * (1.0 - alpha) + lit).round() as u8;
            }
        }
    }
}

/// Darkens a crop around a man's foot.
fn shade(crop: &mut RgbImage, foot: (f32, f32), radius: f32, rng: &mut StdRng) {
    let depth: f32 = rng.random_range(0.0..0.5);
    let off = radius * rng.random_range(-0.5..0.5);
    for (x, y, pixel) in crop.enumerate_pixels_mut() {
        let (dx, dy) = (x as f32 - foot.0 - off, (y as f32 - foot.1 + radius * 0.3) * 1.8);
        let left = 1.0 - depth * (1.0 - dx.hypot(dy) / radius).max(0.0);
        pixel.0 = pixel.0.map(|v| (f32::from(v) * left) as u8);
    }
}

/// The mean of all channels.
fn mean(picture: &RgbImage) -> u8 {
    let sum: u64 = picture.iter().map(|&v| u64::from(v)).sum();
    (sum / picture.len().max(1) as u64) as u8
}

/// The largest thing before a plain background, without that, opaque but at its edge, its colors
/// multiplied by how opaque they are; `None` where the background is not plain, or what is before it
/// cannot be a whole man.
fn cut_out(photo: &RgbImage) -> Option<RgbaImage> {
    let (width, height) = photo.dimensions();
    if width < 24 || height < 48 {
        return None;
    }
    let (background, border, of_border) = background(photo);
    let man = largest(&background, width as usize);
    let [left, top, right, bottom] = bounds(&man, width as usize)?;
    let area = man.iter().filter(|&&is_man| is_man).count();
    let (wide, high) = (right - left + 1, bottom - top + 1);
    let filled = area as f32 / (wide * high) as f32;
    let is_whole = of_border as f32 >= 0.8 * border as f32
        && top > 0
        && left > 0
        && right + 1 < width as usize
        && high >= 48
        && high as f32 >= 0.4 * height as f32
        && (0.3..0.9).contains(&filled)
        && high as f32 >= 1.05 * wide as f32;
    if !is_whole {
        return None;
    }
    let is_man = |x: i64, y: i64| {
        (0..i64::from(width)).contains(&x)
            && (0..i64::from(height)).contains(&y)
            && man[y as usize * width as usize + x as usize]
    };
    Some(RgbaImage::from_fn(wide as u32, high as u32, |x, y| {
        let (x, y) = (x + left as u32, y + top as u32);
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
        let held =
            around.filter(|(dx, dy)| is_man(i64::from(x) + dx, i64::from(y) + dy)).count() as u32;
        // Half of the neighbors: the edge shows some of the background.
        let alpha = (held.saturating_sub(4) * 255 / 5) as u8;
        let Rgb([r, g, b]) =
            photo.get_pixel(x, y).map(|v| (u32::from(v) * u32::from(alpha) / 255) as u8);
        Rgba([r, g, b, alpha])
    }))
}

/// Which pixels are background, how many pixels the border has, and how many of them are.
fn background(photo: &RgbImage) -> (Vec<bool>, usize, usize) {
    let (width, height) = (photo.width() as usize, photo.height() as usize);
    let color = |i: usize| photo.get_pixel((i % width) as u32, (i / width) as u32).0;
    let border: Vec<usize> = (0..width * height)
        .filter(|i| {
            let (x, y) = (i % width, i / width);
            x == 0 || y == 0 || x + 1 == width || y + 1 == height
        })
        .collect();
    let usual: [u8; 3] = std::array::from_fn(|channel| {
        let mut values: Vec<u8> = border.iter().map(|&i| color(i)[channel]).collect();
        values.sort_unstable();
        values[values.len() / 2]
    });
    let mut is_background = vec![false; width * height];
    let mut open: Vec<usize> =
        border.iter().copied().filter(|&i| differs(color(i), usual) <= LIKE_BORDER).collect();
    open.iter().for_each(|&i| is_background[i] = true);
    while let Some(i) = open.pop() {
        for next in neighbors(i, width, height) {
            let from_border = differs(color(next), usual);
            let joins = from_border <= LIKE_BORDER
                || (from_border <= SHADED && differs(color(next), color(i)) <= STEP);
            if joins && !is_background[next] {
                is_background[next] = true;
                open.push(next);
            }
        }
    }
    let of_border = border.iter().filter(|&&i| is_background[i]).count();
    (is_background, border.len(), of_border)
}

fn differs(a: [u8; 3], b: [u8; 3]) -> u8 {
    a.into_iter().zip(b).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
}

fn neighbors(i: usize, width: usize, height: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (i % width, i / width);
    [
        (x > 0).then(|| i - 1),
        (x + 1 < width).then_some(i + 1),
        (y > 0).then(|| i - width),
        (y + 1 < height).then_some(i + width),
    ]
    .into_iter()
    .flatten()
}

/// The largest connected part of what is not background.
fn largest(background: &[bool], width: usize) -> Vec<bool> {
    let height = background.len() / width;
    let mut seen = background.to_vec();
    let mut best: Vec<usize> = Vec::new();
    for start in 0..background.len() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut part = vec![start];
        let mut at = 0;
        while at < part.len() {
            for next in neighbors(part[at], width, height) {
                if !seen[next] {
                    seen[next] = true;
                    part.push(next);
                }
            }
            at += 1;
        }
        if part.len() > best.len() {
            best = part;
        }
    }
    let mut held = vec![false; background.len()];
    best.into_iter().for_each(|i| held[i] = true);
    held
}

/// The first and last column and row that something is in: left, top, right, bottom.
fn bounds(held: &[bool], width: usize) -> Option<[usize; 4]> {
    let places = || held.iter().enumerate().filter(|(_, is_held)| **is_held).map(|(i, _)| i);
    Some([
        places().map(|i| i % width).min()?,
        places().map(|i| i / width).min()?,
        places().map(|i| i % width).max()?,
        places().map(|i| i / width).max()?,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::batch::testing::task;
    use kibitzer::inference::CropView;
    use rand::SeedableRng;

    /// A stem with a round head, 60 pixels high, before a background that darkens downwards.
    fn photo(man: [u8; 3]) -> RgbImage {
        RgbImage::from_fn(80, 120, |x, y| {
            let (dx, dy) = (f64::from(x) - 40.0, f64::from(y));
            let is_head = dx.hypot(dy - 40.0) < 12.0;
            let is_stem = dx.abs() < 5.0 && (40.0..85.0).contains(&dy);
            let is_foot = dx.abs() < 14.0 && (82.0..90.0).contains(&dy);
            if is_head || is_stem || is_foot { Rgb(man) } else { Rgb([240 - (y / 3) as u8; 3]) }
        })
    }

    #[test]
    fn a_man_before_a_plain_background_is_cut_out() {
        let man = cut_out(&photo([60, 30, 20])).expect("a man");
        assert_eq!(man.dimensions(), (27, 61));
        // The head, the foot's corner, and what is between them.
        assert_eq!(man.get_pixel(13, 10).0, [60, 30, 20, 255]);
        assert_eq!(man.get_pixel(0, 0).0[3], 0);
        assert_eq!(man.get_pixel(2, 40).0[3], 0);
        assert_eq!(man.get_pixel(2, 57).0[3], 255);
    }

    #[test]
    fn other_photos_show_no_man() {
        // As light as the background; cut at the top; before squares.
        assert!(cut_out(&photo([230; 3])).is_none());
        let cut = image::imageops::crop_imm(&photo([0; 3]), 0, 35, 80, 85).to_image();
        assert!(cut_out(&cut).is_none());
        let squares = RgbImage::from_fn(80, 120, |x, y| {
            Rgb([if (x / 20 + y / 20) % 2 == 0 { 20 } else { 220 }; 3])
        });
        assert!(cut_out(&squares).is_none());
        assert!(cut_out(&RgbImage::new(10, 10)).is_none());
    }

    /// Labels of three men, of which one is of no side and one stands before squares.
    fn folder() -> tempfile::TempDir {
        let dir = tempfile::tempdir().expect("a folder");
        photo([60, 30, 20]).save(dir.path().join("man.png")).expect("saves");
        RgbImage::new(60, 80).save(dir.path().join("dark.png")).expect("saves");
        let lines = [
            r#"{"image":"man.png","kind":"pawn","color":"b","group":"one"}"#,
            r#"{"image":"man.png","kind":"king","color":null,"group":"one"}"#,
            r#"{"image":"dark.png","kind":"king","color":"w","group":"two"}"#,
        ];
        fs::write(dir.path().join("labels.jsonl"), lines.join("\n")).expect("writes");
        dir
    }

    fn chess() -> CellTask {
        let classes = [".", "P", "N", "B", "R", "Q", "K", "p", "n", "b", "r", "q", "k"];
        CellTask {
            classes: classes.map(str::to_owned).to_vec(),
            view: CropView::Standing,
            ..task(1.0, 1.5)
        }
    }

    #[test]
    fn men_are_loaded_whose_side_is_known() {
        let (dir, mut sources) = (folder(), Vec::new());
        let pattern = dir.path().join("labels.jsonl").display().to_string();
        let pieces = Pieces::load(&[pattern], &chess(), &mut sources).expect("a man");
        let man = pieces.draw(&mut StdRng::seed_from_u64(1));
        assert_eq!((sources[0].photos, man.class), (1, 7));

        fs::write(dir.path().join("labels.jsonl"), r#"{"kind":"pawn"}"#).expect("writes");
        let pattern = dir.path().join("labels.jsonl").display().to_string();
        let error = Pieces::load(&[pattern], &chess(), &mut sources).err().expect("a bad line");
        assert!(format!("{error:#}").contains("labels.jsonl"), "{error:#}");
    }

    #[test]
    fn a_man_stands_on_the_middle_of_its_square() {
        let (dir, task) = (folder(), chess());
        let pattern = dir.path().join("labels.jsonl").display().to_string();
        let pieces = Pieces::load(&[pattern], &task, &mut Vec::new()).expect("a man");
        for seed in 0..20 {
            let mut rng = StdRng::seed_from_u64(seed);
            let mut crop = RgbImage::from_pixel(40, 45, Rgb([200; 3]));
            pieces.draw(&mut rng).stand_on(&mut crop, &task, &mut rng);
            // The man is brown, the square gray, in any light.
            let is_man = |x: u32, y: u32| {
                let Rgb([red, _, blue]) = *crop.get_pixel(x, y);
                u32::from(red) > u32::from(blue) + 8
            };
            let middle = (14..27).flat_map(|x| (18..40).map(move |y| (x, y)));
            assert!(middle.filter(|&(x, y)| is_man(x, y)).count() > 20, "seed {seed}");
            assert!((0..45).all(|y| !is_man(1, y) && !is_man(38, y)), "seed {seed}");
        }
    }
}

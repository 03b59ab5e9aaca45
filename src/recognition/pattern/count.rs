//! Counting the squares of a checkered pattern that lies anywhere in a picture.
//!
//! Each row of a checkered pattern is as any other or the other way round: apart from how light its
//! rows and columns are as a whole, the picture is one row of light and dark times one column of
//! them. Those are found, and their changes counted.

use super::{FEWEST, MOST};
use image::GrayImage;
use ndarray::{Array1, Array2, Axis};

/// How often the row is found from the column and the column from the row.
const ROUNDS: usize = 20;
/// The share of what is seen that the pattern explains at least.
const EXPLAINED: f32 = 0.5;
/// Outside the pattern nothing is so light or dark, in parts of the most.
const OUTSIDE: f32 = 0.35;
/// Squares are at least and at most so long, in parts of the length of the one in the middle of them
/// all, shortest first.
const ALIKE: (f32, f32) = (0.55, 1.6);

/// Rows and columns of the checkered pattern in a picture.
pub(super) fn squares(gray: &GrayImage) -> Option<(usize, usize)> {
    let (width, height) = gray.dimensions();
    let light = Array2::from_shape_fn((height as usize, width as usize), |(y, x)| {
        f32::from(gray.get_pixel(x as u32, y as u32).0[0])
    });
    let seen = centered(light)?;
    let all = seen.mapv(|v| v * v).sum();
    // Of all rows the one that differs most in itself begins.
    let varied = |row: &ndarray::ArrayView1<f32>| row.dot(row);
    let first = seen.rows().into_iter().max_by(|a, b| varied(a).total_cmp(&varied(b)))?;
    let mut row = first.to_owned();
    let mut column = Array1::zeros(seen.nrows());
    for _ in 0..ROUNDS {
        column = unit(seen.dot(&row))?;
        row = seen.t().dot(&column);
    }
    let explained = row.dot(&row) / all.max(f32::MIN_POSITIVE);
    if explained < EXPLAINED {
        return None;
    }
    Some((count(&column)?, count(&row)?))
}

/// A picture without how light its rows and columns are as a whole.
fn centered(light: Array2<f32>) -> Option<Array2<f32>> {
    let rows = light.mean_axis(Axis(1))?.insert_axis(Axis(1));
    let cols = light.mean_axis(Axis(0))?;
    let all = light.mean()?;
    Some(light - &rows - &cols + all)
}

/// A vector scaled to length 1; `None` where it has none.
fn unit(vector: Array1<f32>) -> Option<Array1<f32>> {
    let length = vector.dot(&vector).sqrt();
    (length > 0.0).then(|| vector / length)
}

/// How many lengths in turn light and dark there are, each about as long as the others.
fn count(line: &Array1<f32>) -> Option<usize> {
    let most = line.iter().fold(0.0f32, |most, v| most.max(v.abs()));
    let inside = line.iter().filter(|v| v.abs() > OUTSIDE * most);
    let mut lengths: Vec<f32> = Vec::new();
    let mut was_light = None;
    for v in inside {
        let is_light = Some(v.is_sign_positive());
        match lengths.last_mut() {
            Some(length) if is_light == was_light => *length += 1.0,
            _ => lengths.push(1.0),
        }
        was_light = is_light;
    }
    lengths.sort_by(f32::total_cmp);
    let middle = *lengths.get(lengths.len() / 2)?;
    let is_alike = |length: &f32| (ALIKE.0 * middle..=ALIKE.1 * middle).contains(length);
    ((FEWEST..=MOST).contains(&lengths.len()) && lengths.iter().all(is_alike))
        .then_some(lengths.len())
}

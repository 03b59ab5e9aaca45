//! A tiny stroke font: digits and the letters A to U, on a grid 4 wide and 6 high, y down.

/// Strokes of a character as pairs of points; an unknown character has none.
fn strokes(c: char) -> &'static [[u8; 4]] {
    match c.to_ascii_uppercase() {
        '0' | 'O' => &[[0, 0, 4, 0], [4, 0, 4, 6], [4, 6, 0, 6], [0, 6, 0, 0]],
        '1' => &[[1, 1, 2, 0], [2, 0, 2, 6]],
        '2' => &[[0, 0, 4, 0], [4, 0, 4, 3], [4, 3, 0, 6], [0, 6, 4, 6]],
        '3' => &[[0, 0, 4, 0], [4, 0, 4, 6], [4, 6, 0, 6], [1, 3, 4, 3]],
        '4' => &[[0, 0, 0, 3], [0, 3, 4, 3], [4, 0, 4, 6]],
        '5' | 'S' => &[[4, 0, 0, 0], [0, 0, 0, 3], [0, 3, 4, 3], [4, 3, 4, 6], [4, 6, 0, 6]],
        '6' => &[[4, 0, 0, 0], [0, 0, 0, 6], [0, 6, 4, 6], [4, 6, 4, 3], [4, 3, 0, 3]],
        '7' => &[[0, 0, 4, 0], [4, 0, 1, 6]],
        '8' => &[[0, 0, 4, 0], [4, 0, 4, 6], [4, 6, 0, 6], [0, 6, 0, 0], [0, 3, 4, 3]],
        '9' => &[[4, 6, 4, 0], [4, 0, 0, 0], [0, 0, 0, 3], [0, 3, 4, 3]],
        'A' => &[[0, 6, 2, 0], [2, 0, 4, 6], [1, 4, 3, 4]],
        'B' => {
            &[[0, 0, 0, 6], [0, 0, 3, 0], [3, 0, 3, 3], [0, 3, 4, 3], [4, 3, 4, 6], [4, 6, 0, 6]]
        }
        'C' => &[[4, 0, 0, 0], [0, 0, 0, 6], [0, 6, 4, 6]],
        'D' => {
            &[[0, 0, 0, 6], [0, 0, 3, 0], [3, 0, 4, 2], [4, 2, 4, 4], [4, 4, 3, 6], [3, 6, 0, 6]]
        }
        'E' => &[[4, 0, 0, 0], [0, 0, 0, 6], [0, 6, 4, 6], [0, 3, 3, 3]],
        'F' => &[[4, 0, 0, 0], [0, 0, 0, 6], [0, 3, 3, 3]],
        'G' => &[[4, 0, 0, 0], [0, 0, 0, 6], [0, 6, 4, 6], [4, 6, 4, 3], [4, 3, 2, 3]],
        'H' => &[[0, 0, 0, 6], [4, 0, 4, 6], [0, 3, 4, 3]],
        'I' => &[[2, 0, 2, 6]],
        'J' => &[[3, 0, 3, 6], [3, 6, 0, 6], [0, 6, 0, 4]],
        'K' => &[[0, 0, 0, 6], [4, 0, 0, 3], [0, 3, 4, 6]],
        'L' => &[[0, 0, 0, 6], [0, 6, 4, 6]],
        'M' => &[[0, 6, 0, 0], [0, 0, 2, 3], [2, 3, 4, 0], [4, 0, 4, 6]],
        'N' => &[[0, 6, 0, 0], [0, 0, 4, 6], [4, 6, 4, 0]],
        'P' => &[[0, 6, 0, 0], [0, 0, 4, 0], [4, 0, 4, 3], [4, 3, 0, 3]],
        'Q' => &[[0, 0, 4, 0], [4, 0, 4, 6], [4, 6, 0, 6], [0, 6, 0, 0], [2, 4, 4, 6]],
        'R' => &[[0, 6, 0, 0], [0, 0, 4, 0], [4, 0, 4, 3], [4, 3, 0, 3], [1, 3, 4, 6]],
        'U' => &[[0, 0, 0, 6], [0, 6, 4, 6], [4, 6, 4, 0]],
        'T' => &[[0, 0, 4, 0], [2, 0, 2, 6]],
        _ => &[],
    }
}

/// How much of a spot `foot` wide, `d` from the middle of a line of half width `pen`, the line
/// covers: 0 to 1.
pub fn line(d: f32, pen: f32, foot: f32) -> f32 {
    let half = foot.max(1e-5) / 2.0;
    ((pen.min(d + half) - (-pen).max(d - half)) / (2.0 * half)).clamp(0.0, 1.0)
}

/// How much of a spot `foot` wide the character covers, 0 to 1; the character is 1 high and
/// centered on the origin, y down, `pen` half the stroke's width.
pub fn cover(c: char, x: f32, y: f32, pen: f32, foot: f32) -> f32 {
    if x.abs() > 0.6 || y.abs() > 0.75 {
        return 0.0;
    }
    let (px, py) = (x * 6.0 + 2.0, y * 6.0 + 3.0);
    let near = strokes(c).iter().map(|s| {
        let [ax, ay, bx, by] = s.map(f32::from);
        let (dx, dy) = (bx - ax, by - ay);
        let t = (((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
        (px - ax - t * dx).hypot(py - ay - t * dy)
    });
    line(near.fold(f32::MAX, f32::min) / 6.0, pen, foot)
}

/// As [`cover`], of a text on one line centered on the origin.
pub fn text_cover(text: &str, x: f32, y: f32, pen: f32, foot: f32) -> f32 {
    const ADVANCE: f32 = 1.0;
    let n = text.chars().count() as f32;
    let start = -(n - 1.0) / 2.0 * ADVANCE;
    let i = ((x - start) / ADVANCE).round();
    if i < 0.0 || i >= n {
        return 0.0;
    }
    text.chars().nth(i as usize).map_or(0.0, |c| cover(c, x - start - i * ADVANCE, y, pen, foot))
}

//! The report's charts, as SVG text.

use super::block::calibration_bins;
use std::fmt::Write;

/// Width of a chart in CSS pixels.
const WIDTH: f64 = 640.0;
/// Height of a bar with its gap.
const BAR: f64 = 20.0;
/// Where the bars start.
const BARS_LEFT: f64 = 240.0;
/// Side of the calibration chart.
const SIDE: f64 = 320.0;

/// Text with the characters that HTML and SVG reserve replaced.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Horizontal bars of rates in [0, 1], one a name; `None` has no bar.
pub fn bars(rows: &[(String, Option<f64>)]) -> String {
    let height = BAR * rows.len() as f64 + 4.0;
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\">"
    );
    let scale = WIDTH - BARS_LEFT - 70.0;
    for (i, (name, rate)) in rows.iter().enumerate() {
        let y = BAR * i as f64;
        let width = rate.unwrap_or(0.0) * scale;
        let value = rate.map_or("no cells".to_owned(), |r| format!("{:.2} %", 100.0 * r));
        let (text_y, right) = (y + 14.0, BARS_LEFT - 8.0);
        let _ = write!(
            svg,
            "<text x=\"{right}\" y=\"{text_y}\" text-anchor=\"end\">{}</text>",
            escape(name)
        );
        let _ = write!(
            svg,
            "<rect class=\"bar\" x=\"{BARS_LEFT}\" y=\"{y}\" width=\"{width:.1}\" height=\"16\"/>"
        );
        let _ =
            write!(svg, "<text x=\"{:.1}\" y=\"{text_y}\">{value}</text>", BARS_LEFT + width + 6.0);
    }
    svg + "</svg>"
}

/// Accuracy against confidence of predictions, each a confidence and whether it was right; the area
/// of a dot grows with the number of predictions in its bin.
pub fn calibration(predictions: &[(f32, bool)]) -> String {
    let (low, high) = (40.0, SIDE - 10.0);
    let x = |v: f64| low + v * (high - low);
    let y = |v: f64| SIDE - x(v);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {SIDE} {SIDE}\" width=\"{SIDE}\" height=\"{SIDE}\" role=\"img\">"
    );
    let _ = write!(
        svg,
        "<path class=\"axis\" d=\"M{} {}V{}H{}M{} {}L{} {}\"/>",
        x(0.0),
        y(1.0),
        y(0.0),
        x(1.0),
        x(0.0),
        y(0.0),
        x(1.0),
        y(1.0)
    );
    for (confidence, right, n) in calibration_bins(predictions).into_iter().filter(|bin| bin.2 > 0)
    {
        let radius = 2.0 + 8.0 * (n as f64 / predictions.len() as f64).sqrt();
        let (cx, cy) = (x(confidence / n as f64), y(right / n as f64));
        let _ = write!(
            svg,
            "<circle class=\"dot\" cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"{radius:.1}\"><title>{n} \
            cells</title></circle>"
        );
    }
    let _ = write!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">confidence</text>",
        SIDE / 2.0,
        SIDE - 8.0
    );
    let _ = write!(
        svg,
        "<text transform=\"translate(14 {}) rotate(-90)\" text-anchor=\"middle\">accuracy</text>",
        SIDE / 2.0
    );
    svg + "</svg>"
}

/// Bytes in base64 (RFC 4648), for data URLs.
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = (0..3).fold(0u32, |w, i| w << 8 | u32::from(chunk.get(i).copied().unwrap_or(0)));
        for i in 0..4 {
            let digit = DIGITS[(word >> (18 - 6 * i) & 63) as usize] as char;
            out.push(if i <= chunk.len() { digit } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vectors of RFC 4648, section 10.
    #[test]
    fn base64_of_the_rfc() {
        let vectors = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        for (n, expected) in vectors.into_iter().enumerate() {
            assert_eq!(base64(&b"foobar"[..n]), expected);
        }
    }

    #[test]
    fn names_cannot_break_out_of_the_markup() {
        assert_eq!(escape("<a href=\"x\">&"), "&lt;a href=&quot;x&quot;&gt;&amp;");
        assert!(bars(&[("<script>".into(), Some(0.5))]).contains("&lt;script&gt;"));
    }
}

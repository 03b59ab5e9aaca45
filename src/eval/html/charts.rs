//! The report's charts, as HTML and SVG text.

use crate::eval::block::calibration_bins;
use std::fmt::Write;

/// Side of the calibration chart in CSS pixels.
const SIDE: f64 = 320.0;
/// How far its axes are from the left and the bottom, and their ends from the other sides.
const MARGIN: (f64, f64) = (52.0, 14.0);
/// Ticks of both axes.
const TICKS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Text with the characters that HTML and SVG reserve replaced.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Horizontal bars of rates in [0, 1], one a name, over a scale in percent; `None` has no bar.
pub fn bars(rows: &[(String, Option<f64>)]) -> String {
    let mut html = "<div class=\"bars\">".to_owned();
    for (name, rate) in rows {
        let value = rate.map_or("no cells".to_owned(), |r| format!("{:.2} %", 100.0 * r));
        let _ = write!(
            html,
            "<div class=\"name\">{}</div><div class=\"track\"><div class=\"fill\" \
            style=\"width:{:.2}%\"></div></div><div>{value}</div>",
            escape(name),
            100.0 * rate.unwrap_or(0.0)
        );
    }
    let ticks: String = TICKS.iter().map(|t| format!("<span>{}</span>", 100.0 * t)).collect();
    html + &format!("<div></div><div class=\"scale\">{ticks}</div><div>%</div></div>")
}

/// Accuracy against confidence of predictions, each a confidence and whether it was right; the area
/// of a dot grows with the number of predictions in its bin.
pub fn calibration(predictions: &[(f32, bool)]) -> String {
    let x = |v: f64| MARGIN.0 + v * (SIDE - MARGIN.0 - MARGIN.1);
    let y = |v: f64| SIDE - x(v);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {SIDE} {SIDE}\" width=\"{SIDE}\" height=\"{SIDE}\" role=\"img\">"
    );
    for tick in TICKS {
        let (at_x, at_y) = (x(tick), y(tick));
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"M{at_x} {}V{}M{} {at_y}H{}\"/>\
            <text x=\"{at_x}\" y=\"{}\" text-anchor=\"middle\">{tick}</text>\
            <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{tick}</text>",
            y(1.0),
            y(0.0),
            x(0.0),
            x(1.0),
            y(0.0) + 15.0,
            x(0.0) - 6.0,
            at_y + 4.0
        );
    }
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
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">probability stated</text>",
        SIDE / 2.0,
        SIDE - 12.0
    );
    let _ = write!(
        svg,
        "<text transform=\"translate(12 {}) rotate(-90)\" text-anchor=\"middle\">cells \
        right</text>",
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

//! Curves of a run's figures as an SVG picture.

use std::fmt::Write as _;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 160.0;

/// A picture with one curve a column of a metrics table, over its first column.
pub fn draw(csv: &str) -> String {
    let mut lines = csv.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let rows: Vec<Vec<f64>> =
        lines.map(|l| l.split(',').map(|v| v.parse().unwrap_or(f64::NAN)).collect()).collect();
    let curves: Vec<usize> = (3..names.len()).collect();
    let height = (HEIGHT + 30.0) * curves.len() as f64;
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{height}' \
        font-family='sans-serif' font-size='12'>\n"
    );
    for (i, &column) in curves.iter().enumerate() {
        let top = (HEIGHT + 30.0) * i as f64 + 20.0;
        let points: Vec<(f64, f64)> = rows
            .iter()
            .filter_map(|r| Some((*r.first()?, *r.get(column)?)))
            .filter(|p| p.1.is_finite())
            .collect();
        svg.push_str(&curve(names[column], &points, top));
    }
    svg + "</svg>\n"
}

fn curve(name: &str, points: &[(f64, f64)], top: f64) -> String {
    let low = points.iter().map(|p| p.1).fold(f64::INFINITY, f64::min);
    let high = points.iter().map(|p| p.1).fold(f64::NEG_INFINITY, f64::max);
    let end = points.last().map_or(1.0, |p| p.0.max(1.0));
    let mut out = String::new();
    let _ = writeln!(out, "<text x='0' y='{}'>{name}: {low:.4} to {high:.4}</text>", top - 5.0);
    let _ = writeln!(
        out,
        "<rect x='0' y='{top}' width='{WIDTH}' height='{HEIGHT}' fill='none' stroke='#ccc'/>"
    );
    let place = |(x, y): &(f64, f64)| {
        (x / end * WIDTH, top + HEIGHT - (y - low) / (high - low).max(1e-12) * HEIGHT)
    };
    let line: Vec<String> =
        points.iter().map(place).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(out, "<polyline points='{}' fill='none' stroke='#06c'/>", line.join(" "));
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_curve_a_column() {
        let svg = super::draw(
            "step,seconds,learning_rate,loss,accuracy\n10,1,1e-3,2.0,0.5\n20,2,1e-3,1.0,0.75\n",
        );
        assert_eq!(svg.matches("<polyline").count(), 2);
        assert!(svg.contains("points='320.0,20.0 640.0,180.0'"), "{svg}");
    }
}

//! Values as the standard writes them: files have spaces around numbers and points, decimal commas,
//! units and other spellings.

use std::borrow::Cow;

/// Properties whose values are points or moves, in which white space means nothing.
const POINTS: [&str; 16] =
    ["B", "W", "AB", "AW", "AE", "TB", "TW", "TR", "SQ", "CR", "MA", "SL", "DD", "VW", "AR", "LN"];

/// The value of a property in the standard's spelling. One with an escaped bracket is neither a
/// number nor a point, and stays as it is.
pub fn usual<'a>(name: &str, text: &'a str) -> Cow<'a, str> {
    let escaped = text.contains("\\]") || text.contains("\\\\");
    match respelled(name, &text.replace('\\', "")) {
        _ if name == "CA" => "UTF-8".into(),
        Some(value) if !escaped && value != text => value.into_owned().into(),
        _ => text.into(),
    }
}

/// A number or a point in the standard's spelling; `None` for other values.
fn respelled<'a>(name: &str, text: &'a str) -> Option<Cow<'a, str>> {
    Some(match name {
        "B" | "W" if text.trim().eq_ignore_ascii_case("pass") => "".into(),
        "GM" if text.trim().is_empty() => "1".into(),
        "SZ" => square(text.trim()),
        "KM" => komi(text.trim()),
        "HA" => handicap(text.trim()).into(),
        "PL" => side(text.trim()),
        "GM" | "FF" | "ST" | "MN" | "OB" | "OW" | "BL" | "WL" => text.trim().into(),
        _ if POINTS.contains(&name) => {
            let points: String = text.split_whitespace().collect();
            return is_point(&points).then(|| points.into());
        }
        _ => return None,
    })
}

/// Whether this looks like a point, two of them with a colon between, or a pass.
fn is_point(text: &str) -> bool {
    let (first, last) = text.split_once(':').unwrap_or((text, "aa"));
    let two_letters = |text: &str| text.len() == 2 && text.bytes().all(|b| b.is_ascii_alphabetic());
    text.is_empty() || (two_letters(first) && two_letters(last))
}

/// `19x19` and `19:19` are `19`.
fn square(text: &str) -> Cow<'_, str> {
    let sides: Vec<Option<u32>> =
        text.split([':', 'x', 'X', '*', '×']).map(|side| side.trim().parse().ok()).collect();
    match sides[..] {
        [Some(rows)] => rows.to_string().into(),
        [Some(cols), Some(rows)] if cols == rows => rows.to_string().into(),
        _ => text.into(),
    }
}

/// The komi that a text stands for, in any spelling that files have: `6.5`, `6,5`, `6½`.
pub fn komi_named(text: &str) -> Option<f64> {
    komi(text.trim()).parse().ok().filter(|komi: &f64| komi.is_finite())
}

/// A komi in the standard's spelling, or else the number that it begins with: `6.5 (half)`. What
/// cannot be read stays as it is, such as a number with a fraction in an unknown spelling.
fn komi(text: &str) -> Cow<'_, str> {
    let text = plain_komi(text);
    let number = if text.parse::<f64>().is_ok() { None } else { leading_number(&text) };
    let number =
        number.filter(|number| !text[number.len()..].contains(['半', '반', '/', '½', '¾']));
    number.map(str::to_owned).map_or(text, Cow::Owned)
}

/// `2`, also of `2 stones` and `2.0`; a text without a number in front stays as it is.
fn handicap(text: &str) -> &str {
    let whole = leading_number(text).and_then(|number| number.split('.').next());
    whole.filter(|number| !number.is_empty()).unwrap_or(text)
}

/// The number that a text begins with.
fn leading_number(text: &str) -> Option<&str> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let rest = digits.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number = text[..text.len() - rest.len()].trim_end_matches('.');
    number.parse::<f64>().is_ok().then_some(number)
}

/// `6,5`, `6.5 points`, `6½`, `6 1/2` and `6目半` are `6.5`, `3又3/4子` is `3.75`.
fn plain_komi(text: &str) -> Cow<'_, str> {
    const UNITS: [&str; 7] = ["points", "point", "pts", "目", "子", "집", "moku"];
    let text = UNITS.iter().find_map(|unit| text.strip_suffix(unit)).unwrap_or(text).trim_end();
    let fractions = [
        ("½", 0.5),
        (" 1/2", 0.5),
        ("目半", 0.5),
        ("집반", 0.5),
        ("又3/4", 0.75),
        (" 3/4", 0.75),
        ("¾", 0.75),
    ];
    let fraction = fractions.iter().find_map(|(sign, part)| Some((text.strip_suffix(sign)?, part)));
    match fraction {
        Some((whole, part)) => whole
            .trim()
            .parse::<i32>()
            .map_or_else(|_| text.into(), |whole| (f64::from(whole) + part).to_string().into()),
        None if text.contains(',') => text.replacen(',', ".", 1).into(),
        None => text.strip_prefix('+').unwrap_or(text).into(),
    }
}

/// Whose turn it is, which old files spell out or number.
fn side(text: &str) -> Cow<'_, str> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => "B".into(),
        "w" | "white" | "2" => "W".into(),
        _ => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_the_standards_spelling() {
        for (name, text, value) in [
            ("SZ", " 9 ", "9"),
            ("SZ", "19x19", "19"),
            ("SZ", "13:13", "13"),
            ("SZ", "9:13", "9:13"),
            ("KM", " 6.5 ", "6.5"),
            ("KM", "6,5", "6.5"),
            ("KM", "+6.5", "6.5"),
            ("KM", "6.5 points", "6.5"),
            ("KM", "6½", "6.5"),
            ("KM", "7目半", "7.5"),
            ("KM", "3又3/4子", "3.75"),
            ("KM", "six", "six"),
            ("KM", "7.5 stones", "7.5"),
            ("KM", "5.5pts.", "5.5"),
            ("KM", "6,5 (half)", "6.5"),
            ("KM", "-0.5 to White", "-0.5"),
            ("KM", "6 1/2 points", "6.5"),
            ("KM", "7目半(白)", "7目半(白)"),
            ("KM", "half", "half"),
            ("HA", "2 stones", "2"),
            ("HA", "2.0", "2"),
            ("HA", "-1", "-1"),
            ("HA", "none", "none"),
            ("HA", " 2\n", "2"),
            ("GM", "1 ", "1"),
            ("PL", "Black", "B"),
            ("B", " d d", "dd"),
            ("W", "PASS", ""),
            ("AB", "aa : cc", "aa:cc"),
            ("AB", "a\\\na", "aa"),
            ("AB", "a a a", "a a a"),
            ("KM", " \\]", " \\]"),
            ("CA", "gb2312", "UTF-8"),
            ("C", " as it is ", " as it is "),
        ] {
            assert_eq!(usual(name, text), value, "{name}[{text}]");
        }
    }
}

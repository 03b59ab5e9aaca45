//! Spellings of moves other than the standard's, as old books and many programs write them.

/// What is written behind a move, or alone, in judgement of it, with its glyph's number in PGN.
const SIGNS: [(&str, u8); 17] = [
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("+/=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("=/+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("-+", 19),
    ("□", 7),
    ("N", 146),
    ("D", 220),
];

/// Words that say what the move shows by itself: check, mate, en passant.
const WORDS: [&str; 10] =
    ["disch", "dblch", "dis", "dbl", "check", "ch", "mate", "ep", "e.p.", "e.p"];

/// Whether a letter may be part of a move, a result or a sign.
pub(super) fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-+#=/:_".contains(c) || !ascii(c).is_empty() || is_sign(c)
}

fn is_sign(c: char) -> bool {
    "±∓⩲⩱∞□".contains(c)
}

/// What a printed letter stands for; nothing for one that stands for itself.
const fn ascii(c: char) -> &'static str {
    match c {
        '×' => "x",
        '\u{2010}'..='\u{2015}' | '−' => "-",
        '†' | '‡' => "+",
        '½' => "1/2",
        '♔' | '♚' => "K",
        '♕' | '♛' => "Q",
        '♖' | '♜' => "R",
        '♗' | '♝' => "B",
        '♘' | '♞' => "N",
        '♙' | '♟' => "P",
        _ => "",
    }
}

/// The text with figurines, dashes, crosses and daggers as the letters they stand for.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match ascii(c) {
            "" => out.push(c),
            letters => out.push_str(letters),
        }
    }
    out
}

/// Whether a word is none of the moves: a sign of judgement, whose glyph is returned, or a word
/// such as `ch` or `mate`.
pub(super) fn sign(word: &str) -> Option<Option<u8>> {
    let glyph = glyph_of(word);
    (glyph.is_some() || WORDS.contains(&word) || ["+", "++", "#"].contains(&word)).then_some(glyph)
}

fn glyph_of(sign: &str) -> Option<u8> {
    SIGNS.iter().find(|(text, _)| *text == sign).map(|(_, glyph)| *glyph)
}

/// The move of a text without what is written behind it, and the glyph of a sign of judgement.
///
/// `exd6e.p.` is `exd6`, `Qf7mate` is `Qf7`, `e8(Q)` and `e8/Q` are `e8Q`, `Nf3+-` is `Nf3` and 18.
pub(super) fn bare(text: &str) -> (String, Option<u8>) {
    let text = plain(text.trim());
    let mut rest = text.trim_end_matches(['!', '?']);
    let mut glyph = None;
    loop {
        let shorter = rest.trim_end_matches(|c| "+-=/#".contains(c) || is_sign(c)).trim_end();
        glyph = glyph.or_else(|| behind_check(rest[shorter.len()..].trim()));
        let word = WORDS.iter().find_map(|word| shorter.strip_suffix(word));
        let Some(before) = word.filter(|before| ends_a_move(before)) else {
            rest = if shorter.is_empty() { rest } else { shorter };
            break;
        };
        rest = before;
    }
    (promotion(rest), glyph)
}

/// The glyph of signs that may begin with the sign of check or mate: `++-` is check and 18.
fn behind_check(signs: &str) -> Option<u8> {
    let without = signs.strip_prefix(['+', '#']).unwrap_or_default();
    glyph_of(signs).or_else(|| glyph_of(without))
}

fn ends_a_move(text: &str) -> bool {
    let text = text.trim_end();
    text.ends_with(|c: char| c.is_ascii_digit() || "O+#/".contains(c))
        || WORDS.iter().any(|word| text.ends_with(word))
}

/// A promotion without the signs around its piece.
fn promotion(text: &str) -> String {
    let open = text.strip_suffix(')').unwrap_or(text);
    let mut letters = open.chars();
    let piece = letters.next_back().filter(|c| "QRBNqrbn".contains(*c));
    let square = letters.as_str().trim_end_matches(['=', '/', '(', ':']);
    match piece.filter(|_| square.ends_with(['1', '8'])) {
        Some(piece) => format!("{square}{}", piece.to_ascii_uppercase()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_behind_a_move_goes() {
        for (text, bare_text, glyph) in [
            ("e4", "e4", None),
            ("Nf3+-", "Nf3", Some(18)),
            ("Qh7++-", "Qh7", Some(18)),
            ("Qh7#", "Qh7", None),
            ("Qh7++", "Qh7", None),
            ("e4=", "e4", Some(10)),
            ("e4+/=", "e4", Some(14)),
            ("e4±", "e4", Some(16)),
            ("exd6ep", "exd6", None),
            ("exd6 e.p.", "exd6", None),
            ("exd6e.p.+", "exd6", None),
            ("exd6/ep", "exd6", None),
            ("Qh5ch", "Qh5", None),
            ("Qf7mate", "Qf7", None),
            ("Nf6disch", "Nf6", None),
            ("Nf6 dbl ch", "Nf6", None),
            ("e8(Q)", "e8Q", None),
            ("e8/Q+", "e8Q", None),
            ("dxe8=q!?", "dxe8Q", None),
            ("bxa1=(N)", "bxa1N", None),
            ("e2–e4", "e2-e4", None),
            ("♘f3", "Nf3", None),
            ("e4×d5", "e4xd5", None),
            ("O-O†", "O-O", None),
            ("--", "--", None),
            ("Bch", "Bch", None),
            ("", "", None),
        ] {
            assert_eq!(bare(text), (bare_text.to_owned(), glyph), "{text}");
        }
    }
}

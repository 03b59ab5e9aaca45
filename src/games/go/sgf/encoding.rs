//! The text of a file in SGF. East Asian encodings have characters whose second byte is that of `]`
//! or `\`, so a file has to be decoded before its brackets are looked at.

use super::outline::outline;
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_8, WINDOWS_1252};
use std::{borrow::Cow, str};

/// Encodings of files that do not say theirs, in the order in which they are tried where the guess
/// fails. The last one has a character for every byte; it is what FF\[4\] assumes.
const USUAL: [&Encoding; 6] = [GB18030, SHIFT_JIS, BIG5, EUC_KR, EUC_JP, WINDOWS_1252];

/// The text of a file: in the encoding of its byte order mark, else in UTF-8 where it surely is that,
/// else the one that its property `CA` names, else UTF-8, else the one that its letters look most like. An encoding in which the file
/// is no SGF, or has fewer values than in another, has swallowed brackets and is passed over.
pub fn decode(bytes: &[u8]) -> String {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned();
    }
    let named = named(bytes);
    if let Ok(text) = str::from_utf8(bytes)
        && named.is_none_or(|named| is_surely_utf8(text, named))
    {
        return text.to_owned();
    }
    let encodings = named.into_iter().chain([UTF_8, guess(bytes)]).chain(USUAL);
    let texts: Vec<Cow<'_, str>> = encodings
        .filter_map(|encoding| encoding.decode_without_bom_handling_and_without_replacement(bytes))
        .collect();
    let values = |text: &&Cow<'_, str>| outline(text).map_or(0, |outline| outline.values.len());
    // Of several the last is taken: the first encoding.
    let best = texts.iter().rev().max_by_key(values);
    best.map_or_else(|| crate::games::decode(bytes), |text| text.clone().into_owned())
}

/// Whether a text that is valid UTF-8 is not in the encoding that `CA` names: programs that save it
/// anew keep an old `CA`. Texts in other encodings are hardly ever valid UTF-8. Of those with two
/// bytes a letter a few letters may be, as letters of two bytes in UTF-8, but next to never as longer
/// ones.
fn is_surely_utf8(text: &str, named: &'static Encoding) -> bool {
    let least = if named.is_single_byte() { 2 } else { 3 };
    named == UTF_8 || text.chars().any(|c| c.len_utf8() >= least)
}

/// The encoding that `CA` names.
fn named(bytes: &[u8]) -> Option<&'static Encoding> {
    let find = |from: usize| bytes[from..].windows(3).position(|w| w == b"CA[").map(|i| from + i);
    let mut at = find(0)?;
    // Not the end of another property's name.
    while at > 0 && bytes[at - 1].is_ascii_uppercase() {
        at = find(at + 1)?;
    }
    let value = bytes[at + 3..].split(|byte| *byte == b']').next()?;
    label(std::str::from_utf8(value).ok()?.trim())
}

/// An encoding by its name. GB2312 and GBK are parts of GB18030.
fn label(name: &str) -> Option<&'static Encoding> {
    let plain = name.to_ascii_lowercase().replace(['-', '_', ' '], "");
    match plain.as_str() {
        "gb18030" | "gb2312" | "gbk" | "gb" | "cp936" | "936" | "euccn" | "hz" => Some(GB18030),
        "sjis" | "shiftjis" | "cp932" | "932" | "mskanji" | "windows31j" => Some(SHIFT_JIS),
        "big5" | "cp950" | "950" => Some(BIG5),
        "cp949" | "949" | "uhc" | "euckr" => Some(EUC_KR),
        "utf8" => Some(UTF_8),
        _ => Encoding::for_label(name.as_bytes()),
    }
}

/// The encoding that the bytes look most like.
fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    match detector.guess(None, chardetng::Utf8Detection::Deny) {
        encoding if encoding == encoding_rs::GBK => GB18030,
        encoding => encoding,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_letters_before_a_bracket_take_it_with_them_in_no_encoding() {
        let bytes = b"(;SZ[9]PB[M\xFCller]C[Men\xFC]AB[aa])";
        assert_eq!(decode(bytes), "(;SZ[9]PB[M\u{fc}ller]C[Men\u{fc}]AB[aa])");
    }

    #[test]
    fn an_encoding_that_is_named_wrongly_is_passed_over() {
        let text = "(;CA[gb2312]PB[白]C[黑棋胜]AB[aa])";
        assert_eq!(decode(text.as_bytes()), text);
        for name in ["Shift_JIS", "Big5", "EUC-KR", "ISO-8859-1", "windows-1251"] {
            let text = format!("(;CA[{name}]PB[柯洁]C[黑棋胜 é])");
            assert_eq!(decode(text.as_bytes()), text);
        }
        let text = "(;CA[ISO-8859-1]PB[Müller])";
        assert_eq!(decode(text.as_bytes()), text);
        assert_eq!(decode(b"(;CA[ISO-8859-1]PB[M\xFCller])"), text);
        // One letter of GB2312 that is one of UTF-8, too.
        assert_eq!(decode(b"(;CA[gb2312]C[\xC4\xA1])"), "(;CA[gb2312]C[摹])");
        assert_eq!(decode(b"(;CA[Shift_JIS]C[\x95\x5C])"), "(;CA[Shift_JIS]C[表])");
        assert_eq!(decode(b"(;CA[nonsense]C[M\xFCller])"), "(;CA[nonsense]C[M\u{fc}ller])");
        assert_eq!(decode(b"\xFF\xFE(\0;\0)\0"), "(;)");
    }

    #[test]
    fn encodings_are_guessed() {
        for (bytes, text) in [
            (
                &b"(;PB[\xBF\xC2\xBD\xE0]C[\xB0\xD7\xC6\xE5\xD6\xD0\xC5\xCC\xCA\xA4])"[..],
                "(;PB[柯洁]C[白棋中盘胜])",
            ),
            (b"(;C[\x8D\x95\x94\xD4\x82\xC5\x82\xB7\x81\x42\x95\x5C])", "(;C[黒番です。表])"),
        ] {
            assert_eq!(decode(bytes), text);
        }
    }
}

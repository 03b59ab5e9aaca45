//! The text of a file in SGF. East Asian encodings have characters whose second byte is that of `]`
//! or `\`, so a file has to be decoded before its brackets are looked at.

use super::outline::outline;
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_8, WINDOWS_1252};

/// Encodings of files that do not say theirs, in the order in which they are tried where the guess
/// fails. The last one has a character for every byte; it is what FF\[4\] assumes.
const USUAL: [&Encoding; 6] = [GB18030, SHIFT_JIS, BIG5, EUC_KR, EUC_JP, WINDOWS_1252];

/// The text of a file: in the encoding of its byte order mark, else the one that its property `CA`
/// names, else UTF-8, else the one that its letters look most like. Encodings in which the file is
/// no SGF are passed over.
pub fn decode(bytes: &[u8]) -> String {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned();
    }
    let mut texts =
        named(bytes).into_iter().chain([UTF_8, guess(bytes)]).chain(USUAL).filter_map(|encoding| {
            encoding.decode_without_bom_handling_and_without_replacement(bytes)
        });
    let first = texts.next();
    let readable = first.iter().cloned().chain(texts).find(|text| outline(text).is_ok());
    readable.or(first).map_or_else(|| crate::games::decode(bytes), Into::into)
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

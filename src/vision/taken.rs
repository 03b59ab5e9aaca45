//! When a photo was taken, as its camera wrote it.

use exif::{DateTime, Exif, In, Reader, Tag, Value};
use std::{fs::File, io::BufReader, path::Path};
use time::{Date, Month, Time, UtcOffset};

/// When a photo was taken, in seconds since 1970, by its EXIF data; without a time zone in them the
/// camera's clock is taken for UTC. `None` where they do not say, or cannot be read.
pub fn taken_at(path: &Path) -> Option<f64> {
    let mut file = BufReader::new(File::open(path).ok()?);
    let exif = Reader::new().read_from_container(&mut file).ok()?;
    let text = |tag| text_of(&exif, tag);
    let mut taken = DateTime::from_ascii(text(Tag::DateTimeOriginal)?).ok()?;
    // Parts that are missing or damaged leave the whole seconds, or the camera's clock.
    let _ = text(Tag::SubSecTimeOriginal).map(|text| taken.parse_subsec(text));
    let _ = text(Tag::OffsetTimeOriginal).map(|text| taken.parse_offset(text));
    since_1970(&taken)
}

/// The text of a field.
fn text_of(exif: &Exif, tag: Tag) -> Option<&[u8]> {
    match &exif.get_field(tag, In::PRIMARY)?.value {
        Value::Ascii(texts) => texts.first().map(Vec::as_slice),
        _ => None,
    }
}

fn since_1970(taken: &DateTime) -> Option<f64> {
    let month = Month::try_from(taken.month).ok()?;
    let date = Date::from_calendar_date(taken.year.into(), month, taken.day).ok()?;
    let time = Time::from_hms(taken.hour, taken.minute, taken.second).ok()?;
    let offset = UtcOffset::from_whole_seconds(i32::from(taken.offset.unwrap_or(0)) * 60).ok()?;
    let whole = date.with_time(time).assume_offset(offset).unix_timestamp();
    Some(whole as f64 + f64::from(taken.nanosecond.unwrap_or(0)) * 1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use exif::{Field, experimental::Writer};
    use image::{ExtendedColorType, ImageEncoder, RgbImage, codecs::jpeg::JpegEncoder};
    use std::io::Cursor;

    /// A photo with these texts in its EXIF data.
    fn photo(texts: &[(Tag, &str)]) -> Vec<u8> {
        let fields: Vec<Field> = texts
            .iter()
            .map(|&(tag, text)| Field {
                tag,
                ifd_num: In::PRIMARY,
                value: Value::Ascii(vec![text.as_bytes().to_vec()]),
            })
            .collect();
        let (mut writer, mut exif) = (Writer::new(), Cursor::new(Vec::new()));
        fields.iter().for_each(|field| writer.push_field(field));
        writer.write(&mut exif, false).expect("EXIF data");
        let (picture, mut bytes) = (RgbImage::new(16, 16), Vec::new());
        let mut encoder = JpegEncoder::new(&mut bytes);
        encoder.set_exif_metadata(exif.into_inner()).expect("a JPEG may have EXIF data");
        encoder.write_image(&picture, 16, 16, ExtendedColorType::Rgb8).expect("written");
        bytes
    }

    #[test]
    fn the_camera_says_when_a_photo_was_taken() {
        let dir = tempfile::tempdir().expect("temporary folder");
        let path = dir.path().join("photo.jpg");
        let at = |texts: &[(Tag, &str)]| {
            std::fs::write(&path, photo(texts)).expect("written");
            taken_at(&path)
        };
        let taken = (Tag::DateTimeOriginal, "2001:09:09 01:46:40");
        assert_eq!(at(&[taken]), Some(1e9), "the clock is taken for UTC");
        let (part, zone) = ((Tag::SubSecTimeOriginal, "25"), (Tag::OffsetTimeOriginal, "+02:00"));
        assert_eq!(at(&[taken, part, zone]), Some(1e9 - 7200.0 + 0.25));
        for nonsense in ["0000:00:00 00:00:00", "2001:13:09 01:46:40", "yesterday", ""] {
            assert_eq!(at(&[(Tag::DateTimeOriginal, nonsense)]), None, "{nonsense}");
        }
        assert_eq!(at(&[(Tag::DateTime, "2001:09:09 01:46:40")]), None, "when it was edited");
        std::fs::write(&path, "no photo").expect("written");
        assert_eq!(taken_at(&path), None);
    }
}

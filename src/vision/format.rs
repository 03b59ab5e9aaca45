//! What kind of file a picture is, by its first bytes or by its name.

use std::{fmt, path::Path};

/// A kind of file that people take for a photo. [`Jpeg`](Self::Jpeg), [`Png`](Self::Png) and
/// [`WebP`](Self::WebP) are read; of the others it is known what to do.
///
/// ```
/// use kibitzer::vision::PhotoFormat;
/// let heic = PhotoFormat::of(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic").expect("known");
/// assert!(!heic.is_read());
/// assert_eq!(heic.to_string(), "a HEIC photo");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PhotoFormat {
    /// JPEG.
    Jpeg,
    /// PNG.
    Png,
    /// WebP.
    WebP,
    /// HEIF with HEVC inside, what iPhones write.
    Heic,
    /// HEIF with AV1 inside.
    Avif,
    /// GIF.
    Gif,
    /// Windows bitmap.
    Bmp,
    /// TIFF, of which many raw formats are variants.
    Tiff,
    /// What a camera's sensor saw: CR2, CR3, NEF, ARW, DNG, RAF, ...
    Raw,
    /// JPEG XL.
    JpegXl,
    /// JPEG 2000.
    Jpeg2000,
    /// Photoshop.
    Psd,
    /// A drawing in SVG.
    Svg,
    /// PDF or PostScript.
    Pdf,
    /// MP4, QuickTime, AVI, Matroska.
    Video,
    /// A page of the web, saved in the place of a picture.
    WebPage,
    /// ZIP, RAR, 7z, gzip.
    Archive,
    /// What Git LFS leaves where a large file was not fetched.
    LfsPointer,
}

use PhotoFormat::*;

/// First bytes, and from which place on.
const SIGNATURES: [(usize, &[u8], PhotoFormat); 34] = [
    (0, b"\xFF\xD8\xFF", Jpeg),
    (0, b"\x89PNG\r\n\x1A\n", Png),
    (8, b"WEBP", WebP),
    (8, b"AVI ", Video),
    (0, b"GIF8", Gif),
    (0, b"8BPS", Psd),
    (0, b"%PDF", Pdf),
    (0, b"%!PS", Pdf),
    (0, b"II*\0\x10\0\0\0CR", Raw),
    (0, b"IIRO", Raw),
    (0, b"IIRS", Raw),
    (0, b"IIU\0", Raw),
    (0, b"FUJIFILMCCD-RAW", Raw),
    (0, b"FOVb", Raw),
    (0, b"\0MRM", Raw),
    (0, b"II*\0", Tiff),
    (0, b"MM\0*", Tiff),
    (0, b"II+\0", Tiff),
    (0, b"MM\0+", Tiff),
    (0, b"\xFF\x0A", JpegXl),
    (0, b"\0\0\0\x0CJXL ", JpegXl),
    (0, b"\0\0\0\x0CjP  ", Jpeg2000),
    (0, b"\xFF\x4F\xFF\x51", Jpeg2000),
    (0, b"\x1A\x45\xDF\xA3", Video),
    (0, b"\0\0\x01\xBA", Video),
    (4, b"moov", Video),
    (4, b"mdat", Video),
    (4, b"wide", Video),
    (0, b"PK\x03\x04", Archive),
    (0, b"Rar!", Archive),
    (0, b"7z\xBC\xAF", Archive),
    (0, b"\x1F\x8B", Archive),
    (0, b"version https://git-lfs", LfsPointer),
    (0, b"BM", Bmp),
];

/// Endings of names, in small letters.
const ENDINGS: [(&str, PhotoFormat); 36] = [
    ("jpg", Jpeg),
    ("jpeg", Jpeg),
    ("jpe", Jpeg),
    ("jfif", Jpeg),
    ("png", Png),
    ("webp", WebP),
    ("heic", Heic),
    ("heif", Heic),
    ("hif", Heic),
    ("avif", Avif),
    ("gif", Gif),
    ("bmp", Bmp),
    ("dib", Bmp),
    ("tif", Tiff),
    ("tiff", Tiff),
    ("dng", Raw),
    ("cr2", Raw),
    ("cr3", Raw),
    ("nef", Raw),
    ("arw", Raw),
    ("raf", Raw),
    ("orf", Raw),
    ("rw2", Raw),
    ("pef", Raw),
    ("srw", Raw),
    ("jxl", JpegXl),
    ("jp2", Jpeg2000),
    ("psd", Psd),
    ("svg", Svg),
    ("pdf", Pdf),
    ("mp4", Video),
    ("mov", Video),
    ("m4v", Video),
    ("avi", Video),
    ("mkv", Video),
    ("webm", Video),
];

impl PhotoFormat {
    /// Whether a file's name ends as those of photos that can be read: JPEG, PNG, WebP.
    pub fn is_readable_name(path: &Path) -> bool {
        Self::of_name(path).is_some_and(Self::is_read)
    }

    /// The kind of a file with these bytes; `None` where nothing is known of it.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let has = |(at, signature, _): &&(usize, &[u8], Self)| {
            bytes.get(*at..).is_some_and(|rest| rest.starts_with(signature))
        };
        let riff = |format: Self| !matches!(format, WebP) || bytes.starts_with(b"RIFF");
        let signed = SIGNATURES.iter().filter(has).map(|s| s.2).find(|&format| riff(format));
        signed.or_else(|| of_brands(bytes)).or_else(|| of_markup(bytes))
    }

    /// The kind of a file with this name, by its ending.
    pub fn of_name(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_string_lossy().to_lowercase();
        ENDINGS.iter().find(|(known, _)| *known == ending).map(|(_, format)| *format)
    }

    /// Whether a file with this name may be a photo, of a kind that is read or not: what a folder
    /// of photos stands for. Documents, drawings and videos are left alone.
    pub fn is_photo_name(path: &Path) -> bool {
        !matches!(Self::of_name(path), None | Some(Svg | Pdf | Psd | Video))
    }

    /// Whether a file is a photo rather than a text: by its name, or by the bytes that it begins
    /// with.
    pub fn is_photo(path: &Path, start: &[u8]) -> bool {
        Self::is_photo_name(path) || Self::of(start).is_some_and(Self::is_read)
    }

    /// Whether photos of this kind are read.
    pub const fn is_read(self) -> bool {
        matches!(self, Jpeg | Png | WebP)
    }

    /// What to do with a file of this kind that is not read.
    pub const fn remedy(self) -> &'static str {
        match self {
            Heic => {
                "share or export it as JPEG, or convert it, as with `heif-convert in.heic out.jpg`; \
                an iPhone takes JPEG photos with Settings, Camera, Formats, Most Compatible"
            }
            Raw => "develop it as JPEG, or take the JPEG that the camera wrote beside it",
            Pdf => "save its page as PNG",
            Video => "save a frame of it as PNG or JPEG",
            WebPage => "save the picture itself, not the page around it",
            Archive => "unpack it first",
            LfsPointer => "fetch the file itself with `git lfs pull`",
            _ => "save it as JPEG or PNG",
        }
    }
}

impl fmt::Display for PhotoFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Jpeg => "a JPEG photo",
            Png => "a PNG picture",
            WebP => "a WebP picture",
            Heic => "a HEIC photo",
            Avif => "an AVIF picture",
            Gif => "a GIF picture",
            Bmp => "a BMP picture",
            Tiff => "a TIFF picture, or a camera's raw photo",
            Raw => "a camera's raw photo",
            JpegXl => "a JPEG XL picture",
            Jpeg2000 => "a JPEG 2000 picture",
            Psd => "a Photoshop document",
            Svg => "an SVG drawing",
            Pdf => "a PDF or PostScript document",
            Video => "a video",
            WebPage => "a web page",
            Archive => "an archive",
            LfsPointer => "a Git LFS pointer",
        })
    }
}

/// ISO base media files name their brands: the main one, a version, and those that they are
/// compatible with (ISO/IEC 14496-12, 23008-12).
fn of_brands(bytes: &[u8]) -> Option<PhotoFormat> {
    let length = u32::from_be_bytes(*bytes.first_chunk()?) as usize;
    if bytes.get(4..8)? != b"ftyp" {
        return None;
    }
    let brands = bytes.get(8..length.clamp(12, 256).min(bytes.len()))?;
    let is_any = |names: &[&[u8]]| brands.chunks_exact(4).any(|brand| names.contains(&brand));
    Some(if is_any(&[b"avif", b"avis"]) {
        Avif
    } else if is_any(&[b"crx "]) {
        Raw
    } else if is_any(&[
        b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"mif2",
        b"msf1",
    ]) {
        Heic
    } else {
        Video
    })
}

/// Pages and drawings are text.
fn of_markup(bytes: &[u8]) -> Option<PhotoFormat> {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(512)]).to_lowercase();
    let start = start.trim_start_matches('\u{feff}').trim_start();
    if start.starts_with("<svg") || (start.starts_with("<?xml") && start.contains("<svg")) {
        return Some(Svg);
    }
    (start.starts_with("<!doctype html") || start.starts_with("<html")).then_some(WebPage)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Signatures as the formats' own standards give them; the brands of HEIF from ISO/IEC
    /// 23008-12, of AVIF from its specification.
    #[test]
    fn first_bytes_tell_what_a_file_is() {
        let brands = |main: &str, others: &str| {
            let length = 16 + others.len() as u32;
            [&length.to_be_bytes(), b"ftyp", main.as_bytes(), &[0; 4], others.as_bytes()].concat()
        };
        for (bytes, expected) in [
            (b"\xFF\xD8\xFF\xE0\0\x10JFIF".to_vec(), Jpeg),
            (b"RIFF\x24\0\0\0WEBPVP8 ".to_vec(), WebP),
            (b"RIFF\x24\0\0\0AVI LIST".to_vec(), Video),
            (brands("heic", "mif1heic"), Heic),
            (brands("heix", "mif1heix"), Heic),
            (brands("hevc", "msf1hevc"), Heic),
            (brands("mif1", "heicmiaf"), Heic),
            (brands("mif1", "avifmiaf"), Avif),
            (brands("avif", "mif1miaf"), Avif),
            (brands("crx ", "crx isom"), Raw),
            (brands("isom", "iso2avc1mp41"), Video),
            (brands("qt  ", ""), Video),
            (b"GIF89a".to_vec(), Gif),
            (b"BM\x36\0\0\0".to_vec(), Bmp),
            (b"II*\0\x08\0\0\0".to_vec(), Tiff),
            (b"MM\0*\0\0\0\x08".to_vec(), Tiff),
            (b"II*\0\x10\0\0\0CR\x02\0".to_vec(), Raw),
            (b"FUJIFILMCCD-RAW 0201".to_vec(), Raw),
            (b"%PDF-1.7".to_vec(), Pdf),
            (b"  <!DOCTYPE html><html>".to_vec(), WebPage),
            (b"<?xml version=\"1.0\"?>\n<svg>".to_vec(), Svg),
            (b"version https://git-lfs.github.com/spec/v1\n".to_vec(), LfsPointer),
            (b"PK\x03\x04".to_vec(), Archive),
        ] {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            assert_eq!(PhotoFormat::of(&bytes), Some(expected), "{text:?}");
        }
        for text in [&b""[..], b"B", b"1. e4 e5", b"RIFF....WAVE", b"\0\0\0\x18fty"] {
            assert_eq!(PhotoFormat::of(text), None, "{:?}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn names_tell_what_a_folder_holds() {
        let is_photo = |name: &str| PhotoFormat::is_photo_name(Path::new(name));
        assert!(["a.JPG", "a.jfif", "b.Heic", "c.dng", "d.webp"].into_iter().all(is_photo));
        assert!(!["a.txt", "jpg", "b.mp4", "c.pdf", "d.svg", ".png"].into_iter().any(is_photo));
        let is_readable = |name: &str| PhotoFormat::is_readable_name(Path::new(name));
        assert!(["a.JPG", "a.jfif", "b.jpe", "c.png", "d.webp"].into_iter().all(is_readable));
        assert!(!["b.Heic", "c.dng", "d.avif", "a.txt"].into_iter().any(is_readable));
    }

    #[test]
    fn a_photo_is_told_by_its_name_or_by_how_it_begins() {
        let is_photo = |name: &str, start: &[u8]| PhotoFormat::is_photo(Path::new(name), start);
        assert!(is_photo("a.avif", b"") && is_photo("a", b"\xFF\xD8\xFF\xE0"));
        assert!(!is_photo("a.pgn", b"1. e4") && !is_photo("a", b"%PDF-1.7"));
    }
}

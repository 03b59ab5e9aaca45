//! Photo files: JPEG, PNG and WebP, told apart by content, to upright 8-bit RGB.
//!
//! Sizes are checked from the header, before any pixel is decoded. Gray, 16-bit and CMYK pictures
//! (as Adobe programs write them, inverted) become RGB; transparent pixels show the gray that
//! stands for everything outside a photo ([`OUTSIDE`](super::warp::OUTSIDE)). The EXIF orientation
//! is applied.

use super::{
    format::PhotoFormat,
    jpeg::{self, Content},
    warp::OUTSIDE,
};
use image::{
    ColorType, DynamicImage, GrayImage, ImageDecoder, ImageFormat, ImageReader, Limits, Rgb,
    RgbImage, RgbaImage, metadata::Orientation,
};
use std::{
    borrow::Cow,
    fmt, fs,
    io::{self, Cursor},
    path::{Path, PathBuf},
};

/// The largest and smallest photo that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhotoLimits {
    /// Largest width or height in pixels.
    pub max_side: u32,
    /// Smallest width or height in pixels: below it, no board can be read.
    pub min_side: u32,
    /// Largest number of pixels.
    pub max_pixels: u64,
    /// Largest file, in bytes.
    pub max_file_bytes: u64,
    /// Most memory for the decoded photo and its conversion to RGB, in bytes.
    pub max_memory_bytes: u64,
}

impl Default for PhotoLimits {
    /// Room for the largest phone photos, 108 megapixels.
    fn default() -> Self {
        Self {
            max_side: 20_000,
            min_side: 32,
            max_pixels: 120_000_000,
            max_file_bytes: 256 << 20,
            max_memory_bytes: 1 << 30,
        }
    }
}

impl PhotoLimits {
    /// Refuses a photo of so many pixels and of a color type, before any of them is decoded.
    ///
    /// # Errors
    /// When it is larger or smaller than is read, or decoding it takes more memory.
    pub fn check_size(
        &self,
        (width, height): (u32, u32),
        color: ColorType,
    ) -> Result<(), PhotoProblem> {
        let Self { max_side, min_side, max_pixels, max_memory_bytes: max, .. } = *self;
        let pixels = u64::from(width) * u64::from(height);
        if width.max(height) > max_side || pixels > max_pixels {
            return Err(PhotoProblem::TooLarge { width, height, max_side, max_pixels });
        }
        if width.min(height) < min_side {
            return Err(PhotoProblem::TooSmall { width, height, min_side });
        }
        let converted = if color == ColorType::Rgb8 { 0 } else { 3 };
        let bytes = pixels * (u64::from(color.bytes_per_pixel()) + converted);
        if bytes > max {
            return Err(PhotoProblem::Memory { width, height, bytes, max });
        }
        Ok(())
    }
}

/// A photo that cannot be read: which one, and why.
#[derive(Debug)]
pub struct PhotoError {
    /// The file, `None` for a photo that came as bytes.
    pub path: Option<PathBuf>,
    /// What is wrong with it.
    pub problem: PhotoProblem,
}

/// What can be wrong with a photo.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PhotoProblem {
    /// The file cannot be opened or read.
    #[error("cannot read the file: {0}; check the path and its permissions")]
    Io(#[from] io::Error),
    /// It is a folder.
    #[error("is a folder, not a photo: name the photos in it")]
    Folder,
    /// It is a device, a pipe or a socket.
    #[error("is no ordinary file: copy the photo into a file first")]
    NotAFile,
    /// It has no bytes.
    #[error("the file is empty: copy the photo again")]
    Empty,
    /// It is of no known format.
    #[error("not a photo: give a JPEG, PNG or WebP file")]
    NotAPhoto,
    /// It is of a format that is known, and not read.
    #[error("{format}, which is not read: {}", format.remedy())]
    Format {
        /// What it is.
        format: PhotoFormat,
    },
    /// The file is too large.
    #[error(
        "the file has {bytes} bytes, more than the {max} that are read: save the photo smaller"
    )]
    FileTooLarge {
        /// Size of the file.
        bytes: u64,
        /// The limit.
        max: u64,
    },
    /// The picture is too large.
    #[error(
        "{width}x{height} pixels are too many (at most {max_side} a side, {max_pixels} in all): \
        shrink the photo first"
    )]
    TooLarge {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
        /// The limit on each.
        max_side: u32,
        /// The limit on their product.
        max_pixels: u64,
    },
    /// Decoding would need too much memory.
    #[error(
        "decoding {width}x{height} pixels needs {bytes} bytes, more than the {max} allowed: shrink \
        the photo first"
    )]
    Memory {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
        /// Memory needed.
        bytes: u64,
        /// The limit.
        max: u64,
    },
    /// The picture is too small to show a board.
    #[error(
        "{width}x{height} pixels are too few to show a board (at least {min_side} a side): give \
        the original photo"
    )]
    TooSmall {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
        /// The limit on each.
        min_side: u32,
    },
    /// The file ends early.
    #[error(
        "the file is cut off, a part of the picture is missing: copy the photo again from where \
        it is whole"
    )]
    Truncated,
    /// The file is damaged, or of a rare kind.
    #[error("the photo cannot be decoded ({0}): copy it again, or save it anew as JPEG or PNG")]
    Damaged(String),
}

impl fmt::Display for PhotoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(f, "{}: {}", path.display(), self.problem),
            None => write!(f, "{}", self.problem),
        }
    }
}

impl std::error::Error for PhotoError {}

/// Reads a photo file: upright, 8-bit RGB.
///
/// # Errors
/// A [`PhotoProblem`] with the path.
pub fn open_photo(path: &Path, limits: &PhotoLimits) -> Result<RgbImage, PhotoError> {
    let photo = read_file(path, limits).and_then(|bytes| decode(&bytes, limits));
    photo.map_err(|problem| PhotoError { path: Some(path.to_owned()), problem })
}

/// Reads a photo from the bytes of its file: upright, 8-bit RGB.
///
/// # Errors
/// A [`PhotoProblem`] without a path.
pub fn decode_photo(bytes: &[u8], limits: &PhotoLimits) -> Result<RgbImage, PhotoError> {
    decode(bytes, limits).map_err(|problem| PhotoError { path: None, problem })
}

/// A photo whose pixels something else has decoded: of color type `L8`, `Rgb8` or `Rgba8`, row by row
/// from the top left. They are asked for when the size is known to be right, and have to be as many
/// as it says.
///
/// # Errors
/// A [`PhotoProblem`] without a path.
pub fn photo_of_pixels(
    (width, height): (u32, u32),
    color: ColorType,
    limits: &PhotoLimits,
    pixels: impl FnOnce() -> Vec<u8>,
) -> Result<RgbImage, PhotoError> {
    let picture = || {
        limits.check_size((width, height), color)?;
        let pixels = pixels();
        let picture = match color {
            ColorType::L8 => GrayImage::from_raw(width, height, pixels).map(Into::into),
            ColorType::Rgb8 => RgbImage::from_raw(width, height, pixels).map(Into::into),
            ColorType::Rgba8 => RgbaImage::from_raw(width, height, pixels).map(Into::into),
            _ => None,
        };
        let wrong = || PhotoProblem::Damaged("its pixels are not those of its size".to_owned());
        picture.map(to_rgb).ok_or_else(wrong)
    };
    picture().map_err(|problem| PhotoError { path: None, problem })
}

fn read_file(path: &Path, limits: &PhotoLimits) -> Result<Vec<u8>, PhotoProblem> {
    let about = fs::metadata(path)?;
    if about.is_dir() {
        return Err(PhotoProblem::Folder);
    }
    if !about.is_file() {
        return Err(PhotoProblem::NotAFile);
    }
    check_file_size(about.len(), limits)?;
    Ok(fs::read(path)?)
}

const fn check_file_size(bytes: u64, limits: &PhotoLimits) -> Result<(), PhotoProblem> {
    if bytes > limits.max_file_bytes {
        return Err(PhotoProblem::FileTooLarge { bytes, max: limits.max_file_bytes });
    }
    Ok(())
}

fn decode(bytes: &[u8], limits: &PhotoLimits) -> Result<RgbImage, PhotoProblem> {
    check_file_size(bytes.len() as u64, limits)?;
    if bytes.is_empty() {
        return Err(PhotoProblem::Empty);
    }
    let format = format_of(bytes)?;
    let bytes = if format == ImageFormat::Png { &*png_with_end(bytes) } else { bytes };
    let mut decoder =
        ImageReader::with_format(Cursor::new(bytes), format).into_decoder().map_err(problem_of)?;
    limits.check_size(decoder.dimensions(), decoder.color_type())?;
    check_whole(bytes, format)?;
    decoder.set_limits(decoder_limits(limits)).map_err(problem_of)?;
    let orientation = orientation_of(&mut decoder);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(problem_of)?;
    picture.apply_orientation(orientation);
    Ok(to_rgb(picture))
}

fn format_of(bytes: &[u8]) -> Result<ImageFormat, PhotoProblem> {
    match PhotoFormat::of(bytes) {
        Some(PhotoFormat::Jpeg) => Ok(ImageFormat::Jpeg),
        Some(PhotoFormat::Png) => Ok(ImageFormat::Png),
        Some(PhotoFormat::WebP) => Ok(ImageFormat::WebP),
        Some(format) => Err(PhotoProblem::Format { format }),
        None => Err(PhotoProblem::NotAPhoto),
    }
}

/// A PNG file with the end chunk that it may have lost: all pixels stand before it.
fn png_with_end(bytes: &[u8]) -> Cow<'_, [u8]> {
    const END: &[u8] = b"\0\0\0\0IEND\xAE\x42\x60\x82";
    let mut at = 8;
    while let Some(length) = bytes.get(at..at + 8).and_then(|head| head.first_chunk::<4>()) {
        let next = at + 12 + u32::from_be_bytes(*length) as usize;
        if bytes[at + 4..].starts_with(b"IEND") || next > bytes.len() {
            break;
        }
        at = next;
    }
    match bytes.get(at..) {
        Some(rest) if rest.len() < END.len() && END.starts_with(rest) => {
            [&bytes[..at], END].concat().into()
        }
        _ => bytes.into(),
    }
}

/// Refuses a photo of which a part is missing, where its decoder would not say so.
fn check_whole(bytes: &[u8], format: ImageFormat) -> Result<(), PhotoProblem> {
    if format != ImageFormat::Jpeg {
        return Ok(());
    }
    match jpeg::content(bytes) {
        Content::Whole => Ok(()),
        Content::CutOff => Err(PhotoProblem::Truncated),
        Content::Damaged => Err(PhotoProblem::Damaged("a code that JPEG does not have".into())),
    }
}

/// Whether the EXIF data of a photo file turn or mirror its pixels; no for what cannot be read.
pub fn exif_turns(path: &Path, limits: &PhotoLimits) -> bool {
    let orientation = || -> Result<Orientation, PhotoProblem> {
        let bytes = read_file(path, limits)?;
        let reader = ImageReader::with_format(Cursor::new(&bytes), format_of(&bytes)?);
        Ok(orientation_of(&mut reader.into_decoder().map_err(problem_of)?))
    };
    orientation().is_ok_and(|orientation| orientation != Orientation::NoTransforms)
}

fn decoder_limits(limits: &PhotoLimits) -> Limits {
    let mut out = Limits::default();
    out.max_alloc = Some(limits.max_memory_bytes);
    out
}

fn problem_of(error: image::ImageError) -> PhotoProblem {
    match &error {
        image::ImageError::IoError(e) if e.kind() == io::ErrorKind::UnexpectedEof => {
            PhotoProblem::Truncated
        }
        // Of "Format error decoding Png: ..." only the end helps, and its own line breaks do not.
        _ => PhotoProblem::Damaged(
            error.to_string().split_whitespace().collect::<Vec<_>>().join(" "),
        ),
    }
}

/// The EXIF orientation; a file whose EXIF data are broken is taken as it is.
fn orientation_of(decoder: &mut impl ImageDecoder) -> Orientation {
    let chunk = decoder.exif_metadata().ok().flatten().unwrap_or_default();
    // Some programs put JPEG's EXIF prefix into WebP and PNG files too.
    let tiff = chunk.strip_prefix(b"Exif\0\0").unwrap_or(&chunk);
    Orientation::from_exif_chunk(tiff).unwrap_or(Orientation::NoTransforms)
}

fn to_rgb(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let rgba = picture.into_rgba8();
    let mix = |value: u8, alpha: u8, behind: u8| {
        let (v, a, b) = (u32::from(value), u32::from(alpha), u32::from(behind));
        ((v * a + b * (255 - a) + 127) / 255) as u8
    };
    RgbImage::from_fn(rgba.width(), rgba.height(), |x, y| {
        let [r, g, b, a] = rgba.get_pixel(x, y).0;
        Rgb([mix(r, a, OUTSIDE[0]), mix(g, a, OUTSIDE[1]), mix(b, a, OUTSIDE[2])])
    })
}

#[cfg(test)]
#[path = "photo_tests.rs"]
mod tests;

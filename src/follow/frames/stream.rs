//! Pictures one after the other: JPEG (MJPEG; what lies between the parts of a multipart stream is
//! passed over), or PPM.

use super::{Frame, FrameSource, Next, SourceError};
use crate::vision::{PhotoLimits, decode_photo};
use image::RgbImage;
use std::io::{BufRead, ErrorKind};

/// A JPEG picture of more bytes is none.
const LARGEST: usize = 64 << 20;

/// Bytes that may lie between two pictures.
const BETWEEN: usize = 1 << 16;

/// Markers of JPEG, after a byte of ones: start and end of a picture, start of its data.
const START: u8 = 0xd8;
const END: u8 = 0xd9;
const DATA: u8 = 0xda;

/// Pictures one after the other.
#[derive(Debug)]
pub struct Stream<R> {
    bytes: R,
    limits: PhotoLimits,
    /// Frames a second, where that is known.
    rate: Option<f64>,
    frames: usize,
}

/// A picture, or what is wrong with it; nothing at the end of the stream.
type Picture = Option<Result<RgbImage, String>>;

impl<R: BufRead> Stream<R> {
    /// The pictures of a stream, at a rate in frames a second, where that is known.
    pub const fn new(bytes: R, limits: PhotoLimits, rate: Option<f64>) -> Self {
        Self { bytes, limits, rate, frames: 0 }
    }

    fn picture(&mut self) -> Result<Picture, SourceError> {
        let (mut before, mut passed) = (0, 0);
        while let Some(byte) = self.byte()? {
            match (before, byte) {
                (b'P', b'6') if passed == 1 => return self.ppm(),
                (0xff, START) => return self.jpeg(),
                _ => (before, passed) = (byte, passed + 1),
            }
            if passed > BETWEEN {
                return Err(SourceError::NoPictures);
            }
        }
        if passed > 0 && self.frames == 0 { Err(SourceError::NoPictures) } else { Ok(None) }
    }

    /// The JPEG picture whose first two bytes were read.
    fn jpeg(&mut self) -> Result<Picture, SourceError> {
        let Some(bytes) = self.jpeg_bytes()? else {
            return Ok(Some(Err("the picture breaks off".to_owned())));
        };
        Ok(Some(decode_photo(&bytes, &self.limits).map_err(|error| error.to_string())))
    }

    /// All bytes of the JPEG picture whose first two were read: a thumbnail inside of it has an end
    /// of its own, so segments are passed over whole.
    fn jpeg_bytes(&mut self) -> Result<Option<Vec<u8>>, SourceError> {
        let mut bytes = vec![0xff, START];
        let mut in_data = false;
        while bytes.len() < LARGEST {
            let Some(byte) = self.byte()? else { return Ok(None) };
            bytes.push(byte);
            if byte != 0xff {
                continue;
            }
            let Some(marker) = self.marker(&mut bytes)? else { return Ok(None) };
            match marker {
                END => return Ok(Some(bytes)),
                // A byte of ones in the data, or where it may be started anew.
                0x00 | 0x01 | 0xd0..=0xd7 => continue,
                _ if in_data && marker == START => return Ok(None),
                DATA => in_data = true,
                _ => {}
            }
            if self.segment(&mut bytes)?.is_none() {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// The marker after a byte of ones, of which there may be several.
    fn marker(&mut self, bytes: &mut Vec<u8>) -> Result<Option<u8>, SourceError> {
        loop {
            let Some(byte) = self.byte()? else { return Ok(None) };
            bytes.push(byte);
            if byte != 0xff {
                return Ok(Some(byte));
            }
        }
    }

    /// A segment, which says its length.
    fn segment(&mut self, bytes: &mut Vec<u8>) -> Result<Option<()>, SourceError> {
        let (Some(high), Some(low)) = (self.byte()?, self.byte()?) else { return Ok(None) };
        bytes.extend([high, low]);
        let length = usize::from(u16::from_be_bytes([high, low])).saturating_sub(2);
        let rest = self.exactly(length)?;
        Ok(rest.map(|rest| bytes.extend(rest)))
    }

    /// The PPM picture whose first two bytes were read.
    fn ppm(&mut self) -> Result<Picture, SourceError> {
        let mut header = [0; 3];
        for number in &mut header {
            match self.number()? {
                Some(read) => *number = read,
                None => return Err(SourceError::NoPictures),
            }
        }
        let [width, height, most] = header;
        let pixels = u64::from(width) * u64::from(height);
        if most != 255 || pixels == 0 || pixels > self.limits.max_pixels {
            return Err(SourceError::NoPictures);
        }
        let picture = self.exactly(3 * pixels as usize)?;
        if width.min(height) < self.limits.min_side {
            return Ok(Some(Err("the picture is too small to show a board".to_owned())));
        }
        let picture = picture.and_then(|data| RgbImage::from_raw(width, height, data));
        Ok(Some(picture.ok_or_else(|| "the picture breaks off".to_owned())))
    }

    /// A number of a PPM header, with the one byte of white space behind it.
    fn number(&mut self) -> Result<Option<u32>, SourceError> {
        let mut digits = String::new();
        while let Some(byte) = self.byte()? {
            match byte {
                b'#' => while self.byte()?.is_some_and(|byte| byte != b'\n') {},
                b'0'..=b'9' if digits.len() < 9 => digits.push(char::from(byte)),
                _ if !byte.is_ascii_whitespace() => return Ok(None),
                _ if digits.is_empty() => {}
                _ => return Ok(digits.parse().ok()),
            }
        }
        Ok(None)
    }

    fn byte(&mut self) -> Result<Option<u8>, SourceError> {
        Ok(self.exactly(1)?.map(|bytes| bytes[0]))
    }

    /// So many bytes; nothing where the stream ends before.
    fn exactly(&mut self, count: usize) -> Result<Option<Vec<u8>>, SourceError> {
        let mut bytes = vec![0; count];
        match self.bytes.read_exact(&mut bytes) {
            Ok(()) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

impl<R: BufRead> FrameSource for Stream<R> {
    fn next_frame(&mut self) -> Result<Next, SourceError> {
        let Some(picture) = self.picture()? else { return Ok(Next::End) };
        let time_s = self.rate.map(|rate| self.frames as f64 / rate);
        self.frames += 1;
        Ok(match picture {
            Ok(image) => Next::Frame(Frame { image, name: None, time_s }),
            Err(why) => Next::Unreadable { name: None, why },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ImageFormat, Rgb};
    use std::io::Cursor;

    fn picture(value: u8) -> RgbImage {
        RgbImage::from_pixel(48, 40, Rgb([value; 3]))
    }

    fn encoded(value: u8, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture(value).write_to(&mut bytes, format).expect("encoded");
        bytes.into_inner()
    }

    /// A pixel and the time of each picture; nothing of a damaged one.
    type Found = Vec<Option<(u8, Option<f64>)>>;

    fn all(bytes: Vec<u8>) -> Result<Found, SourceError> {
        let mut stream = Stream::new(Cursor::new(bytes), PhotoLimits::default(), Some(10.0));
        let mut found = Vec::new();
        loop {
            match stream.next_frame()? {
                Next::Frame(frame) => found.push(Some((frame.image[(5, 5)][0], frame.time_s))),
                Next::Unreadable { .. } => found.push(None),
                Next::Gone { .. } | Next::End => return Ok(found),
            }
        }
    }

    #[test]
    fn jpeg_pictures_are_found_between_the_parts_of_a_multipart_stream() {
        let mut bytes = Vec::new();
        for value in [10, 200] {
            bytes.extend(b"--frame\r\nContent-Type: image/jpeg\r\n\r\n");
            bytes.extend(encoded(value, ImageFormat::Jpeg));
            bytes.extend(b"\r\n");
        }
        let found = all(bytes.clone()).expect("a stream");
        let [Some((first, Some(0.0))), Some((second, Some(time)))] = found[..] else {
            panic!("{found:?}")
        };
        assert!(first.abs_diff(10) < 4 && second.abs_diff(200) < 4 && (time - 0.1).abs() < 1e-9);
        bytes.truncate(bytes.len() - 40);
        assert_eq!(all(bytes).expect("a stream")[1], None, "it breaks off");
    }

    #[test]
    fn ppm_pictures_follow_one_another() {
        let ppm = |value: u8| {
            let mut bytes = b"P6\n# a comment\n48 40\n255\n".to_vec();
            bytes.extend(picture(value).into_raw());
            bytes
        };
        let found = all([ppm(7), ppm(9)].concat()).expect("a stream");
        assert_eq!(found.iter().map(|f| f.expect("whole").0).collect::<Vec<_>>(), [7, 9]);
        let large = b"P6 999999999 999999999 255\n".to_vec();
        assert!(matches!(all(large), Err(SourceError::NoPictures)));
    }

    #[test]
    fn what_is_no_stream_of_pictures_is_refused_and_nothing_is_an_empty_one() {
        assert!(matches!(all(vec![b'x'; 100]), Err(SourceError::NoPictures)));
        assert!(matches!(all(vec![0; 200_000]), Err(SourceError::NoPictures)));
        assert!(all(Vec::new()).expect("an empty one").is_empty());
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_are_too_strange(bytes in proptest::collection::vec(0_u8.., 0..400)) {
            let _ = all([&[0xff, START][..], &bytes].concat());
            let _ = all([b"P6", &bytes[..]].concat());
            let _ = all(bytes);
        }
    }
}

//! Photo files for tests, well-formed and not.

use image::{DynamicImage, ImageFormat, RgbImage};
use std::io::Cursor;

/// A picture as a file.
pub fn encoded(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    picture.into().write_to(&mut out, format).expect("encodes");
    out.into_inner()
}

/// A PNG whose header claims a size; behind it are the bytes of one pixel.
pub fn png_with_size(width: u32, height: u32) -> Vec<u8> {
    with_size(encoded(RgbImage::new(1, 1), ImageFormat::Png), width, height)
}

/// A small PNG whose header is true and whose bytes unpack to a thousand times what it needs.
pub fn png_that_unpacks_to_too_much() -> Vec<u8> {
    with_size(encoded(RgbImage::new(4000, 4000), ImageFormat::Png), 64, 64)
}

/// A PNG with a chunk of our own behind its header.
pub fn png_with_chunk(png: &[u8], kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).expect("a chunk is small");
    let content = [&kind, data].concat();
    let (header, rest) = png.split_at(33);
    [header, &length.to_be_bytes(), &content, &crc32(&content).to_be_bytes(), rest].concat()
}

/// The packed pixels of a PNG: zlib, as its text chunks are packed, too.
pub fn packed_pixels(png: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 8;
    while at + 8 <= png.len() {
        let length = u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes")) as usize;
        if &png[at + 4..at + 8] == b"IDAT" {
            out.extend_from_slice(&png[at + 8..at + 8 + length]);
        }
        at += 12 + length;
    }
    out
}

fn with_size(mut png: Vec<u8>, width: u32, height: u32) -> Vec<u8> {
    png[16..20].copy_from_slice(&width.to_be_bytes());
    png[20..24].copy_from_slice(&height.to_be_bytes());
    let crc = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    png
}

/// CRC-32 of ISO 3309, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |c, _| {
            if c & 1 == 1 { 0xEDB8_8320 ^ (c >> 1) } else { c >> 1 }
        })
    })
}

use super::*;
use crate::vision::testing::{
    encoded, packed_pixels, png_that_unpacks_to_too_much, png_with_chunk, png_with_size,
};
use image::{ImageBuffer, ImageEncoder, Luma, Rgba, codecs};

/// 48x36: red, with a blue 12x9 patch at the top left, so that every turn and flip shows.
fn picture() -> RgbImage {
    RgbImage::from_fn(
        48,
        36,
        |x, y| if x < 12 && y < 9 { Rgb([0, 0, 255]) } else { Rgb([255, 0, 0]) },
    )
}

fn read(bytes: &[u8]) -> Result<RgbImage, PhotoError> {
    decode_photo(bytes, &PhotoLimits::default())
}

fn problem(bytes: &[u8]) -> String {
    read(bytes).expect_err("is refused").to_string()
}

fn near(a: &Rgb<u8>, b: [u8; 3], tolerance: u8) -> bool {
    (0..3).all(|c| a[c].abs_diff(b[c]) <= tolerance)
}

/// An EXIF block whose only entry is the orientation, big-endian or little-endian.
fn exif(orientation: u8, big_endian: bool) -> Vec<u8> {
    let entry: &[u8] = if big_endian {
        &[
            b'M',
            b'M',
            0,
            42,
            0,
            0,
            0,
            8,
            0,
            1,
            1,
            0x12,
            0,
            3,
            0,
            0,
            0,
            1,
            0,
            orientation,
            0,
            0,
            0,
            0,
            0,
            0,
        ]
    } else {
        &[
            b'I',
            b'I',
            42,
            0,
            8,
            0,
            0,
            0,
            1,
            0,
            0x12,
            1,
            3,
            0,
            1,
            0,
            0,
            0,
            orientation,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
        ]
    };
    entry.to_vec()
}

/// A JPEG with an EXIF segment after its start marker.
fn jpeg_with_exif(tiff: &[u8]) -> Vec<u8> {
    let jpeg = encoded(picture(), ImageFormat::Jpeg);
    let segment = [b"Exif\0\0", tiff].concat();
    let length = (segment.len() as u16 + 2).to_be_bytes();
    [&jpeg[..2], &[0xFF, 0xE1], &length, &segment, &jpeg[2..]].concat()
}

/// A one-colored 32x32 baseline JPEG of four components, as Adobe programs write CMYK (255 = no
/// ink). Each value must be 64 to 127 away from 128, because the only Huffman codes are `0` (no
/// change), `10` (a 7-bit change) and end of block.
fn cmyk_jpeg(inverted: [u8; 4]) -> Vec<u8> {
    let mut out = vec![0xFF, 0xD8, 0xFF, 0xEE, 0, 14];
    out.extend(b"Adobe\0\x64\0\0\0\0\0");
    out.extend([0xFF, 0xDB, 0, 67, 0]);
    out.extend([8; 64]);
    out.extend([0xFF, 0xC0, 0, 20, 8, 0, 32, 0, 32, 4]);
    (1..=4).for_each(|id| out.extend([id, 0x11, 0]));
    out.extend([0xFF, 0xC4, 0, 21, 0x00, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]);
    out.extend([0xFF, 0xC4, 0, 20, 0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    out.extend([0xFF, 0xDA, 0, 14, 4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0]);
    let mut bits = String::new();
    for block in 0..16 {
        for value in inverted {
            let change = i32::from(value) - 128;
            let code = if change > 0 { change } else { change + 127 };
            bits += &if block == 0 { format!("10{code:07b}0") } else { "00".to_owned() };
        }
    }
    bits += &"1".repeat((8 - bits.len() % 8) % 8);
    for byte in bits.as_bytes().chunks(8) {
        let byte = byte.iter().fold(0u8, |b, bit| b << 1 | (bit - b'0'));
        out.push(byte);
        if byte == 0xFF {
            out.push(0);
        }
    }
    out.extend([0xFF, 0xD9]);
    out
}

#[test]
fn lossless_formats_come_back_as_they_were() {
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        assert_eq!(read(&encoded(picture(), format)).expect("is read"), picture());
    }
    let jpeg = read(&encoded(picture(), ImageFormat::Jpeg)).expect("is read");
    assert!(
        near(jpeg.get_pixel(2, 2), [0, 0, 255], 12)
            && near(jpeg.get_pixel(40, 30), [255, 0, 0], 12)
    );
}

#[test]
fn every_exif_orientation_is_undone() {
    // Where the patch, stored at the top left, belongs; from the EXIF standard's table of the 0th
    // row and column.
    let corner = [
        "",
        "top left",
        "top right",
        "bottom right",
        "bottom left",
        "top left",
        "top right",
        "bottom right",
        "bottom left",
    ];
    for orientation in 1..=8 {
        for big_endian in [false, true] {
            let photo = read(&jpeg_with_exif(&exif(orientation, big_endian))).expect("is read");
            let size = if orientation < 5 { (48, 36) } else { (36, 48) };
            assert_eq!(photo.dimensions(), size, "orientation {orientation}");
            let (right, bottom) = (size.0 - 3, size.1 - 3);
            let corners = [
                ("top left", 2, 2),
                ("top right", right, 2),
                ("bottom right", right, bottom),
                ("bottom left", 2, bottom),
            ];
            for (name, x, y) in corners {
                let is_patch = near(photo.get_pixel(x, y), [0, 0, 255], 30);
                assert_eq!(
                    is_patch,
                    name == corner[usize::from(orientation)],
                    "orientation {orientation}, {name}"
                );
            }
        }
    }
}

#[test]
fn webp_and_png_exif_count_with_and_without_the_jpeg_prefix() {
    for prefix in [&b""[..], b"Exif\0\0"] {
        let chunk = [prefix, &exif(6, true)].concat();
        let mut webp = Vec::new();
        let mut encoder = codecs::webp::WebPEncoder::new_lossless(&mut webp);
        encoder.set_exif_metadata(chunk.clone()).expect("supported");
        encoder.write_image(&picture(), 48, 36, ColorType::Rgb8.into()).expect("encodes");
        let mut png = Vec::new();
        let mut encoder = codecs::png::PngEncoder::new(&mut png);
        encoder.set_exif_metadata(chunk).expect("supported");
        encoder.write_image(&picture(), 48, 36, ColorType::Rgb8.into()).expect("encodes");
        for bytes in [webp, png] {
            let photo = read(&bytes).expect("is read");
            assert_eq!(photo.dimensions(), (36, 48));
            assert_eq!(photo.get_pixel(35, 0), &Rgb([0, 0, 255]));
        }
    }
}

#[test]
fn sixteen_bits_and_gray_become_rgb() {
    let deep = ImageBuffer::from_pixel(32, 32, Rgb([0u16, 32_896, 65_535]));
    assert_eq!(
        read(&encoded(deep, ImageFormat::Png)).expect("is read").get_pixel(0, 0),
        &Rgb([0, 128, 255])
    );
    let gray = ImageBuffer::from_pixel(32, 32, Luma([77u8]));
    assert_eq!(
        read(&encoded(gray.clone(), ImageFormat::Png)).expect("is read").get_pixel(0, 0),
        &Rgb([77; 3])
    );
    assert!(near(
        read(&encoded(gray, ImageFormat::Jpeg)).expect("is read").get_pixel(9, 9),
        [77; 3],
        2
    ));
    let deep_gray = ImageBuffer::from_pixel(32, 32, Luma([65_535u16]));
    assert_eq!(
        read(&encoded(deep_gray, ImageFormat::Png)).expect("is read").get_pixel(0, 0),
        &Rgb([255; 3])
    );
}

#[test]
fn transparent_pixels_show_the_gray_of_outside() {
    let alpha = |a| ImageBuffer::from_pixel(32, 32, Rgba([255u8, 255, 255, a]));
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        let at = |a| *read(&encoded(alpha(a), format)).expect("is read").get_pixel(0, 0);
        assert_eq!((at(0), at(51), at(255)), (Rgb(OUTSIDE), Rgb([153; 3]), Rgb([255; 3])));
    }
}

#[test]
fn cmyk_becomes_rgb() {
    // R = C' K' / 255 for Adobe's inverted values, likewise G and B.
    let photo = read(&cmyk_jpeg([230, 40, 60, 220])).expect("is read");
    let expected = [230, 40, 60].map(|v: u32| (v * 220 / 255) as u8);
    assert!(near(photo.get_pixel(16, 16), expected, 2), "{:?}", photo.get_pixel(16, 16));
}

#[test]
fn what_is_no_photo_is_said_so() {
    assert!(problem(b"").contains("empty"));
    for text in [&b"1. e4 e5 2. Nf3"[..], b"\xFF", b"RIFF\x10\0\0\0WAVEfmt "] {
        assert!(
            problem(text).contains("not a photo: give a JPEG, PNG or WebP"),
            "{}",
            problem(text)
        );
    }
    let heic = problem(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic");
    assert!(heic.starts_with("a HEIC photo, which is not read") && heic.contains("JPEG"), "{heic}");
    assert!(problem(b"%PDF-1.7").contains("a PDF or PostScript document, which is not read"));
}

#[test]
fn sizes_are_refused_before_decoding() {
    assert!(
        problem(&encoded(RgbImage::new(1, 1), ImageFormat::Png)).contains("1x1 pixels are too few")
    );
    assert!(
        problem(&encoded(RgbImage::new(400, 31), ImageFormat::Png))
            .contains("400x31 pixels are too few")
    );
    assert!(problem(&png_with_size(30_000, 30_000)).contains("30000x30000 pixels are too many"));
    assert!(problem(&png_with_size(19_000, 19_000)).contains("19000x19000 pixels are too many"));
    let tight = PhotoLimits { max_memory_bytes: 1000, ..PhotoLimits::default() };
    let error =
        decode_photo(&encoded(picture(), ImageFormat::Png), &tight).expect_err("is refused");
    assert!(
        matches!(error.problem, PhotoProblem::Memory { bytes: 5184, max: 1000, .. }),
        "{error}"
    );
    let short = PhotoLimits { max_file_bytes: 10, ..PhotoLimits::default() };
    let error =
        decode_photo(&encoded(picture(), ImageFormat::Png), &short).expect_err("is refused");
    assert!(matches!(error.problem, PhotoProblem::FileTooLarge { max: 10, .. }), "{error}");
}

#[test]
fn a_png_that_unpacks_to_too_much_is_read_as_far_as_its_header_says() {
    let photo = read(&png_that_unpacks_to_too_much()).expect("is read");
    assert_eq!(photo.dimensions(), (64, 64));
}

#[test]
fn no_cut_and_no_flipped_byte_makes_a_panic() {
    let noisy = RgbImage::from_fn(64, 64, |x, y| {
        Rgb([((x * 37) ^ (y * 11)) as u8, (x * y) as u8, (x * 5 + y * 91) as u8])
    });
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let whole = encoded(noisy.clone(), format);
        // The last bytes only say that this was the end.
        for at in (0..whole.len() - 16).step_by(7) {
            let cut = &whole[..at];
            assert!(read(cut).is_err(), "{format:?} cut at {at} of {}", whole.len());
            let mut flipped = whole.clone();
            flipped[at] ^= 0x55;
            let _ = read(&flipped);
        }
    }
    let half = encoded(noisy, ImageFormat::Jpeg);
    assert!(problem(&half[..half.len() / 2]).contains("cut off"));
}

/// One picture as a JPEG of several kinds: baseline and progressive, gray and CMYK, with several
/// subsamplings, with and without restart markers.
fn jpegs() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/jpegs");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("photos").flatten().map(|e| e.path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "jpg"));
    files.sort();
    assert!(files.len() >= 5, "{files:?}");
    files.into_iter().map(|path| fs::read(path).expect("a photo")).collect()
}

/// The mean difference of two pictures' values.
fn difference(a: &RgbImage, b: &RgbImage) -> f64 {
    let values = a.as_raw().iter().zip(b.as_raw());
    values.map(|(a, b)| f64::from(a.abs_diff(*b))).sum::<f64>() / a.as_raw().len() as f64
}

/// libjpeg, browsers and phones show a picture whose end marker is lost; ITU-T T.81 has a frame say
/// how many blocks there are.
#[test]
fn a_jpeg_is_whole_when_its_blocks_are_there() {
    for whole in jpegs() {
        let read_whole = read(&whole).expect("is read");
        let end = whole.windows(2).rposition(|pair| pair == [0xFF, 0xD9]).expect("an end marker");
        assert_eq!(read(&whole[..end]).expect("without its end marker"), read_whole);
        let padded = [&whole[..], &[0; 40], b"\xFF\xD8\xFFtrailing"].concat();
        assert_eq!(read(&padded).expect("with something behind it"), read_whole);
        let start = whole.windows(2).position(|pair| pair == [0xFF, 0xDA]).expect("a scan") + 20;
        for part in [0.02, 0.3, 0.5, 0.9, 0.98] {
            let cut = start + ((end - start) as f64 * part) as usize;
            for tail in [&b""[..], b"\xFF\xD9", b"\xFF\xD9\xFF\xD9", b"\xFF"] {
                let half = [&whole[..cut], tail].concat();
                match read(&half) {
                    // Cut between two scans, a progressive picture is coarse, but whole.
                    Ok(coarse) => assert!(difference(&coarse, &read_whole) < 25.0, "{cut}"),
                    Err(error) => {
                        let error = error.to_string();
                        assert!(error.contains("cut off") || error.contains("decoded"), "{error}");
                    }
                }
            }
        }
    }
}

/// Half the data, with what says that the file is whole put right: the size of the RIFF and of its
/// chunk, the end chunk of PNG.
#[test]
fn half_a_png_or_webp_is_refused_whatever_its_end_says() {
    let noisy = RgbImage::from_fn(64, 64, |x, y| {
        Rgb([((x * 37) ^ (y * 11)) as u8, (x * y) as u8, (x * 5 + y * 91) as u8])
    });
    let webp = encoded(noisy.clone(), ImageFormat::WebP);
    let mut half = webp[..(webp.len() / 2) & !1].to_vec();
    let size = half.len() as u32;
    half[4..8].copy_from_slice(&(size - 8).to_le_bytes());
    half[16..20].copy_from_slice(&(size - 20).to_le_bytes());
    assert!(read(&half).is_err());
    let png = encoded(noisy, ImageFormat::Png);
    let packed = packed_pixels(&png);
    let bare = [&png[..33], &png[png.len() - 12..]].concat();
    let half = png_with_chunk(&bare, *b"IDAT", &packed[..packed.len() / 2]);
    assert!(read(&half).is_err());
    // All pixels are there without the end chunk, or with a part of it.
    let picture = read(&png).expect("is read");
    for missing in [1, 4, 11, 12] {
        assert_eq!(read(&png[..png.len() - missing]).expect("without its end"), picture);
    }
    assert!(read(&png[..png.len() - 13]).is_err());
}

#[test]
fn a_path_is_named_in_its_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = |name: &str| open_photo(&folder.path().join(name), &PhotoLimits::default());
    let message = |name: &str| open(name).expect_err("is refused").to_string();
    fs::write(folder.path().join("text.jpg"), "not a photo").expect("writable");
    fs::write(folder.path().join("empty.png"), "").expect("writable");
    fs::create_dir(folder.path().join("dir.jpg")).expect("writable");
    fs::write(folder.path().join("wrong-name.txt"), encoded(picture(), ImageFormat::Png))
        .expect("writable");
    assert!(message("text.jpg").contains("text.jpg: not a photo"));
    assert!(message("empty.png").contains("empty.png: the file is empty"));
    assert!(message("dir.jpg").contains("dir.jpg: is a folder"));
    assert!(message("missing.jpg").contains("missing.jpg: cannot read the file"));
    assert_eq!(open("wrong-name.txt").expect("content counts"), picture());
}

#[cfg(unix)]
#[test]
fn endless_devices_are_not_read() {
    let error =
        open_photo(Path::new("/dev/zero"), &PhotoLimits::default()).expect_err("is refused");
    assert!(matches!(error.problem, PhotoProblem::NotAFile));
}

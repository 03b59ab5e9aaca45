//! Event files that TensorBoard reads: records of TensorFlow's format, each a message of
//! `tensorflow/core/util/event.proto` with scalars alone.

use anyhow::{Context, Result};
use kibitzer::files::write_atomically;
use std::{
    fs::{self, OpenOptions},
    io::Write,
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

/// The event file of a run: TensorBoard looks for `tfevents` in names.
pub const EVENTS: &str = "events.out.tfevents.kibitzer";

/// What the first record of every event file says.
const VERSION: &str = "brain.Event:2";

/// Appends figures of a step to an event file, which is made where there is none.
///
/// # Errors
/// When the file cannot be written.
pub fn append(path: &Path, step: usize, figures: &[(&str, f64)]) -> Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |t| t.as_secs_f64());
    let mut bytes = Vec::new();
    if !path.is_file() {
        bytes.extend(record(&event(now, 0, &field(3, VERSION.as_bytes()))));
    }
    let values: Vec<u8> =
        figures.iter().flat_map(|&(name, v)| field(1, &scalar(name, v))).collect();
    bytes.extend(record(&event(now, step, &field(5, &values))));
    let context = || format!("cannot write {}", path.display());
    let mut file = OpenOptions::new().create(true).append(true).open(path).with_context(context)?;
    file.write_all(&bytes).with_context(context)
}

/// Takes the figures of all steps beyond one out of an event file, where there is one, and what was
/// cut short at its end.
///
/// # Errors
/// When the file cannot be written.
pub fn drop_beyond(step: usize, path: &Path) -> Result<()> {
    let Ok(bytes) = fs::read(path) else { return Ok(()) };
    let mut rest = &bytes[..];
    let mut kept = Vec::new();
    while let Some(record) = first_record(rest) {
        if step_of(record).is_some_and(|of_record| of_record <= step) {
            kept.extend(record);
        }
        rest = &rest[record.len()..];
    }
    if kept == bytes { Ok(()) } else { Ok(write_atomically(path, &kept)?) }
}

/// The first record, where it is whole.
fn first_record(bytes: &[u8]) -> Option<&[u8]> {
    let length = bytes.first_chunk::<8>()?;
    let end = usize::try_from(u64::from_le_bytes(*length)).ok()?.checked_add(12)?;
    let record = bytes.get(..end.checked_add(4)?)?;
    let is_whole = record[8..12] == masked(length) && record[end..] == masked(&record[12..end]);
    is_whole.then_some(record)
}

/// The step of a record, written by [`event`]: behind length, checksum, tag, time and tag.
fn step_of(record: &[u8]) -> Option<usize> {
    let mut step = 0;
    for (i, byte) in record.get(22..)?.iter().take(9).enumerate() {
        step |= usize::from(byte & 0x7f) << (7 * i);
        if byte & 0x80 == 0 {
            return Some(step);
        }
    }
    None
}

/// A record: length, its checksum, data, its checksum.
fn record(data: &[u8]) -> Vec<u8> {
    let length = (data.len() as u64).to_le_bytes();
    [&length[..], &masked(&length), data, &masked(data)].concat()
}

/// The checksum of a record's part: CRC-32C, turned and moved, so that records may hold records.
fn masked(data: &[u8]) -> [u8; 4] {
    crc32c::crc32c(data).rotate_right(15).wrapping_add(0xa282_ead8).to_le_bytes()
}

/// `Event`: time and step, and what happened.
fn event(time: f64, step: usize, what: &[u8]) -> Vec<u8> {
    let mut bytes = vec![1 << 3 | 1];
    bytes.extend(time.to_le_bytes());
    bytes.push(2 << 3);
    bytes.extend(varint(step as u64));
    bytes.extend(what);
    bytes
}

/// `Summary.Value`: a name and a number.
fn scalar(name: &str, value: f64) -> Vec<u8> {
    let mut bytes = field(1, name.as_bytes());
    bytes.push(2 << 3 | 5);
    bytes.extend((value as f32).to_le_bytes());
    bytes
}

/// A field of bytes, a text or a message.
fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![number << 3 | 2];
    out.extend(varint(bytes.len() as u64));
    out.extend(bytes);
    out
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push((value as u8) | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

#[cfg(test)]
pub mod testing {
    use super::masked;

    /// The data of all records, whose checksums have to be right.
    pub fn records(mut bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        while !bytes.is_empty() {
            let (length, rest) = bytes.split_at(8);
            let n = u64::from_le_bytes(length.try_into().expect("eight bytes")) as usize;
            assert_eq!(rest[..4], masked(length));
            assert_eq!(rest[4 + n..8 + n], masked(&rest[4..4 + n]));
            all.push(rest[4..4 + n].to_vec());
            bytes = &rest[8 + n..];
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::{testing::records, *};

    #[test]
    fn steps_beyond_one_are_dropped_and_a_record_that_was_cut_short() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join(EVENTS);
        drop_beyond(300, &path).expect("no file");
        for step in [300, 600] {
            append(&path, step, &[("loss", 0.5)]).expect("written");
        }
        let whole = fs::read(&path).expect("read");
        drop_beyond(600, &path).expect("read");
        assert_eq!(fs::read(&path).expect("read"), whole);
        fs::write(&path, &whole[..whole.len() - 3]).expect("cut");
        drop_beyond(600, &path).expect("mended");
        assert_eq!(records(&fs::read(&path).expect("read")).len(), 2);
        append(&path, 600, &[("loss", 0.25)]).expect("written");
        drop_beyond(300, &path).expect("mended");
        let records = records(&fs::read(&path).expect("read"));
        assert!(records[0].ends_with(VERSION.as_bytes()), "it stays an event file");
        assert_eq!((records.len(), &records[1][9..12]), (2, &[0x10, 0xac, 2][..]));
    }

    #[test]
    fn numbers_are_as_protobuf_has_them() {
        assert_eq!(varint(1), [1]);
        assert_eq!(varint(300), [0xac, 2]);
        assert_eq!(field(2, b"testing"), [&[0x12, 7][..], b"testing"].concat());
    }

    /// Of 32 zeros, RFC 3720, B.4; masked as TensorFlow's `crc32c.h` says.
    #[test]
    fn the_checksum_is_castagnoli_s() {
        assert_eq!(crc32c::crc32c(&[0; 32]), 0x8a91_36aa);
        assert_eq!(masked(&[0; 32]), 0x0fd7_fffa_u32.to_le_bytes());
    }

    #[test]
    fn a_file_begins_with_its_version_and_goes_on() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join(EVENTS);
        append(&path, 10, &[("loss", 0.5)]).expect("written");
        append(&path, 20, &[("loss", 0.25), ("dev_cells", 1.0)]).expect("written");
        let records = records(&fs::read(&path).expect("read"));
        assert_eq!(records.len(), 3);
        assert!(records[0].ends_with(VERSION.as_bytes()));
        let value = [&[0x0a, 4][..], b"loss", &[0x15], &0.5f32.to_le_bytes()].concat();
        assert!(records[1].ends_with(&value) && records[1][9..11] == [0x10, 10]);
        assert!(records[2].ends_with(&1.0f32.to_le_bytes()));
    }
}

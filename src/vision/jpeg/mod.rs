//! Whether a JPEG holds all of its picture.
//!
//! Decoders fill what is missing with gray and say nothing, and neither an end marker nor its
//! absence tells: a cut file may have been given one, and a whole file may have lost it. So the
//! entropy-coded data are read block by block, without computing a pixel (ITU-T T.81, annexes B,
//! F and G).

mod bits;
mod scan;

use bits::{Huffman, Missing};
use scan::{Component, Frame, Scan};

/// What of a picture is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// All blocks; or the file is of a kind that this does not know, and its decoder will say.
    Whole,
    /// The data end before the last block.
    CutOff,
    /// The data hold a code that there is not.
    Damaged,
}

/// What of its picture a JPEG file holds.
pub(super) fn content(bytes: &[u8]) -> Content {
    match Reader::new(bytes).read() {
        Ok(()) | Err(Fault::Unknown) => Content::Whole,
        Err(Fault::Missing) => Content::CutOff,
        Err(Fault::Code) => Content::Damaged,
    }
}

/// Why reading stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// Data are missing.
    Missing,
    /// There is no such code.
    Code,
    /// A kind of file that is left to the decoder: arithmetic, lossless, hierarchical.
    Unknown,
}

impl From<Missing> for Fault {
    fn from(_: Missing) -> Self {
        Self::Missing
    }
}

/// A file, and what its segments said so far.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    frame: Option<Frame>,
    dc: [Option<Huffman>; 4],
    ac: [Option<Huffman>; 4],
    /// Minimum coded units between restart markers; 0 for none.
    restart: usize,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        // The first two bytes are the start marker.
        let (dc, ac) = (Default::default(), Default::default());
        Self { bytes, at: 2, frame: None, dc, ac, restart: 0 }
    }

    /// Reads segments and scans until the picture is whole, or the file ends.
    fn read(&mut self) -> Result<(), Fault> {
        loop {
            let Some(marker) = self.next_marker() else { return self.at_the_end() };
            match marker {
                0xD9 => return self.at_an_end_marker(),
                0x01 | 0xD0..=0xD8 => {}
                _ => {
                    let Some(segment) = self.segment() else { return self.at_the_end() };
                    self.heed(marker, segment)?;
                    if self.frame.as_ref().is_some_and(Frame::is_read) {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// The next marker's second byte; what stands before it is passed over, as decoders do.
    fn next_marker(&mut self) -> Option<u8> {
        loop {
            self.at += self.bytes.get(self.at..)?.iter().position(|&byte| byte == 0xFF)?;
            while *self.bytes.get(self.at)? == 0xFF {
                self.at += 1;
            }
            self.at += 1;
            let marker = self.bytes[self.at - 1];
            if marker != 0 {
                return Some(marker);
            }
        }
    }

    /// The bytes of a segment, whose length stands first; `None` where the file ends before.
    fn segment(&mut self) -> Option<&'a [u8]> {
        let length = u16::from_be_bytes(*self.bytes.get(self.at..)?.first_chunk()?);
        let segment = self.bytes.get(self.at + 2..self.at + usize::from(length))?;
        self.at += usize::from(length);
        Some(segment)
    }

    fn heed(&mut self, marker: u8, segment: &[u8]) -> Result<(), Fault> {
        match marker {
            0xC0..=0xC2 => self.frame = Some(Frame::parse(segment, marker == 0xC2)?),
            0xC4 => self.tables(segment)?,
            0xC3 | 0xC5..=0xCF => return Err(Fault::Unknown),
            0xDD => {
                let interval = *segment.first_chunk().ok_or(Fault::Unknown)?;
                self.restart = usize::from(u16::from_be_bytes(interval));
            }
            0xDA => self.scan(segment)?,
            _ => {}
        }
        Ok(())
    }

    /// Huffman tables: class and number, sixteen counts, the symbols.
    fn tables(&mut self, mut segment: &[u8]) -> Result<(), Fault> {
        while let Some((&[class, ref counts @ ..], rest)) = segment.split_first_chunk::<17>() {
            let symbols: usize = counts.iter().map(|&n| usize::from(n)).sum();
            let (symbols, rest) = rest.split_at_checked(symbols).ok_or(Fault::Unknown)?;
            let tables = if class >> 4 == 0 { &mut self.dc } else { &mut self.ac };
            let table = tables.get_mut(usize::from(class & 15)).ok_or(Fault::Unknown)?;
            *table = Some(Huffman::new(counts, symbols).ok_or(Fault::Unknown)?);
            segment = rest;
        }
        Ok(())
    }

    fn scan(&mut self, segment: &[u8]) -> Result<(), Fault> {
        let frame = self.frame.as_mut().ok_or(Fault::Unknown)?;
        let scan = Scan::parse(segment, frame, &self.dc, &self.ac, self.restart)?;
        self.at = scan.read(frame, self.bytes, self.at)?;
        Ok(())
    }

    /// The file has no end marker: a baseline picture is known to lack a scan, a progressive one
    /// to lack bits.
    fn at_the_end(&self) -> Result<(), Fault> {
        match &self.frame {
            Some(frame) if frame.components.iter().all(Component::is_exact) => Ok(()),
            _ => Err(Fault::Missing),
        }
    }

    /// A progressive picture may be meant to be coarse, but every block has to be there.
    fn at_an_end_marker(&self) -> Result<(), Fault> {
        match &self.frame {
            Some(frame) if frame.components.iter().all(Component::is_seen) => Ok(()),
            _ => Err(Fault::Missing),
        }
    }
}

//! Frames and scans: which blocks there are, and what the data say of each.

use super::{
    Fault,
    bits::{Bits, Huffman},
};

/// Coefficients of a block.
const COEFFICIENTS: usize = 64;
/// A coefficient that no scan has told of yet.
const UNSEEN: u8 = u8::MAX;

/// A picture as its header describes it.
pub(super) struct Frame {
    progressive: bool,
    width: usize,
    height: usize,
    /// The largest sampling factors.
    factors: (usize, usize),
    pub components: Vec<Component>,
}

/// A color component.
pub(super) struct Component {
    id: u8,
    factors: (usize, usize),
    /// For each coefficient: how many low bits are missing, or [`UNSEEN`].
    missing_bits: [u8; COEFFICIENTS],
    /// Progressive: for each block, which coefficients are known not to be 0.
    nonzero: Vec<u64>,
    /// Blocks in a row of `nonzero`.
    stride: usize,
}

impl Component {
    /// Whether a scan told of its blocks.
    pub(super) const fn is_seen(&self) -> bool {
        self.missing_bits[0] != UNSEEN
    }

    /// Whether nothing of it is missing.
    pub(super) fn is_exact(&self) -> bool {
        self.missing_bits.iter().all(|&bits| bits == 0)
    }
}

impl Frame {
    pub(super) fn parse(segment: &[u8], progressive: bool) -> Result<Self, Fault> {
        let Some((&[_, h0, h1, w0, w1, count], rest)) = segment.split_first_chunk::<6>() else {
            return Err(Fault::Unknown);
        };
        let [height, width] = [[h0, h1], [w0, w1]].map(|n| usize::from(u16::from_be_bytes(n)));
        let mut components: Vec<Component> =
            rest.chunks_exact(3).take(usize::from(count)).map(Component::parse).collect();
        let largest = |of: fn(&Component) -> usize| components.iter().map(of).max().unwrap_or(0);
        let factors = (largest(|c| c.factors.0), largest(|c| c.factors.1));
        let usable =
            |c: &Component| (1..=4).contains(&c.factors.0) && (1..=4).contains(&c.factors.1);
        // Where the height is 0, it follows the first scan.
        if width == 0 || height == 0 || components.is_empty() || !components.iter().all(usable) {
            return Err(Fault::Unknown);
        }
        if let [single] = &mut components[..] {
            single.factors = (1, 1);
            return Ok(Self { progressive, width, height, factors: (1, 1), components }.with_room());
        }
        Ok(Self { progressive, width, height, factors, components }.with_room())
    }

    /// Room for what the scans of a progressive picture say.
    fn with_room(mut self) -> Self {
        let (across, down) = self.units();
        for component in self.components.iter_mut().filter(|_| self.progressive) {
            component.stride = across * component.factors.0;
            component.nonzero = vec![0; component.stride * down * component.factors.1];
        }
        self
    }

    /// Minimum coded units of all components across and down.
    const fn units(&self) -> (usize, usize) {
        (self.width.div_ceil(8 * self.factors.0), self.height.div_ceil(8 * self.factors.1))
    }

    /// Blocks across and down that show a component's part of the picture.
    fn blocks(&self, component: &Component) -> (usize, usize) {
        let samples = |size: usize, own: usize, largest: usize| (size * own).div_ceil(largest);
        (
            samples(self.width, component.factors.0, self.factors.0).div_ceil(8),
            samples(self.height, component.factors.1, self.factors.1).div_ceil(8),
        )
    }

    /// Whether nothing of it is missing.
    pub(super) fn is_read(&self) -> bool {
        self.components.iter().all(Component::is_exact)
    }
}

impl Component {
    fn parse(bytes: &[u8]) -> Self {
        Self {
            id: bytes[0],
            factors: (usize::from(bytes[1] >> 4), usize::from(bytes[1] & 15)),
            missing_bits: [UNSEEN; COEFFICIENTS],
            nonzero: Vec::new(),
            stride: 0,
        }
    }
}

/// A scan: components with their tables, and which coefficients and bits it tells of.
pub(super) struct Scan<'a> {
    parts: Vec<Part<'a>>,
    first: usize,
    last: usize,
    /// The low bits that are left to later scans.
    low: u8,
    /// Whether it adds a bit to what earlier scans told.
    refines: bool,
    restart: usize,
}

/// A component of a scan.
struct Part<'a> {
    component: usize,
    dc: Option<&'a Huffman>,
    ac: Option<&'a Huffman>,
}

impl<'a> Scan<'a> {
    pub(super) fn parse(
        segment: &[u8],
        frame: &Frame,
        dc: &'a [Option<Huffman>; 4],
        ac: &'a [Option<Huffman>; 4],
        restart: usize,
    ) -> Result<Self, Fault> {
        let (&count, rest) = segment.split_first().ok_or(Fault::Unknown)?;
        let (parts, rest) = rest.split_at_checked(2 * usize::from(count)).ok_or(Fault::Unknown)?;
        let table = |tables: &'a [Option<Huffman>; 4], n: u8| tables.get(usize::from(n))?.as_ref();
        let part = |pair: &[u8]| {
            let component = frame.components.iter().position(|c| c.id == pair[0])?;
            Some(Part { component, dc: table(dc, pair[1] >> 4), ac: table(ac, pair[1] & 15) })
        };
        let parts: Option<Vec<Part>> = parts.chunks_exact(2).map(part).collect();
        let parts = parts.filter(|parts| !parts.is_empty()).ok_or(Fault::Unknown)?;
        let &[first, last, bits] = rest.first_chunk().ok_or(Fault::Unknown)?;
        if !frame.progressive {
            return Ok(Self { parts, first: 0, last: 63, low: 0, refines: false, restart });
        }
        let (first, last) = (usize::from(first), usize::from(last));
        if last >= COEFFICIENTS || first > last || (first == 0) != (last == 0) {
            return Err(Fault::Unknown);
        }
        Ok(Self { parts, first, last, low: bits & 15, refines: bits >> 4 != 0, restart })
    }

    /// Reads the data of the scan, which begin at `at`; where the next marker may be looked for.
    pub(super) fn read(&self, frame: &mut Frame, bytes: &[u8], at: usize) -> Result<usize, Fault> {
        let mut data = Data { bits: Bits::new(bytes, at), band_ends: 0 };
        match &self.parts[..] {
            [part] => self.read_single(frame, part, &mut data)?,
            _ => self.read_interleaved(frame, &mut data)?,
        }
        for part in &self.parts {
            frame.components[part.component].missing_bits[self.first..=self.last].fill(self.low);
        }
        Ok(data.bits.at())
    }

    /// One component: its blocks, row by row.
    fn read_single(&self, frame: &mut Frame, part: &Part, data: &mut Data) -> Result<(), Fault> {
        let (across, down) = frame.blocks(&frame.components[part.component]);
        let component = &mut frame.components[part.component];
        for unit in 0..across * down {
            self.restart_before(unit, data)?;
            self.read_block(
                frame.progressive,
                component,
                part,
                (unit % across, unit / across),
                data,
            )?;
        }
        Ok(())
    }

    /// Several components: of each as many blocks as its sampling factors say, in turn.
    fn read_interleaved(&self, frame: &mut Frame, data: &mut Data) -> Result<(), Fault> {
        let (across, down) = frame.units();
        for unit in 0..across * down {
            self.restart_before(unit, data)?;
            for part in &self.parts {
                let component = &mut frame.components[part.component];
                let (h, v) = component.factors;
                for block in 0..h * v {
                    let at = (unit % across * h + block % h, unit / across * v + block / h);
                    self.read_block(frame.progressive, component, part, at, data)?;
                }
            }
        }
        Ok(())
    }

    fn restart_before(&self, unit: usize, data: &mut Data) -> Result<(), Fault> {
        if self.restart > 0 && unit > 0 && unit.is_multiple_of(self.restart) {
            data.bits.restart()?;
            data.band_ends = 0;
        }
        Ok(())
    }

    fn read_block(
        &self,
        progressive: bool,
        component: &mut Component,
        part: &Part,
        (x, y): (usize, usize),
        data: &mut Data,
    ) -> Result<(), Fault> {
        if !progressive {
            data.first_dc(part)?;
            return data.rest(part);
        }
        if self.first == 0 {
            return if self.refines { Ok(data.bits.skip(1)?) } else { data.first_dc(part) };
        }
        let block = y * component.stride + x;
        let nonzero = component.nonzero.get_mut(block).ok_or(Fault::Unknown)?;
        let band = self.first..=self.last;
        if self.refines { data.refine(part, band, nonzero) } else { data.band(part, band, nonzero) }
    }
}

/// The data of a scan, and for how many blocks more the band holds nothing new.
struct Data<'a> {
    bits: Bits<'a>,
    band_ends: u32,
}

impl Data<'_> {
    fn first_dc(&mut self, part: &Part) -> Result<(), Fault> {
        let size = self.bits.symbol(part.dc.ok_or(Fault::Unknown)?)?;
        if size > 16 {
            return Err(Fault::Code);
        }
        Ok(self.bits.skip(u32::from(size))?)
    }

    /// The coefficients but the first of a block that is read at once.
    fn rest(&mut self, part: &Part) -> Result<(), Fault> {
        let table = part.ac.ok_or(Fault::Unknown)?;
        let mut at = 1;
        while at < COEFFICIENTS {
            let symbol = self.bits.symbol(table)?;
            match (symbol >> 4, symbol & 15) {
                (15, 0) => at += 16,
                (_, 0) => break,
                (zeros, size) => {
                    self.bits.skip(u32::from(size))?;
                    at += usize::from(zeros) + 1;
                }
            }
        }
        Ok(())
    }

    /// Coefficients of a band that are told of for the first time.
    fn band(
        &mut self,
        part: &Part,
        band: std::ops::RangeInclusive<usize>,
        nonzero: &mut u64,
    ) -> Result<(), Fault> {
        if self.band_ends > 0 {
            self.band_ends -= 1;
            return Ok(());
        }
        let table = part.ac.ok_or(Fault::Unknown)?;
        let mut at = *band.start();
        while at <= *band.end() {
            let symbol = self.bits.symbol(table)?;
            match (symbol >> 4, symbol & 15) {
                (15, 0) => at += 16,
                (zeros, 0) => {
                    self.band_ends = (1 << zeros) - 1 + self.bits.take(u32::from(zeros))?;
                    break;
                }
                (zeros, size) => {
                    at += usize::from(zeros);
                    *nonzero |= 1u64.checked_shl(at as u32).ok_or(Fault::Code)?;
                    self.bits.skip(u32::from(size))?;
                    at += 1;
                }
            }
        }
        Ok(())
    }

    /// One more bit of a band: of every coefficient that is not 0, and those that become so.
    fn refine(
        &mut self,
        part: &Part,
        band: std::ops::RangeInclusive<usize>,
        nonzero: &mut u64,
    ) -> Result<(), Fault> {
        let table = part.ac.ok_or(Fault::Unknown)?;
        let (mut at, last) = (*band.start(), *band.end());
        while self.band_ends == 0 && at <= last {
            let symbol = self.bits.symbol(table)?;
            let (zeros, size) = (symbol >> 4, symbol & 15);
            if size == 0 && zeros < 15 {
                self.band_ends = (1 << zeros) + self.bits.take(u32::from(zeros))?;
                break;
            }
            self.bits.skip(u32::from(size != 0))?;
            at = self.pass_zeros(at, last, zeros, *nonzero)?;
            if size != 0 && at <= last {
                *nonzero |= 1 << at;
            }
            at += 1;
        }
        if self.band_ends > 0 {
            self.pass_zeros(at, last, u8::MAX, *nonzero)?;
            self.band_ends -= 1;
        }
        Ok(())
    }

    /// Passes so many coefficients that are 0, and the bits of the others between them; stops at
    /// the next one that is 0, or beyond the last.
    fn pass_zeros(
        &mut self,
        mut at: usize,
        last: usize,
        mut zeros: u8,
        nonzero: u64,
    ) -> Result<usize, Fault> {
        while at <= last {
            if nonzero >> at & 1 == 1 {
                self.bits.skip(1)?;
            } else if zeros == 0 {
                break;
            } else {
                zeros -= 1;
            }
            at += 1;
        }
        Ok(at)
    }
}

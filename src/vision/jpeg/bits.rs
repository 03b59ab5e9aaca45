//! Bits and Huffman codes of entropy-coded data.

use super::Fault;

/// There are no more bits before the next marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Missing;

/// The bits of a scan up to the next marker.
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The next bits, from the highest down.
    window: u64,
    /// How many of them there are.
    count: u32,
}

impl<'a> Bits<'a> {
    pub(super) const fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at, window: 0, count: 0 }
    }

    /// Where the bytes that were not looked at yet begin: at a marker, once all bits are used.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    fn fill(&mut self) {
        while self.count <= 56 {
            let Some(&byte) = self.bytes.get(self.at) else { return };
            // In entropy-coded data a zero follows every 255 that is no marker.
            if byte == 0xFF && self.bytes.get(self.at + 1) != Some(&0) {
                return;
            }
            self.at += if byte == 0xFF { 2 } else { 1 };
            self.window |= u64::from(byte) << (56 - self.count);
            self.count += 8;
        }
    }

    pub(super) fn skip(&mut self, bits: u32) -> Result<(), Missing> {
        if self.count < bits {
            self.fill();
        }
        self.count = self.count.checked_sub(bits).ok_or(Missing)?;
        self.window <<= bits;
        Ok(())
    }

    /// The next bits as a number; at most 16.
    pub(super) fn take(&mut self, bits: u32) -> Result<u32, Missing> {
        if self.count < bits {
            self.fill();
        }
        let value = (self.window >> 1 >> (63 - bits)) as u32;
        self.skip(bits)?;
        Ok(value)
    }

    /// The symbol of the next code.
    pub(super) fn symbol(&mut self, table: &Huffman) -> Result<u8, Fault> {
        if self.count < 16 {
            self.fill();
        }
        let next = (self.window >> 48) as u16;
        let (symbol, length) = table.lookup(next).ok_or(match self.count {
            16.. => Fault::Code,
            _ => Fault::Missing,
        })?;
        self.skip(length)?;
        Ok(symbol)
    }

    /// Goes on after the restart marker that has to come next.
    pub(super) fn restart(&mut self) -> Result<(), Missing> {
        // Filling bytes may stand before a marker, and so may bits that nobody needs.
        let rest = self.bytes.get(self.at..).ok_or(Missing)?;
        let marker = |pair: &[u8]| pair[0] == 0xFF && !matches!(pair[1], 0 | 0xFF);
        let found = rest.windows(2).position(marker).ok_or(Missing)?;
        if !matches!(rest[found + 1], 0xD0..=0xD7) {
            return Err(Missing);
        }
        *self = Self::new(self.bytes, self.at + found + 2);
        Ok(())
    }
}

/// Bits of a code that are looked up at once.
const FAST: usize = 9;

/// A Huffman table.
pub(super) struct Huffman {
    /// Symbol and length of the code that the next bits begin with; length 0 for longer ones.
    fast: Vec<(u8, u8)>,
    /// For each length: the first code beyond those of that length, in 16 bits, and what to add to
    /// a code's number for the index of its symbol.
    longer: [(u32, i32); 17],
    symbols: Vec<u8>,
}

impl Huffman {
    /// A table from the number of codes of each length and their symbols; `None` where there are
    /// more codes than a length has.
    pub(super) fn new(counts: &[u8], symbols: &[u8]) -> Option<Self> {
        let mut fast = vec![(0, 0); 1 << FAST];
        let mut longer = [(0, 0); 17];
        let (mut code, mut index) = (0u32, 0usize);
        for (length, (beyond, offset)) in longer.iter_mut().enumerate().skip(1) {
            let count = usize::from(*counts.get(length - 1)?);
            *offset = index as i32 - code as i32;
            for symbol in symbols.get(index..index + count)? {
                if length <= FAST {
                    let first = (code as usize) << (FAST - length);
                    let same = fast.get_mut(first..first + (1 << (FAST - length)))?;
                    same.fill((*symbol, length as u8));
                }
                code += 1;
            }
            index += count;
            if code > 1 << length {
                return None;
            }
            *beyond = code << (16 - length);
            code <<= 1;
        }
        Some(Self { fast, longer, symbols: symbols.to_owned() })
    }

    /// Symbol and length of the code that 16 bits begin with.
    fn lookup(&self, next: u16) -> Option<(u8, u32)> {
        let (symbol, length) = self.fast[usize::from(next) >> (16 - FAST)];
        if length > 0 {
            return Some((symbol, u32::from(length)));
        }
        let length = (FAST + 1..=16).find(|&length| u32::from(next) < self.longer[length].0)?;
        let code = i32::from(next >> (16 - length));
        let index = usize::try_from(code + self.longer[length].1).ok()?;
        Some((*self.symbols.get(index)?, length as u32))
    }
}

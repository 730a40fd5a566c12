//! Decompression of deflate (RFC 1951), for documents of megabytes at most.
//!
//! Code by code and bit by bit: a library's is faster, by tables, and three times as much for a reader to fetch. What compresses is
//! `miniz_oxide`, which the tests compare this with.

/// The most bits of a code.
const MOST_BITS: usize = 15;
/// In which order the lengths of the codes for lengths stand (section 3.2.7).
const ORDER: [u8; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
/// What ends a block.
const END: u16 = 256;

/// What compressed bytes make, which has to be exactly `size` bytes; none if they make something else, or are no deflate stream.
pub(crate) fn inflate(compressed: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut bits = Bits { bytes: compressed, at: 0 };
    let mut made = Vec::with_capacity(size);
    loop {
        let is_last = bits.take(1)? == 1;
        match bits.take(2)? {
            0 => stored(&mut bits, &mut made, size)?,
            1 => {
                let mut lengths = [8; 288];
                lengths[144..256].fill(9);
                lengths[256..280].fill(7);
                block(&mut bits, &Codes::new(&lengths)?, &Codes::new(&[5; 32])?, &mut made, size)?;
            }
            2 => {
                let (literals, distances) = described(&mut bits)?;
                block(&mut bits, &literals, &distances, &mut made, size)?;
            }
            _ => return None,
        }
        if is_last {
            return Some(made).filter(|made| made.len() == size);
        }
    }
}

/// Compressed bytes, read by bits from the lowest of each.
struct Bits<'a> {
    bytes: &'a [u8],
    /// The next bit.
    at: usize,
}

impl Bits<'_> {
    /// A number of so many bits.
    fn take(&mut self, count: u32) -> Option<u32> {
        let mut number = 0;
        for bit in 0..count {
            let byte = *self.bytes.get(self.at / 8)?;
            number |= u32::from(byte >> (self.at % 8) & 1) << bit;
            self.at += 1;
        }
        Some(number)
    }
}

/// A set of prefix codes: those of the same length are consecutive numbers, in the order of what they stand for (section 3.2.2).
struct Codes {
    /// How many there are of each length.
    counts: [u32; MOST_BITS + 1],
    /// What they stand for, by their lengths.
    symbols: Vec<u16>,
}

impl Codes {
    /// The codes of these lengths, with 0 for no code. `None` if there are more than such lengths allow, or, of several, fewer.
    fn new(lengths: &[u8]) -> Option<Self> {
        let mut counts = [0; MOST_BITS + 1];
        let mut symbols = Vec::new();
        let mut left = 1_u32;
        for (bits, count) in counts.iter_mut().enumerate().skip(1) {
            for (symbol, _) in lengths.iter().enumerate().filter(|(_, length)| usize::from(**length) == bits) {
                symbols.push(symbol as u16);
                *count += 1;
            }
            left = (2 * left).checked_sub(*count)?;
        }
        (left == 0 || symbols.len() < 2).then_some(Self { counts, symbols })
    }

    /// What the next code stands for.
    fn read(&self, bits: &mut Bits<'_>) -> Option<u16> {
        // The code so far, less the first one of its length.
        let mut over = 0;
        let mut before = 0;
        for count in &self.counts[1..] {
            over = 2 * over + bits.take(1)?;
            if over < *count {
                return self.symbols.get((before + over) as usize).copied();
            }
            over -= count;
            before += count;
        }
        None
    }
}

/// A block that is not compressed.
fn stored(bits: &mut Bits<'_>, made: &mut Vec<u8>, size: usize) -> Option<()> {
    bits.at = bits.at.next_multiple_of(8);
    let length = bits.take(16)?;
    if bits.take(16)? != !length & 0xffff || made.len() + length as usize > size {
        return None;
    }
    let start = bits.at / 8;
    made.extend_from_slice(bits.bytes.get(start..start + length as usize)?);
    bits.at += 8 * length as usize;
    Some(())
}

/// The codes that a block describes before its content: for literals and lengths, and for distances.
fn described(bits: &mut Bits<'_>) -> Option<(Codes, Codes)> {
    let literals = bits.take(5)? as usize + 257;
    let distances = bits.take(5)? as usize + 1;
    let count = bits.take(4)? as usize + 4;
    if literals > 286 || distances > 30 {
        return None;
    }
    let mut lengths = [0; 19];
    for &symbol in &ORDER[..count] {
        lengths[usize::from(symbol)] = bits.take(3)? as u8;
    }
    let codes = Codes::new(&lengths)?;
    let mut lengths: Vec<u8> = Vec::new();
    while lengths.len() < literals + distances {
        let (length, times) = match codes.read(bits)? {
            16 => (*lengths.last()?, bits.take(2)? + 3),
            17 => (0, bits.take(3)? + 3),
            18 => (0, bits.take(7)? + 11),
            length => (length as u8, 1),
        };
        lengths.resize(lengths.len() + times as usize, length);
    }
    if lengths.len() > literals + distances {
        return None;
    }
    let (literals, distances) = lengths.split_at(literals);
    Some((Codes::new(literals)?, Codes::new(distances)?))
}

/// The content of a block, up to its end.
fn block(bits: &mut Bits<'_>, literals: &Codes, distances: &Codes, made: &mut Vec<u8>, size: usize) -> Option<()> {
    loop {
        let symbol = literals.read(bits)?;
        if symbol == END {
            return Some(());
        }
        let length = match symbol.checked_sub(END + 1).map(u32::from) {
            None => {
                if made.len() == size {
                    return None;
                }
                made.push(symbol as u8);
                continue;
            }
            Some(short @ 0..8) => short + 3,
            Some(28) => 258,
            Some(long @ 0..28) => {
                let extra = long / 4 - 1;
                ((4 + long % 4) << extra) + 3 + bits.take(extra)?
            }
            Some(_) => return None,
        };
        let distance = match u32::from(distances.read(bits)?) {
            near @ 0..4 => near + 1,
            far @ 4..30 => {
                let extra = far / 2 - 1;
                ((2 + far % 2) << extra) + 1 + bits.take(extra)?
            }
            _ => return None,
        };
        let start = made.len().checked_sub(distance as usize)?;
        if made.len() + length as usize > size {
            return None;
        }
        // What is copied may be what was just made of it.
        for at in start..start + length as usize {
            made.push(made[at]);
        }
    }
}

//! The bytes that are moved, and the work on them.

use std::hint::black_box;

use clap::ValueEnum;
use sha2::{Digest, Sha256};

/// The work of a reader on the bytes that it has read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum)]
pub(crate) enum Work {
    /// Look at none of them
    None,
    /// Read each, as a program that processes them does at least: sum them
    Sum,
    /// Check that the bytes read are those written, all of them; this takes longer than moving them
    Check,
}

impl Work {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Sum => "sum",
            Self::Check => "check",
        }
    }
}

/// The bytes at either end.
pub(crate) trait Payload: Default + Send {
    /// Fills a buffer that is about to be written.
    fn fill(&mut self, buffer: &mut [u8]);

    /// Looks at bytes that were read.
    fn take(&mut self, bytes: &[u8]);

    /// Tells whether two ends saw the same bytes.
    fn digest(self) -> [u8; 32];
}

/// The same bytes over and over, which nobody looks at: what is measured is the moving.
#[derive(Debug, Default)]
pub(crate) struct Plain;

impl Payload for Plain {
    fn fill(&mut self, _: &mut [u8]) {}

    fn take(&mut self, _: &[u8]) {}

    fn digest(self) -> [u8; 32] {
        [0; 32]
    }
}

/// The same bytes over and over, of which the reader reads each.
#[derive(Debug, Default)]
pub(crate) struct Summed(u64);

impl Payload for Summed {
    fn fill(&mut self, _: &mut [u8]) {}

    fn take(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        let words = words.iter().fold(0_u64, |sum, word| sum.wrapping_add(u64::from_ne_bytes(*word)));
        let rest = rest.iter().fold(words, |sum, &byte| sum.wrapping_add(u64::from(byte)));
        // A sum that nobody used would not be worked out.
        self.0 = black_box(self.0.wrapping_add(rest));
    }

    fn digest(self) -> [u8; 32] {
        [0; 32]
    }
}

/// Bytes that are different at every place, by SHA-256 over all of them.
#[derive(Debug, Default)]
pub(crate) struct Checked {
    next: u64,
    hash: Sha256,
}

impl Payload for Checked {
    fn fill(&mut self, buffer: &mut [u8]) {
        for byte in buffer.iter_mut() {
            // The high bits of the product: the low ones would come again every 256 bytes.
            *byte = (self.next.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as u8;
            self.next += 1;
        }
        self.hash.update(buffer);
    }

    fn take(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
    }

    fn digest(self) -> [u8; 32] {
        self.hash.finalize().into()
    }
}

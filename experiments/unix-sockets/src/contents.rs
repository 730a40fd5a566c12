//! Contents of messages: bytes that tell their place in the stream, so that a receiver can check each of them.

use crate::exchange_error::ExchangeError;

/// A prime: a stream that is shifted by any power of two does not look the same.
const PERIOD: u64 = 251;

/// Fills `bytes` as those at `position` of the stream and after.
pub(crate) fn fill(bytes: &mut [u8], position: u64) {
    let mut next = (position % PERIOD) as u8;
    for byte in bytes {
        *byte = next;
        next = (next + 1) % PERIOD as u8;
    }
}

/// An error unless all `bytes`, at `position` of the stream and after, are as they were sent.
pub(crate) fn ensure_right(bytes: &[u8], position: u64) -> Result<(), ExchangeError> {
    match (position..).zip(bytes).find(|&(position, &byte)| u64::from(byte) != position % PERIOD) {
        None => Ok(()),
        Some((position, _)) => Err(ExchangeError::Wrong { position }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_filled_is_right_and_what_was_changed_is_not() {
        let mut bytes = vec![0; 1_000];
        fill(&mut bytes, 12_345);
        assert!(ensure_right(&bytes, 12_345).is_ok());
        bytes[700] ^= 1;
        assert!(matches!(ensure_right(&bytes, 12_345), Err(ExchangeError::Wrong { position: 13_045 })));
    }

    #[test]
    fn bytes_that_are_missing_or_doubled_show() {
        let mut bytes = vec![0; 1 << 16];
        fill(&mut bytes, 0);
        for power in 0..16 {
            assert!(ensure_right(&bytes[1 << power..], 0).is_err());
        }
    }
}

//! Whatever is pasted into the lab is read or refused, within bounds.

use proptest::prelude::*;

use super::super::{Column, MAX_TEXT, parse};
use fuzzing::{bounded, mutated};

const VALID: [&str; 4] = [
    "buffer (KiB), time (ns)\n1, 200 # warm\n\n2 , 300\n64;1e4\n",
    "bytes\tthroughput_bytes_per_second\r\n4096\t1.5e9\r\n\"8192\"\t\"2e9\"\r\n",
    "# measured today\n1Ki 200ns\n1 KiB 0.2 us\n1.024k,0.2µs\n1M 4 GB/s\n1M 32Gbit/s",
    "\u{feff}size,result\n100,50\n1000000 1M\n",
];
const PIECES: [&[u8]; 16] = [
    b",",
    b";",
    b"\t",
    b" ",
    b"\n",
    b"\r",
    b"\"",
    b"#",
    b".",
    b"-",
    b"e",
    b"E308",
    b"KiB",
    b"Gbit/s",
    b"\xc2\xb5s",
    b"99999999999999999999",
];

/// A few problems with the beginnings of what they quote, a row's 24 bytes for each line, and a slice's 16 for each cell of the line at
/// hand, of which a vector that grows has up to three times as many.
fn read(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for column in Column::ALL {
        let parsed = bounded(text.as_bytes(), 16 << 10, 48, || parse(&text, column));
        assert!(!parsed.rows.is_empty() || !parsed.errors.is_empty());
        assert!(parsed.rows.iter().all(|row| row.bytes.is_finite() && row.seconds.is_finite()));
        assert!(parsed.errors.iter().all(|error| error.to_string().len() < 400));
    }
}

proptest! {
    #[test]
    fn pasted_text_that_is_nearly_right_takes_bounded_time_and_memory(
        bytes in mutated(VALID.map(|text| text.as_bytes().to_vec()).to_vec(), PIECES.to_vec()),
    ) {
        read(&bytes);
    }
}

#[test]
fn the_longest_text_takes_bounded_time_and_memory_whatever_it_repeats() {
    for piece in PIECES {
        read(&piece.repeat(MAX_TEXT / piece.len()));
    }
    read(&vec![b'1'; 64 * MAX_TEXT]);
}

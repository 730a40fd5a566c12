//! Tests of the authentication: against the RFCs' own vectors, and with every bit wrong.

mod exchange;
mod fuzz;
mod keys;
mod lines;
mod server;
mod signed;

use crate::signature::{ORDER, SIGNATURE_BYTES};

/// Bytes from hexadecimal digits.
fn hex(digits: &str) -> Vec<u8> {
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

/// The same signature with the order added to S: other bytes for which the same equation holds, since the order times the base
/// point is nothing. RFC 8032 has them refused.
fn with_order_added(value: &[u8; SIGNATURE_BYTES]) -> [u8; SIGNATURE_BYTES] {
    let mut sum = *value;
    let mut carry = 0;
    for (byte, order) in sum[32..].iter_mut().zip(ORDER) {
        let digit = u16::from(*byte) + u16::from(order) + carry;
        *byte = digit as u8;
        carry = digit >> 8;
    }
    sum
}

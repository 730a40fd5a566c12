//! Tests of the authentication: against the RFCs' own vectors, and with every bit wrong.

mod exchange;
mod fuzz;
mod keys;
mod lines;
mod server;
mod signed;

/// Bytes from hexadecimal digits.
fn hex(digits: &str) -> Vec<u8> {
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

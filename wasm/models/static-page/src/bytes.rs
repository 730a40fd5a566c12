//! Integers in files, and the checksum of ZIP and PNG.

/// Two bytes, little-endian; none if the slice ends before.
pub(crate) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..)?.first_chunk().copied()?))
}

/// Four bytes, little-endian.
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..)?.first_chunk().copied()?))
}

/// Eight bytes, little-endian.
pub(crate) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..)?.first_chunk().copied()?))
}

/// Appends two bytes, little-endian.
pub(crate) fn put16(bytes: &mut Vec<u8>, value: u16) {
    bytes.extend_from_slice(&value.to_le_bytes());
}

/// Appends four.
pub(crate) fn put32(bytes: &mut Vec<u8>, value: u32) {
    bytes.extend_from_slice(&value.to_le_bytes());
}

/// Appends eight.
pub(crate) fn put64(bytes: &mut Vec<u8>, value: u64) {
    bytes.extend_from_slice(&value.to_le_bytes());
}

/// The remainders of four bits, by the reversed polynomial of IEEE 802.3. A table for eight is faster, and a kilobyte more to fetch.
const TABLE: [u32; 16] = {
    let mut table = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        let (mut remainder, mut bit) = (bits as u32, 0);
        while bit < 4 {
            remainder = if remainder & 1 == 1 { (remainder >> 1) ^ 0xedb8_8320 } else { remainder >> 1 };
            bit += 1;
        }
        table[bits] = remainder;
        bits += 1;
    }
    table
};

/// CRC-32 as ZIP, gzip and PNG have it (RFC 1952, section 8).
pub fn crc32(bytes: &[u8]) -> u32 {
    let half = |crc: u32| (crc >> 4) ^ TABLE[(crc & 15) as usize];
    !bytes.iter().fold(u32::MAX, |crc, &byte| half(half(crc ^ u32::from(byte))))
}

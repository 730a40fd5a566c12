//! What a verifier recovers from an RSA signature: the public key's operation on it (RSAVP1 of RFC 8017), and the padded
//! hash that is to come out (EMSA-PKCS1-v1_5 with SHA-512, as RFC 8332 has it for `rsa-sha2-512`).

use sha2::{Digest, Sha512};
use ssh_authentication_model::wire::{FieldName, Reader};

use crate::agent::Signed;

/// ASN.1 in front of a SHA-512 hash (RFC 8017, section 9.2, note 1).
const SHA_512: [u8; 19] =
    [0x30, 0x51, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03, 0x05, 0x00, 0x04, 0x40];

/// What the public key makes of a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recovered {
    /// The padded hash of what was signed.
    PaddedHash,
    /// Bytes that hold what was signed.
    SignedData,
    Other,
}

/// Recovers it; `None` where the key is none of RSA's, or not whole.
pub(crate) fn recover(signed: &Signed) -> Option<Recovered> {
    let (exponent, modulus) = public_key(&signed.public_key)?;
    let mut reader = Reader::new(&signed.signature);
    let format = reader.text(FieldName::SignatureFormat).ok()?;
    let value = reader.string(FieldName::SignatureValue).ok()?;
    let block = power(value, exponent, modulus);
    Some(if format == "rsa-sha2-512" && block == padded_hash(&signed.data, modulus.len()) {
        Recovered::PaddedHash
    } else if block.windows(signed.data.len()).any(|bytes| bytes == signed.data) {
        Recovered::SignedData
    } else {
        Recovered::Other
    })
}

/// Exponent and modulus, the highest byte first and none of them zero (RFC 4253, section 6.6); `None` for other types of key.
fn public_key(blob: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut reader = Reader::new(blob);
    if reader.text(FieldName::KeyType).ok()? != "ssh-rsa" {
        return None;
    }
    let mut number = || reader.string(FieldName::PublicKey).map(trimmed).ok();
    let (exponent, modulus) = (number()?, number()?);
    (!modulus.is_empty()).then_some((exponent, modulus))
}

/// The number without zeros in front.
fn trimmed(number: &[u8]) -> &[u8] {
    let zeros = number.iter().take_while(|&&byte| byte == 0).count();
    &number[zeros..]
}

/// The block of so many bytes; empty where they are too few.
fn padded_hash(data: &[u8], length: usize) -> Vec<u8> {
    let end = [&[0][..], &SHA_512, &Sha512::digest(data)].concat();
    let Some(padding) = length.checked_sub(2 + end.len()) else { return Vec::new() };
    [&[0, 1][..], &vec![0xff; padding], &end].concat()
}

/// `base` to the power of `exponent`, modulo `modulus`, all with the highest byte first; as long as the modulus.
fn power(base: &[u8], exponent: &[u8], modulus: &[u8]) -> Vec<u8> {
    let modulus = Number::from_bytes(modulus);
    let one = Number::from_bytes(&[1]).resized(&modulus);
    let base = modulus.product(&one, base);
    let factor = base.to_bytes();
    let result = bits(exponent).fold(one, |result, bit| {
        let square = modulus.product(&result, &result.to_bytes());
        if bit { modulus.product(&square, &factor) } else { square }
    });
    result.to_bytes()
}

/// Bits, the highest first.
fn bits(bytes: &[u8]) -> impl Iterator<Item = bool> {
    bytes.iter().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1 == 1))
}

/// A number as its bytes, the lowest first, in words of 32 bits.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Number {
    words: Vec<u32>,
    bytes: usize,
}

impl Number {
    fn from_bytes(bytes: &[u8]) -> Self {
        let word = |word: &[u8]| word.iter().fold(0, |sum, &byte| sum << 8 | u32::from(byte));
        Self { words: bytes.rchunks(4).map(word).collect(), bytes: bytes.len() }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let bytes: Vec<u8> = self.words.iter().rev().flat_map(|word| word.to_be_bytes()).collect();
        bytes[bytes.len() - self.bytes..].to_vec()
    }

    /// The same with the length of another one.
    fn resized(mut self, other: &Self) -> Self {
        self.words.resize(other.words.len(), 0);
        Self { bytes: other.bytes, ..self }
    }

    /// Product modulo this number, bit by bit of the second factor: the simplest way, and fast enough for a few signatures.
    fn product(&self, one: &Self, other: &[u8]) -> Self {
        let mut product = Self { words: vec![0; self.words.len()], bytes: self.bytes };
        for bit in bits(other) {
            let twice = product.clone();
            product.add(&twice, self);
            if bit {
                product.add(one, self);
            }
        }
        product
    }

    /// Adds a number modulo another one; both are below it.
    fn add(&mut self, other: &Self, modulus: &Self) {
        let mut carry = 0_u64;
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            carry += u64::from(*word) + u64::from(*other);
            *word = carry as u32;
            carry >>= 32;
        }
        if carry > 0 || self.words.iter().rev().ge(modulus.words.iter().rev()) {
            let mut borrow = 0_i64;
            for (word, modulus) in self.words.iter_mut().zip(&modulus.words) {
                borrow += i64::from(*word) - i64::from(*modulus);
                *word = borrow as u32;
                borrow >>= 32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn powers_are_those_of_small_numbers(base in any::<u32>(), exponent in 0..40_u32, modulus in 2..=u64::MAX >> 1) {
            let expected = (0..exponent).fold(1, |product: u128, _| product * u128::from(base) % u128::from(modulus));
            let bytes = trimmed(&modulus.to_be_bytes()).to_vec();
            let found = power(&base.to_be_bytes(), &exponent.to_be_bytes(), &bytes);
            prop_assert_eq!(found.len(), bytes.len());
            prop_assert_eq!(found.iter().fold(0, |sum, &byte| sum << 8 | u128::from(byte)), expected);
        }

        #[test]
        fn no_bytes_are_too_wild(key in prop::collection::vec(any::<u8>(), 0..40), signature in prop::collection::vec(any::<u8>(), 0..40)) {
            let string = |bytes: &[u8]| [&(bytes.len() as u32).to_be_bytes(), bytes].concat();
            let public_key = [string(b"ssh-rsa"), string(&[1, 0, 1]), string(&key)].concat();
            let signature = [string(b"rsa-sha2-512"), string(&signature)].concat();
            let signed = Signed { request: Vec::new(), public_key, data: vec![1], signature };
            prop_assert_ne!(recover(&signed), Some(Recovered::PaddedHash));
            let _ = recover(&Signed { public_key: key, ..signed });
        }
    }

    #[test]
    fn a_block_is_as_long_as_the_modulus() {
        let block = padded_hash(b"text", 384);
        assert_eq!((block.len(), &block[..4], block[384 - 64 - 20]), (384, &[0, 1, 0xff, 0xff][..], 0));
        assert!(padded_hash(b"text", 64).is_empty());
    }
}

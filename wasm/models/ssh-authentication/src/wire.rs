//! How SSH writes fields (RFC 4251, section 5): a byte; a boolean, which is a byte; a string, which is its length in four
//! bytes, the highest first, and its bytes.

use std::fmt;
use std::ops::Range;

limits::named! {
    /// What a field is called.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum FieldName as "FieldName" {
        /// Identifies the connection: both sides computed it in the key exchange.
        SessionId = "session identifier",
        /// Which message it is.
        Number = "message number",
        /// Whom the client wants to be.
        User = "user name",
        /// The service that the client wants to use then.
        Service = "service name",
        /// The method by which the client wants to prove its identity.
        Method = "method name",
        /// Whether the request carries a signature.
        HasSignature = "has signature",
        /// How the signature is made.
        Algorithm = "algorithm name",
        /// The public key, with its type.
        PublicKey = "public key",
        /// The key's type, inside the public key.
        KeyType = "key type",
        /// The key itself, inside the public key: a point of the curve.
        Point = "point",
        /// The server's host key, in the variant of the method that names it.
        HostKey = "host key",
        /// The signature, with its format.
        Signature = "signature",
        /// The format of the signature, inside it.
        SignatureFormat = "signature format",
        /// The signature itself, inside the signature.
        SignatureValue = "signature value",
        /// Its first half: a point made from the private key and the data.
        R = "R",
        /// Its second half: a number that only the private key's holder can compute.
        S = "S",
        /// The methods that can continue, in a refusal.
        Methods = "methods that can continue",
        /// Whether the refused request was right and more is needed.
        PartialSuccess = "partial success",
    }
}

impl fmt::Display for FieldName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Where a field lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The field's name.
    pub name: FieldName,
    /// All its bytes, a string's length included.
    pub range: Range<usize>,
    /// Where its value begins: four bytes later in a string.
    pub value_start: usize,
    /// 0, or how many fields it lies within.
    pub depth: usize,
}

impl Field {
    /// The bytes of its value.
    pub fn value(&self) -> Range<usize> {
        self.value_start..self.range.end
    }
}

/// Bytes, and what each of them belongs to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Encoded {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The fields in order, each followed by those within it.
    pub fields: Vec<Field>,
}

impl Encoded {
    /// Appends a byte.
    pub fn byte(mut self, name: FieldName, value: u8) -> Self {
        let start = self.bytes.len();
        self.bytes.push(value);
        self.fields.push(Field { name, range: start..start + 1, value_start: start, depth: 0 });
        self
    }

    /// Appends a boolean.
    pub fn boolean(self, name: FieldName, value: bool) -> Self {
        self.byte(name, value.into())
    }

    /// Appends a string.
    pub fn string(self, name: FieldName, value: &[u8]) -> Self {
        self.nested(name, Self { bytes: value.to_vec(), fields: Vec::new() })
    }

    /// Appends a string that is made of fields itself.
    pub fn nested(mut self, name: FieldName, inner: Self) -> Self {
        let start = self.bytes.len();
        let value_start = start + 4;
        // Nothing here comes near 4 GiB.
        self.bytes.extend((inner.bytes.len() as u32).to_be_bytes());
        self.bytes.extend(&inner.bytes);
        self.fields.push(Field { name, range: start..self.bytes.len(), value_start, depth: 0 });
        self.fields.extend(inner.fields.into_iter().map(|field| Field {
            range: field.range.start + value_start..field.range.end + value_start,
            value_start: field.value_start + value_start,
            depth: field.depth + 1,
            ..field
        }));
        self
    }

    /// Names bytes within the last string that are no strings of their own.
    pub(super) fn mark(mut self, name: FieldName, range: Range<usize>) -> Self {
        self.fields.push(Field { name, value_start: range.start, range, depth: 1 });
        self
    }

    /// Appends other bytes with their fields.
    pub fn then(mut self, other: Self) -> Self {
        let start = self.bytes.len();
        self.bytes.extend(other.bytes);
        self.fields.extend(other.fields.into_iter().map(|field| Field {
            range: field.range.start + start..field.range.end + start,
            value_start: field.value_start + start,
            ..field
        }));
        self
    }
}

/// Why bytes can't be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WireError {
    /// The byte at which the field begins.
    pub offset: usize,
    /// The field that was expected there.
    pub field: FieldName,
    /// What is wrong with it.
    pub problem: WireProblem,
}

/// What is wrong with a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WireProblem {
    /// The bytes end before it does.
    Ended {
        /// Bytes that it takes: its length field alone counts to 4 GiB, and a `usize` in a browser no further.
        needed: u64,
        /// How many there are.
        left: usize,
    },
    /// The field is to be text, and is not UTF-8.
    NotText,
    /// The field has another value than the only one possible.
    Not {
        /// The only possible value.
        expected: &'static str,
        /// The value found, in words.
        found: String,
    },
    /// Bytes follow where it was to be the last.
    Trailing {
        /// Number of those bytes.
        bytes: usize,
    },
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, field, problem } = self;
        match problem {
            WireProblem::Ended { needed, left } => {
                write!(f, "the {field} at byte {offset} takes {needed} bytes, and {left} are left")
            }
            WireProblem::NotText => write!(f, "the {field} at byte {offset} is not UTF-8"),
            WireProblem::Not { expected, found } => {
                write!(f, "the {field} at byte {offset} is {found}; it must be {expected}")
            }
            WireProblem::Trailing { bytes } => write!(f, "{bytes} bytes follow the {field}, from byte {offset} on"),
        }
    }
}

impl std::error::Error for WireError {}

/// Reads fields one after another.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// From the first byte on.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// How many bytes have been read.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Whether all have been.
    pub fn is_empty(&self) -> bool {
        self.at == self.bytes.len()
    }

    fn take(&mut self, field: FieldName, offset: usize, count: usize) -> Result<&'a [u8], WireError> {
        let left = self.bytes.len() - self.at;
        if count > left {
            // Counted from where the field begins, its length included.
            let read = self.at - offset;
            let problem = WireProblem::Ended { needed: read as u64 + count as u64, left: read + left };
            return Err(WireError { offset, field, problem });
        }
        let taken = &self.bytes[self.at..self.at + count];
        self.at += count;
        Ok(taken)
    }

    /// A byte.
    pub fn byte(&mut self, field: FieldName) -> Result<u8, WireError> {
        Ok(self.take(field, self.at, 1)?[0])
    }

    /// A byte that can have one value only, which `expected` names.
    pub fn exactly(&mut self, field: FieldName, value: u8, expected: &'static str) -> Result<(), WireError> {
        let offset = self.at;
        let found = self.byte(field)?;
        if found == value {
            return Ok(());
        }
        let problem = WireProblem::Not { expected, found: found.to_string() };
        Err(WireError { offset, field, problem })
    }

    /// A boolean: 0 is false, anything else true (RFC 4251).
    pub fn boolean(&mut self, field: FieldName) -> Result<bool, WireError> {
        Ok(self.byte(field)? != 0)
    }

    /// A string of any bytes.
    pub fn string(&mut self, field: FieldName) -> Result<&'a [u8], WireError> {
        let offset = self.at;
        let mut length = [0; 4];
        length.copy_from_slice(self.take(field, offset, 4)?);
        self.take(field, offset, u32::from_be_bytes(length) as usize)
    }

    /// A string of text.
    pub fn text(&mut self, field: FieldName) -> Result<&'a str, WireError> {
        let offset = self.at;
        let bytes = self.string(field)?;
        std::str::from_utf8(bytes).map_err(|_| WireError { offset, field, problem: WireProblem::NotText })
    }

    /// Nothing may follow `last`, the field that was read last.
    pub fn finish(&self, last: FieldName) -> Result<(), WireError> {
        match self.bytes.len() - self.at {
            0 => Ok(()),
            bytes => Err(WireError { offset: self.at, field: last, problem: WireProblem::Trailing { bytes } }),
        }
    }
}

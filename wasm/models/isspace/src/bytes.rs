//! Sets of bytes.

/// A set of bytes, such as those that a locale's `isspace()` calls white space.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ByteSet([u64; 4]);

/// The six bytes that `isspace()` calls white space in the C locale (C17, 7.4.1.10): tab, line feed, vertical tab, form feed,
/// carriage return, space.
pub const ASCII_SPACES: ByteSet = ByteSet::EMPTY.with(0x09).with(0x0A).with(0x0B).with(0x0C).with(0x0D).with(0x20);

/// The bytes that `isspace()` calls white space on macOS in a UTF-8 locale, as published: the six and the code points of NEXT
/// LINE and NO-BREAK SPACE, taken for bytes (Evan Jones, "The C Standard Library Function isspace() Depends on Locale", 2023).
pub const MACOS_UTF8_SPACES: ByteSet = ASCII_SPACES.with(0x85).with(0xA0);

impl ByteSet {
    /// The set of no byte.
    pub const EMPTY: Self = Self([0; 4]);

    /// The set with a byte besides.
    #[must_use]
    pub const fn with(self, byte: u8) -> Self {
        let Self(mut words) = self;
        words[byte as usize / 64] |= 1 << (byte % 64);
        Self(words)
    }

    /// True if the byte is in the set.
    pub const fn contains(self, byte: u8) -> bool {
        self.0[byte as usize / 64] >> (byte % 64) & 1 == 1
    }

    /// Bytes of the set, ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..=u8::MAX).filter(move |byte| self.contains(*byte))
    }
}

impl FromIterator<u8> for ByteSet {
    fn from_iter<T: IntoIterator<Item = u8>>(bytes: T) -> Self {
        bytes.into_iter().fold(Self::EMPTY, Self::with)
    }
}

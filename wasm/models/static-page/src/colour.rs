//! Colours of covers: one that follows from a text, and what is read on it.

/// A colour as screens have it (sRGB), 8 bits each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
}

/// Black.
pub const BLACK: Colour = Colour::new(0, 0, 0);
/// White.
pub const WHITE: Colour = Colour::new(255, 255, 255);

/// The luminance up to which white is read at least 4.5 times as bright (WCAG 2.2, 1.4.3), in thousandths, by [`Colour::brightness`].
const DARK: u32 = 182;
/// The brightness from which black is read better than white.
const BRIGHT: u32 = 220;

impl Colour {
    /// The colour with these three parts.
    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue }
    }

    /// Reads a colour from `#rrggbb`.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
        let part = |from: usize| {
            let pair = &digits[from..from + 2];
            pair.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u8::from_str_radix(pair, 16).ok()).flatten()
        };
        Some(Self::new(part(0)?, part(2)?, part(4)?))
    }

    /// The colour as `#rrggbb`.
    pub fn text(self) -> String {
        let mut text = "#".to_owned();
        for part in [self.red, self.green, self.blue] {
            for digit in [part >> 4, part & 15] {
                text.push(char::from(if digit < 10 { b'0' + digit } else { b'a' + digit - 10 }));
            }
        }
        text
    }

    /// The dark colour that follows from a text: its hue, how vivid and how dark it is come from three parts of a hash. Equal texts
    /// give equal colours on every machine, now and later.
    pub fn of(text: &str) -> Self {
        let hash = hash(text);
        let part = |shift: u32, below: u64| ((((hash >> shift) & 0xffff) * below) >> 16) as u32;
        let (hue, vivid) = (part(48, 360), 450 + part(32, 350));
        let mut light = 240 + part(16, 140);
        loop {
            let colour = from_hsl(hue, vivid, light);
            if colour.brightness() <= DARK {
                return colour;
            }
            light -= 5;
        }
    }

    /// Roughly its relative luminance in thousandths, from above: with squares for the powers of 2.4.
    pub fn brightness(self) -> u32 {
        let square = |part: u8| u32::from(part) * u32::from(part);
        (2126 * square(self.red) + 7152 * square(self.green) + 722 * square(self.blue)) / (10 * 255 * 255)
    }

    /// Black or white, whichever is read better on it.
    pub fn ink(self) -> Self {
        if self.brightness() > BRIGHT { BLACK } else { WHITE }
    }

    /// So many of `whole` parts of another colour mixed into it.
    pub(crate) fn mixed(self, other: Self, parts: u32, whole: u32) -> Self {
        let mix = |own: u8, other: u8| {
            ((u32::from(own) * (whole - parts) + u32::from(other) * parts + whole / 2) / whole) as u8
        };
        Self::new(mix(self.red, other.red), mix(self.green, other.green), mix(self.blue, other.blue))
    }
}

/// FNV-1a over the bytes, and SplitMix64's finaliser, so that every bit reaches the upper ones.
fn hash(text: &str) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    let x = text.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A hue in degrees, saturation and lightness in thousandths.
fn from_hsl(hue: u32, saturation: u32, lightness: u32) -> Colour {
    // All in millionths.
    let chroma = (1000 - (2 * lightness as i64 - 1000).abs()) * i64::from(saturation);
    let base = i64::from(lightness) * 1000 - chroma / 2;
    // How far the hue is from the nearest of red, yellow, green …: 0 to 60 and back.
    let within = i64::from(hue % 120);
    let second = chroma * (60 - (within - 60).abs()) / 60;
    let (red, green, blue) = match hue / 60 {
        0 => (chroma, second, 0),
        1 => (second, chroma, 0),
        2 => (0, chroma, second),
        3 => (0, second, chroma),
        4 => (second, 0, chroma),
        _ => (chroma, 0, second),
    };
    let [red, green, blue] = [red, green, blue].map(|part| ((part + base) * 255 + 500_000).div_euclid(1_000_000) as u8);
    Colour::new(red, green, blue)
}

//! Limits of a caller's arguments, and the error that says so.

#[cfg(feature = "js")]
pub mod js;
mod named;

/// Nothing of an enum for JavaScript: that takes the feature `js`.
#[cfg(not(feature = "js"))]
#[macro_export]
macro_rules! as_name {
    ($kind:ident as $type:literal) => {};
}

use std::fmt::{self, Write as _};
use std::ops::RangeInclusive;

/// A quantity outside its limits.
///
/// Shown as `servers is 0; it must be from 1 to 100,000`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LimitError {
    /// The quantity's name where it was given.
    pub field: &'static str,
    /// The given value: a float, because a caller in JavaScript can give any number.
    pub value: f64,
    /// The smallest value allowed.
    pub min: u64,
    /// The largest value allowed.
    pub max: u64,
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, value, min, max } = *self;
        write!(f, "{field} is ")?;
        if value.fract() == 0.0 && value.abs() < EXACT_INTEGERS {
            write!(f, "{}{}", if value < 0.0 { "-" } else { "" }, Grouped(value.abs() as u64))?;
        } else {
            write!(f, "{}", Shown(value))?;
        }
        // A value between the limits was refused only because it is a fraction.
        let whole = if value > min as f64 && value < max as f64 { "a whole number " } else { "" };
        write!(f, "; it must be {whole}from {} to {}", Grouped(min), Grouped(max))
    }
}

impl std::error::Error for LimitError {}

/// Reason why an argument of any kind was refused.
#[derive(Debug, Clone, PartialEq)]
pub enum ArgumentError {
    /// A number is outside its limits.
    Limit(LimitError),
    /// A number is outside limits that are no whole numbers.
    Number {
        /// The number's name where it was given.
        field: &'static str,
        /// The given value.
        value: f64,
        /// The requirement, with its unit.
        must: &'static str,
    },
    /// A number is outside a range that need not end at whole numbers.
    Range {
        /// The number's name where it was given.
        field: &'static str,
        /// The given value.
        value: f64,
        /// The least that it may be.
        min: f64,
        /// The most that it may be.
        max: f64,
    },
    /// A name is none of those that there are.
    Name {
        /// The argument's name where it was given.
        field: &'static str,
        /// The given value.
        given: String,
        /// Every name that there is.
        names: &'static [&'static str],
    },
    /// A list is no list, or one of something else.
    Kind {
        /// The list's name where it was given.
        field: &'static str,
        /// The type it has to be of.
        kind: &'static str,
    },
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(error) => error.fmt(f),
            Self::Number { field, value, must } => write!(f, "{field} is {}; it must be {must}", Shown(*value)),
            Self::Range { field, value, min, max } => {
                write!(f, "{field} is {}; it must be from {} to {}", Shown(*value), Shown(*min), Shown(*max))
            }
            Self::Name { field, given, names } => {
                write!(f, "{field} is {}; it must be one of {}", Quoted(given), names.join(", "))
            }
            Self::Kind { field, kind } => write!(f, "{field} is something else; it must be a {kind}"),
        }
    }
}

impl std::error::Error for ArgumentError {}

impl From<LimitError> for ArgumentError {
    fn from(error: LimitError) -> Self {
        Self::Limit(error)
    }
}

/// Floats below this hold every integer: 2^53.
const EXACT_INTEGERS: f64 = 9_007_199_254_740_992.0;

/// A number for a message, to twelve digits.
///
/// The standard library's way to write a float is exact, and a fifth of a small lab's WebAssembly; a message needs neither.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shown(pub f64);

/// Least number with more digits than [`Shown`] writes.
const BEYOND_SHOWN: f64 = 1e12;
/// The zeros after the point of the smallest number that is written without an exponent, and the digits before the point of
/// the largest.
const PLAIN_EXPONENTS: RangeInclusive<i32> = -4..=14;

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(value) = *self;
        if value.is_nan() {
            return f.write_str("NaN");
        }
        if value.is_sign_negative() && value != 0.0 {
            f.write_str("-")?;
        }
        let mut scaled = value.abs();
        if scaled == 0.0 || scaled.is_infinite() {
            return f.write_str(if scaled == 0.0 { "0" } else { "inf" });
        }
        // At most some 320 steps, each off by half a unit of a float's 16th digit at most.
        let mut exponent = 11;
        while scaled >= BEYOND_SHOWN {
            scaled /= 10.0;
            exponent += 1;
        }
        while scaled < BEYOND_SHOWN / 10.0 {
            scaled *= 10.0;
            exponent -= 1;
        }
        let mut digits = libm::round(scaled) as u64;
        if digits >= BEYOND_SHOWN as u64 {
            digits /= 10;
            exponent += 1;
        }
        let mut behind_first = 11;
        while digits.is_multiple_of(10) {
            digits /= 10;
            behind_first -= 1;
        }
        let plain = PLAIN_EXPONENTS.contains(&exponent);
        // Number of digits behind the point.
        let decimals = if plain { behind_first - exponent } else { behind_first };
        if decimals <= 0 {
            write!(f, "{digits}")?;
            (decimals..0).try_for_each(|_| f.write_str("0"))?;
        } else {
            let unit = 10u64.pow(decimals as u32);
            write!(f, "{}.{:0width$}", digits / unit, digits % unit, width = decimals as usize)?;
        }
        if plain { Ok(()) } else { write!(f, "e{exponent}") }
    }
}

/// Text for a message, in quotes. What would end them, and control characters, are escaped.
///
/// The standard library escapes all that can't be seen besides, by tables that are larger than all else a small lab says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for character in self.0.chars() {
            if character.is_control() || matches!(character, '"' | '\\') {
                character.escape_default().try_for_each(|escaped| f.write_char(escaped))?;
            } else {
                f.write_char(character)?;
            }
        }
        f.write_char('"')
    }
}

/// Names as a list in JSON.
pub fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| Quoted(name).to_string()).collect();
    format!("[{}]", quoted.join(","))
}

/// An integer with commas between groups of three digits.
struct Grouped(u64);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (i, digit) in digits.bytes().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{}", char::from(digit))?;
        }
        Ok(())
    }
}

/// The value, if it lies in the range.
pub fn check(field: &'static str, value: u64, range: RangeInclusive<u64>) -> Result<u64, LimitError> {
    let (min, max) = range.into_inner();
    if (min..=max).contains(&value) { Ok(value) } else { Err(LimitError { field, value: value as f64, min, max }) }
}

/// The value, if it is a share: from 0 to 1.
pub fn check_share(field: &'static str, value: f64) -> Result<f64, LimitError> {
    if (0.0..=1.0).contains(&value) { Ok(value) } else { Err(LimitError { field, value, min: 0, max: 1 }) }
}

/// The value as an integer, if it is one and lies in the range; for numbers that come from JavaScript or a page's address.
pub fn check_number(field: &'static str, value: f64, range: RangeInclusive<u64>) -> Result<u64, LimitError> {
    let (min, max) = range.into_inner();
    // A comparison with NaN is false, so NaN ends in the error.
    if value >= min as f64 && value <= max as f64 && value.fract() == 0.0 {
        Ok(value as u64)
    } else {
        Err(LimitError { field, value, min, max })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_field_the_value_and_the_range() {
        let text = |value: f64| check_number("servers", value, 1..=100_000).unwrap_err().to_string();
        assert_eq!(text(0.0), "servers is 0; it must be from 1 to 100,000");
        assert_eq!(text(-1234567.0), "servers is -1,234,567; it must be from 1 to 100,000");
        assert_eq!(text(1.5), "servers is 1.5; it must be a whole number from 1 to 100,000");
        assert_eq!(text(f64::NAN), "servers is NaN; it must be from 1 to 100,000");
        assert_eq!(text(f64::INFINITY), "servers is inf; it must be from 1 to 100,000");
        assert_eq!(text(1e300), "servers is 1e300; it must be from 1 to 100,000");
        assert_eq!(check("servers", 1_000_000, 1..=100_000).unwrap_err().to_string(), {
            "servers is 1,000,000; it must be from 1 to 100,000"
        });
    }

    #[test]
    fn a_name_is_quoted_as_it_is_but_for_what_would_end_the_quotes_or_the_line() {
        let error = ArgumentError::Name { field: "side", given: "µ \"x\"\n\\".to_owned(), names: &["tcp", "unix"] };
        assert_eq!(error.to_string(), r#"side is "µ \"x\"\n\\"; it must be one of tcp, unix"#);
        assert_eq!(listed(&["tcp", "unix"]), r#"["tcp","unix"]"#);
        assert_eq!(Quoted("\u{0}").to_string(), r#""\u{0}""#);
    }

    #[test]
    fn a_number_is_shown_with_as_many_digits_as_it_has() {
        for (value, shown) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-1.5, "-1.5"),
            (0.95, "0.95"),
            (100.0, "100"),
            (123_456_789_012.0, "123456789012"),
            (1e14, "100000000000000"),
            (1e15, "1e15"),
            (1.67e-7, "1.67e-7"),
            (0.000_12, "0.00012"),
            (0.1 + 0.2, "0.3"),
            (2.0 / 3.0, "0.666666666667"),
            (9.999_999_999_999_9, "10"),
            (f64::MAX, "1.79769313486e308"),
            (f64::MIN_POSITIVE, "2.22507385851e-308"),
            (5e-324, "4.94065645841e-324"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(Shown(value).to_string(), shown);
        }
    }

    proptest::proptest! {
        #[test]
        fn a_shown_number_reads_as_the_number_to_twelve_digits(bits: u64) {
            let value = f64::from_bits(bits);
            proptest::prop_assume!(value.is_normal());
            let read: f64 = Shown(value).to_string().parse().unwrap();
            proptest::prop_assert!((read - value).abs() <= 6e-12 * value.abs(), "{value:e} reads {read:e}");
        }
    }

    #[test]
    fn both_ends_of_a_range_are_inside() {
        assert_eq!(check_number("items", 1.0, 1..=10), Ok(1));
        assert_eq!(check("items", 10, 1..=10), Ok(10));
        assert!(check("items", 11, 1..=10).is_err());
        assert!(check("items", 0, 1..=10).is_err());
    }
}

//! What a caller may ask for, and the error that says so.

use std::fmt;
use std::ops::RangeInclusive;

/// A quantity outside its limits.
///
/// Shown as `servers is 0; it must be from 1 to 100,000`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LimitError {
    /// What the quantity is called where it was given.
    pub field: &'static str,
    /// What was given. A float, because a caller in JavaScript can give any number.
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
            write!(f, "{value:?}")?;
        }
        // A value between the limits was refused only because it is a fraction.
        let whole = if value > min as f64 && value < max as f64 { "a whole number " } else { "" };
        write!(f, "; it must be {whole}from {} to {}", Grouped(min), Grouped(max))
    }
}

impl std::error::Error for LimitError {}

/// Floats below this hold every integer: 2^53.
const EXACT_INTEGERS: f64 = 9_007_199_254_740_992.0;

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
    fn both_ends_of_a_range_are_inside() {
        assert_eq!(check_number("items", 1.0, 1..=10), Ok(1));
        assert_eq!(check("items", 10, 1..=10), Ok(10));
        assert!(check("items", 11, 1..=10).is_err());
        assert!(check("items", 0, 1..=10).is_err());
    }
}

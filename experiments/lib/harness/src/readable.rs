//! Figures for a person at a terminal: three digits, and the prefix of its unit that they need.

use crate::record::{Estimate, unit};

/// A figure with its unit: three digits, and a prefix where the unit takes one; what is whole and not large in full.
pub fn readable(value: f64, unit: &str) -> String {
    let (number, unit) = parts(value, unit);
    number + &unit
}

/// The 95% interval of an estimate, with the unit once if it can be; `None` where there is none, since the value is certain.
pub(crate) fn interval(estimate: &Estimate, unit: &str) -> Option<String> {
    if estimate.low == estimate.high {
        return None;
    }
    let ((low, low_unit), high) = (parts(estimate.low, unit), parts(estimate.high, unit));
    let low_unit = if low_unit == high.1 { "" } else { &low_unit };
    Some(format!("{low}{low_unit} to {}{}", high.0, high.1))
}

/// The digits, and what comes after them.
fn parts(value: f64, unit: &str) -> (String, String) {
    let size = value.abs();
    let (scale, prefixed) = match unit {
        "s" if size >= 7200.0 => (3600.0, " h"),
        "s" if size >= 600.0 => (60.0, " min"),
        "s" if size == 0.0 || size >= 1.0 => (1.0, " s"),
        "s" if size >= 1e-3 => (1e-3, " ms"),
        "s" if size >= 1e-6 => (1e-6, " µs"),
        "s" if size >= 1e-10 => (1e-9, " ns"),
        "s" => (1e-12, " ps"),
        "bytes per second" => (MEBIBYTE, " MiB/s"),
        "bytes" | "B" if size >= MEBIBYTE => (MEBIBYTE, " MiB"),
        "bytes" | "B" if size >= 1024.0 => (1024.0, " KiB"),
        unit::SHARE => (0.01, "%"),
        unit::RATIO => (1.0, ""),
        _ => return (digits(value), format!(" {unit}")),
    };
    (digits(value / scale), prefixed.to_owned())
}

const MEBIBYTE: f64 = 1024.0 * 1024.0;

/// Three significant digits, and more of what is larger; commas between thousands.
pub(crate) fn digits(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.abs().to_string();
    }
    // By the rounded value, so that 9.999 has as many decimals as 10.
    let exponent: i32 = format!("{value:.2e}").rsplit('e').next().and_then(|text| text.parse().ok()).unwrap_or(0);
    let decimals = if value.fract() == 0.0 { 0 } else { usize::try_from(2 - exponent).unwrap_or(0) };
    let text = format!("{value:.decimals$}");
    let (whole, fraction) = text.split_once('.').map_or((&*text, ""), |(whole, fraction)| (whole, fraction));
    let (sign, whole) = whole.strip_prefix('-').map_or(("", whole), |whole| ("-", whole));
    let mut said = sign.to_owned();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            said.push(',');
        }
        said.push(digit);
    }
    if fraction.is_empty() { said } else { format!("{said}.{fraction}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_three_digits_and_the_prefix_that_they_need() {
        for (value, unit, said) in [
            (2.784e-7, "s", "278 ns"),
            (2.35e-11, "s", "23.5 ps"),
            (9.9996e-4, "s", "1,000 µs"),
            (0.0302, "s", "30.2 ms"),
            (90.6508, "s", "90.7 s"),
            (0.0, "s", "0 s"),
            (7860.0, "s", "2.18 h"),
            (929.0, "s", "15.5 min"),
            (5.491e10, "bytes per second", "52,366 MiB/s"),
            (65536.0, "bytes", "64 KiB"),
            (0.0201, "share", "2.01%"),
            (1.0, "share", "100%"),
            (4.26829e-8, "share", "0.00000427%"),
            (1.7472, "1", "1.75"),
            (-0.5, "1", "-0.500"),
            (97.0, "items", "97 items"),
            (1234567.0, "packets", "1,234,567 packets"),
            (12345.6, "requests per second", "12,346 requests per second"),
        ] {
            assert_eq!(readable(value, unit), said);
        }
    }

    #[test]
    fn an_interval_has_its_unit_once_where_both_ends_have_it() {
        let estimate = |low, high| Estimate::between(7, low, [low, high]);
        assert_eq!(interval(&estimate(2.69e-7, 2.877e-7), "s").as_deref(), Some("269 to 288 ns"));
        assert_eq!(interval(&estimate(9e-7, 1.1e-6), "s").as_deref(), Some("900 ns to 1.10 µs"));
        assert_eq!(interval(&estimate(97.0, 98.0), "items").as_deref(), Some("97 to 98 items"));
        assert_eq!(interval(&Estimate::certain(1, 6.0), "bytes"), None);
    }
}

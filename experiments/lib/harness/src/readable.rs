//! Figures for a terminal: three digits, and a fitting prefix of the unit.

use crate::record::{Estimate, unit};

/// A figure with its unit: three digits, and a prefix where the unit takes one; small whole numbers in full.
pub fn readable(value: f64, unit: &str) -> String {
    let (number, unit) = parts(value, unit);
    number + &unit
}

/// The 95% interval of an estimate, with the unit once if possible; `None` where there is none, since the value is certain.
pub(crate) fn interval(estimate: &Estimate, unit: &str) -> Option<String> {
    if estimate.low == estimate.high {
        return None;
    }
    let ((low, low_unit), high) = (parts(estimate.low, unit), parts(estimate.high, unit));
    let low_unit = if low_unit == high.1 { "" } else { &low_unit };
    Some(format!("{low}{low_unit} to {}{}", high.0, high.1))
}

/// A range with its unit once if possible; one value where the ends read alike.
pub(crate) fn range(low: f64, high: f64, unit: &str) -> String {
    let (from, to) = (readable(low, unit), readable(high, unit));
    let ends = (from != to).then(|| interval(&Estimate::between(0, low, [low, high]), unit)).flatten();
    ends.unwrap_or(to)
}

/// True for a unit that counts things, such as `locales`; bytes are an amount.
pub(crate) fn is_count(unit: &str) -> bool {
    unit != "bytes" && singular(unit) != unit
}

/// The unit of one: `locale` of `locales`, `request per second` of `requests per second`.
fn singular(unit: &str) -> String {
    let (counted, per) = unit.split_at(unit.find(" per ").unwrap_or(unit.len()));
    let one = match counted {
        "children" => "child".to_owned(),
        _ if counted.ends_with("ies") => format!("{}y", &counted[..counted.len() - 3]),
        _ if counted.ends_with("sses") || counted.ends_with("xes") => counted[..counted.len() - 2].to_owned(),
        // Neither seconds nor `Mbit/s`.
        _ => match counted.strip_suffix('s') {
            Some(one) if one.ends_with(|last: char| last.is_ascii_alphabetic() && last != 's') => one.to_owned(),
            _ => counted.to_owned(),
        },
    };
    one + per
}

/// The digits, and the prefixed unit.
pub(crate) fn parts(value: f64, unit: &str) -> (String, String) {
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
        _ => {
            let number = digits(value);
            let unit = if number == "1" { singular(unit) } else { unit.to_owned() };
            return (number, format!(" {unit}"));
        }
    };
    (digits(value / scale), prefixed.to_owned())
}

const MEBIBYTE: f64 = 1024.0 * 1024.0;

/// Three significant digits, more for large numbers; commas between thousands.
pub(crate) fn digits(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.abs().to_string();
    }
    // The exponent after rounding, so that 9.999 has as many decimals as 10.
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
            (1.0, "items", "1 item"),
            (1.0, "entries", "1 entry"),
            (1.0, "classes", "1 class"),
            (1.0, "children", "1 child"),
            (1.0, "mean service times", "1 mean service time"),
            (1.0, "requests per second", "1 request per second"),
            (1.0, "Mbit/s", "1 Mbit/s"),
            (1.0, "s per GiB", "1 s per GiB"),
            (1.004, "items", "1.00 items"),
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

    #[test]
    fn a_range_whose_ends_read_alike_is_one_value() {
        assert_eq!(range(1.0, 3.0, "locales"), "1 locale to 3 locales");
        assert_eq!(range(0.5, 0.6, "share"), "50 to 60%");
        assert_eq!(range(0.50001, 0.50002, "share"), "50.0%");
        assert_eq!(range(2.0, 2.0, "locales"), "2 locales");
    }

    #[test]
    fn things_are_counted_and_amounts_are_not() {
        let units = ["locales", "questions", "entries", "bytes", "s", "1", "share", "px", "Mbit/s", "B"];
        assert_eq!(units.map(is_count), [true, true, true, false, false, false, false, false, false, false]);
    }
}

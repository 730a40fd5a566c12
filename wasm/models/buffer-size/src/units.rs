//! Quantities as people write them: `64KiB`, `1.5 us`, `3 GiB/s`, `40 Gbit/s`.

/// What a unit measures; its number is how many bytes, seconds or bytes a second it stands for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Unit {
    /// A number of bytes, or just a number: `k` is 1000, `Ki` is 1024, with or without a `B`.
    Count(f64),
    /// A duration.
    Seconds(f64),
    /// A throughput.
    BytesPerSecond(f64),
}

/// The unit of a name; the empty name is 1.
pub(super) fn unit(name: &str) -> Option<Unit> {
    let duration = match name {
        "s" | "sec" | "seconds" => Some(1.0),
        "ms" => Some(1e-3),
        // The micro sign and the Greek letter.
        "us" | "µs" | "μs" => Some(1e-6),
        "ns" => Some(1e-9),
        "ps" => Some(1e-12),
        _ => None,
    };
    if let Some(seconds) = duration {
        return Some(Unit::Seconds(seconds));
    }
    if let Some(amount) = name.strip_suffix("/s").or_else(|| name.strip_suffix("ps")) {
        return amount_of(amount).map(Unit::BytesPerSecond);
    }
    if name.is_empty() || name == "bytes" { Some(Unit::Count(1.0)) } else { bytes_of(name).map(Unit::Count) }
}

/// Bytes of a unit of a throughput, which has to say of what.
fn amount_of(name: &str) -> Option<f64> {
    match name.strip_suffix("bit") {
        Some(prefix) => Some(prefix_of(prefix)? / 8.0),
        None => prefix_of(name.strip_suffix('B')?),
    }
}

fn bytes_of(name: &str) -> Option<f64> {
    prefix_of(name.strip_suffix('B').unwrap_or(name))
}

fn prefix_of(prefix: &str) -> Option<f64> {
    let (letter, base) = prefix.strip_suffix('i').map_or((prefix, 1e3), |letter| (letter, 1024.0));
    match letter {
        "" if base == 1e3 => Some(1.0),
        "k" | "K" => Some(base),
        "M" => Some(base * base),
        "G" => Some(base * base * base),
        "T" => Some(base * base * base * base),
        _ => None,
    }
}

/// The unit that a heading ends with or has in brackets: `time (µs)`, `MiB/s`, `throughput_bytes_per_second`.
pub(super) fn unit_of_heading(heading: &str) -> Option<Unit> {
    // The names that our own files have.
    if heading.trim().ends_with("bytes_per_second") {
        return Some(Unit::BytesPerSecond(1.0));
    }
    if heading.trim().ends_with("seconds_per_call") {
        return Some(Unit::Seconds(1.0));
    }
    let last = heading.trim().rsplit([' ', '_', '(', '[']).next()?.trim_end_matches([')', ']']);
    if last.is_empty() { None } else { unit(last) }
}

/// The number that a cell starts with, and its unit's name.
pub(super) fn split(cell: &str) -> Option<(f64, &str)> {
    let bytes = cell.as_bytes();
    let is_digit = |i: usize| bytes.get(i).is_some_and(u8::is_ascii_digit);
    let sign = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let mut end = sign;
    while is_digit(end) || bytes.get(end) == Some(&b'.') {
        end += 1;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let exponent = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if is_digit(exponent) {
            end = exponent;
            while is_digit(end) {
                end += 1;
            }
        }
    }
    // Only ASCII comes before the end, so it is the start of a character.
    Some((decimal(cell.get(..end)?)?, cell.get(end..)?.trim()))
}

/// Digits that a number may have; those after them are less than rounding.
const MAX_MANTISSA: u64 = u64::MAX / 10 - 1;

/// A decimal number: sign, digits with a point or without, and an exponent or none.
///
/// Numbers of up to 15 digits that are no smaller than 1e-22 and no larger than 1e22 are exact, as the standard library's are;
/// others to a few units in the last place. The library's own would be a fifth of what the page loads, for its tables.
fn decimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let digits = mantissa.trim_start_matches(['+', '-']);
    if !digits.contains(|c: char| c.is_ascii_digit()) || digits.bytes().filter(|&byte| byte == b'.').count() > 1 {
        return None;
    }
    let (mut value, mut scale, mut after_point) = (0_u64, exponent.parse::<i32>().ok()?, false);
    for byte in digits.bytes() {
        match byte {
            b'.' => after_point = true,
            _ if value > MAX_MANTISSA => scale = scale.saturating_add(i32::from(!after_point)),
            _ => {
                value = 10 * value + u64::from(byte - b'0');
                scale = scale.saturating_sub(i32::from(after_point));
            }
        }
    }
    let mut size = value as f64;
    // Powers of ten are exact up to this one.
    while scale != 0 && size != 0.0 && size.is_finite() {
        let step = scale.clamp(-22, 22);
        let power = (0..step.abs()).fold(1.0, |power, _| 10.0 * power);
        size = if step > 0 { size * power } else { size / power };
        scale -= step;
    }
    Some(if mantissa.starts_with('-') { -size } else { size })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn units_are_those_that_people_write() {
        let count = [("", 1.0), ("B", 1.0), ("k", 1e3), ("K", 1e3), ("kB", 1e3), ("Ki", 1024.0), ("KiB", 1024.0)];
        for (name, bytes) in
            count.into_iter().chain([("M", 1e6), ("MiB", 1_048_576.0), ("G", 1e9), ("TiB", 1.099511627776e12)])
        {
            assert_eq!(unit(name), Some(Unit::Count(bytes)), "{name}");
        }
        for (name, seconds) in [("s", 1.0), ("ms", 1e-3), ("us", 1e-6), ("µs", 1e-6), ("μs", 1e-6), ("ns", 1e-9)] {
            assert_eq!(unit(name), Some(Unit::Seconds(seconds)), "{name}");
        }
        for (name, rate) in [("B/s", 1.0), ("MB/s", 1e6), ("MiB/s", 1_048_576.0), ("Gbit/s", 1.25e8), ("MBps", 1e6)] {
            assert_eq!(unit(name), Some(Unit::BytesPerSecond(rate)), "{name}");
        }
        for name in ["x", "i", "iB", "/s", "M/s", "kk", "BB", "sB", "m", "minutes", "🎲", "ki/s"] {
            assert_eq!(unit(name), None, "{name}");
        }
    }

    #[test]
    fn a_number_ends_where_its_unit_starts() {
        assert_eq!(split("64KiB"), Some((64.0, "KiB")));
        assert_eq!(split("1.5 us"), Some((1.5, "us")));
        assert_eq!(split("1e3"), Some((1000.0, "")));
        assert_eq!(split("2.5E-7s"), Some((2.5e-7, "s")));
        assert_eq!(split("-3"), Some((-3.0, "")));
        assert_eq!(split("1e"), Some((1.0, "e")));
        assert_eq!(split(".5"), Some((0.5, "")));
        assert_eq!(split("1e99999"), Some((f64::INFINITY, "")));
        assert_eq!(split("1e-99999"), Some((0.0, "")));
        for no_number in ["", ".", "-", "+-1", "e3", "nan", "inf", "KiB", "1.2.3", "1e99999999999", "µ"] {
            assert_eq!(split(no_number), None, "{no_number}");
        }
    }

    proptest! {
        /// The plain way is the standard library's.
        #[test]
        fn numbers_are_the_standard_librarys(digits in "[0-9]{1,25}", fraction in "[0-9]{0,25}", exponent in -330..330) {
            let text = format!("{digits}.{fraction}e{exponent}");
            let (plain, read): (f64, f64) = (text.parse().unwrap(), decimal(&text).unwrap());
            let near = (read / plain - 1.0).abs() < 1e-14;
            prop_assert!(read == plain || near || !(1e-300..=1e300).contains(&plain), "{} {} {}", text, plain, read);
        }

        #[test]
        fn numbers_of_few_digits_are_exactly_the_standard_librarys(digits in 0..1_000_000_000_000_000_u64, places in 0..15_usize) {
            let text = format!("{:.places$}", digits as f64 / 10_f64.powi(places as i32));
            if text.len() <= 16 {
                prop_assert_eq!(decimal(&text), text.parse().ok());
            }
        }
    }

    #[test]
    fn headings_name_their_unit() {
        assert_eq!(unit_of_heading("time (µs)"), Some(Unit::Seconds(1e-6)));
        assert_eq!(unit_of_heading("time_ns"), Some(Unit::Seconds(1e-9)));
        assert_eq!(unit_of_heading("Throughput [MiB/s]"), Some(Unit::BytesPerSecond(1_048_576.0)));
        assert_eq!(unit_of_heading("throughput_bytes_per_second"), Some(Unit::BytesPerSecond(1.0)));
        assert_eq!(unit_of_heading("seconds_per_call"), Some(Unit::Seconds(1.0)));
        assert_eq!(unit_of_heading("buffer (KiB)"), Some(Unit::Count(1024.0)));
        for without in ["time", "buffer", "", "(", "🎲"] {
            assert_eq!(unit_of_heading(without), None, "{without}");
        }
    }
}

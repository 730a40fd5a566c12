//! From numbers and names as JavaScript has them to what the request model accepts.

use crate::{Comparison, breakdown};
use limits::ArgumentError;
use statistics::least_squares::Interval;
use unix_sockets_model::{
    Estimates, Parts, Request, Sizes, application_for_share, application_interval, bytes_for_share, check_share, ratio,
    ratio_interval,
};

/// The most values that a sweep takes.
pub const MAX_VALUES: u64 = 10_000;

/// What a sweep changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    /// The application's own work, in seconds.
    Application,
    /// Sizes, in bytes.
    Sizes(Sizes),
}

impl Over {
    /// Every name: the application's, and those of sizes.
    pub const NAMES: [&'static str; 3] = ["application", Sizes::NAMES[0], Sizes::NAMES[1]];

    /// The one of a name.
    pub fn parse(name: &str) -> Result<Self, ArgumentError> {
        if name == Self::NAMES[0] {
            return Ok(Self::Application);
        }
        let error = |_| ArgumentError::Name { field: "over", given: name.to_owned(), names: &Self::NAMES };
        Sizes::parse(name).map(Self::Sizes).map_err(error)
    }

    fn of(self, request: &Request, value: f64) -> Result<Request, ArgumentError> {
        let changed = match self {
            Self::Application => Request { application_s: value, ..*request },
            Self::Sizes(sizes) => sizes.of(request, value),
        };
        changed.checked()
    }
}

/// Two kinds of socket, by what parts of a request cost over them; of no parts yet.
#[derive(Debug, Clone, PartialEq)]
pub struct Sides {
    /// The one whose time is divided.
    pub tcp: Estimates,
    /// The one it is divided by.
    pub unix: Estimates,
}

impl Default for Sides {
    fn default() -> Self {
        let nothing = Estimates::exact(Parts::default());
        Self { tcp: nothing, unix: nothing }
    }
}

impl Sides {
    /// The names of both.
    pub const NAMES: [&'static str; 2] = ["tcp", "unix"];
    /// The names of what can be set of each: values, or an end of their intervals.
    pub const ENDS: [&'static str; 3] = ["value", "low", "high"];

    /// Sets the parts of one side, `tcp` or `unix`: their values, or the `low` or `high` ends of their intervals.
    pub fn set(&mut self, side: &str, end: &str, parts: Parts) -> Result<(), ArgumentError> {
        let name = |field, given: &str, names| ArgumentError::Name { field, given: given.to_owned(), names };
        let estimates = match side {
            "tcp" => &mut self.tcp,
            "unix" => &mut self.unix,
            _ => return Err(name("side", side, &Self::NAMES)),
        };
        let set = match end {
            "value" => &mut estimates.value,
            "low" => &mut estimates.low,
            "high" => &mut estimates.high,
            _ => return Err(name("end", end, &Self::ENDS)),
        };
        *set = parts.checked()?;
        Ok(())
    }

    /// A request over both sides, and from where on the side matters no more than a share.
    pub fn compare(&self, request: &Request, share: f64, sizes: Sizes) -> Result<Comparison, ArgumentError> {
        let share = check_share(share)?;
        let Self { tcp, unix } = self;
        Ok(Comparison {
            tcp: breakdown(tcp, request),
            unix: breakdown(unix, request),
            ratio: ratio(&tcp.value, &unix.value, request),
            ratio_interval: ratio_interval(tcp, unix, request).into(),
            application_for_share_s: application_for_share(&tcp.value, &unix.value, request, share),
            application_for_share_interval: application_interval(tcp, unix, request, share).into(),
            bytes_for_share: bytes_for_share(&tcp.value, &unix.value, request, sizes, share),
        })
    }

    /// The ratio and its interval at each value.
    pub fn sweep(&self, request: &Request, over: Over, values: &[f64]) -> Result<Vec<(f64, Interval)>, ArgumentError> {
        let at = |&value: &f64| {
            let request = over.of(request, value)?;
            Ok((ratio(&self.tcp.value, &self.unix.value, &request), ratio_interval(&self.tcp, &self.unix, &request)))
        };
        values.iter().map(at).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUEST: Request = Request {
        connections_per_request: 1.0,
        round_trips: 1.0,
        request_bytes: 100.0,
        response_bytes: 1e3,
        chunk_bytes: 65_536.0,
        application_s: 1e-3,
    };

    /// Parts of 1 to 6 µs, times a factor.
    fn parts(factor: f64) -> Parts {
        let [connect_s, accept_s, close_s, wake_s, call_s, per_byte_s] =
            [1.0, 2.0, 3.0, 4.0, 5.0, 6e-4].map(|part: f64| part * factor * 1e-6);
        Parts { connect_s, accept_s, close_s, wake_s, call_s, per_byte_s }
    }

    /// TCP twice as dear as Unix, each give or take a tenth.
    fn sides() -> Sides {
        let mut sides = Sides::default();
        for (side, factor) in [("tcp", 2.0), ("unix", 1.0)] {
            for (end, share) in [("value", 1.0), ("low", 0.9), ("high", 1.1)] {
                sides.set(side, end, parts(factor * share)).unwrap();
            }
        }
        sides
    }

    #[test]
    fn each_end_of_each_side_is_set_by_name() {
        let Sides { tcp, unix } = sides();
        let estimates =
            |factor: f64| Estimates { value: parts(factor), low: parts(factor * 0.9), high: parts(factor * 1.1) };
        assert_eq!((tcp, unix), (estimates(2.0), estimates(1.0)));
    }

    #[test]
    fn what_makes_no_sense_is_refused_by_name() {
        let refused = |side, end, parts| sides().set(side, end, parts).unwrap_err().to_string();
        for strange in [f64::NAN, f64::INFINITY, -1.0, 1e16] {
            let error = refused("tcp", "low", Parts { wake_s: strange, ..parts(1.0) });
            assert!(error.starts_with("wake-up (s) is ") && error.contains("; it must be from 0 to "), "{error}");
        }
        assert_eq!(refused("pipe", "low", parts(1.0)), "side is \"pipe\"; it must be one of tcp, unix");
        assert_eq!(refused("tcp", "", parts(1.0)), "end is \"\"; it must be one of value, low, high");
        assert!(Over::parse("").is_err());
    }

    #[test]
    fn a_sweep_is_the_comparison_at_each_value() {
        let sides = sides();
        let values = [1e-6, 1e-3, 1.0];
        for (over, of) in [
            ("application", (|value| Request { application_s: value, ..REQUEST }) as fn(f64) -> Request),
            ("response", |value| Request { response_bytes: value, ..REQUEST }),
        ] {
            let swept = sides.sweep(&REQUEST, Over::parse(over).unwrap(), &values).unwrap();
            for (value, found) in values.into_iter().zip(swept) {
                let at = sides.compare(&of(value), 0.05, Sizes::Response).unwrap();
                assert_eq!((found.0, found.1.into()), (at.ratio, at.ratio_interval));
            }
        }
        assert!(sides.sweep(&REQUEST, Over::Application, &[f64::NAN]).is_err());
        assert!(sides.compare(&REQUEST, 0.0, Sizes::Both).is_err());
    }
}

//! From numbers and names as JavaScript has them to what the request model accepts, and back.

use std::fmt;

use statistics::least_squares::Interval;
use unix_sockets_model::{
    Estimates, Parts, QuantityError, Request, Sizes, application_for_share, application_interval, bytes_for_share,
    check_share, cost, ratio, ratio_interval,
};

/// Why a request was refused.
#[derive(Debug, Clone, PartialEq)]
pub enum Error {
    /// A quantity is outside its limits.
    Quantity(QuantityError),
    /// A list has too few numbers, or too many.
    Length {
        /// What it is called where it was given.
        field: &'static str,
        /// How many it has.
        given: usize,
        /// How many it has to have.
        needed: usize,
    },
    /// Nothing has this name.
    UnknownName {
        /// What it is called where it was given.
        field: &'static str,
        /// The name.
        name: String,
        /// What it can be.
        names: &'static str,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Quantity(error) => error.fmt(f),
            Self::Length { field, given, needed } => {
                write!(f, "{field} has {given} numbers; it must be {needed} of them")
            }
            Self::UnknownName { field, name, names } => write!(f, "{field} is {name:?}; it must be one of {names}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<QuantityError> for Error {
    fn from(error: QuantityError) -> Self {
        Self::Quantity(error)
    }
}

/// Numbers of one kind of socket: the parts, the lower ends of their intervals, and the upper ends.
pub const SIDE_NUMBERS: usize = 18;

/// Numbers of a request.
pub const REQUEST_NUMBERS: usize = 6;

/// The most values that a sweep takes.
pub const MAX_VALUES: u64 = 10_000;

fn exactly<const N: usize>(field: &'static str, list: &[f64]) -> Result<[f64; N], Error> {
    list.try_into().map_err(|_| Error::Length { field, given: list.len(), needed: N })
}

/// The parts of one kind of socket, from numbers in the order of [`Parts`]'s fields.
pub fn estimates(field: &'static str, list: &[f64]) -> Result<Estimates, Error> {
    let list: [f64; SIDE_NUMBERS] = exactly(field, list)?;
    let parts = |from: usize| {
        let [connect_s, accept_s, close_s, wake_s, call_s, per_byte_s] = std::array::from_fn(|part| list[from + part]);
        Parts { connect_s, accept_s, close_s, wake_s, call_s, per_byte_s }.checked()
    };
    Ok(Estimates { value: parts(0)?, low: parts(6)?, high: parts(12)? })
}

/// A request, from numbers in the order of [`Request`]'s fields.
pub fn request(list: &[f64]) -> Result<Request, Error> {
    let [connections_per_request, round_trips, request_bytes, response_bytes, chunk_bytes, application_s]: [f64;
        REQUEST_NUMBERS] = exactly("request", list)?;
    let request =
        Request { connections_per_request, round_trips, request_bytes, response_bytes, chunk_bytes, application_s };
    Ok(request.checked()?)
}

/// Which messages grow, by name.
pub fn sizes(name: &str) -> Result<Sizes, Error> {
    let unknown = || Error::UnknownName { field: "sizes", name: name.to_owned(), names: "response, both" };
    Sizes::parse(name).ok_or_else(unknown)
}

/// What a sweep changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    /// The application's own work, in seconds.
    Application,
    /// Sizes, in bytes.
    Sizes(Sizes),
}

impl Over {
    /// The one of a name.
    pub fn parse(name: &str) -> Result<Self, Error> {
        let unknown =
            || Error::UnknownName { field: "over", name: name.to_owned(), names: "application, response, both" };
        if name == "application" {
            return Ok(Self::Application);
        }
        Sizes::parse(name).map(Self::Sizes).ok_or_else(unknown)
    }

    fn of(self, request: &Request, value: f64) -> Result<Request, QuantityError> {
        let changed = match self {
            Self::Application => Request { application_s: value, ..*request },
            Self::Sizes(sizes) => sizes.of(request, value),
        };
        changed.checked()
    }
}

/// Two kinds of socket, checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Sides {
    /// The one whose time is divided.
    pub tcp: Estimates,
    /// The one it is divided by.
    pub unix: Estimates,
}

/// What [`Sides::compare`] finds.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// TCP's costs, as [`breakdown`] lists them.
    pub tcp: Vec<f64>,
    /// The same of Unix.
    pub unix: Vec<f64>,
    /// TCP's time over Unix's.
    pub ratio: f64,
    /// Its interval.
    pub ratio_interval: Interval,
    /// The work from which on the kind matters no more than the share, in seconds.
    pub application_s: f64,
    /// Its interval.
    pub application_interval: Interval,
    /// The size from which on it does not, in bytes; infinite for never.
    pub bytes: f64,
}

impl Sides {
    /// Both sides of a request, and from where on the side matters no more than a share.
    pub fn compare(&self, request: &Request, share: f64, sizes: Sizes) -> Result<Comparison, Error> {
        let share = check_share(share)?;
        let Self { tcp, unix } = self;
        Ok(Comparison {
            tcp: breakdown(tcp, request),
            unix: breakdown(unix, request),
            ratio: ratio(&tcp.value, &unix.value, request),
            ratio_interval: ratio_interval(tcp, unix, request),
            application_s: application_for_share(&tcp.value, &unix.value, request, share),
            application_interval: application_interval(tcp, unix, request, share),
            bytes: bytes_for_share(&tcp.value, &unix.value, request, sizes, share),
        })
    }

    /// The ratio and its interval at each value, three numbers each.
    pub fn sweep(&self, request: &Request, over: Over, values: &[f64]) -> Result<Vec<f64>, Error> {
        let mut flat = Vec::with_capacity(3 * values.len());
        for &value in values {
            let request = over.of(request, value)?;
            let Interval { low, high } = ratio_interval(&self.tcp, &self.unix, &request);
            flat.extend([ratio(&self.tcp.value, &self.unix.value, &request), low, high]);
        }
        Ok(flat)
    }
}

/// Seconds of connecting, accepting, closing, waking, calls, bytes, the application; in all, and that interval's ends; then
/// how often the first six occur: 16 numbers.
pub fn breakdown(side: &Estimates, request: &Request) -> Vec<f64> {
    let (costs, counts, total) = (cost(&side.value, request), request.counts(), side.total(request));
    let sockets = [costs.connect_s, costs.accept_s, costs.close_s, costs.wake_s, costs.call_s, costs.byte_s];
    let whole = [costs.application_s, costs.total_s(), total.low, total.high];
    let counts = [counts.connects, counts.accepts, counts.closes, counts.wakes, counts.calls, counts.bytes];
    [&sockets[..], &whole, &counts].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUEST: [f64; 6] = [1.0, 1.0, 100.0, 1e3, 65_536.0, 1e-3];

    /// Parts of 1 to 6 µs, give or take a tenth.
    fn side(factor: f64) -> Vec<f64> {
        let parts = [1.0, 2.0, 3.0, 4.0, 5.0, 6e-4].map(|part: f64| part * factor * 1e-6);
        [1.0, 0.9, 1.1].into_iter().flat_map(|end| parts.map(|part| part * end)).collect()
    }

    #[test]
    fn numbers_come_in_the_order_of_the_fields() {
        let estimates = estimates("tcp", &side(1.0)).unwrap();
        assert_eq!(estimates.value.wake_s, 4e-6);
        assert!((estimates.low.per_byte_s - 5.4e-10).abs() < 1e-20 && estimates.high.connect_s > 1e-6);
        let request = request(&REQUEST).unwrap();
        assert_eq!((request.response_bytes, request.application_s), (1e3, 1e-3));
        let listed = breakdown(&estimates, &request);
        assert_eq!(listed.len(), 16);
        assert_eq!(listed[3], 3.0 * 4e-6);
        assert!((listed[..7].iter().sum::<f64>() - listed[7]).abs() < 1e-15);
        assert!(listed[8] < listed[7] && listed[7] < listed[9]);
        assert_eq!(listed[10..], [1.0, 1.0, 1.0, 3.0, 4.0, 1_100.0]);
    }

    #[test]
    fn hostile_numbers_are_refused_by_name() {
        for strange in [f64::NAN, f64::INFINITY, -1.0, 1e16] {
            for position in 0..18 {
                let mut list = side(1.0);
                list[position] = strange;
                assert!(matches!(estimates("tcp", &list), Err(Error::Quantity(_))), "{strange} at {position}");
            }
            for position in 0..6 {
                let mut list = REQUEST;
                list[position] = strange;
                assert!(matches!(request(&list), Err(Error::Quantity(_))), "{strange} at {position}");
            }
        }
        assert_eq!(estimates("unix", &[1.0]).unwrap_err().to_string(), "unix has 1 numbers; it must be 18 of them");
        assert_eq!(request(&[]).unwrap_err(), Error::Length { field: "request", given: 0, needed: 6 });
        assert_eq!(sizes("request").unwrap_err().to_string(), "sizes is \"request\"; it must be one of response, both");
        assert!(Over::parse("").is_err());
    }

    #[test]
    fn a_sweep_is_the_comparison_at_each_value() {
        let sides = Sides { tcp: estimates("tcp", &side(2.0)).unwrap(), unix: estimates("unix", &side(1.0)).unwrap() };
        let base = request(&REQUEST).unwrap();
        for (over, position) in [("application", 5), ("response", 3)] {
            let values = [1e-6, 1e-3, 1.0];
            let swept = sides.sweep(&base, Over::parse(over).unwrap(), &values).unwrap();
            for (value, triple) in values.into_iter().zip(swept.chunks(3)) {
                let mut list = REQUEST;
                list[position] = value;
                let at = sides.compare(&request(&list).unwrap(), 0.05, Sizes::Response).unwrap();
                assert_eq!(triple, [at.ratio, at.ratio_interval.low, at.ratio_interval.high]);
            }
        }
        assert!(sides.sweep(&base, Over::Application, &[f64::NAN]).is_err());
        assert!(sides.compare(&base, 0.0, Sizes::Both).is_err());
    }
}

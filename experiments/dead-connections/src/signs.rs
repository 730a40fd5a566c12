//! Signs by which a program learns that its peer is gone: all that a record may hold, and what readers see of it.

use rustix::io::Errno;

/// Names of errno.
pub(crate) const ERRNO: [(Errno, &str); 13] = [
    (Errno::CONNRESET, "ECONNRESET"),
    (Errno::PIPE, "EPIPE"),
    (Errno::TIMEDOUT, "ETIMEDOUT"),
    (Errno::HOSTUNREACH, "EHOSTUNREACH"),
    (Errno::NETUNREACH, "ENETUNREACH"),
    (Errno::CONNREFUSED, "ECONNREFUSED"),
    (Errno::INVAL, "EINVAL"),
    (Errno::HOSTDOWN, "EHOSTDOWN"),
    (Errno::NETDOWN, "ENETDOWN"),
    (Errno::ADDRNOTAVAIL, "EADDRNOTAVAIL"),
    (Errno::NOBUFS, "ENOBUFS"),
    (Errno::ACCESS, "EACCES"),
    (Errno::PERM, "EPERM"),
];

/// gRPC's status codes, by their numbers.
pub(crate) const CODES: [&str; 17] = [
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];

/// The end of what the peer sent.
pub(crate) const END: &str = "EOF";
/// A gRPC library has closed an idle connection.
pub(crate) const CLOSED: &str = "closed";
/// What grpcio makes of a server's `too_many_pings`.
pub(crate) const TOO_MANY_PINGS: &str = "UNAVAILABLE: Too many pings";
/// The model's gRPC keepalive ran out, whatever a library makes of that.
const PING_TIMEOUT: &str = "ping timeout";
/// An error that has none of these names.
pub(crate) const OTHER: &str = "other";
/// Nothing was noticed.
pub(crate) const NOTHING: &str = "none";
/// The model says that nothing ever is.
pub(crate) const NEVER: &str = "never";
/// The model says that there is nothing to notice.
pub(crate) const SURVIVES: &str = "survives";

/// A sign, and what a reader sees for it.
type Words = (&'static str, &'static str);

/// What plain TCP may end by.
pub(crate) fn of_tcp() -> impl Iterator<Item = Words> {
    let errno = ERRNO.into_iter().map(|(_, name)| name);
    let others = [(NOTHING, "nothing"), (SURVIVES, "stays up"), (OTHER, "another error")];
    errno.chain([END, NEVER]).map(as_it_is).chain(others)
}

/// What gRPC may end by besides.
pub(crate) fn of_grpc() -> impl Iterator<Item = Words> {
    CODES.into_iter().chain([CLOSED, TOO_MANY_PINGS]).map(as_it_is)
}

/// What the model's gRPC may end by besides, which is no library's.
pub(crate) fn of_models_grpc() -> impl Iterator<Item = Words> {
    [PING_TIMEOUT].into_iter().map(as_it_is)
}

fn as_it_is(sign: &'static str) -> Words {
    (sign, sign)
}

/// The name of an error, by its number.
pub(crate) fn of_error(number: Option<i32>) -> &'static str {
    let known = ERRNO.iter().find(|(errno, _)| Some(errno.raw_os_error()) == number);
    known.map_or(OTHER, |(_, name)| name)
}

/// A status code, by its number.
pub(crate) fn of_code(number: i32) -> &'static str {
    usize::try_from(number).ok().and_then(|number| CODES.get(number).copied()).unwrap_or(OTHER)
}

/// A status code, by its name.
pub(crate) fn of_code_named(name: &str) -> &'static str {
    CODES.into_iter().find(|code| *code == name).unwrap_or(OTHER)
}

#[cfg(test)]
mod tests {
    use tonic::Code;

    use super::*;

    #[test]
    fn each_error_and_code_has_its_name() {
        assert_eq!(of_error(Some(Errno::TIMEDOUT.raw_os_error())), "ETIMEDOUT");
        assert_eq!(of_error(Some(Errno::XDEV.raw_os_error())), OTHER);
        assert_eq!(of_error(None), OTHER);
        let codes = [Code::Ok, Code::Cancelled, Code::DeadlineExceeded, Code::Unavailable, Code::Unauthenticated];
        let names = ["OK", "CANCELLED", "DEADLINE_EXCEEDED", "UNAVAILABLE", "UNAUTHENTICATED"];
        assert_eq!(codes.map(|code| of_code(code as i32)), names);
        assert_eq!(names.map(of_code_named), names);
        assert_eq!((of_code(17), of_code(-1), of_code_named("Unavailable")), (OTHER, OTHER, OTHER));
    }

    #[test]
    fn no_sign_has_two_words() {
        let all = of_tcp().chain(of_grpc()).chain(of_models_grpc());
        let mut signs: Vec<&str> = all.map(|(sign, _)| sign).collect();
        let all = signs.len();
        signs.sort_unstable();
        signs.dedup();
        assert_eq!(signs.len(), all);
    }
}

//! What was published, each figure once.

use harness::record::Source;

/// The share by two threads, each coincidence once, of all samples.
pub(crate) const TWO_THREADS: f64 = 0.02;
/// The same by the eight hardware threads of four cores.
pub(crate) const EIGHT_THREADS: f64 = 0.0561;

/// Where it stands.
pub(crate) fn source() -> Source {
    Source {
        title: "Evan Jones, “Nanosecond timestamp collisions are common”".to_owned(),
        url: "https://www.evanjones.ca/nanosecond-collisions.html".to_owned(),
    }
}

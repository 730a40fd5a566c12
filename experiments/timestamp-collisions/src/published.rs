//! Figures that Evan Jones published, each once, with its place: in his article, or in the output that the README of his program
//! shows (github.com/evanj/nanocollision, commit b28e5f0).

use harness::record::Source;

/// Share by two threads, each coincidence once, of all samples: the article's list, “Linux”, in whole percent.
pub(crate) const TWO_THREADS: f64 = 0.02;
/// Share by the eight hardware threads of four cores, counted alike: README, “Linux”, last line (5.612906%; the article says 5%).
pub(crate) const EIGHT_THREADS: f64 = 0.0561;
/// Share of equal neighbours on Linux: README, “Linux”, “0 nano diff zeros” of 10 million pairs.
pub(crate) const EQUAL_NEIGHBOURS: f64 = 0.0;
/// Smallest increments on Linux, in nanoseconds: of the program in C (README, “clock_gettime_demo”, `CLOCK_REALTIME`), and of the
/// one in Go, which reads two clocks with each sample (the article's list, “Linux”).
pub(crate) const SMALLEST_INCREMENTS_NS: [f64; 2] = [22.0, 32.0];
/// Median increment on Linux, in nanoseconds: README, “Linux”, p50 of the nano diffs.
pub(crate) const MEDIAN_INCREMENT_NS: f64 = 32.0;
/// Step of the wall clock of macOS, in nanoseconds: README, “Mac OS X Output”, each nano diff but 0.
pub(crate) const WALL_STEP_NS: f64 = 1_000.0;
/// Least and largest step of the monotonic clock of macOS, in nanoseconds: the same output, the smallest time diffs but 0.
pub(crate) const MONOTONIC_STEPS_NS: [f64; 2] = [41.0, 42.0];
/// Shares of equal neighbours on macOS, of the wall clock and of the monotonic one: the same output, “sampled 10000000 pairs”
/// (96.138180% and 20.235990%).
pub(crate) const EQUAL_ON_MACOS: [f64; 2] = [0.961, 0.202];

/// The article.
pub(crate) fn source() -> Source {
    Source {
        title: "Evan Jones, “Nanosecond timestamp collisions are common”".to_owned(),
        url: "https://www.evanjones.ca/nanosecond-collisions.html".to_owned(),
    }
}

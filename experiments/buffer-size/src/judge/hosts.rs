//! What was published of two machines.

use harness::Found;
use harness::claims::Figure;
use harness::record::Claim;
use harness::verdicts::{Part, Rule};

use super::{decided, named, of_another, of_article};
use crate::condition::READ_BESIDE_CONNECTIONS;
use crate::published::{TWO_HOSTS_4_KIB, TWO_HOSTS_256_KIB, TWO_HOSTS_SIX};
use crate::quantities::hosts::{EIGHT_KIB_OVER_LARGE, LARGE_OVER_SMALL, SIX_OVER_ONE};
use crate::sample::KIB;
use crate::series::{self, THROUGHPUT, TWO_HOSTS};
use crate::transfer::Sizes;

/// A rate between two machines, with what was published of two others.
fn rate(found: &Found, label: &str, connections: usize, write: usize, published: f64) -> Figure {
    let at = series::of_hosts(connections, Sizes { read: READ_BESIDE_CONNECTIONS, write });
    // Where it was not measured, nothing else says what was published in which unit.
    let mut measured = found.at(TWO_HOSTS, &at, THROUGHPUT);
    measured.unit = "bytes per second".to_owned();
    of_another(Figure::new(label, measured), published)
}

/// Judged by whether they come within 10% of writes of 256 KiB, of which the same rate was published.
pub(super) fn eight_kib(found: &Found) -> Claim {
    let ratio = named(found, EIGHT_KIB_OVER_LARGE);
    let rule = Rule::all([Part::above(&ratio, 0.9)]);
    let rate = rate(found, "one connection to another machine, writes of 8 KiB", 1, 8 * KIB, TWO_HOSTS_256_KIB);
    of_article("two-machines-8-kib", "Between two machines writes of 8 KiB already move as much as those of 256 KiB.")
        .judge_by(
            vec![rate, ratio],
            rule,
            decided(
                "Writes of 8 KiB come within 10% of those of 256 KiB; the rate is these machines' own.",
                "Writes of 256 KiB are faster by more than 10%.",
            ),
        )
}

/// Judged by what gains: the rates are those of two machines and what is between them.
pub(super) fn two_machines(found: &Found) -> Claim {
    let gains = [LARGE_OVER_SMALL, SIX_OVER_ONE].map(|name| named(found, name));
    let rule = Rule::all(gains.each_ref().map(|ratio| Part::above(ratio, 1.0)));
    let rates = [
        rate(found, "one connection to another machine, writes of 256 KiB", 1, 256 * KIB, TWO_HOSTS_256_KIB),
        rate(found, "one connection to another machine, writes of 4 KiB", 1, 4 * KIB, TWO_HOSTS_4_KIB),
        rate(found, "six connections to another machine, writes of 256 KiB", 6, 256 * KIB, TWO_HOSTS_SIX),
    ];
    of_article(
        "two-machines",
        "Between two machines one TCP connection moves more with writes of 256 KiB than with writes of 4 KiB, and six move more \
         than one.",
    )
    .judge_by(
        rates.into_iter().chain(gains).collect(),
        rule,
        decided("Large writes are faster than small ones, and six connections faster than one; the rates are these machines' own.", "Large writes are not faster than small ones, or six connections not faster than one."),
    )
}

//! What was published of two machines.

use harness::claims::Figure;
use harness::quantities::Quantities;
use harness::record::Claim;
use harness::verdicts::{Part, Rule};

use super::{decided, named, of_another, of_article};
use crate::conditions::READ_BESIDE_CONNECTIONS;
use crate::published::{TWO_HOSTS_4_KIB, TWO_HOSTS_256_KIB, TWO_HOSTS_SIX};
use crate::quantities::hosts::{LARGE_OVER_SMALL, SIX_OVER_ONE};
use crate::sample::KIB;
use crate::series::{self, THROUGHPUT, TWO_HOSTS};
use crate::transfer::Sizes;

/// Judged by what gains: the rates are those of two machines and what is between them.
pub(super) fn two_machines(found: &Quantities) -> Claim {
    let figure = |label, connections, write, published| {
        let at = series::of_hosts(connections, Sizes { read: READ_BESIDE_CONNECTIONS, write });
        of_another(Figure::new(label, &found.at(TWO_HOSTS, &at, THROUGHPUT)), published)
    };
    let gains = [LARGE_OVER_SMALL, SIX_OVER_ONE].map(|name| named(found, name));
    let rule = Rule::all(gains.each_ref().map(|ratio| Part::above(ratio, 1.0)));
    let rates = [
        figure("one connection to another machine, writes of 256 KiB", 1, 256 * KIB, TWO_HOSTS_256_KIB),
        figure("one connection to another machine, writes of 4 KiB", 1, 4 * KIB, TWO_HOSTS_4_KIB),
        figure("six connections to another machine, writes of 256 KiB", 6, 256 * KIB, TWO_HOSTS_SIX),
    ];
    of_article(
        "two-machines",
        "Between two machines 32 Gbit/s apart one TCP connection moves about 1,400 MiB/s with writes of 256 KiB and 300 \
         MiB/s with writes of 4 KiB, and it takes 6 to fill the link.",
    )
    .judge_by(
        rates.into_iter().chain(gains).collect(),
        rule,
        decided("Large writes are faster than small ones, and six connections faster than one; the rates are these machines' own.", "Large writes are not faster than small ones, or six connections not faster than one."),
    )
}

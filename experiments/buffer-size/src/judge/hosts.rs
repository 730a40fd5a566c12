//! What was published of two machines.

use harness::claims::Figure;
use harness::quantities::Quantities;
use harness::record::Claim;
use harness::rules::Rule;

use super::{named, of_another, of_article, told};
use crate::conditions::READ_BESIDE_CONNECTIONS;
use crate::published::{TWO_HOSTS_4_KIB, TWO_HOSTS_256_KIB, TWO_HOSTS_SIX};
use crate::quantities::hosts::{LARGE_OVER_SMALL, SIX_OVER_ONE};
use crate::sample::KIB;
use crate::series::{self, THROUGHPUT, TWO_HOSTS};
use crate::transfer::Sizes;

/// Holds if writes of 256 KiB are twice as fast as writes of 4 KiB, and six connections faster than one.
pub(super) fn two_machines(found: &Quantities) -> Claim {
    let figure = |label, connections, write, published| {
        let at = series::of_hosts(connections, Sizes { read: READ_BESIDE_CONNECTIONS, write });
        of_another(Figure::new(label, &found.at(TWO_HOSTS, &at, THROUGHPUT)), published)
    };
    let figures = vec![
        figure("one connection to another machine, writes of 256 KiB", 1, 256 * KIB, TWO_HOSTS_256_KIB),
        figure("one connection to another machine, writes of 4 KiB", 1, 4 * KIB, TWO_HOSTS_4_KIB),
        figure("six connections to another machine, writes of 256 KiB", 6, 256 * KIB, TWO_HOSTS_SIX),
    ];
    let parts = [named(found, LARGE_OVER_SMALL).surely_above(2.0), named(found, SIX_OVER_ONE).surely_above(1.0)];
    let statement = of_article(
        "two-machines",
        "Between two machines 32 Gbit/s apart one TCP connection moves about 1,400 MiB/s with writes of 256 KiB and 300 \
         MiB/s with writes of 4 KiB, and it takes 6 to fill the link.",
    );
    if parts == [None, None] {
        return statement.judge(figures, &Rule::NotTested, |_| "This run had one machine only.");
    }
    statement.judge(
        figures,
        &Rule::Each(parts.into()),
        told(
            "Large writes are more than twice as fast as small ones, and six connections faster than one.",
            "Of the two, that large writes are twice as fast and that six connections are faster than one, one holds.",
            "Large writes are not twice as fast as small ones, and six connections not faster than one.",
        ),
    )
}

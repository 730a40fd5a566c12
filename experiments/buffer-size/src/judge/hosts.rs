//! What was published of two machines.

use harness::record::{Claim, ClaimFigure, Estimate};

use super::{of_parts, published_claim, ratio, row, told, with_published};
use crate::conditions::{Condition, READ_BESIDE_CONNECTIONS};
use crate::measured::Row;
use crate::medians::of;
use crate::published::{TWO_HOSTS_4_KIB, TWO_HOSTS_256_KIB, TWO_HOSTS_SIX};
use crate::sample::{KIB, Sample};
use crate::transfer::Sizes;

/// Holds if writes of 256 KiB are twice as fast as writes of 4 KiB, and six connections faster than one.
pub(super) fn two_machines(rows: &[Row]) -> Claim {
    let find = |connections, write| {
        let sizes = Sizes { read: READ_BESIDE_CONNECTIONS, write };
        row(rows, Condition::TwoHosts { connections, sizes })
    };
    let (large, small, six) = (find(1, 256 * KIB), find(1, 4 * KIB), find(6, 256 * KIB));
    let throughput = |row: Option<&Row>| row.map(|row| of(row, Sample::throughput));
    let over = |above: Option<&Row>, below: Option<&Row>| -> Option<Estimate> {
        Some(ratio(&above?.throughputs(), &below?.throughputs()))
    };
    let (by_size, by_count) = (over(large, small), over(six, large));
    let parts = [by_size.as_ref().map(|ratio| ratio.low > 2.0), by_count.as_ref().map(|ratio| ratio.low > 1.0)];
    let one = |size: &str| format!("one connection to another machine, writes of {size}");
    let figures = [
        (one("256 KiB"), throughput(large), TWO_HOSTS_256_KIB),
        (one("4 KiB"), throughput(small), TWO_HOSTS_4_KIB),
        ("six connections to another machine, writes of 256 KiB".to_owned(), throughput(six), TWO_HOSTS_SIX),
    ];
    published_claim(
        "two-machines",
        "Between two machines 32 Gbit/s apart one TCP connection moves about 1,400 MiB/s with writes of 256 KiB and 300 MiB/s \
         with writes of 4 KiB, and it takes 6 to fill the link.",
        figures
            .into_iter()
            .map(|(label, measured, published)| {
                with_published(ClaimFigure::new(&label, "bytes per second", measured), published)
            })
            .collect(),
        match of_parts(&parts) {
            None => (harness::record::Verdict::NotTested, "This run had one machine only."),
            verdict => told(
                verdict,
                "Large writes are more than twice as fast as small ones, and six connections faster than one.",
                "Of the two, that large writes are twice as fast and that six connections are faster than one, one holds.",
                "Large writes are not twice as fast as small ones, and six connections not faster than one.",
            ),
        },
    )
}

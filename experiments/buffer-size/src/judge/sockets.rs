//! What was published of sockets on one machine.

use harness::claims::Figure;
use harness::record::{Claim, PublishedValue, unit};
use harness::verdicts::{Margin, Part, Rule};
use harness::{Found, readable};

use super::{
    by_verdict, figures_of, named, of_another, of_article, of_each_kind_and_place, of_each_place, wherever_they_run,
};
use crate::compared::Where;
use crate::condition::ON_ONE_MACHINE;
use crate::place::Transport;
use crate::published::{self, SHORT_FROM};
use crate::quantities::compared::{
    ENOUGH, ENOUGH_TO_READ, LARGER_WRITES, LARGEST_MISS, READS_OF_16_KIB, READS_OF_32_KIB, UNIX_OVER_CUBIC,
    UNIX_OVER_TCP,
};
use crate::quantities::sockets::{
    self as quantities, AT_BEST, NOISE_ABOVE_4_KIB, NOISE_OVER, NOISE_UP_TO_4_KIB, SOME_SHORT,
};
use crate::quantities::with;
use crate::sample::{KIB, MIB};
use crate::series::{self, SHORT_SHARE, SOCKETS};
use crate::transfer::Sizes;

/// Judged by the ratio: the rates are the machine's own.
pub(super) fn unix_over_tcp(found: &Found) -> Claim {
    let at_best = |name: &str, transport, published| {
        let best = found.named(&with(AT_BEST, transport));
        of_another(Figure::new(format!("{AT_BEST}, {name}"), best), published)
    };
    let published = PublishedValue::exactly((published::UNIX / published::TCP * 100.0).round() / 100.0);
    let ratio = |place: Where, name| named(found, &place.of(name)).held_against(published.clone(), Margin::Timing);
    let settings = [("the system's", UNIX_OVER_TCP), ("cubic", UNIX_OVER_CUBIC)];
    let ratios: Vec<(String, Figure)> = settings
        .into_iter()
        .flat_map(|(settings, name)| Where::ALL.map(|place| (place.of(settings), ratio(place, name))))
        .collect();
    let cases = ratios.iter().map(|(name, over)| (name.clone(), vec![Part::within(over)]));
    let rule = Rule::under("TCP's congestion control, and where the ends run", cases);
    let rates = [at_best("Unix", Transport::Unix, published::UNIX), at_best("TCP", Transport::Tcp, published::TCP)];
    of_article("sockets-unix-over-tcp", "On one machine Unix sockets move more than TCP, by the published rates 9 to 7.")
        .judge_by(
            rates.into_iter().chain(figures_of(ratios)).collect(),
            rule,
            by_verdict(
                "Unix sockets are as many times as fast as TCP as published, to within 10%; the rates are this machine's own.",
                "Whether Unix sockets are as many times as fast as TCP as published depends on TCP's congestion control, and on where \
                 the ends run.",
                "Unix sockets are not as many times as fast as TCP as published.",
            ),
        )
}

/// Judged as the model of `/dev/zero` is, by whether all sizes lie on the line.
pub(super) fn model_to_4_kib(found: &Found) -> Claim {
    let misses = of_each_place(found, LARGEST_MISS);
    let rule = wherever_they_run(&misses, |miss| vec![Part::below(miss, 0.1)]);
    of_article("model-to-4-kib", "With sockets a fixed time for each call and a time for each byte hold for buffers of at most 4 KiB.")
        .judge_by(
            figures_of(misses),
            rule,
            by_verdict(
                "Equal read and write buffers from 256 bytes to 4 KiB lie within 10% of the line, with Unix sockets and with TCP.",
                "Whether buffers of at most 4 KiB lie within 10% of the line depends on the kind of socket, or on where the ends run.",
                "Some buffers of at most 4 KiB lie more than 10% off the line.",
            ),
        )
}

/// Judged by whether points with buffers above 4 KiB spread more than those with buffers of at most so much, where the system
/// puts the ends.
pub(super) fn noise_above_4_kib(found: &Found) -> Claim {
    let [over, large, small] = [NOISE_OVER, NOISE_ABOVE_4_KIB, NOISE_UP_TO_4_KIB].map(|name| named(found, name));
    let rule = Rule::all([Part::above(&over, 1.0)]);
    let spreads = large.value().zip(small.value());
    of_article(
        "noise-above-4-kib",
        "The throughput of sockets varies more from repeat to repeat with buffers above 4 KiB than with those of at most 4 KiB.",
    )
    .judge_by(vec![large, small, over], rule, |_| {
        let (large, small) = spreads?;
        let [large, small] = [large, small].map(|share| readable(share, unit::SHARE));
        Some(format!("The fastest repeat less the slowest comes to {large} of the middle one above 4 KiB, and to {small} up to it"))
    })
}

/// Judged as the best buffers of devices are: it is as fast as any other, to within 10%.
pub(super) fn read_16_kib(found: &Found) -> Claim {
    let shares = of_each_kind_and_place(found, READS_OF_16_KIB, "reads of 16 KiB over the fastest others");
    let rule = wherever_they_run(&shares, |share| vec![Part::above(share, ENOUGH)]);
    of_article("read-16-kib", "The best buffer for reading from a socket is 16 KiB.").judge_by(
        figures_of(shares),
        rule,
        by_verdict(
            "Reads of 16 KiB are as fast as any others, to within 10%, with Unix sockets and with TCP, wherever the ends run.",
            "Whether other reads are faster than those of 16 KiB by more than 10% depends on the kind of socket, on TCP's congestion \
             control, or on where the ends run.",
            "Other read buffers are faster by more than 10%.",
        ),
    )
}

/// Judged by whether reads of 32 KiB come within 10% of the best read buffer, as for every rate.
pub(super) fn read_32_kib(found: &Found) -> Claim {
    let shares = of_each_kind_and_place(found, READS_OF_32_KIB, "reads of 32 KiB over the fastest others");
    let rule = wherever_they_run(&shares, |share| vec![Part::above(share, ENOUGH)]);
    let smallest = figures_of(of_each_kind_and_place(found, ENOUGH_TO_READ, ENOUGH_TO_READ));
    of_article("read-32-kib", "For reading from a socket about 32 KiB is enough.").judge_by(
        figures_of(shares).into_iter().chain(smallest).collect(),
        rule,
        by_verdict(
            "Reads of 32 KiB come within 10% of the best, with Unix sockets and with TCP, wherever the ends run.",
            "Whether reads of 32 KiB come within 10% of the best depends on the kind of socket, on TCP's congestion control, or on where \
             the ends run.",
            "Larger read buffers are faster by more than 10%.",
        ),
    )
}

/// Judged by all larger writes together.
pub(super) fn write_256_kib(found: &Found) -> Claim {
    let larger = of_each_kind_and_place(found, LARGER_WRITES, LARGER_WRITES);
    let rule = wherever_they_run(&larger, |ratio| vec![Part::above(ratio, 1.0)]);
    of_article("write-256-kib", "Writing to a socket gains from larger buffers, up to 256 KiB or 1 MiB.").judge_by(
        figures_of(larger),
        rule,
        by_verdict(
            "Writes of 256 KiB to 1 MiB are faster than writes of 32 KiB, with Unix sockets and with TCP, wherever the ends run.",
            "Whether larger writes than 32 KiB are faster depends on the kind of socket, on TCP's congestion control, or on where the ends \
             run.",
            "Writes of 256 KiB to 1 MiB are not faster than writes of 32 KiB.",
        ),
    )
}

/// Judged by reads of the published size and of 4 MiB, with small writes and with large ones, which the article does not tell
/// apart. One short read of many thousands, as a thread that was interrupted makes it, is not what it means by coming back short.
pub(super) fn short_reads(found: &Found) -> Claim {
    let first =
        ON_ONE_MACHINE.map(|transport| of_another(named(found, &with(quantities::SHORT_FROM, transport)), SHORT_FROM));
    let writes = [("1 KiB", KIB), ("256 KiB", 256 * KIB)];
    let of_kind = |transport| writes.map(|(written, write)| (transport, written, write));
    let cases: Vec<(String, [Figure; 2])> = ON_ONE_MACHINE
        .into_iter()
        .flat_map(of_kind)
        .map(|(transport, written, write)| {
            let share = |label, read| {
                let at = series::of_grid(transport, Sizes { read, write });
                let label =
                    format!("share of reads of {label} that are short, writes of {written}, {}", transport.name());
                Figure::new(label, found.at(SOCKETS, &at, SHORT_SHARE))
            };
            let shares = [share("2 KiB", SHORT_FROM as usize), share("4 MiB", 4 * MIB)];
            (format!("writes of {written}, {}", transport.name()), shares)
        })
        .collect();
    let parts = |[small, large]: &[Figure; 2]| vec![Part::above(small, SOME_SHORT), Part::above(large, small)];
    let rule = Rule::under(
        "how much is written at a time, and the kind of socket",
        cases.iter().map(|(name, shares)| (name.clone(), parts(shares))),
    );
    of_article("short-reads", "From buffers of about 2 KiB on reads come back short, the more the larger the buffer.")
        .judge_by(
            first.into_iter().chain(cases.into_iter().flat_map(|(_, shares)| shares)).collect(),
            rule,
            by_verdict(
                "More than 1% of reads of 2 KiB come back short, and more of those of 4 MiB, whatever is written at a time.",
                "Whether more than 1% of reads of 2 KiB come back short depends on how much is written at a time, or on the kind of \
                 socket.",
                "No more than 1% of reads of 2 KiB come back short, or no more of those of 4 MiB.",
            ),
        )
}

//! What the author left open, and what this project found itself.

use harness::Found;
use harness::claims::Figure;
use harness::record::Claim;
use harness::verdicts::{Part, Rule};

use super::{by_verdict, decided, figures_of, named, of_each, of_every_kind, of_ours};
use crate::condition::{ON_ONE_MACHINE, Origin};
use crate::ends::Ends;
use crate::place::Transport;
use crate::quantities::settings::{CUBIC_OVER_BBR, LARGE_BUFFERS, LOW_WATER, SHORT_WITH_LOW_WATER};
use crate::quantities::sockets::{
    CPU_OF_1_MIB, CPU_OF_64_KIB, FASTEST_OVER_SLOWEST, ONE_CORE_OVER_TWO, ONE_CORE_OVER_TWO_AWAKE, POINTS_APART,
    one_core as one_core_name,
};
use crate::quantities::with;
use crate::quantities::work::gain_with_work;
use crate::series;
use crate::stall::Begun;

/// TCP over either kind of interface.
const OF_TCP: [Transport; 2] = [Transport::Tcp, Transport::Veth];

pub(super) fn low_water_mark(found: &Found) -> Claim {
    let ratios = of_each(found, Transport::ALL, LOW_WATER);
    let short = named(found, SHORT_WITH_LOW_WATER);
    let rule = of_every_kind(&ratios, |ratio| vec![Part::below(&short, 0.01), Part::below(ratio, 1.1)]);
    of_ours(
        "low-water-mark",
        "With SO_RCVLOWAT as large as the read buffer fewer than 1% of reads are short, and connections are not faster by \
         10%.",
    )
    .judge_by(
        figures_of(ratios).into_iter().chain([short]).collect(),
        rule,
        by_verdict(
            "Hardly a read is short then, and no kind of connection is faster by 10%.",
            "Some kinds of connections are faster by 10%, others are not.",
            "Reads stay short, or connections are faster by 10%.",
        ),
    )
}

pub(super) fn larger_socket_buffers(found: &Found) -> Claim {
    let ratios = of_each(found, Transport::ALL, LARGE_BUFFERS);
    let rule = of_every_kind(&ratios, |ratio| vec![Part::above(ratio, 1.0)]);
    of_ours("larger-socket-buffers", "Larger SO_SNDBUF and SO_RCVBUF make connections faster.").judge_by(
        figures_of(ratios),
        rule,
        by_verdict(
            "Every kind of connection is faster with socket buffers of 4 MiB.",
            "Some kinds of connections are faster with socket buffers of 4 MiB, others are not.",
            "No kind of connection is faster with socket buffers of 4 MiB.",
        ),
    )
}

pub(super) fn repeated_points(found: &Found) -> Claim {
    let share = named(found, POINTS_APART);
    let rule = Rule::all([Part::above(&share, 0.5)]);
    of_ours(
        "repeated-points",
        "One measurement of a point tells little: at more than half of the points, repeats differ by more than 10%.",
    )
    .judge_by(
        vec![share, named(found, FASTEST_OVER_SLOWEST), named(found, &one_core_name(FASTEST_OVER_SLOWEST))],
        rule,
        decided(
            "With the ends left to the scheduler, repeats differ by more than 10% at more than half of the points.",
            "With the ends left to the scheduler, repeats differ by more than 10% at half of the points or fewer.",
        ),
    )
}

pub(super) fn congestion_control(found: &Found) -> Claim {
    let ratios = of_each(found, OF_TCP, CUBIC_OVER_BBR);
    let rule = of_every_kind(&ratios, |ratio| vec![Part::above(ratio, 1.0)]);
    of_ours(
        "congestion-control",
        "On one machine the congestion control matters: TCP is faster with cubic than with bbr.",
    )
    .judge_by(
        figures_of(ratios),
        rule,
        by_verdict(
            "TCP is faster with cubic, over the loopback interface and over virtual interfaces.",
            "TCP is faster with cubic over one kind of interface, and not over the other.",
            "TCP is not faster with cubic.",
        ),
    )
}

pub(super) fn cpu_per_gib(found: &Found) -> Claim {
    let of = |name| -> Vec<(String, Figure)> {
        let of_kind = |transport: Transport| {
            let name = with(name, transport);
            let places = [(Ends::Awake.text(), name.clone()), (Ends::Together.text(), one_core_name(&name))];
            places.map(|(place, name)| (format!("{}, {place}", transport.name()), named(found, &name)))
        };
        let between_namespaces = (Transport::Veth.name().to_owned(), named(found, &with(name, Transport::Veth)));
        ON_ONE_MACHINE.into_iter().flat_map(of_kind).chain([between_namespaces]).collect()
    };
    let both: Vec<((String, Figure), Figure)> =
        of(CPU_OF_64_KIB).into_iter().zip(of(CPU_OF_1_MIB)).map(|(saved, (_, further))| (saved, further)).collect();
    let cases = both
        .iter()
        .map(|((name, saved), further)| (name.clone(), vec![Part::below(saved, 1.0), Part::above(further, 0.9)]));
    let rule = Rule::under("the kind of connection, and where its ends run", cases);
    of_ours(
        "cpu-per-gib",
        "Larger buffers take less processor time per GiB, up to about 64 KiB; larger ones do not save another 10%.",
    )
    .judge_by(
        both.into_iter().flat_map(|((_, saved), further)| [saved, further]).collect(),
        rule,
        by_verdict(
            "Buffers of 64 KiB take less than those of 1 KiB, and those of 1 MiB not a tenth less than that.",
            "It holds for some kinds of connections or places, and not for others.",
            "Buffers of 64 KiB take no less than those of 1 KiB, or those of 1 MiB a tenth less still.",
        ),
    )
}

/// Judged by Unix sockets: what TCP does depends on its congestion control as well.
pub(super) fn one_core(found: &Found) -> Claim {
    let of = |name, transport| named(found, &with(name, transport));
    let unix = [ONE_CORE_OVER_TWO, ONE_CORE_OVER_TWO_AWAKE].map(|name| of(name, Transport::Unix));
    let tcp = [ONE_CORE_OVER_TWO, ONE_CORE_OVER_TWO_AWAKE].map(|name| of(name, Transport::Tcp));
    let names = ["cores that may go idle", "cores that never do"];
    let cases = names.into_iter().zip(&unix).map(|(name, ratio)| (name, vec![Part::above(ratio, 1.0)]));
    let rule = Rule::under("whether the cores go idle", cases);
    of_ours("one-core", "A Unix socket moves more with both its ends on one core than with a core for each.").judge_by(
        unix.into_iter().chain(tcp).collect(),
        rule,
        by_verdict(
            "One core moves more, whether or not the two cores go idle.",
            "One core moves more than two that go idle, or than two that do not, but not more than both.",
            "Two cores move as much or more.",
        ),
    )
}

/// One read that waits on is enough, if those that began before any byte was there do so more rarely.
pub(super) fn low_water_stalls(found: &Found) -> Claim {
    let of = |label: &str, transport, begun| {
        Figure::new(label, found.at(series::STALLS, &series::of_stalls(transport, begun), series::STALLED))
    };
    let between = of("reads over TCP begun when a part was there", Transport::Tcp, Begun::Between);
    let first = of("reads over TCP begun before any byte was there", Transport::Tcp, Begun::First);
    let unix = of("reads over a Unix socket begun when a part was there", Transport::Unix, Begun::Between);
    let rule = Rule::all([Part::occurs(&between), Part::above(&between, &first)]);
    of_ours(
        "low-water-stalls",
        "Over TCP a read of as many bytes as SO_RCVLOWAT can wait on after all of them have come, if some were there when it \
         began.",
    )
    .judge_by(
        vec![between, first, unix],
        rule,
        decided(
            "Reads over TCP that began with a part of their bytes there waited on when the rest had come, more often than those \
             that began before.",
            "No such read waited on, or others did as often.",
        ),
    )
}

/// The published article's author guesses so; it measures nothing of the kind.
pub(super) fn processing(found: &Found) -> Claim {
    let ratios = Origin::ALL.map(|origin| (origin, named(found, &gain_with_work(origin))));
    let cases = ratios.iter().map(|(origin, ratio)| (origin.name(), vec![Part::above(ratio, 1.0)]));
    let rule = Rule::under("what is read", cases);
    of_ours(
        "processing-gains-more",
        "A program that reads every byte gains more from reads of 256 KiB instead of 32 KiB than one that looks at none.",
    )
    .judge_by(
        figures_of(ratios),
        rule,
        by_verdict(
            "From /dev/zero, a Unix socket and TCP, the gain is larger with every byte summed.",
            "The gain is larger with every byte summed from some of /dev/zero, a Unix socket and TCP, and not from others.",
            "The gain is not larger with every byte summed.",
        ),
    )
}

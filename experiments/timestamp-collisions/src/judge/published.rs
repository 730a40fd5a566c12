//! What Evan Jones published.

use harness::claims::{Figure, Statement};
use harness::{Found, Quantity};
use harness::record::{Claim, PublishedValue, Verdict};
use harness::verdicts::{Margin, Part, Rule};

use super::clock;
use super::remarks::{digits, percent};
use crate::clocks::{Clock, NS};
use crate::published::{EIGHT_THREADS, TWO_THREADS, source};
use crate::quantities::{
    CORES, EIGHT_THREADS_COUNTED_ONCE, ROUNDS_THAT_COLLIDE, TWO_THREADS_COLLIDING, TWO_THREADS_COUNTED_ONCE, wall_clock,
};
use crate::series::{COINCIDENCES, COLLIDING};

/// Clocks tell whole nanoseconds.
const WHOLE: Margin = Margin::Rounding(0.5 * NS);

fn statement(id: &'static str, text: &'static str) -> Statement {
    Statement { id, text, source: Some(source()) }
}

/// So many nanoseconds, from the least to the most, as they were published.
fn nanoseconds(low: f64, high: f64) -> PublishedValue {
    PublishedValue::between(low * NS, high * NS)
}

/// Judged where two threads can run at once.
pub(super) fn two_threads(found: &Found) -> Claim {
    let counted_once =
        Figure::new("share, each coincidence counted once, two threads", found.named(TWO_THREADS_COUNTED_ONCE));
    let colliding = Figure::new("share of samples that collide, two threads", found.named(TWO_THREADS_COLLIDING));
    judge_share(
        statement(
            "two-percent-with-two-threads",
            "With two threads, about 2% of one's nanosecond timestamps also occur on the other.",
        ),
        counted_once.beside(PublishedValue::exactly(TWO_THREADS)),
        vec![colliding],
    )
}

/// Judged where eight threads can run at once; measured anyway.
pub(super) fn eight_hardware_threads(found: &Found) -> Claim {
    let hardware_threads = Figure::new(
        "share, each coincidence counted once, eight hardware threads",
        found.named(EIGHT_THREADS_COUNTED_ONCE),
    );
    let on_fewer_cores = || {
        let share = |label: &str, measure| {
            Figure::new(format!("{label}, eight threads on fewer cores"), &wall_clock(found, 8, measure))
        };
        vec![
            share("share, each coincidence counted once", COINCIDENCES),
            share("share of samples that collide", COLLIDING),
        ]
    };
    let others = if hardware_threads.measured().is_some() { Vec::new() } else { on_fewer_cores() };
    judge_share(
        statement(
            "five-percent-with-eight-threads",
            "With all 8 hardware threads of 4 cores about 5% of timestamps also occur on another thread.",
        ),
        hardware_threads.beside(PublishedValue::exactly(EIGHT_THREADS)),
        others,
    )
}

/// How many samples collide belongs to the machine, by how long a read takes and how far the counter advances at a time, and
/// to the cores' residues at the moment; so the published share is no more than shown. `others` are shown beside it.
fn judge_share(statement: Statement, share: Figure, others: Vec<Figure>) -> Claim {
    let measured = share.measured().cloned();
    let figures = [vec![share], others].concat();
    let Some(measured) = measured else {
        let why = "This machine has too few processors to run as many threads at once.";
        return statement.judge_by(figures, Rule::not_tested(), |_| why.to_owned());
    };
    let (min, max) = (measured.min.unwrap_or(measured.low), measured.max.unwrap_or(measured.high));
    let rule = Rule::magnitude("the machine, and how far apart its cores' residues are at the moment");
    statement.judge_by(figures, rule, |_| {
        let range = format!("Rounds with fresh threads range from {} to {}", percent(min), percent(max));
        format!("{range}: the share depends on the machine, and varies from round to round.")
    })
}

/// A clock's figures on the system that a claim is about; nothing is measured of them on another.
fn on(is_here: bool, quantity: Quantity) -> Quantity {
    Quantity { measured: quantity.measured.filter(|_| is_here), ..quantity }
}

fn elsewhere(statement: Statement, system: &str, figures: Vec<Figure>) -> Claim {
    let why = format!("This is a claim about {system}, and this machine runs another system.");
    statement.judge_by(figures, Rule::not_tested(), |_| why)
}

/// Judged on Linux.
pub(super) fn always_increases(found: &Found) -> Claim {
    judge_increments(["equal_neighbour_share", "increment_min_seconds"].map(|measure| on_linux(found, measure)))
}

/// What the wall clock showed one thread on Linux.
fn on_linux(found: &Found, measure: &str) -> Quantity {
    on(cfg!(target_os = "linux"), clock(found, Clock::Realtime, measure))
}

/// Holds if no neighbours were equal, and the smallest increment was forward.
pub(super) fn judge_increments([equal, smallest]: [Quantity; 2]) -> Claim {
    let statement = statement("always-increases", "Within one thread on Linux the clock always increases.");
    let figures = vec![
        Figure::new("share of equal neighbours", &equal).beside(PublishedValue::exactly(0.0)),
        Figure::new("smallest increment", &smallest),
    ];
    let [Some(equal), Some(smallest)] = [0, 1].map(|place: usize| figures[place].measured().map(|figure| figure.value))
    else {
        return elsewhere(statement, "Linux", figures);
    };
    let rule = Rule::all([Part::never(&figures[0]), Part::above(&figures[1], 0.0)]);
    statement.judge_by(figures, rule, |_| match (smallest, equal) {
        (..0.0, _) => "The clock stepped back.".to_owned(),
        (_, equal) if equal > 0.0 => format!("{} of neighbours were equal.", percent(equal)),
        _ => "No two neighbours were equal, and none stepped back.".to_owned(),
    })
}

/// By how much the clock increases, 32 ns or 22 to 24 ns of a C program, is how long a read takes on a machine, and how far its
/// counter advances.
pub(super) fn smallest_increment(found: &Found) -> Claim {
    let [smallest, median] = ["increment_min_seconds", "increment_p50_seconds"].map(|measure| on_linux(found, measure));
    let statement = statement(
        "smallest-increment",
        "Within one thread on Linux the clock increases by at least 32 ns, or 22 to 24 ns in a program in C.",
    );
    let figures = vec![
        Figure::new("smallest increment", &smallest).beside(nanoseconds(22.0, 32.0)),
        Figure::new("median increment", &median).beside(nanoseconds(32.0, 33.0)),
    ];
    let Some(smallest) = figures[0].measured().map(|figure| (figure.value / NS).round()) else {
        return elsewhere(statement, "Linux", figures);
    };
    let rule = Rule::magnitude("the machine: how long a read takes, and how far the counter advances at a time");
    statement.judge_by(figures, rule, |_| {
        format!("The smallest increment here was {} ns: it depends on the machine.", digits(smallest))
    })
}

/// Judged on macOS.
pub(super) fn macos_steps(found: &Found) -> Claim {
    let on_macos = |of, measure| on(cfg!(target_os = "macos"), clock(found, of, measure));
    let clocks = [Clock::Realtime, Clock::Monotonic];
    let steps = clocks.map(|clock| on_macos(clock, "resolution_observed_seconds"));
    judge_steps(steps, clocks.map(|clock| on_macos(clock, "equal_neighbour_share")))
}

/// Holds if the wall clock's step is a microsecond, most neighbours are equal, and the monotonic clock's step is 41 to 42 ns.
/// How many neighbours are equal depends on how long a read takes, so the published shares need not be met.
pub(super) fn judge_steps(steps: [Quantity; 2], equal: [Quantity; 2]) -> Claim {
    let statement = statement(
        "microsecond-steps-on-macos",
        "On macOS the wall clock moves in steps of a microsecond, so most readings equal the one before; the monotonic \
         clock moves in steps of 41 to 42 ns.",
    );
    let share = |label, quantity, published| Figure::new(label, quantity).beside(PublishedValue::exactly(published));
    let figures = vec![
        Figure::new("step of the wall clock", &steps[0]).held_against(nanoseconds(1_000.0, 1_000.0), WHOLE),
        Figure::new("step of the monotonic clock", &steps[1]).held_against(nanoseconds(41.0, 42.0), WHOLE),
        share("share of equal neighbours, wall clock", &equal[0], 0.961),
        share("share of equal neighbours, monotonic clock", &equal[1], 0.202),
    ];
    if figures.iter().any(|figure| figure.measured().is_none()) {
        return elsewhere(statement, "macOS", figures);
    }
    let [wall, monotonic] = [0, 1].map(|place: usize| (figures[place].value() / NS).round());
    let equal = figures[2].value();
    let rule =
        Rule::all([Part::within(&figures[0]), Part::within(&figures[1]), Part::above(&figures[2], 0.5)]);
    statement.judge_by(figures, rule, |_| {
        let why = format!("The wall clock moves in steps of {wall} ns, the monotonic one of {monotonic} ns");
        format!("{why}; {} of the wall clock's neighbours are equal.", percent(equal))
    })
}

/// Holds if any round of several threads had a collision. Threads that must take turns cannot deny it.
pub(super) fn no_identifier(found: &Found) -> Claim {
    let rounds = found.named(ROUNDS_THAT_COLLIDE);
    let (all, share) = rounds.measured.as_ref().map_or((0, 0.0), |share| (share.n, share.value));
    let figure = Figure::new("share of rounds of several threads with a collision", rounds);
    let has_one_core = found.named(CORES).measured.as_ref().is_some_and(|cores| cores.value < 2.0);
    let cannot_deny = share == 0.0 && has_one_core;
    let rule = if cannot_deny { Rule::not_tested() } else { Rule::all([Part::occurs(&figure)]) };
    statement("no-unique-identifier", "A bare nanosecond timestamp is no unique identifier.").judge_by(
        vec![figure],
        rule,
        |verdict| match verdict {
            Verdict::NotTested => "This machine runs one thread at a time, and no round had a collision.".to_owned(),
            Verdict::Reproduced => {
                let with = (share * all as f64).round();
                format!("In {with} of {all} rounds threads read equal nanoseconds; one duplicate is enough.")
            }
            _ => "No round of several threads had a collision.".to_owned(),
        },
    )
}

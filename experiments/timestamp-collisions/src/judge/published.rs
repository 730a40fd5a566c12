//! What Evan Jones published.

use harness::claims::{Figure, Statement};
use harness::quantities::{Quantities, Quantity};
use harness::record::{Claim, PublishedValue, Verdict};
use harness::rules::{Margin, Rule};

use super::remarks::{digits, percent};
use super::{SPREAD, clock};
use crate::clocks::{Clock, NS};
use crate::published::{EIGHT_THREADS, TWO_THREADS, source};
use crate::quantities::{
    EIGHT_THREADS_COUNTED_ONCE, ROUNDS_THAT_COLLIDE, TWO_THREADS_COLLIDING, TWO_THREADS_COUNTED_ONCE, wall_clock,
};
use crate::series::{COINCIDENCES, COLLIDING};

/// A share that is published as "about 2%" or "about 5%" may be off by this much of itself.
const ABOUT: Margin = Margin::Share(0.25);
/// Clocks tell whole nanoseconds, which go through seconds and back.
const WHOLE: Margin = Margin::Within(0.5 * NS);

fn statement(id: &'static str, text: &'static str) -> Statement {
    Statement { id, text, source: Some(source()) }
}

/// So many nanoseconds, from the least to the most, as they were published.
fn nanoseconds(low: f64, high: f64) -> PublishedValue {
    PublishedValue::between(low * NS, high * NS)
}

/// Judged where two threads can run at once.
pub(super) fn two_threads(found: &Quantities) -> Claim {
    let counted_once =
        Figure::new("share, each coincidence counted once, two threads", found.named(TWO_THREADS_COUNTED_ONCE));
    let colliding = Figure::new("share of samples that collide, two threads", found.named(TWO_THREADS_COLLIDING));
    judge_share(
        statement(
            "two-percent-with-two-threads",
            "With two threads about 2% of nanosecond timestamps also occur on the other one.",
        ),
        counted_once.published(PublishedValue::exactly(TWO_THREADS), ABOUT),
        vec![colliding],
    )
}

/// Judged where eight threads can run at once; measured anyway.
pub(super) fn eight_hardware_threads(found: &Quantities) -> Claim {
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
        hardware_threads.published(PublishedValue::exactly(EIGHT_THREADS), ABOUT),
        others,
    )
}

/// Judges a share that was published as "about" so much; `others` are shown beside it. Where rounds with fresh threads
/// disagree, there is no single share to hold against it.
fn judge_share(statement: Statement, share: Figure, others: Vec<Figure>) -> Claim {
    let (measured, is_about) = (share.measured().cloned(), share.is_about());
    let figures = [vec![share], others].concat();
    let Some(measured) = measured else {
        let why = "This machine has too few processors to run as many threads at once.";
        return statement.judge(figures, &Rule::NotTested, |_| why.to_owned());
    };
    let (min, max) = (measured.min.unwrap_or(measured.low), measured.max.unwrap_or(measured.high));
    let agree = max <= SPREAD * min;
    let rule = Rule::Given(is_about.map(|is_about| is_about || !agree), vec![Some(agree)]);
    let median = percent(measured.value);
    statement.judge(figures, &rule, |verdict| match verdict {
        Verdict::Depends => {
            let range = format!("Rounds with fresh threads range from {} to {}", percent(min), percent(max));
            format!("{range}: no single share describes this machine.")
        }
        Verdict::Reproduced => format!("The median round has {median}, within a quarter of the published share."),
        _ => {
            let off = format!("The median round has {median}, more than a quarter off the published share");
            format!("{off}, and no round is twice another.")
        }
    })
}

/// A clock's figures on the system that a claim is about; nothing is measured of them on another.
fn on(is_here: bool, quantity: Quantity) -> Quantity {
    Quantity { measured: quantity.measured.filter(|_| is_here), ..quantity }
}

fn elsewhere(statement: Statement, system: &str, figures: Vec<Figure>) -> Claim {
    let why = format!("This is a claim about {system}, and this machine runs another system.");
    statement.judge(figures, &Rule::NotTested, |_| why)
}

/// Judged on Linux.
pub(super) fn always_increases(found: &Quantities) -> Claim {
    let on_linux = |measure| on(cfg!(target_os = "linux"), clock(found, Clock::Realtime, measure));
    judge_increments(["equal_neighbour_share", "increment_min_seconds", "increment_p50_seconds"].map(on_linux))
}

/// Holds if no neighbours were equal, and the smallest increment is one of those published: 32 ns, and 22 to 24 ns of a C
/// program.
pub(super) fn judge_increments([equal, smallest, median]: [Quantity; 3]) -> Claim {
    let statement = statement(
        "always-increases",
        "Within one thread on Linux the clock always increases, by at least 22 to 32 ns.",
    );
    let smallest = Figure::new("smallest increment", &smallest).published(nanoseconds(22.0, 32.0), WHOLE);
    let is_published = smallest.is_about();
    let figures = vec![
        Figure::new("share of equal neighbours", &equal).published(PublishedValue::exactly(0.0), Margin::None),
        smallest,
        Figure::new("median increment", &median).published(nanoseconds(32.0, 33.0), WHOLE),
    ];
    let [Some(equal), Some(smallest)] = [0, 1].map(|place: usize| figures[place].measured().map(|figure| figure.value))
    else {
        return elsewhere(statement, "Linux", figures);
    };
    let smallest = (smallest / NS).round();
    let increases = smallest >= 0.0 && equal == 0.0;
    statement.judge(figures, &Rule::Given(Some(increases), vec![is_published]), |verdict| match verdict {
        _ if smallest < 0.0 => "The clock stepped back.".to_owned(),
        _ if equal > 0.0 => format!("{} of neighbours were equal.", percent(equal)),
        Verdict::Reproduced => {
            format!("No two neighbours were equal, and the smallest increment was {} ns.", digits(smallest))
        }
        _ => {
            let why = "No two neighbours were equal, but the smallest increment was";
            format!("{why} {} ns: it is as long as a read takes here.", digits(smallest))
        }
    })
}

/// Judged on macOS.
pub(super) fn macos_steps(found: &Quantities) -> Claim {
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
    let share = |label, quantity, published| {
        Figure::new(label, quantity).published(PublishedValue::exactly(published), Margin::None)
    };
    let figures = vec![
        Figure::new("step of the wall clock", &steps[0]).published(nanoseconds(1_000.0, 1_000.0), WHOLE),
        Figure::new("step of the monotonic clock", &steps[1]).published(nanoseconds(41.0, 42.0), WHOLE),
        share("share of equal neighbours, wall clock", &equal[0], 0.961),
        share("share of equal neighbours, monotonic clock", &equal[1], 0.202),
    ];
    if figures.iter().any(|figure| figure.measured().is_none()) {
        return elsewhere(statement, "macOS", figures);
    }
    let [wall, monotonic] = [0, 1].map(|place: usize| (figures[place].value() / NS).round());
    let equal = figures[2].value();
    let rule = Rule::All(vec![figures[0].is_about(), figures[1].is_about(), Some(equal > 0.5)]);
    statement.judge(figures, &rule, |_| {
        let why = format!("The wall clock moves in steps of {wall} ns, the monotonic one of {monotonic} ns");
        format!("{why}; {} of the wall clock's neighbours are equal.", percent(equal))
    })
}

/// Holds if any round of several threads had a collision. Threads that must take turns cannot deny it.
pub(super) fn no_identifier(found: &Quantities, cores: usize) -> Claim {
    let rounds = found.named(ROUNDS_THAT_COLLIDE);
    let (all, share) = rounds.measured.as_ref().map_or((0, 0.0), |share| (share.n, share.value));
    let rule = if share == 0.0 && cores < 2 { Rule::NotTested } else { Rule::All(vec![Some(share > 0.0)]) };
    let why = |verdict| match verdict {
        Verdict::NotTested => "This machine runs one thread at a time, and no round had a collision.".to_owned(),
        Verdict::Differs => "No round of several threads had a collision.".to_owned(),
        _ => {
            let with = (share * all as f64).round();
            format!("In {with} of {all} rounds threads read equal nanoseconds; one duplicate is enough.")
        }
    };
    statement("no-unique-identifier", "A bare nanosecond timestamp is no unique identifier.").judge(
        vec![Figure::new("share of rounds of several threads with a collision", rounds)],
        &rule,
        why,
    )
}

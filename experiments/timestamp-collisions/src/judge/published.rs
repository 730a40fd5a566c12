//! Claims of Evan Jones.

use harness::claims::{Figure, Statement};
use harness::record::{Claim, Estimate, Machine, PublishedValue, Verdict};
use harness::verdicts::{Margin, Part, Rule, bound_of_none};
use harness::{Found, Quantity};

use super::remarks::{TOO_FEW, digits, percent, range};
use super::{clock, has_fewer_cores};
use crate::clocks::{Clock, NS};
use crate::published::{self, EIGHT_THREADS, source};
use crate::quantities::{COUNTER_STEP, EIGHT_THREADS_COUNTED_ONCE, ROUNDS_THAT_COLLIDE, wall_clock};
use crate::series::{COINCIDENCES, COLLIDING};

/// Clocks tell whole nanoseconds.
const WHOLE: Margin = Margin::Rounding(0.5 * NS);

pub(super) fn statement(id: &'static str, text: &'static str) -> Statement {
    Statement { id, text, source: Some(source()) }
}

/// So many nanoseconds, from the least to the most, as they were published.
fn nanoseconds(low: f64, high: f64) -> PublishedValue {
    PublishedValue::between(low * NS, high * NS)
}

/// Judged where eight threads can run at once; measured anyway. The published ones were all hardware threads of four cores, and
/// read two clocks with each sample: of neither kind is anything measured here.
pub(super) fn eight_hardware_threads(found: &Found) -> Claim {
    let share = Figure::new(
        "share, each coincidence counted once, eight hardware threads",
        found.named(EIGHT_THREADS_COUNTED_ONCE),
    )
    .with_published(PublishedValue::exactly(EIGHT_THREADS));
    let on_fewer_cores = || {
        // Threads are pinned on Linux alone.
        let of = |measure| wall_clock(found, 8, found.is_of_linux(), measure);
        [("share, each coincidence counted once", COINCIDENCES), ("share of samples that collide", COLLIDING)]
            .map(|(label, measure)| Figure::new(format!("{label}, eight threads on fewer cores"), of(measure)))
    };
    let (why, others) = if has_fewer_cores(found, 8) {
        (Some(TOO_FEW.to_owned()), on_fewer_cores().into())
    } else {
        let of_processors = "eight processors; which of them share a core, as the published ones did, is not known";
        (share.measured().map(|share| format!("{} on {of_processors}.", range(share))), Vec::new())
    };
    statement(
        "five-percent-with-eight-threads",
        "With all 8 hardware threads of 4 cores, coincidences of nanosecond timestamps, each counted once, come to about 5% of all \
         timestamps.",
    )
    .judge_by([vec![share], others].concat(), Rule::not_tested(), |_| why)
}

/// Judged on Linux, where its clock source is [`TSC`].
pub(super) fn always_increases(found: &Found) -> Claim {
    let measures = ["equal_neighbour_share", "increment_min_seconds"];
    let quantities = measures.map(|measure| on(found.is_of_linux(), clock(found, Clock::Realtime, measure)));
    judge_increments(quantities, found.named(COUNTER_STEP), found.machine().filter(|_| found.is_of_linux()))
}

/// Quantity on the system that a claim is about; without a measured value on another.
fn on(is_there: bool, mut quantity: Quantity) -> Quantity {
    quantity.measured = quantity.measured.filter(|_| is_there);
    quantity
}

fn elsewhere(statement: Statement, system: &str, figures: Vec<Figure>) -> Claim {
    let why = format!("This is a claim about {system}, and this machine runs another system.");
    statement.judge_by(figures, Rule::not_tested(), |_| why)
}

/// The clock source that the claim is judged for: x86's own counter. The article does not name that of its machine, which was real
/// hardware.
///
/// Others are coarser. `hyperv_clocksource_tsc_page` and `hyperv_clocksource_msr` count 100 ns (Linux registers them at 10 MHz, in
/// drivers/clocksource/hyperv_timer.c); the `arch_sys_counter` of ARM counts at 1 to 50 MHz typically, before Armv8.6 made it 1 GHz.
const TSC: &str = "tsc";

/// Holds if no neighbours were equal, and the smallest increment was forward. By how much the counter below the clock advances at
/// a time is said: a clock repeats itself over one that advances by more than a read takes. `machine` runs Linux.
pub(super) fn judge_increments([equal, smallest]: [Quantity; 2], step: Quantity, machine: Option<&Machine>) -> Claim {
    let statement = statement(
        "always-increases",
        "Within one thread on Linux the clock always increases, where its source is the time-stamp counter (tsc).",
    );
    let equal = Figure::new("share of equal neighbours", equal)
        .with_published(PublishedValue::exactly(published::EQUAL_NEIGHBOURS));
    let smallest = Figure::new("smallest increment", smallest);
    let Some(machine) = machine else {
        return elsewhere(statement, "Linux", vec![equal, smallest]);
    };
    let source = machine.clock_source.as_deref().unwrap_or("unknown");
    let seen = increases(&equal, &smallest, step);
    let why = seen.map(|seen| format!("{seen}. The clock source is {}.", with_virtualisation(source, machine)));
    let parts = [Part::never(&equal), Part::above(&smallest, 0.0)];
    let rule = if source == TSC { Rule::all(parts) } else { Rule::not_tested() };
    statement.judge_by(vec![equal, smallest], rule, |_| why)
}

/// A clock source with the machine's virtualisation: `tsc (container in kvm)`.
fn with_virtualisation(source: &str, machine: &Machine) -> String {
    machine.virtualisation.as_ref().map_or_else(|| source.to_owned(), |by| format!("{source} ({by})"))
}

fn increases(equal: &Figure, smallest: &Figure, step: Quantity) -> Option<String> {
    let equal = equal.measured()?;
    if smallest.value()? < 0.0 {
        return Some("The clock stepped back".to_owned());
    }
    if equal.value > 0.0 {
        return Some(format!("{} of neighbours were equal", percent(equal.value)));
    }
    let over = |step: Estimate| format!(", over a counter that advances by {} ns at a time", digits(step.value / NS));
    let (none, over) = (bound_of_none(equal), step.measured.map(over).unwrap_or_default());
    Some(format!("No neighbours were equal ({none}), and none stepped back{over}"))
}

/// Shown and not judged: how long a read takes, and by how much a counter advances, are each machine's own.
pub(super) fn smallest_increment(found: &Found) -> Claim {
    let measures = ["increment_min_seconds", "increment_p50_seconds"];
    let of = measures.map(|measure| on(found.is_of_linux(), clock(found, Clock::Realtime, measure)));
    let statement = statement(
        "smallest-increment",
        "Within one thread on Linux the smallest increment is 32 ns in a program in Go, and 22 ns in one in C.",
    );
    let [smallest, median] = of;
    let [least, most] = published::SMALLEST_INCREMENTS_NS;
    let smallest = Figure::new("smallest increment", smallest).with_published(nanoseconds(least, most));
    let median = Figure::new("median increment", median)
        .with_published(nanoseconds(published::MEDIAN_INCREMENT_NS, published::MEDIAN_INCREMENT_NS));
    if !found.is_of_linux() {
        return elsewhere(statement, "Linux", vec![smallest, median]);
    }
    let value = smallest.value().map(|value| digits((value / NS).round()));
    statement.judge_by(vec![smallest, median], Rule::not_tested(), |_| {
        let why = format!("The smallest increment here was {} ns", value?);
        Some(format!("{why}; how long a read takes, and by how much a counter advances, are each machine's own."))
    })
}

/// Judged on macOS.
pub(super) fn macos_steps(found: &Found) -> Claim {
    let on_macos = |of, measure| on(found.is_of_macos(), clock(found, of, measure));
    let clocks = [Clock::Realtime, Clock::Monotonic];
    let steps = clocks.map(|clock| on_macos(clock, "resolution_observed_seconds"));
    judge_steps(steps, clocks.map(|clock| on_macos(clock, "equal_neighbour_share")), found.is_of_macos())
}

/// Holds if the wall clock's step is a microsecond, most neighbours are equal, and the monotonic clock's step is 41 to 42 ns.
/// Shares of equal neighbours depend on the time of a read, so the published ones need not be met.
pub(super) fn judge_steps(steps: [Quantity; 2], equal: [Quantity; 2], is_on_macos: bool) -> Claim {
    let statement = statement(
        "microsecond-steps-on-macos",
        "On macOS the wall clock moves in steps of a microsecond, so most readings equal the one before; the monotonic \
         clock moves in steps of 41 to 42 ns.",
    );
    let step = |label, quantity, published| Figure::new(label, quantity).held_against(published, WHOLE);
    let share =
        |label, quantity, published| Figure::new(label, quantity).with_published(PublishedValue::exactly(published));
    let ([wall, monotonic], [equal_wall, equal_monotonic]) = (steps, equal);
    let wall = step("step of the wall clock", wall, nanoseconds(published::WALL_STEP_NS, published::WALL_STEP_NS));
    let [least, most] = published::MONOTONIC_STEPS_NS;
    let monotonic = step("step of the monotonic clock", monotonic, nanoseconds(least, most));
    let [of_wall, of_monotonic] = published::EQUAL_ON_MACOS;
    let equal_wall = share("share of equal neighbours, wall clock", equal_wall, of_wall);
    let equal_monotonic = share("share of equal neighbours, monotonic clock", equal_monotonic, of_monotonic);
    let rule = Rule::all([Part::within(&wall), Part::within(&monotonic), Part::above(&equal_wall, 0.5)]);
    let why = steps_of(&wall, &monotonic, &equal_wall);
    let figures = vec![wall, monotonic, equal_wall, equal_monotonic];
    if !is_on_macos {
        return elsewhere(statement, "macOS", figures);
    }
    statement.judge_by(figures, rule, |_| why)
}

fn steps_of(wall: &Figure, monotonic: &Figure, equal: &Figure) -> Option<String> {
    let [wall, monotonic] = [wall.value()?, monotonic.value()?].map(|seconds| (seconds / NS).round());
    let why = format!("The wall clock moves in steps of {wall} ns, the monotonic one of {monotonic} ns");
    Some(format!("{why}; {} of the wall clock's neighbours are equal.", percent(equal.value()?)))
}

/// Holds if any round of several threads had a collision. Threads that must take turns cannot deny it.
pub(super) fn no_identifier(found: &Found) -> Claim {
    let figure = Figure::new("share of rounds of several threads with a collision", found.named(ROUNDS_THAT_COLLIDE));
    let cannot_deny = figure.value() == Some(0.0) && has_fewer_cores(found, 2);
    let rule = if cannot_deny { Rule::not_tested() } else { Rule::all([Part::occurs(&figure)]) };
    let rounds = figure.measured().cloned();
    statement("no-unique-identifier", "A bare nanosecond timestamp is no unique identifier.").judge_by(
        vec![figure],
        rule,
        |verdict| {
            let Estimate { n: all, value: share, .. } = rounds?;
            Some(match verdict {
                Verdict::NotTested => {
                    "This machine runs one thread at a time, and no round had a collision.".to_owned()
                }
                Verdict::Reproduced => {
                    let with = (share * all as f64).round();
                    format!("In {with} of {all} rounds threads read equal nanoseconds; one duplicate is enough.")
                }
                _ => format!("Of {all} rounds of several threads none had a collision."),
            })
        },
    )
}

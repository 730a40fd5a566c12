//! Simulated threads that read a clock.
//!
//! All times are whole picoseconds, so that the same arguments give the same readings on every machine. A thread reads,
//! spends the cost of a read, reads again. What it sees is a counter that its core advances in steps, shifted by a residue
//! of the core's own, and rounded down to the unit that the clock reports:
//!
//! `floor((floor((t - residue) / step) * step + residue) / unit) * unit`
//!
//! The steps are what the hardware does (a virtual machine may see its counter advance 26 ticks at a time), the unit is
//! what the interface does (a nanosecond, a microsecond, a browser's 100 microseconds). Either may be the coarser one.
//!
//! Threads are dealt to cores in turn, first one per core, then to the cores' further hardware threads, then in queues.
//! Hardware threads that share a busy core slow each other down; threads that share a hardware thread take turns, a time
//! slice each. Left out: interrupts, frequency changes, the memory that the readings are written to.

use std::cell::Cell;

use rand_core::Rng;

use super::count::{self, Collisions, Neighbours};
use limits::{LimitError, check};
use random::{Below, Xoshiro256PlusPlus, stream};

/// Picoseconds in a nanosecond.
pub const PS_PER_NS: u64 = 1_000;
/// Threads that can be simulated.
pub const MAX_THREADS: u64 = 64;
/// The longest step of a counter: a second.
pub const MAX_STEP_PS: u64 = 1_000_000_000_000;
/// The coarsest unit of a clock: a second.
pub const MAX_UNIT_NS: u64 = 1_000_000_000;
/// The dearest read: a millisecond.
pub const MAX_COST_PS: u64 = 1_000_000_000;
/// Cores of a machine.
pub const MAX_CORES: u32 = 1_024;
/// Hardware threads of a core.
pub const MAX_HARDWARE_THREADS: u32 = 8;
/// The dearest sharing of a core, in thousandths.
pub const MAX_SHARING_PERMILLE: u32 = 4_000;
/// The longest time slice: a tenth of a second.
pub const MAX_SLICE_PS: u64 = 100_000_000_000;
/// Readings per thread of one simulation. With all other limits reached, time still fits 64 bits.
pub const MAX_SAMPLES: u64 = 20_000_000;
/// Readings per thread of a [`Readers::trace`].
pub const MAX_TRACE: u64 = 10_000;

/// Where things lie that may be anywhere within some span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offsets {
    /// All at its start.
    Equal,
    /// Anywhere, drawn anew with each seed.
    Random,
    /// Here, in picoseconds; the list repeats from its start where it is too short, and an empty one means `Equal`.
    Given(Vec<u64>),
}

impl Offsets {
    /// Checks that all given ones lie within their span.
    fn check(&self, field: &'static str, span: u64) -> Result<(), LimitError> {
        let Self::Given(list) = self else { return Ok(()) };
        list.iter().try_for_each(|&offset| check(field, offset, 0..=span).map(drop))
    }

    fn draw(&self, n: u32, span: u64, rng: &mut Xoshiro256PlusPlus) -> Vec<u64> {
        match self {
            Self::Equal => vec![0; n as usize],
            Self::Random => (0..n).map(|_| below(span, rng)).collect(),
            Self::Given(list) if list.is_empty() => vec![0; n as usize],
            Self::Given(list) => list.iter().cycle().take(n as usize).map(|offset| offset % span).collect(),
        }
    }
}

/// A uniform integer below `bound`, which is at most 10^12: the bias is below 10^12 / 2^64, which no run can see.
fn below(bound: u64, rng: &mut Xoshiro256PlusPlus) -> u64 {
    ((u128::from(rng.next_u64()) * u128::from(bound)) >> 64) as u64
}

/// Who reads what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// Threads that read, 1 to [`MAX_THREADS`].
    pub threads: u32,
    /// How far the counter advances at a time, in picoseconds.
    pub step_ps: u64,
    /// What the clock reports in multiples of, in nanoseconds.
    pub unit_ns: u64,
    /// From one read to the next on an undisturbed core, in picoseconds.
    pub cost_ps: u64,
    /// A read takes up to this much more or less than its cost, uniformly; in picoseconds, at most the cost.
    pub jitter_ps: u64,
    /// When each thread starts, within the cost of a read.
    pub phases: Offsets,
    /// Each core's counter residue, within a step.
    pub residues: Offsets,
    /// Cores.
    pub cores: u32,
    /// Hardware threads of each core.
    pub hardware_threads: u32,
    /// How much longer a read takes while another hardware thread of its core is busy, in thousandths: 1000 is no longer.
    pub sharing_permille: u32,
    /// How long a thread runs before the next one in its queue, in picoseconds.
    pub slice_ps: u64,
}

impl Default for Setup {
    /// Two threads with a core each and Linux's 1 ns clock, at the 33 ns per read of the published run.
    fn default() -> Self {
        Self {
            threads: 2,
            step_ps: 1_000,
            unit_ns: 1,
            cost_ps: 33_000,
            jitter_ps: 4_000,
            phases: Offsets::Random,
            residues: Offsets::Equal,
            cores: 64,
            hardware_threads: 1,
            sharing_permille: 1_000,
            slice_ps: 3_000_000_000,
        }
    }
}

impl Setup {
    /// Hardware threads that have something to do: no more than this many threads read at any one time.
    pub fn busy(&self) -> u32 {
        self.threads.min(self.cores.saturating_mul(self.hardware_threads))
    }

    /// The core of a hardware thread. Hardware threads are numbered so that every core's first comes before any second.
    pub fn core_of(&self, hardware_thread: u32) -> u32 {
        hardware_thread % self.cores
    }

    /// From one read to the next on a hardware thread, in picoseconds: the cost, lengthened if the core is shared.
    pub fn cost_on(&self, hardware_thread: u32) -> u64 {
        let core = self.core_of(hardware_thread);
        let sharers = (0..self.busy()).filter(|&other| self.core_of(other) == core).count();
        if sharers > 1 { stretch(self.cost_ps, self.sharing_permille) } else { self.cost_ps }
    }

    /// How many threads take turns on a hardware thread.
    pub fn queue_on(&self, hardware_thread: u32) -> u32 {
        let busy = self.busy();
        self.threads / busy + u32::from(hardware_thread < self.threads % busy)
    }
}

fn stretch(time_ps: u64, permille: u32) -> u64 {
    time_ps * u64::from(permille) / 1_000
}

/// A moment and what the clock showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// When it was read, in picoseconds. Time starts one step after zero, so that no residue reaches below zero.
    pub at_ps: u64,
    /// What was read, in nanoseconds.
    pub value_ns: u64,
}

/// What a run of readers shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// Between threads.
    pub collisions: Collisions,
    /// Within threads.
    pub neighbours: Neighbours,
}

/// A setup whose quantities lie within their limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Readers {
    setup: Setup,
}

impl Readers {
    /// Checks every quantity.
    pub fn new(setup: Setup) -> Result<Self, LimitError> {
        check("threads", setup.threads.into(), 1..=MAX_THREADS)?;
        check("step (ps)", setup.step_ps, 1..=MAX_STEP_PS)?;
        check("unit (ns)", setup.unit_ns, 1..=MAX_UNIT_NS)?;
        check("cost (ps)", setup.cost_ps, 1..=MAX_COST_PS)?;
        check("jitter (ps)", setup.jitter_ps, 0..=setup.cost_ps)?;
        setup.phases.check("phase (ps)", setup.cost_ps)?;
        setup.residues.check("residue (ps)", setup.step_ps)?;
        check("cores", setup.cores.into(), 1..=MAX_CORES.into())?;
        check("hardware threads", setup.hardware_threads.into(), 1..=MAX_HARDWARE_THREADS.into())?;
        check("sharing (thousandths)", setup.sharing_permille.into(), 1_000..=MAX_SHARING_PERMILLE.into())?;
        check("slice (ps)", setup.slice_ps, 1..=MAX_SLICE_PS)?;
        Ok(Self { setup })
    }

    /// What was asked for.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Every thread's first readings, for a picture.
    pub fn trace(&self, seed: u64, readings: u64) -> Result<Vec<Vec<Reading>>, LimitError> {
        check("readings", readings, 0..=MAX_TRACE)?;
        Ok(self.threads(seed, readings).into_iter().map(Iterator::collect).collect())
    }

    /// Counts over `samples` readings of each thread. Keeps no readings.
    pub fn simulate(&self, seed: u64, samples: u64) -> Result<Outcome, LimitError> {
        check("samples", samples, 1..=MAX_SAMPLES)?;
        // Neighbours are compared on the way to the counter, so that readings are made once.
        let neighbours = Cell::new(Neighbours::default());
        let threads = self.threads(seed, samples).into_iter().map(|thread| {
            let (neighbours, mut previous) = (&neighbours, None);
            thread.map(move |Reading { value_ns, .. }| {
                if let Some(previous) = previous.replace(value_ns) {
                    let mut compared = neighbours.get();
                    compared.compare(previous, value_ns);
                    neighbours.set(compared);
                }
                value_ns
            })
        });
        let collisions = count::count(threads).expect("simulated time only advances");
        Ok(Outcome { collisions, neighbours: neighbours.get() })
    }

    /// Each thread's readings, made as they are asked for.
    pub fn threads(&self, seed: u64, readings: u64) -> Vec<Readings> {
        let setup = &self.setup;
        let mut layout = stream(seed, 0);
        let residues = setup.residues.draw(setup.cores, setup.step_ps, &mut layout);
        let phases = setup.phases.draw(setup.threads, setup.cost_ps, &mut layout);
        let busy = setup.busy();
        // Where in its round of turns each hardware thread is at time zero.
        let turns: Vec<u64> =
            (0..busy).map(|h| below(setup.slice_ps * u64::from(setup.queue_on(h)), &mut layout)).collect();
        (0..setup.threads)
            .map(|thread| {
                let hardware_thread = thread % busy;
                let turn = Turn::new(
                    setup.slice_ps,
                    setup.queue_on(hardware_thread),
                    thread / busy,
                    turns[hardware_thread as usize],
                );
                let shared = setup.cost_on(hardware_thread) > setup.cost_ps;
                Readings::new(
                    setup,
                    if shared { setup.sharing_permille } else { 1_000 },
                    residues[setup.core_of(hardware_thread) as usize],
                    phases[thread as usize],
                    turn,
                    stream(seed, 1 + u64::from(thread)),
                    readings,
                )
            })
            .collect()
    }
}

/// A thread's turns on a hardware thread that it may have to share.
#[derive(Debug, Clone)]
struct Turn {
    slice: u64,
    round: u64,
    /// Start of the present or next turn.
    start: u64,
}

impl Turn {
    /// The first turn that ends after time zero, for the thread at `position` in a queue that is `now` into its round.
    fn new(slice: u64, queue: u32, position: u32, now: u64) -> Self {
        let round = slice * u64::from(queue);
        let begin = slice * u64::from(position);
        // Shifted by a round, so that a turn which began before time zero has a start.
        let start = if begin + slice > now { begin + round - now } else { begin + 2 * round - now };
        Self { slice, round, start }
    }

    /// The first moment at or after `time` at which the thread runs.
    #[inline(always)]
    fn next_running(&mut self, time: u64) -> u64 {
        if self.slice == self.round {
            return time;
        }
        // Turns are kept one round ahead of time: see `new`.
        // What is left of a read when a turn ends is done in the next turns.
        let running = (time + self.round).saturating_sub(self.start);
        self.start += running / self.slice * self.round;
        self.start + running % self.slice - self.round
    }
}

/// One thread's readings.
#[derive(Debug, Clone)]
pub struct Readings {
    step_ps: u64,
    unit_ns: u64,
    residue_ps: u64,
    /// Cost less jitter: the quickest read.
    quickest_ps: u64,
    /// Draws the picoseconds on top of that; `None` where reads take equally long.
    spread: Option<Below>,
    stretch_permille: u32,
    turn: Turn,
    rng: Xoshiro256PlusPlus,
    at_ps: u64,
    left: u64,
}

impl Readings {
    fn new(
        setup: &Setup,
        stretch_permille: u32,
        residue_ps: u64,
        phase_ps: u64,
        mut turn: Turn,
        rng: Xoshiro256PlusPlus,
        left: u64,
    ) -> Self {
        // At most 2 * 10^9 + 1, by MAX_COST_PS.
        let widths = u32::try_from(2 * setup.jitter_ps + 1).expect("jitter is limited");
        Self {
            step_ps: setup.step_ps,
            unit_ns: setup.unit_ns,
            residue_ps,
            quickest_ps: setup.cost_ps - setup.jitter_ps,
            spread: (widths > 1).then(|| Below::new(widths)),
            stretch_permille,
            at_ps: setup.step_ps + turn.next_running(phase_ps),
            turn,
            rng,
            left,
        }
    }

    fn value_ns(&self) -> u64 {
        let counter = (self.at_ps - self.residue_ps) / self.step_ps * self.step_ps + self.residue_ps;
        counter / PS_PER_NS / self.unit_ns * self.unit_ns
    }
}

impl Iterator for Readings {
    type Item = Reading;

    #[inline]
    fn next(&mut self) -> Option<Reading> {
        self.left = self.left.checked_sub(1)?;
        let reading = Reading { at_ps: self.at_ps, value_ns: self.value_ns() };
        let drawn = match self.spread {
            Some(spread) => u64::from(spread.draw(&mut self.rng)),
            None => 0,
        };
        let cost = stretch(self.quickest_ps + drawn, self.stretch_permille);
        self.at_ps = self.step_ps + self.turn.next_running(self.at_ps - self.step_ps + cost);
        Some(reading)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left).unwrap_or(usize::MAX);
        (left, Some(left))
    }
}

#[cfg(test)]
mod tests;

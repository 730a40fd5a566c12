//! The clocks that are read, and how.

use std::hint::black_box;
use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rustix::time::{ClockId, Timespec, clock_getres, clock_gettime};

use crate::counter;

/// Seconds in a nanosecond.
pub(crate) const NS: f64 = 1e-9;

/// A clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Clock {
    Realtime,
    Monotonic,
    MonotonicRaw,
    Boottime,
    RealtimeCoarse,
    MonotonicCoarse,
    SystemTime,
    Instant,
    Counter,
}

impl Clock {
    pub(crate) const ALL: [Self; 9] = [
        Self::Realtime,
        Self::Monotonic,
        Self::MonotonicRaw,
        Self::Boottime,
        Self::RealtimeCoarse,
        Self::MonotonicCoarse,
        Self::SystemTime,
        Self::Instant,
        Self::Counter,
    ];

    /// Name on the command line and in the record.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Realtime => "realtime",
            Self::Monotonic => "monotonic",
            Self::MonotonicRaw => "monotonic-raw",
            Self::Boottime => "boottime",
            Self::RealtimeCoarse => "realtime-coarse",
            Self::MonotonicCoarse => "monotonic-coarse",
            Self::SystemTime => "system-time",
            Self::Instant => "instant",
            Self::Counter => "counter",
        }
    }

    /// The clock of that name; the error lists them all.
    pub(crate) fn parse(name: &str) -> Result<Self, String> {
        let names: Vec<&str> = Self::ALL.iter().map(|clock| clock.name()).collect();
        let position = names.iter().position(|&known| known == name);
        position.map(|position| Self::ALL[position]).ok_or_else(|| format!("it must be one of {}", names.join(", ")))
    }

    /// True if this system has the clock.
    pub(crate) fn exists(self) -> bool {
        match self {
            Self::SystemTime | Self::Instant => true,
            Self::Counter => counter::NAME.is_some(),
            _ => self.id().is_some(),
        }
    }

    /// Requirement of a system that has the clock.
    pub(crate) fn needs(self) -> &'static str {
        match self {
            Self::Counter => "an x86-64 or aarch64 processor",
            _ => "Linux",
        }
    }

    /// The system's identifier of a POSIX clock that it has.
    fn id(self) -> Option<ClockId> {
        match self {
            Self::Realtime => Some(ClockId::Realtime),
            Self::Monotonic => Some(ClockId::Monotonic),
            #[cfg(target_os = "linux")]
            Self::MonotonicRaw => Some(ClockId::MonotonicRaw),
            #[cfg(target_os = "linux")]
            Self::Boottime => Some(ClockId::Boottime),
            #[cfg(target_os = "linux")]
            Self::RealtimeCoarse => Some(ClockId::RealtimeCoarse),
            #[cfg(target_os = "linux")]
            Self::MonotonicCoarse => Some(ClockId::MonotonicCoarse),
            _ => None,
        }
    }

    /// The resolution that the system reports, in nanoseconds. Not what the clock does: Linux says 1 ns of any counter.
    pub(crate) fn reported_resolution_ns(self) -> Option<f64> {
        self.id().map(|id| nanoseconds(clock_getres(id)) as f64)
    }

    /// Lets `visitor` read the clock; the reading is compiled into the visitor's loop.
    ///
    /// # Panics
    /// If the system does not have the clock.
    pub(crate) fn visit<V: Visitor>(self, visitor: V) -> V::Output {
        // A known variant in each arm lets the compiler drop what the others need.
        macro_rules! posix {
            ($id:ident) => {
                visitor.visit(|| nanoseconds(clock_gettime(ClockId::$id)))
            };
        }
        match self {
            Self::Realtime => posix!(Realtime),
            Self::Monotonic => posix!(Monotonic),
            #[cfg(target_os = "linux")]
            Self::MonotonicRaw => posix!(MonotonicRaw),
            #[cfg(target_os = "linux")]
            Self::Boottime => posix!(Boottime),
            #[cfg(target_os = "linux")]
            Self::RealtimeCoarse => posix!(RealtimeCoarse),
            #[cfg(target_os = "linux")]
            Self::MonotonicCoarse => posix!(MonotonicCoarse),
            Self::SystemTime => visitor.visit(system_time_ns),
            Self::Instant => {
                let start = instant_zero();
                visitor.visit(move || start.elapsed().as_nanos() as u64)
            }
            Self::Counter => visitor.visit(counter::read),
            #[cfg(not(target_os = "linux"))]
            _ => unreachable!("whoever asks has checked that the clock exists"),
        }
    }

    /// Nanoseconds per unit of a reading: 1, but for the counter, which counts ticks.
    pub(crate) fn unit_ns(self) -> f64 {
        if self == Self::Counter { counter_tick_ns() } else { 1.0 }
    }

    /// True if readings are the processor's counter in whole nanoseconds: the clocks that one model explains.
    pub(crate) fn is_fine(self) -> bool {
        !self.is_coarse() && self != Self::Counter
    }

    /// True if readings repeat the time of the kernel's last timer interrupt.
    pub(crate) fn is_coarse(self) -> bool {
        matches!(self, Self::RealtimeCoarse | Self::MonotonicCoarse)
    }
}

/// Something that reads a clock many times.
pub(crate) trait Visitor {
    type Output;
    fn visit(self, read: impl Fn() -> u64) -> Self::Output;
}

fn nanoseconds(time: Timespec) -> u64 {
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// Rust's wall clock in nanoseconds. Until the year 2554 they fit 64 bits.
pub(crate) fn system_time_ns() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64)
}

/// Origin of every thread's `Instant`.
fn instant_zero() -> Instant {
    static ZERO: OnceLock<Instant> = OnceLock::new();
    *ZERO.get_or_init(Instant::now)
}

/// Length of the counter's tick, in nanoseconds, by the monotonic clock over a twentieth of a second.
pub(crate) fn counter_tick_ns() -> f64 {
    static TICK: OnceLock<f64> = OnceLock::new();
    *TICK.get_or_init(|| {
        let (start, first) = instant_and_counter();
        std::thread::sleep(Duration::from_millis(50));
        let (end, last) = instant_and_counter();
        (end - start).as_nanos() as f64 / (last - first) as f64
    })
}

/// A moment and what the counter showed at it: of many looks the quickest, which nothing came between.
fn instant_and_counter() -> (Instant, u64) {
    let looks = (0..1_000).map(|_| {
        let (before, ticks) = (Instant::now(), counter::read());
        (before.elapsed(), before, ticks)
    });
    let (_, moment, ticks) = looks.min_by_key(|&(took, ..)| took).expect("there are looks");
    (moment, ticks)
}

/// Reads a clock `reads` times and keeps nothing; gives the nanoseconds per read.
pub(crate) struct Cost {
    pub reads: u32,
}

impl Visitor for Cost {
    type Output = f64;

    fn visit(self, read: impl Fn() -> u64) -> f64 {
        nanoseconds_each(self.reads, || {
            black_box(read());
        })
    }
}

fn nanoseconds_each(times: u32, mut act: impl FnMut()) -> f64 {
    let start = Instant::now();
    (0..times).for_each(|_| act());
    start.elapsed().as_nanos() as f64 / f64::from(times)
}

/// Mechanism that reads a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReadBy {
    Instruction,
    UserSpace,
    SystemCall,
}

impl ReadBy {
    /// In words, which on Linux name the library that the kernel maps into every process.
    pub(crate) fn name(self, on_linux: bool) -> &'static str {
        match self {
            Self::Instruction => "instruction",
            Self::UserSpace if on_linux => "vDSO",
            Self::UserSpace => "user space",
            Self::SystemCall => "system call",
        }
    }

    /// Mechanism of a clock whose read takes this long. A read that enters the kernel takes at least as long as the
    /// emptiest of system calls; one that does not takes a fraction of it.
    pub(crate) fn infer(clock: Clock, read_ns: f64, system_call_ns: f64) -> Self {
        match clock {
            Clock::Counter => Self::Instruction,
            _ if read_ns < 0.75 * system_call_ns => Self::UserSpace,
            _ => Self::SystemCall,
        }
    }
}

/// Time of the emptiest system call, in nanoseconds: the parent's number, which no library keeps.
pub(crate) fn system_call_ns(times: u32) -> f64 {
    nanoseconds_each(times, || {
        black_box(rustix::process::getppid());
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Twice;

    impl Visitor for Twice {
        type Output = (u64, u64);
        fn visit(self, read: impl Fn() -> u64) -> (u64, u64) {
            (read(), read())
        }
    }

    #[test]
    fn names_are_read_back_and_a_wrong_one_lists_the_right_ones() {
        for clock in Clock::ALL {
            assert_eq!(Clock::parse(clock.name()), Ok(clock));
        }
        assert!(Clock::parse("sundial").unwrap_err().contains("realtime, monotonic, monotonic-raw"));
    }

    #[test]
    fn every_clock_that_exists_advances() {
        for clock in Clock::ALL.into_iter().filter(|clock| clock.exists()) {
            let (first, _) = clock.visit(Twice);
            std::thread::sleep(Duration::from_millis(20));
            let (_, last) = clock.visit(Twice);
            let elapsed = (last - first) as f64 * clock.unit_ns();
            assert!(elapsed > 10e6 && elapsed < 10e9, "{clock:?} advanced by {elapsed} ns in 20 ms");
        }
    }

    #[test]
    fn a_read_in_user_space_is_told_from_a_system_call() {
        assert_eq!(ReadBy::infer(Clock::Realtime, 25.0, 100.0), ReadBy::UserSpace);
        assert_eq!(ReadBy::infer(Clock::Realtime, 120.0, 100.0), ReadBy::SystemCall);
        assert_eq!(ReadBy::infer(Clock::Counter, 120.0, 100.0), ReadBy::Instruction);
    }
}

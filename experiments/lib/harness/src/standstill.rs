//! Standstills: the process was stopped, or its machine slept or was paused, while something was measured; and steps, in which
//! the time of day was set. Figures that were taken meanwhile hold the gap, so they are thrown away and taken again.
//!
//! A thread looks at the clocks four times a second, too seldom to be seen in any figure, and so does whoever measures, before
//! and after. What stood still is told from the time between two looks, by the clock that also counts sleep. A hypervisor that
//! stops its guest's clocks as well leaves no gap in any figure but those by the time of day, which is set afterwards: a step.

use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::time::{ClockId, clock_gettime};

use crate::failure::Failure;
use crate::interrupt;
use crate::warning::Warning;

/// From look to look.
const TICK: Duration = Duration::from_millis(250);

/// More than this between two looks is a standstill. On two cores that are busy with dozens of threads, the scheduler wakes one
/// that slept within tens of milliseconds; three missed ticks in a row are hardly ever its doing. What stands still for
/// less may go unnoticed, and is an outlier among the repeats.
const STANDSTILL: Duration = Duration::from_secs(1);

/// Least change between two looks that shows that the time of day was set. Slewing, by 500 ppm at most as the kernel does it
/// and by a twelfth as chrony may, moves it by less within the second that may pass between two looks; ntpd, chrony and systemd
/// set clocks that are off by 128 ms or more.
const STEP: Duration = Duration::from_millis(100);

/// Most attempts at a figure until nothing disturbs it. A machine that is put to sleep now and then leaves time between; one on
/// which so many attempts in a row are hit gives no figures, and going on would never end.
const ATTEMPTS: u32 = 5;

/// Measures, again where this process or its machine stood still meanwhile: whatever came of that, an error too, is dropped.
/// So `measure` has to begin anew each time. Calculations, whose results hold no times and no time limits, need none of this.
///
/// Figures that depend on `CLOCK_REALTIME` need [`undisturbed_by_steps`].
///
/// # Errors
///
/// The run is to end; or each of several attempts was disturbed, so that there is no figure.
pub fn undisturbed<T>(measure: impl FnMut() -> T) -> Result<T, Failure> {
    again_while_disturbed(|| look().standstills, measure)
}

/// The same for figures that depend on `CLOCK_REALTIME`: again also where the time of day was set meanwhile.
///
/// # Errors
///
/// As [`undisturbed`].
pub fn undisturbed_by_steps<T>(measure: impl FnMut() -> T) -> Result<T, Failure> {
    again_while_disturbed(|| look().standstills + look().steps, measure)
}

/// Measures again, up to [`ATTEMPTS`] times in all, until nothing disturbs it; `disturbances` returns their count so far.
fn again_while_disturbed<T>(
    mut disturbances: impl FnMut() -> u32,
    mut measure: impl FnMut() -> T,
) -> Result<T, Failure> {
    for _ in 0..ATTEMPTS {
        let before = disturbances();
        let measured = measure();
        if disturbances() == before {
            return Ok(measured);
        }
        interrupt::check()?;
    }
    let what =
        format!("this program or its machine was disturbed during each of {ATTEMPTS} attempts at one measurement");
    let needs = "a machine that is not stopped, suspended or paused all the time, and whose clock is not set";
    Err(Failure::Missing { what, needs: needs.to_owned() })
}

/// Warnings of what was noticed so far, for the end of a run or a command.
pub(crate) fn warnings() -> Vec<Warning> {
    if WATCH.get().is_some() { look().warnings() } else { Vec::new() }
}

/// Absent until something is measured.
static WATCH: OnceLock<Mutex<Watch>> = OnceLock::new();

/// Looks at the clocks now. The first look starts the thread that looks again and again.
fn look() -> Noticed {
    let watch = WATCH.get_or_init(|| {
        let again_and_again = || {
            loop {
                thread::sleep(TICK);
                look();
            }
        };
        thread::Builder::new().name("standstill".to_owned()).spawn(again_and_again).expect("a thread can be started");
        Mutex::new(Watch { last: Reading::now(), noticed: Noticed::default() })
    });
    // Held while the clocks are read, so that readings come in their order.
    let mut watch = watch.lock().expect("no thread fails while it looks");
    watch.look(Reading::now())
}

/// Disturbances since the first look.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Noticed {
    standstills: u32,
    /// All of them together, each with the part of a tick that it began in.
    stood: Duration,
    steps: u32,
}

impl Noticed {
    fn warnings(self) -> Vec<Warning> {
        let Self { standstills, stood, steps } = self;
        let stood =
            (standstills > 0).then_some(Warning::StoodStill { times: standstills, seconds: stood.as_secs_f64() });
        let stepped = (steps > 0).then_some(Warning::ClockSet { times: steps });
        stood.into_iter().chain(stepped).collect()
    }
}

/// Both clocks at one moment.
#[derive(Debug, Clone, Copy)]
struct Reading {
    /// Sleep included.
    since_boot: Duration,
    time_of_day: Duration,
}

impl Reading {
    /// A thread may have to wait for its turn between the two clocks: then they are read again.
    fn now() -> Self {
        loop {
            let since_boot = since_boot();
            let time_of_day = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            if since_boot.abs_diff(self::since_boot()) < STEP / 10 {
                return Self { since_boot, time_of_day };
            }
        }
    }
}

fn since_boot() -> Duration {
    #[cfg(target_os = "linux")]
    const COUNTS_SLEEP: ClockId = ClockId::Boottime;
    /// macOS's monotonic clock does (clock_gettime(3)).
    #[cfg(not(target_os = "linux"))]
    const COUNTS_SLEEP: ClockId = ClockId::Monotonic;
    clock_gettime(COUNTS_SLEEP).try_into().expect("no machine was started before its clock began")
}

#[derive(Debug, Clone, Copy)]
struct Watch {
    last: Reading,
    noticed: Noticed,
}

impl Watch {
    /// Judges the time since the last look.
    fn look(&mut self, now: Reading) -> Noticed {
        let passed = now.since_boot.saturating_sub(self.last.since_boot);
        let due = self.last.time_of_day + passed;
        if passed > STANDSTILL {
            self.noticed.standstills += 1;
            self.noticed.stood += passed;
        } else if now.time_of_day.abs_diff(due) > STEP {
            self.noticed.steps += 1;
        }
        self.last = now;
        self.noticed
    }
}

#[cfg(test)]
mod tests;

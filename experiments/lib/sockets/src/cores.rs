//! The cores that threads run on, and the processor time they take.

mod awake;
mod placement;

use std::io;
use std::time::Duration;

use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};
use rustix::time::{ClockId, clock_gettime};

pub use awake::Awake;
pub use placement::{Cores, End};

/// The numbers of the cores that this thread may run on.
pub fn allowed() -> io::Result<Vec<usize>> {
    let set = sched_getaffinity(None)?;
    Ok((0..CpuSet::MAX_CPU).filter(|&core| set.is_set(core)).collect())
}

/// Keeps this thread on one core, and the threads that it starts from now on.
pub fn pin(core: usize) -> io::Result<()> {
    let mut set = CpuSet::new();
    set.set(core);
    Ok(sched_setaffinity(None, &set)?)
}

/// The core that this thread is on just now. Costs some nanoseconds: no system call is made.
pub fn current() -> usize {
    sched_getcpu()
}

/// The processor time that this thread has taken, in user and kernel mode.
pub fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("a thread's time counts from 0")
}

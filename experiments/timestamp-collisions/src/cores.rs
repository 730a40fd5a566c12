//! The cores a thread may run on, and each core's counter.

use std::hint::black_box;
use std::thread;

use harness::Failure;

use crate::counter;

/// The numbers of the cores this process may use, and whether threads can be pinned to them.
pub(crate) fn usable() -> Vec<usize> {
    let allowed = allowed();
    if allowed.is_empty() { (0..thread::available_parallelism().map_or(1, usize::from)).collect() } else { allowed }
}

#[cfg(target_os = "linux")]
fn allowed() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let Ok(set) = sched_getaffinity(None) else { return Vec::new() };
    (0..CpuSet::MAX_CPU).filter(|&core| set.is_set(core)).collect()
}

#[cfg(not(target_os = "linux"))]
fn allowed() -> Vec<usize> {
    Vec::new()
}

/// True if this system pins threads to cores.
pub(crate) const CAN_PIN: bool = cfg!(target_os = "linux");

/// Keeps the calling thread on a core.
#[cfg(target_os = "linux")]
pub(crate) fn pin(core: usize) -> Result<(), Failure> {
    use rustix::thread::{CpuSet, sched_setaffinity};
    let mut set = CpuSet::new();
    set.set(core);
    sched_setaffinity(None, &set)
        .map_err(|error| Failure::system(format!("cannot pin a thread to core {core}"), error.into()))
}

/// Keeps the calling thread on a core.
#[cfg(not(target_os = "linux"))]
pub(crate) fn pin(_: usize) -> Result<(), Failure> {
    Err(pins_nothing())
}

/// Failure of a system that pins no threads.
pub(crate) fn pins_nothing() -> Failure {
    Failure::Missing { what: "this system does not pin threads to cores".to_owned(), needs: "Linux".to_owned() }
}

/// Readings of the counter from which its step and its residue are told.
const LOOKS: usize = 4096;

/// A few readings of the counter by the calling thread; empty where there is no counter.
pub(crate) fn look_at_counter() -> Vec<u64> {
    let looks = if counter::NAME.is_some() { LOOKS } else { 0 };
    // Pauses of different lengths: readings at equal distances might miss some of the counter's values each time.
    let pause = |look: usize| (0..look * 37 % 64).for_each(|wait| _ = black_box(wait));
    (0..looks).map(|look| (pause(look), counter::read_in_order()).1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_can_be_pinned_where_the_system_offers_it() {
        let cores = usable();
        assert!(!cores.is_empty());
        thread::spawn(move || assert_eq!(pin(cores[0]).is_ok(), CAN_PIN)).join().unwrap();
        assert!(thread::spawn(|| pin(1023)).join().unwrap().is_err() || usable().contains(&1023));
    }
}

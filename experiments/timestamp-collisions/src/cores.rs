//! The cores a thread may run on, and each core's counter.

use std::hint::black_box;
use std::thread;

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

/// Whether this system pins threads to cores.
pub(crate) const CAN_PIN: bool = cfg!(target_os = "linux");

/// Keeps the calling thread on a core.
#[cfg(target_os = "linux")]
pub(crate) fn pin(core: usize) -> Result<(), String> {
    use rustix::thread::{CpuSet, sched_setaffinity};
    let mut set = CpuSet::new();
    set.set(core);
    sched_setaffinity(None, &set).map_err(|error| format!("cannot pin a thread to core {core}: {error}"))
}

/// Keeps the calling thread on a core.
#[cfg(not(target_os = "linux"))]
pub(crate) fn pin(core: usize) -> Result<(), String> {
    Err(format!("cannot pin a thread to core {core}: this system does not offer it"))
}

/// Readings of the counter from which its step, its residue and its unevenness are told.
const LOOKS: usize = 4096;

/// A few readings of the counter by the calling thread; empty where there is no counter.
pub(crate) fn look_at_counter() -> Vec<u64> {
    let looks = if counter::NAME.is_some() { LOOKS } else { 0 };
    // Pauses of different lengths: readings at equal distances might miss some of the counter's values each time.
    let pause = |look: usize| (0..look * 37 % 64).for_each(|wait| _ = black_box(wait));
    (0..looks).map(|look| (pause(look), counter::read_in_order()).1).collect()
}

/// By how many ticks the counter advances at a time: the greatest common divisor of the increments that a core saw. 0 where
/// nothing was seen.
///
/// Each list is one core's; between lists nothing is compared, since each core may have a residue of its own. A core that
/// moved during its readings saw a smaller divisor, so the largest is taken.
pub(crate) fn counter_step<'a>(looks: impl IntoIterator<Item = &'a [u64]>) -> u64 {
    let of_core = |core: &[u64]| core.windows(2).map(|pair| pair[1].abs_diff(pair[0])).fold(0, gcd);
    looks.into_iter().map(of_core).max().unwrap_or(0)
}

/// The greatest common divisor; of a number and 0, the number.
pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A core's residue: what its counter leaves when divided by the step. Nothing where the readings do not agree, which
/// means that the thread, or the virtual core under it, moved meanwhile.
pub(crate) fn residue(looks: &[u64], step: u64) -> Option<u64> {
    let residue = looks.first()?.checked_rem(step)?;
    looks.iter().all(|reading| reading % step == residue).then_some(residue)
}

/// How far two residues are apart, the shorter way around the step.
pub(crate) fn residue_difference(a: u64, b: u64, step: u64) -> u64 {
    let ahead = a.abs_diff(b) % step.max(1);
    ahead.min(step - ahead)
}

/// Whether residues are so near that readings of the same moment can be equal: within the clock's unit, which has so many
/// ticks.
pub(crate) fn is_near(difference: u64, unit_ticks: f64) -> bool {
    (difference as f64) < unit_ticks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_step_and_the_residues_of_cores_are_found() {
        let here: Vec<u64> = [1, 2, 5, 9].iter().map(|n| n * 26 + 7).collect();
        let there: Vec<u64> = [3, 5, 6].iter().map(|n| n * 26 + 25).collect();
        let step = counter_step([&here[..], &there[..]]);
        assert_eq!(step, 26);
        assert_eq!((residue(&here, step), residue(&there, step)), (Some(7), Some(25)));
        assert_eq!(residue_difference(7, 25, 26), 8);
        assert_eq!(residue_difference(7, 7, 26), 0);
    }

    #[test]
    fn a_core_that_moved_hides_neither_the_step_nor_the_other_core_s_residue() {
        let moved = [26, 52, 79, 105];
        let still = [26 + 3, 78 + 3, 104 + 3];
        let step = counter_step([&moved[..], &still[..]]);
        assert_eq!(step, 26);
        assert_eq!((residue(&moved, step), residue(&still, step)), (None, Some(3)));
    }

    #[test]
    fn a_core_that_moved_has_no_residue() {
        assert_eq!(residue(&[26, 52, 79], 26), None);
        assert_eq!(residue(&[], 26), None);
        assert_eq!(residue(&[5, 5], counter_step([&[5_u64, 5][..]])), None);
        assert_eq!(counter_step([]), 0);
    }

    #[test]
    fn a_thread_can_be_pinned_where_the_system_offers_it() {
        let cores = usable();
        assert!(!cores.is_empty());
        thread::spawn(move || assert_eq!(pin(cores[0]).is_ok(), CAN_PIN)).join().unwrap();
        assert!(thread::spawn(|| pin(1023)).join().unwrap().is_err() || usable().contains(&1023));
    }
}

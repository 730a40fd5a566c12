//! Conditions of a run, and their repetitions.

use std::time::Duration;

use harness::record::{Profile, Skipped};

use crate::clocks::Clock;
use crate::cores;
use crate::remedies::Remedy;
use crate::round::{Condition, Manner};

/// Everything a run does.
pub(crate) struct Conditions {
    /// Clocks, threads and pinning.
    pub rounds: Vec<Condition>,
    /// Repetitions of each, with fresh threads.
    pub repetitions: u32,
    /// Repetitions of those of the wall clock, which the article shows round by round.
    pub wall_clock_repetitions: u32,
    /// Readings of each thread in each.
    pub samples: usize,
    /// The condition of the article's claims, repeated more often: the spread over fresh threads is the finding.
    pub residues: Vec<Condition>,
    /// Repetitions of those.
    pub residue_repetitions: u32,
    /// Rounds of the wall clock with near residues that are enough, and those with far ones.
    pub enough_of_each: usize,
    /// Longest wait for residues of which there are too few.
    pub longest_wait: Duration,
    /// Two threads like those, in other manners of reading.
    pub manners: Vec<(Condition, Manner)>,
    /// Repetitions of each of these.
    pub manner_repetitions: u32,
    /// Ways to make identifiers, and by how many threads.
    pub remedies: Vec<(Remedy, u32)>,
    /// Repetitions of each of these.
    pub remedy_repetitions: u32,
    /// Identifiers of each thread in each.
    pub identifiers: usize,
    /// Reads of the loop that measures the cost of one.
    pub cost_reads: u32,
}

/// Readings during which a coarse clock, of steps of up to 10 ms, takes one. Reading it takes some 5 ns.
const UNTIL_A_STEP: usize = 4_000_000;

impl Conditions {
    /// Repetitions of a condition of `rounds`.
    pub(crate) fn repetitions_of(&self, condition: &Condition) -> u32 {
        if condition.clock == Clock::Realtime { self.wall_clock_repetitions } else { self.repetitions }
    }

    /// Readings of each thread of a condition of `rounds`.
    pub(crate) fn samples_of(&self, condition: &Condition) -> usize {
        let has_to_step = condition.clock.is_coarse() && condition.threads == 1;
        if has_to_step { self.samples.max(UNTIL_A_STEP) } else { self.samples }
    }

    pub(crate) fn for_profile(profile: Profile) -> Self {
        let threads = thread_counts(cores::usable().len());
        let pinning: &[bool] = if cores::CAN_PIN { &[false, true] } else { &[false] };
        let clocks = Clock::ALL.into_iter().filter(|clock| clock.exists());
        let mut rounds = Vec::new();
        for clock in clocks {
            for &pinned in pinning {
                rounds.extend(threads.iter().map(|&threads| Condition { clock, threads, pinned }));
            }
        }
        let (mut residues, mut manners) = (Vec::new(), Vec::new());
        if cores::CAN_PIN && cores::usable().len() > 1 {
            let wall_clock = Condition { clock: Clock::Realtime, threads: 2, pinned: true };
            residues.push(wall_clock);
            let both = [false, true];
            manners.extend(
                both.into_iter().flat_map(|second_clock| {
                    [true, false].map(|barrier| (wall_clock, Manner { second_clock, barrier }))
                }),
            );
        }
        let makers = with_all_cores(&threads, cores::usable().len());
        let remedies = Remedy::all().into_iter().flat_map(|remedy| makers.iter().map(move |&k| (remedy, k))).collect();
        let quick = profile == Profile::Quick;
        Self {
            rounds,
            repetitions: if quick { 2 } else { 6 },
            wall_clock_repetitions: if quick { 2 } else { 9 },
            samples: if quick { 50_000 } else { 10_000_000 },
            residues,
            residue_repetitions: if quick { 4 } else { 40 },
            // The 95% interval of a median of so many leaves out the two lowest and the two highest.
            enough_of_each: 12,
            longest_wait: Duration::from_secs(if quick { 5 } else { 90 }),
            manners,
            manner_repetitions: if quick { 2 } else { 12 },
            remedies,
            remedy_repetitions: if quick { 2 } else { 6 },
            identifiers: if quick { 10_000 } else { 150_000 },
            cost_reads: if quick { 100_000 } else { 2_000_000 },
        }
    }
}

/// 1, 2, 4, 8 and 16 threads, as far as there are at most four to a core.
fn thread_counts(cores: usize) -> Vec<u32> {
    [1, 2, 4, 8, 16].into_iter().filter(|&threads| threads as usize <= 4 * cores).collect()
}

/// The same, and as many threads as there are cores: up to the 256 that an identifier's bits tell apart.
fn with_all_cores(threads: &[u32], cores: usize) -> Vec<u32> {
    let mut counts = threads.to_vec();
    counts.push(cores.min(256) as u32);
    counts.sort_unstable();
    counts.dedup();
    counts
}

/// Measurements that this system lacks.
pub(crate) fn skipped(cores: usize) -> Vec<Skipped> {
    let missing = Clock::ALL.into_iter().filter(|clock| !clock.exists());
    let mut all: Vec<Skipped> = missing
        .map(|clock| {
            Skipped::new(format!("the clock {}", clock.name()), "it is not read on this system", clock.needs())
        })
        .collect();
    if !cores::CAN_PIN {
        all.push(Skipped::new("pinned threads", "this system does not pin threads to cores", "Linux"));
    }
    if cores < 2 {
        all.push(Skipped::new("collisions against residues", "there is one processor", "two processors"));
    }
    if cores < 8 {
        let why = format!("it had 8 hardware threads, and there are {cores} here");
        all.push(Skipped::new("the published run of 8 hardware threads", why, "8 processors"));
    }
    if !cfg!(target_os = "macos") {
        all.push(Skipped::new("the steps of the clocks of macOS", "this machine runs another system", "macOS"));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_at_most_four_threads_to_a_core() {
        assert_eq!(thread_counts(1), [1, 2, 4]);
        assert_eq!(thread_counts(2), [1, 2, 4, 8]);
        assert_eq!(thread_counts(64), [1, 2, 4, 8, 16]);
    }

    #[test]
    fn identifiers_are_made_on_all_cores_too() {
        assert_eq!(with_all_cores(&[1, 2, 4, 8], 2), [1, 2, 4, 8]);
        assert_eq!(with_all_cores(&[1, 2, 4, 8, 16], 6), [1, 2, 4, 6, 8, 16]);
        assert_eq!(with_all_cores(&[1, 2, 4, 8, 16], 1000), [1, 2, 4, 8, 16, 256]);
    }

    #[test]
    fn a_coarse_clock_is_read_until_it_takes_a_step() {
        let quick = Conditions::for_profile(Profile::Quick);
        let of = |clock, threads| quick.samples_of(&Condition { clock, threads, pinned: false });
        assert_eq!([of(Clock::Realtime, 1), of(Clock::RealtimeCoarse, 2)], [quick.samples; 2]);
        assert!(of(Clock::RealtimeCoarse, 1) > quick.samples);
    }

    #[test]
    fn a_full_run_reads_ten_million_times_per_thread_and_round_several_times() {
        let full = Conditions::for_profile(Profile::Full);
        assert_eq!(full.samples, 10_000_000);
        assert!(full.repetitions >= 6, "fewer have no interval of 95%");
        assert!(Conditions::for_profile(Profile::Quick).samples < full.samples / 100);
    }

    #[test]
    fn what_is_skipped_says_what_it_needs() {
        let skipped = skipped(cores::usable().len());
        assert!(skipped.iter().all(|skipped| !skipped.why.is_empty() && !skipped.needs.is_empty()));
        assert_eq!(skipped.iter().any(|skipped| skipped.what.contains("macOS")), !cfg!(target_os = "macos"));
        assert_eq!(skipped.iter().any(|skipped| skipped.what.contains("pinned")), !cores::CAN_PIN);
    }
}

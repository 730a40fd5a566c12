//! Readings to count: of the model's threads, so that they are the same on every machine.

use std::thread;

use timestamp_collisions_model::{Readers, Setup};

/// Number of threads.
pub(crate) const THREADS: u32 = 8;

/// Kinds of readings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Readings {
    /// A clock of whole nanoseconds, read every 33 ns: some collide.
    Nanoseconds,
    /// A counter that advances 10 ns at a time, read every 21 ns: most collide.
    TenNanoseconds,
    /// A clock of 4 ms, read every 5 ns: nearly all readings equal the one before.
    Coarse,
}

impl Readings {
    pub(crate) const ALL: [Self; 3] = [Self::Nanoseconds, Self::TenNanoseconds, Self::Coarse];

    /// Name in tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Nanoseconds => "steps of 1 ns, read every 33 ns",
            Self::TenNanoseconds => "steps of 10 ns, read every 21 ns",
            Self::Coarse => "steps of 4 ms, read every 5 ns",
        }
    }

    fn setup(self) -> Setup {
        let setup = Setup { threads: THREADS, ..Setup::default() };
        match self {
            Self::Nanoseconds => setup,
            Self::TenNanoseconds => Setup { step_ps: 10_015, cost_ps: 21_000, jitter_ps: 8_000, ..setup },
            Self::Coarse => Setup { unit_ns: 4_000_000, cost_ps: 5_000, jitter_ps: 1_000, ..setup },
        }
    }

    /// Each thread's readings, in exactly as much memory as they need.
    pub(crate) fn make(self, seed: u64, samples: u64) -> Vec<Vec<u64>> {
        let readers = Readers::new(self.setup()).expect("the settings are within their limits");
        let threads = readers.threads(seed, samples);
        thread::scope(|scope| {
            let making: Vec<_> = threads
                .into_iter()
                .map(|readings| scope.spawn(move || readings.map(|reading| reading.value_ns).collect()))
                .collect();
            making.into_iter().map(|made| made.join().expect("the model does not panic")).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::contenders::Counter;
    use super::*;

    #[test]
    fn the_cases_differ_in_how_much_collides() {
        let [some, most, all] = Readings::ALL.map(|readings| {
            let threads = readings.make(1, 20_000);
            assert!(threads.len() == 8 && threads.iter().all(|readings| readings.len() == 20_000));
            Counter::Window.count(&threads).share_per_sample()
        });
        assert!((0.1..0.3).contains(&some), "{some}");
        assert!((0.9..1.0).contains(&most), "{most}");
        assert_eq!(all, 1.0);
    }
}

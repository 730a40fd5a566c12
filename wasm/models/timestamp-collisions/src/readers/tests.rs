use proptest::prelude::*;

use super::*;

fn outcome(setup: Setup, seed: u64, samples: u64) -> Outcome {
    Readers::new(setup).unwrap().simulate(seed, samples).unwrap()
}

fn steady() -> Setup {
    Setup { jitter_ps: 0, phases: Offsets::Equal, ..Setup::default() }
}

#[test]
fn threads_in_step_collide_always_and_threads_half_a_read_apart_never() {
    let together = outcome(steady(), 1, 10_000).collisions;
    assert_eq!((together.colliding, together.coincidences), (20_000, 10_000));
    let apart = outcome(Setup { phases: Offsets::Given(vec![0, 16_500]), ..steady() }, 1, 10_000).collisions;
    assert_eq!(apart.colliding, 0);
}

#[test]
fn readings_snap_down_to_the_unit() {
    let setup = Setup { threads: 1, unit_ns: 10, ..steady() };
    let trace = Readers::new(setup).unwrap().trace(1, 4).unwrap();
    let at: Vec<u64> = trace[0].iter().map(|reading| reading.at_ps).collect();
    let values: Vec<u64> = trace[0].iter().map(|reading| reading.value_ns).collect();
    assert_eq!(at, [1_000, 34_000, 67_000, 100_000]);
    assert_eq!(values, [0, 30, 60, 100]);
}

#[test]
fn a_core_s_residue_shifts_its_steps() {
    // 26 ticks of a 2596 MHz counter, one core 3 ticks behind the other.
    let setup = Setup {
        step_ps: 10_015,
        cost_ps: 21_000,
        phases: Offsets::Equal,
        residues: Offsets::Given(vec![0, 1_155]),
        ..steady()
    };
    let trace = Readers::new(setup).unwrap().trace(1, 1_000).unwrap();
    for (thread, residue) in [(0, 0), (1, 1_155)] {
        for reading in &trace[thread] {
            let steps = (reading.at_ps - residue) / 10_015;
            assert_eq!(reading.value_ns, (steps * 10_015 + residue) / 1_000);
        }
    }
}

#[test]
fn cores_whose_residues_differ_by_more_than_a_unit_never_collide() {
    let with = |residue| {
        let setup = Setup {
            step_ps: 10_015,
            cost_ps: 21_000,
            jitter_ps: 8_000,
            residues: Offsets::Given(vec![0, residue]),
            ..Setup::default()
        };
        outcome(setup, 1, 200_000).collisions.share_per_sample()
    };
    assert!(with(0) > 0.4, "{}", with(0));
    assert!(with(385) > 0.2, "{}", with(385));
    assert_eq!(with(1_155), 0.0);
}

#[test]
fn threads_of_one_core_take_turns_and_do_not_collide() {
    let setup = Setup { threads: 3, cores: 1, slice_ps: 1_000_000, ..Setup::default() };
    let readers = Readers::new(setup).unwrap();
    // Only where one hands over to the next may both read the same nanosecond.
    let handovers = 150_000 * 33_000 / 1_000_000;
    assert!(readers.simulate(3, 50_000).unwrap().collisions.colliding < handovers / 10);
    // At any time one of them runs: together they read as often as one alone would.
    let trace = readers.trace(3, 10_000).unwrap();
    let mut all: Vec<u64> = trace.iter().flatten().map(|reading| reading.at_ps).collect();
    all.sort_unstable();
    let longest = all[..20_000].windows(2).map(|pair| pair[1] - pair[0]).max().unwrap();
    assert!(longest < 120_000, "nobody ran for {longest} ps");
}

#[test]
fn hardware_threads_that_share_a_core_read_more_slowly() {
    let setup = Setup { threads: 3, cores: 2, hardware_threads: 2, sharing_permille: 2_000, ..steady() };
    assert_eq!([0, 1, 2].map(|h| setup.cost_on(h)), [66_000, 33_000, 66_000]);
    let trace = Readers::new(setup).unwrap().trace(1, 2).unwrap();
    let increments: Vec<u64> = trace.iter().map(|t| t[1].at_ps - t[0].at_ps).collect();
    assert_eq!(increments, [66_000, 33_000, 66_000]);
}

#[test]
fn a_clock_coarser_than_a_read_repeats_itself_within_a_thread() {
    let setup = Setup { threads: 1, unit_ns: 1_000, step_ps: 1_000, ..steady() };
    let neighbours = outcome(setup, 1, 100_000).neighbours;
    // Of 1000 / 33 reads in a unit all but one follow an equal one.
    assert!((neighbours.equal_share() - (1.0 - 0.033)).abs() < 1e-4, "{}", neighbours.equal_share());
}

#[test]
fn limits_name_the_quantity() {
    let error = |setup| Readers::new(setup).unwrap_err().to_string();
    assert_eq!(error(Setup { threads: 0, ..Setup::default() }), "threads is 0; it must be from 1 to 64");
    assert_eq!(error(Setup { step_ps: 0, ..Setup::default() }), {
        "step (ps) is 0; it must be from 1 to 1,000,000,000,000"
    });
    assert_eq!(error(Setup { jitter_ps: 33_001, ..Setup::default() }), {
        "jitter (ps) is 33,001; it must be from 0 to 33,000"
    });
    let readers = Readers::new(Setup::default()).unwrap();
    assert!(readers.simulate(1, 0).is_err());
    assert!(readers.simulate(1, MAX_SAMPLES + 1).is_err());
    assert!(readers.trace(1, MAX_TRACE + 1).is_err());
}

#[test]
fn time_fits_64_bits_at_every_limit() {
    // The last reading's time, in the worst case: every read at its dearest, stretched, in the longest queue.
    let work = u128::from(MAX_SAMPLES) * u128::from(2 * MAX_COST_PS * u64::from(MAX_SHARING_PERMILLE) / 1_000);
    let turns = work + 3 * u128::from(MAX_SLICE_PS);
    let worst = turns * u128::from(MAX_THREADS) + u128::from(2 * MAX_STEP_PS);
    assert!(worst < u128::from(u64::MAX), "{worst}");
}

fn any_setup() -> impl Strategy<Value = Setup> {
    let sizes = (1..=16_u32, 1..=20_000_u64, 1..=100_u64, 1..=60_000_u64, 0..=1_000_u64);
    let machine = (1..=4_u32, 1..=2_u32, 1_000..=3_000_u32, 1..=1_000_000_u64);
    (sizes, machine).prop_map(|((threads, step_ps, unit_ns, cost_ps, jitter), (cores, hardware, sharing, slice))| {
        Setup {
            threads,
            step_ps,
            unit_ns,
            cost_ps,
            jitter_ps: cost_ps * jitter / 1_000,
            phases: Offsets::Random,
            residues: Offsets::Random,
            cores,
            hardware_threads: hardware,
            sharing_permille: sharing,
            slice_ps: slice,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_trace_is_the_start_of_the_run_that_is_counted(setup in any_setup(), seed in any::<u64>()) {
        let readers = Readers::new(setup).unwrap();
        let trace = readers.trace(seed, 200).unwrap();
        let counted = readers.simulate(seed, 200).unwrap();
        let values = trace.iter().map(|thread| thread.iter().map(|reading| reading.value_ns));
        prop_assert_eq!(count::count(values).unwrap(), counted.collisions);
        let pairs: u64 = trace.iter().map(|thread| thread.len() as u64 - 1).sum();
        let values = trace.iter().map(|thread| thread.iter().map(|reading| reading.value_ns));
        let equal: u64 = values.map(|thread| Neighbours::of(thread).equal).sum();
        prop_assert_eq!(counted.neighbours, Neighbours { pairs, equal, backward: 0 });
        for thread in &trace {
            prop_assert!(thread.windows(2).all(|pair| pair[0].at_ps <= pair[1].at_ps));
        }
    }
}

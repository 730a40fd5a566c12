//! All that is simulated, in the quick profile, and the published table against the models.

use harness::Run;
use harness::record::{Profile, Series};
use load_balancing_model::{Placement, Strategy, exact};
use placements::{Outcomes, simulate};
use rayon::ThreadPoolBuilder;
use sharding::{Counts, Shard, carry_out};

use crate::LoadBalancing;
use crate::conditions::{Conditions, placement};
use crate::published::{Row, rows};
use crate::series;

/// The simulated series of a quick run in so many parts, by so many threads.
fn quick(parts: u32, threads: usize) -> Vec<Series> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let (run, conditions) = (Run::silent(Profile::Quick, 1), Conditions::of(Profile::Quick).repeated());
    let mut counts = vec![Counts::default(); conditions.len()];
    for index in 1..=parts {
        let shard = Shard::new(index, parts).unwrap();
        let part = pool.install(|| carry_out::<LoadBalancing>(&run, &conditions, shard)).unwrap();
        counts.iter_mut().zip(&part).for_each(|(sum, part)| sum.merge(part));
    }
    let outcomes = Outcomes::of_counted(conditions.into_iter().zip(counts).collect());
    series::all(&Conditions::of(Profile::Quick), &outcomes)
}

#[test]
fn any_number_of_parts_and_threads_comes_to_the_same_bytes() {
    let bytes = |series: &[Series]| {
        let points: Vec<_> = series.iter().map(|series| &series.points).collect();
        serde_json::to_string(&points).unwrap()
    };
    let alone = bytes(&quick(1, 1));
    assert!(alone.len() > 90_000, "{}", alone.len());
    for (parts, threads) in [(1, 2), (3, 2), (16, 2)] {
        assert!(bytes(&quick(parts, threads)) == alone, "{parts} parts, {threads} threads");
    }
}

/// The quantiles whose sampling error is held against the published table.
const LEVELS: [f64; 4] = [0.5, 0.95, 0.99, 0.999];

/// Repetitions behind the published table.
const PUBLISHED_REPETITIONS: u32 = 10_000;

/// A quantile this many standard errors off is an error: by chance alone one of the 704 one-sided comparisons with the
/// published table (88 rows, 4 quantiles, 2 sides) would be in fewer than 3 of 1,000 published tables.
const ALLOWED_ERRORS: f64 = 4.5;

/// Whether `load` can be the nearest-rank quantile `q` of `n` loads of which, in truth, a share `below` lies under it and a
/// share `up_to` at or under it. The number at or under a load is at most as scattered as a binomial one, since the loads
/// of a placement are negatively associated; `error` is an error of the shares themselves, as a multiple of the
/// binomial one.
fn is_plausible(q: f64, n: f64, below: f64, up_to: f64, error: f64) -> bool {
    let allowed = |share: f64| ALLOWED_ERRORS * error * (share * (1.0 - share) / n).sqrt();
    // It is the quantile if at least q of the loads lie up to it, and less than q below it.
    q - up_to <= allowed(up_to) && below - q <= allowed(below)
}

fn cells(strategy: Strategy) -> impl Iterator<Item = (Placement, f64, u64)> {
    let of = move |row: &Row| row.strategy == strategy;
    rows().into_iter().filter(of).flat_map(|row| {
        let placement = placement(row.items, row.servers, row.strategy);
        LEVELS.into_iter().zip(row.quantiles).map(move |(q, load)| (placement, q, load))
    })
}

#[test]
fn every_published_quantile_of_random_placement_agrees_with_the_exact_distribution() {
    for (placement, q, load) in cells(Strategy::Random) {
        let (items, servers) = (placement.items(), placement.servers());
        let up_to = |load| 1.0 - exact::p_server_over(items, servers, load);
        let n = f64::from(servers) * f64::from(PUBLISHED_REPETITIONS);
        let below = load.checked_sub(1).map_or(0.0, up_to);
        assert!(is_plausible(q, n, below, up_to(load), 1.0), "{placement:?}: {q} published as {load}");
    }
}

#[test]
fn four_in_five_published_quantiles_of_random_placement_are_exact_to_the_item() {
    let cells: Vec<_> = cells(Strategy::Random).collect();
    let exact = |(placement, q, load): &&(Placement, f64, u64)| {
        exact::quantile(placement.items(), placement.servers(), *q) == *load
    };
    let equal = cells.iter().filter(exact).count();
    assert!(equal * 5 >= cells.len() * 4, "{equal} of {}", cells.len());
}

/// Two choices have no closed form: the published quantiles and ours are both samples.
#[test]
fn every_published_quantile_of_two_choices_agrees_with_a_simulation() {
    for cells in cells(crate::conditions::TWO_CHOICES).collect::<Vec<_>>().chunks(LEVELS.len()) {
        let placement = cells[0].0;
        // Enough for about 20,000 loads, or 4 million items.
        let repetitions = (20_000 / placement.servers()).clamp(20, 4_000_000 / placement.items() as u32);
        let loads = simulate(placement, 3, repetitions).loads;
        // Errors of independent samples add up by their squares.
        let error = (1.0 + f64::from(PUBLISHED_REPETITIONS) / f64::from(repetitions)).sqrt();
        let n = f64::from(placement.servers()) * f64::from(PUBLISHED_REPETITIONS);
        for &(_, q, load) in cells {
            let up_to = 1.0 - loads.share_above(load);
            let below = 1.0 - load.checked_sub(1).map_or(1.0, |load| loads.share_above(load));
            // A share of none or all says nothing of its own error; one load more or less does.
            let one = 1.0 / loads.total() as f64;
            let nearby = |share: f64| share.clamp(one, 1.0 - one);
            assert!(is_plausible(q, n, nearby(below), nearby(up_to), error), "{placement:?}: {q} published as {load}");
        }
    }
}

#[test]
fn picks_that_may_coincide_give_the_published_79_and_distinct_ones_78() {
    let p99 = |distinct| {
        let thirteen = placement(1000, 13, Strategy::Choices { choices: 2, distinct });
        simulate(thirteen, 1, 2000).loads.quantile(0.99)
    };
    assert_eq!((p99(false), p99(true)), (79, 78));
}

#[test]
fn simulated_quantiles_of_random_placement_agree_with_the_exact_distribution() {
    let repetitions = 1000;
    for placement in Conditions::of(Profile::Quick).table {
        if placement.strategy() != Strategy::Random || placement.servers() == 1000 {
            continue;
        }
        let outcome = simulate(placement, 7, repetitions);
        let up_to = |load| 1.0 - exact::p_server_over(placement.items(), placement.servers(), load);
        for q in LEVELS {
            let found = series::quantile(&outcome, q).value as u64;
            let below = found.checked_sub(1).map_or(0.0, up_to);
            let n = f64::from(placement.servers()) * f64::from(repetitions);
            assert!(is_plausible(q, n, below, up_to(found), 1.0), "{placement:?}: {q} is {found}");
        }
    }
}

#[test]
fn an_implausible_quantile_is_told() {
    let (items, servers) = (1000, 13);
    let up_to = |load| 1.0 - exact::p_server_over(items, servers, load);
    let n = 130_000.0;
    assert!(is_plausible(0.99, n, up_to(96), up_to(97), 1.0));
    assert!(!is_plausible(0.99, n, up_to(98), up_to(99), 1.0));
    assert!(!is_plausible(0.99, n, up_to(94), up_to(95), 1.0));
}

#[test]
fn whatever_a_record_lacks_is_not_tested_and_says_so() {
    testkit::judges_whatever_is_missing::<crate::WithCommands>("load-balancing");
}

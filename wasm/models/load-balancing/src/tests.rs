use super::*;

#[test]
fn the_fact_sheet_values_hold_to_four_digits() {
    let rounded = |x: f64| format!("{x:.3e}");
    let any = |items, servers, capacity| rounded(exact::p_any_over(items, servers, capacity));
    assert_eq!(any(1000, 12, 100), rounded(0.2997));
    assert_eq!(any(1000, 13, 100), rounded(0.04503));
    assert_eq!(any(1000, 14, 100), rounded(0.004814));
    assert_eq!(any(1000, 28, 50), rounded(0.2115));
    assert_eq!(any(10_000, 11, 1000), rounded(0.009335));
    // given to three digits
    assert_eq!(format!("{:.2e}", exact::p_any_over(1000, 15, 100)), "4.25e-4");
    assert_eq!(format!("{:.2e}", exact::p_any_over(1000, 30, 50)), "6.59e-2");
    assert_eq!(format!("{:.2e}", exact::p_any_over(1000, 33, 50)), "9.79e-3");
}

#[test]
fn an_overload_that_is_nearly_certain_has_a_chance_near_one() {
    // (1 - t/g)^m overflows where g^m underflows.
    assert_eq!(exact::p_any_over(51_099, 65_832, 1), 1.0);
    // Close to the perfect balance gᵐ vanishes where the rest overflows.
    for (servers, at_least) in [(10, 0.999_999), (11, 0.90), (12, 0.29)] {
        let chance = exact::p_any_over(1000, servers, 100);
        assert!(chance > at_least && chance <= 1.0, "{servers} servers: {chance}");
    }
}

/// By how many of its standard deviations the chi-square statistic of a histogram exceeds its mean, against the
/// probabilities of the values from `first` on. Values expected fewer than 10 times are pooled at both ends.
pub(super) fn chi_square_excess(histogram: &Histogram, first: u64, probabilities: &[f64]) -> f64 {
    let total = histogram.total() as f64;
    let mut observed = vec![0.0; probabilities.len()];
    for (value, count) in histogram.iter() {
        let cell = usize::try_from(value - first).unwrap_or(usize::MAX);
        assert!(cell < observed.len(), "{value} has a probability below 1e-20");
        observed[cell] += count as f64;
    }
    let (mut statistic, mut cells) = (0.0, -1.0);
    let (mut seen, mut expected) = (0.0, 0.0);
    let mut left = total;
    for (count, probability) in observed.iter().zip(probabilities) {
        seen += count;
        expected += probability * total;
        // A cell closes when it is large enough and what is left can make another.
        if expected >= 10.0 && left - expected >= 10.0 {
            statistic += (seen - expected) * (seen - expected) / expected;
            cells += 1.0;
            left -= expected;
            (seen, expected) = (0.0, 0.0);
        }
    }
    statistic += (seen - expected) * (seen - expected) / expected.max(1e-9);
    cells += 1.0;
    (statistic - cells) / (2.0_f64 * cells.max(1.0)).sqrt()
}

fn placement(items: u64, servers: u32, strategy: Strategy) -> Placement {
    Placement::new(items, servers, strategy).unwrap()
}

const TWO: Strategy = Strategy::Choices { choices: 2, distinct: false };
const TWO_DISTINCT: Strategy = Strategy::Choices { choices: 2, distinct: true };
const ALL: [Strategy; 7] = [
    Strategy::Random,
    TWO,
    TWO_DISTINCT,
    Strategy::Choices { choices: 3, distinct: false },
    Strategy::Choices { choices: 3, distinct: true },
    Strategy::LeastLoaded,
    Strategy::RoundRobin,
];

#[test]
fn limits_are_inclusive_and_errors_name_the_field() {
    assert!(Placement::new(MAX_ITEMS, MAX_SERVERS, Strategy::Random).is_ok());
    assert_eq!(Placement::new(0, 1, TWO).unwrap_err().field, "items");
    assert_eq!(Placement::new(MAX_ITEMS + 1, 1, TWO).unwrap_err().field, "items");
    assert_eq!(Placement::new(1, 0, TWO).unwrap_err().field, "servers");
    assert_eq!(Placement::new(1, MAX_SERVERS + 1, TWO).unwrap_err().field, "servers");
    let choices = |choices, distinct| Placement::new(1, 3, Strategy::Choices { choices, distinct });
    assert!(choices(64, false).is_ok() && choices(3, true).is_ok());
    assert_eq!(choices(65, false).unwrap_err().to_string(), "choices is 65; it must be from 1 to 64");
    assert_eq!(choices(4, true).unwrap_err().to_string(), "choices is 4; it must be from 1 to 3");
    assert_eq!(choices(0, false).unwrap_err().field, "choices");
    assert_eq!(check_repetitions(0).unwrap_err().field, "repetitions");
    assert_eq!(check_repetitions(1_000_000), Ok(1_000_000));
    assert_eq!(check_capacity(11, 10).unwrap_err().to_string(), "capacity is 11; it must be from 0 to 10");
}

#[test]
fn every_name_parses_back_to_itself() {
    for name in Strategy::NAMES {
        assert_eq!(Strategy::parse(name, 2).unwrap().name(), name);
    }
    let unknown = Strategy::parse("Random", 2).unwrap_err().to_string();
    assert!(unknown.starts_with("strategy is \"Random\"; it must be one of random, two-choices"), "{unknown}");
    assert!(Strategy::parse("two-choices", 0).is_err() && Strategy::parse("random", 0).is_ok());
}

#[test]
fn fast_two_choices_gives_the_bytes_of_the_plain_loop() {
    let cases = [(1, 2), (2, 3), (20, 3), (1000, 2), (1000, 13), (5000, 1000), (70_000, 99_991), (100_000, 10)];
    for (items, servers) in cases {
        for strategy in [TWO, TWO_DISTINCT] {
            let placement = placement(items, servers, strategy);
            assert_eq!(placement.simulate(9, 3..10), placement.simulate_plain(9, 3..10), "{placement:?}");
        }
    }
}

#[test]
fn two_choices_gives_the_same_bytes_on_every_processor() {
    let sizes = [1, 2, 20, 63, 64, 65, 128, 1000, 3001];
    let servers = [1, 2, 3, 7, 13, 64, 1000, 16_384, 16_385, 99_991, 100_000];
    for items in sizes {
        for servers in servers {
            for strategy in [TWO, TWO_DISTINCT] {
                if strategy.check(servers).is_err() {
                    continue;
                }
                let placement = placement(items, servers, strategy);
                let few = [(2, 7)];
                let many = [(0, 0), (0, 1), (1, 4), (0, 4), (3, 8), (5, 15), (0, 32)];
                for &(start, end) in if servers > 1000 { &few[..] } else { &many[..] } {
                    let range = start..end;
                    let plain = placement.simulate_plain(11, range.clone());
                    assert_eq!(placement.simulate(11, range.clone()), plain, "{placement:?} {range:?}");
                    assert_eq!(placement.simulate_portable(11, range.clone()), plain, "{placement:?} {range:?}");
                }
            }
        }
    }
    // Long enough that words are drawn again: 1 in 25,000 words of 100,000 servers, 1 in 133,000 of 16,228.
    for servers in [16_228, 100_000] {
        let long = placement(300_000, servers, TWO);
        assert_eq!(long.simulate(12, 0..5), long.simulate_plain(12, 0..5));
    }
    let last = placement(30, 5, TWO);
    assert_eq!(last.simulate(1, u32::MAX - 6..u32::MAX), last.simulate_plain(1, u32::MAX - 6..u32::MAX));
}

#[test]
fn fast_random_placement_has_the_distribution_of_the_plain_one() {
    // Pooled loads are binomial, maxima have p_any_over; both versions are held against the same closed forms. Loads of one
    // placement repel each other, so the chi-square of pooled loads scatters less than its nominal width, not more.
    for (items, servers) in
        [(1000, 13), (1000, 17), (1000, 18), (1000, 100), (1000, 1000), (100_000, 10), (30, 2), (7, 3)]
    {
        let placement = placement(items, servers, Strategy::Random);
        for (name, outcome) in
            [("fast", placement.simulate(5, 0..20_000)), ("plain", placement.simulate_plain(6, 0..4_000))]
        {
            let (first, probabilities) = exact::load_probabilities(items, servers);
            let excess = chi_square_excess(&outcome.loads, first, &probabilities);
            assert!(excess < 5.0, "{name} loads of {items}/{servers}: {excess}");
            // P(max ≤ c) over all c that matter, as one probability per value of the maximum.
            let low = items.div_ceil(servers.into());
            let high = outcome.maxima.max() + 20;
            let maxima: Vec<f64> = (low..=high.min(items))
                .map(|max| {
                    let over_less = if max == low { 1.0 } else { exact::p_any_over(items, servers, max - 1) };
                    over_less - exact::p_any_over(items, servers, max)
                })
                .collect();
            let excess = chi_square_excess(&outcome.maxima, low, &maxima);
            assert!(excess < 5.0, "{name} maxima of {items}/{servers}: {excess}");
        }
    }
}

#[test]
fn a_trace_is_one_repetition_of_the_plain_loop() {
    for strategy in ALL {
        let placement = placement(500, 7, strategy);
        for repetition in [0, 5] {
            let mut loads = [0; 7];
            placement.trace(1, repetition).iter().for_each(|&server| loads[server as usize] += 1_u32);
            let mut histogram = Histogram::new();
            histogram.add_all(&loads);
            assert_eq!(histogram, placement.simulate_plain(1, repetition..repetition + 1).loads);
        }
    }
}

#[test]
fn every_item_goes_where_its_strategy_says() {
    let mut loads = [0_u32; 7];
    for server in placement(500, 7, Strategy::LeastLoaded).trace(2, 0) {
        assert_eq!(loads[server as usize], *loads.iter().min().unwrap());
        loads[server as usize] += 1;
    }
    let round_robin = placement(20, 7, Strategy::RoundRobin).trace(2, 0);
    assert_eq!(round_robin, (0..20).map(|item| item % 7).collect::<Vec<_>>());
    // Distinct choices of all servers are full information; distinct choices of two never see one server twice, so the
    // first two items on two servers never share one.
    let all = placement(500, 7, Strategy::Choices { choices: 7, distinct: true });
    assert_eq!(all.simulate_plain(3, 0..50), placement(500, 7, Strategy::LeastLoaded).simulate(3, 0..50));
    assert_eq!(placement(2, 2, TWO_DISTINCT).simulate(3, 0..100).maxima.max(), 1);
}

#[test]
fn choices_are_uniform_over_pairs() {
    // The first item goes to the first pick, the second sees one full server: it lands there with probability 1/m² with
    // replacement (both picks hit it), and never with distinct ones. 6 standard deviations of 90,000 draws.
    let shared = |strategy| placement(2, 3, strategy).simulate(4, 0..90_000).maxima.share_above(1);
    let expected: f64 = 1.0 / 9.0;
    assert!((shared(TWO) - expected).abs() < 6.0 * (expected * (1.0 - expected) / 90_000.0).sqrt());
    assert_eq!(shared(TWO_DISTINCT), 0.0);
}

#[test]
fn published_strategies_differ_as_the_published_table_shows() {
    // 1,000 items on 13 servers, 10,000 repetitions: p99 is 79 as published (with replacement), 78 with distinct picks.
    let p99 = |strategy| placement(1000, 13, strategy).simulate(1, 0..10_000).loads.quantile(0.99);
    assert_eq!((p99(TWO), p99(TWO_DISTINCT)), (79, 78));
}

#[test]
fn balanced_strategies_are_exact() {
    for strategy in [Strategy::LeastLoaded, Strategy::RoundRobin] {
        let placement = placement(1000, 13, strategy);
        let outcome = placement.simulate(1, 0..10);
        assert_eq!(outcome, placement.simulate_plain(1, 0..10));
        assert_eq!(outcome.loads.iter().collect::<Vec<_>>(), [(76, 10), (77, 120)]);
        assert_eq!(exact::summary(&placement, 76), Some(outcome.summary(76)));
        assert_eq!(outcome.summary(76).p_server_over_capacity, 12.0 / 13.0);
    }
}

#[test]
fn the_largest_settings_work() {
    let placement = placement(MAX_ITEMS, MAX_SERVERS, Strategy::Random);
    let outcome = placement.simulate(1, 0..2);
    assert_eq!(outcome.loads.total(), 200_000);
    assert_eq!(outcome.loads.mean(), 100.0);
    let summary = exact::summary(&placement, 150).unwrap();
    assert!((summary.p50, summary.p999) == (100, 132) && summary.p_any_over_capacity > 0.0);
    assert!(exact::p_any_over(MAX_ITEMS, 3, 3_334_000) < 1.0);
    assert_eq!(exact::quantile(MAX_ITEMS, 1, 0.5), MAX_ITEMS);
    let all_on_one = Placement::new(MAX_ITEMS, 1, TWO).unwrap().simulate(1, 0..1_000_000);
    assert_eq!(all_on_one.loads.iter().collect::<Vec<_>>(), [(MAX_ITEMS, 1_000_000)]);
}

/// Every way to place the items, each equally likely: the exact answers by counting, for tiny settings.
fn enumerate(items: u32, servers: u32) -> Vec<Vec<u32>> {
    let mut ways = vec![vec![0; servers as usize]];
    for _ in 0..items {
        ways = ways
            .into_iter()
            .flat_map(|loads| {
                (0..servers as usize).map(move |server| {
                    let mut loads = loads.clone();
                    loads[server] += 1;
                    loads
                })
            })
            .collect();
    }
    ways
}

#[test]
fn exact_values_count_every_way_to_place_few_items() {
    for (items, servers) in [(1, 1), (1, 2), (2, 2), (3, 2), (5, 3), (7, 3), (6, 5), (8, 4), (12, 2)] {
        let ways = enumerate(items, servers);
        for capacity in 0..=items {
            let any = ways.iter().filter(|loads| loads.iter().any(|&load| load > capacity)).count();
            let first = ways.iter().filter(|loads| loads[0] > capacity).count();
            let [any, first] = [any, first].map(|count| count as f64 / ways.len() as f64);
            let case = format!("{items} on {servers}, capacity {capacity}");
            let (n, c) = (items.into(), capacity.into());
            assert!((exact::p_server_over(n, servers, c) - first).abs() < 1e-14, "{case}");
            let found = exact::p_any_over(n, servers, c);
            assert!((found - any).abs() <= 1e-12 * any, "{case}: {found} for {any}");
        }
    }
}

/// The same by the coefficients themselves: powers of the truncated Poisson series, multiplied out. The simple version that
/// the integral is checked against.
fn p_any_over_by_powers(items: u64, servers: u32, capacity: u64) -> f64 {
    let n = items as usize;
    let mean = items as f64 / f64::from(servers);
    let term = |mean: f64, k: usize| libm::exp(k as f64 * libm::log(mean) - mean - libm::lgamma(k as f64 + 1.0));
    let multiply = |a: &[f64], b: &[f64]| {
        let mut product = vec![0.0; (a.len() + b.len() - 1).min(n + 1)];
        for (i, x) in a.iter().enumerate().filter(|(_, x)| **x > 1e-40) {
            product.iter_mut().skip(i).zip(b).for_each(|(sum, y)| *sum += x * y);
        }
        product
    };
    let mut base: Vec<f64> = (0..=capacity as usize).map(|k| term(mean, k)).collect();
    let mut power = vec![1.0];
    let mut exponent = servers;
    while exponent > 0 {
        if exponent % 2 == 1 {
            power = multiply(&power, &base);
        }
        base = multiply(&base, &base);
        exponent /= 2;
    }
    1.0 - power.get(n).copied().unwrap_or(0.0) / term(items as f64, n)
}

#[test]
fn any_server_over_agrees_with_multiplied_series() {
    let cases = [(1000, 13, 77..130), (1000, 28, 36..60), (1000, 100, 10..25), (300, 3, 100..125), (200, 2, 100..120)];
    for (items, servers, capacities) in cases {
        for capacity in capacities.step_by(3) {
            let (found, expected) =
                (exact::p_any_over(items, servers, capacity), p_any_over_by_powers(items, servers, capacity));
            assert!((found - expected).abs() < 1e-9, "{items}/{servers} over {capacity}: {found} for {expected}");
        }
    }
}

#[test]
fn any_server_over_of_a_poisson_number_is_the_mean_over_all_numbers() {
    for (mean, servers, capacity) in
        [(1000.0, 13, 100), (1000.0, 14, 100), (1000.0, 28, 50), (40.0, 3, 20), (0.5, 2, 0)]
    {
        let number = |n: u64| libm::exp(n as f64 * libm::log(mean) - mean - libm::lgamma(n as f64 + 1.0));
        let numbers = 0..=(mean + 10.0 * mean.sqrt() + 30.0) as u64;
        let expected: f64 = numbers.map(|n| number(n) * exact::p_any_over(n, servers, capacity)).sum();
        let found = exact::p_any_over_of_poisson(mean, servers, capacity);
        let case = format!("{mean} on {servers} over {capacity}");
        assert!((found / expected - 1.0).abs() < 1e-9, "{case}: {found} for {expected}");
    }
}

#[test]
fn any_server_over_of_a_poisson_number_is_the_formula_of_few_items() {
    let near = |found: f64, expected: f64| assert!((found / expected - 1.0).abs() < 1e-14, "{found} for {expected}");
    // Neither of two servers has any: e⁻² of all cases.
    near(exact::p_any_over_of_poisson(2.0, 2, 0), 1.0 - libm::exp(-2.0));
    near(exact::p_any_over_of_poisson(3.0, 1, 2), 1.0 - 8.5 * libm::exp(-3.0));
    assert_eq!(exact::p_any_over_of_poisson(1000.0, 3, 0), 1.0);
    // A tail so far out is its first terms: e⁻¹·(1/21! + 1/22! + …) for each of two servers.
    let factorials = (1..40).scan(1.0, |factorial, k| {
        *factorial *= f64::from(k);
        Some((k, *factorial))
    });
    let tail: f64 = factorials.filter(|(k, _)| *k > 20).map(|(_, factorial)| libm::exp(-1.0) / factorial).sum();
    near(exact::p_any_over_of_poisson(2.0, 2, 20), 2.0 * tail);
}

#[test]
fn tails_keep_their_relative_precision() {
    // P(Bin(100, 1/2) > 90) = Σ C(100, k) / 2^100 over k > 90, and the chance for any of two servers is twice that.
    let choose = |k: u32| (0..k).fold(1.0, |c, i| c * f64::from(100 - i) / f64::from(i + 1));
    let tail = (91..=100).map(choose).sum::<f64>() / 2.0_f64.powi(100);
    assert!((exact::p_server_over(100, 2, 90) / tail - 1.0).abs() < 1e-12);
    assert!((exact::p_any_over(100, 2, 90) / (2.0 * tail) - 1.0).abs() < 1e-12);
    // Where the bounds are tight, the integral has to agree with them.
    for (items, servers, capacity) in [(1000, 13, 160), (1000, 50, 62), (100_000, 1000, 170)] {
        let p = exact::p_server_over(items, servers, capacity);
        let any = exact::p_any_over(items, servers, capacity);
        let bound = f64::from(servers) * p;
        assert!(any <= bound && any >= bound * (1.0 - bound), "{items}/{servers} over {capacity}: {any} for {bound}");
    }
}

#[test]
fn risks_fall_with_capacity_and_with_servers() {
    for (items, servers) in [(1000, 3), (1000, 13), (1000, 50), (10_000, 11), (100_000, 1000), (50, 7)] {
        let mut last = (1.0, 1.0);
        for capacity in 0..=(items / u64::from(servers) * 3).min(items) {
            let next = (exact::p_server_over(items, servers, capacity), exact::p_any_over(items, servers, capacity));
            assert!(next.0 <= last.0 && next.1 <= last.1 * (1.0 + 1e-9), "{items}/{servers} over {capacity}");
            assert!(next.0 <= next.1 * (1.0 + 1e-12), "one server is any server");
            last = next;
        }
    }
    for (items, capacity) in [(1000, 100), (1000, 50), (10_000, 1000), (50, 9)] {
        let mut last = (1.0, 1.0);
        for servers in 1..200 {
            let next = (exact::p_server_over(items, servers, capacity), exact::p_any_over(items, servers, capacity));
            assert!(next.0 <= last.0 && next.1 <= last.1 * (1.0 + 1e-9), "{items} over {capacity} on {servers}");
            last = next;
        }
    }
}

#[test]
fn the_closed_form_finds_the_known_numbers_of_servers() {
    use exact::Scope::{Any, Server};
    assert_eq!(exact::servers_needed(1000, 100, 0.01, Server), Some(13));
    assert_eq!(exact::servers_needed(1000, 100, 0.01, Any), Some(14));
    assert_eq!(exact::servers_needed(1000, 50, 0.01, Any), Some(33));
    assert_eq!(exact::servers_needed(1000, 50, 0.01, Server), Some(28));
    assert_eq!(exact::servers_needed(10_000, 1000, 0.01, Any), Some(11));
    assert_eq!(exact::servers_needed(1000, 1000, 0.0, Any), Some(1));
    assert_eq!(exact::servers_needed(1000, 0, 0.5, Any), None);
    assert_eq!(exact::servers_needed(MAX_ITEMS, 100, 0.01, Any), None);
    assert_eq!(exact::servers_needed(1000, 100, f64::NAN, Any), None);
}

#[test]
fn binomial_quantiles_are_nearest_ranks_of_the_distribution() {
    assert_eq!(exact::quantile(1, 2, 0.5), 0);
    assert_eq!(exact::quantile(1, 2, 0.51), 1);
    assert_eq!(exact::quantile(2, 2, 0.75), 1);
    assert_eq!(exact::quantile(2, 2, 1.0), 2);
    // As published: 1,000 items on 13 servers, 10,000 items on 11.
    assert_eq!([0.5, 0.95, 0.99].map(|q| exact::quantile(1000, 13, q)), [77, 91, 97]);
    assert_eq!(exact::quantile(10_000, 11, 0.99), 977);
}

mod properties {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn any_split_of_the_repetitions_merges_to_the_same_outcome(
            items in 1_u64..2000, servers in 3_u32..200, strategy in prop::sample::select(ALL.to_vec()),
            seed in 0_u64..1000, cut in 0_u32..12,
        ) {
            let placement = placement(items, servers, strategy);
            let mut merged = placement.simulate(seed, cut..12);
            merged.merge(&placement.simulate(seed, 0..cut));
            prop_assert_eq!(&merged, &placement.simulate(seed, 0..12));
            prop_assert_eq!(merged.repetitions(), 12);
        }

        #[test]
        fn every_item_lands_somewhere(
            items in 1_u64..3000, servers in 3_u32..300, strategy in prop::sample::select(ALL.to_vec()),
        ) {
            let placement = placement(items, servers, strategy);
            for outcome in [placement.simulate(1, 0..3), placement.simulate_plain(1, 0..3)] {
                let placed: u64 = outcome.loads.iter().map(|(load, count)| load * count).sum();
                prop_assert_eq!(placed, 3 * items);
                prop_assert_eq!(outcome.loads.total(), 3 * u64::from(servers));
                prop_assert_eq!(outcome.loads.max(), outcome.maxima.max());
            }
        }

        #[test]
        fn exact_answers_are_probabilities_wherever_they_are_asked(
            items in 1_u64..=MAX_ITEMS, servers in 1_u32..=MAX_SERVERS, spread in 0.0..=3.0_f64,
        ) {
            let capacity = ((items as f64 / f64::from(servers) * spread) as u64).min(items);
            let p = exact::p_server_over(items, servers, capacity);
            prop_assert!((0.0..=1.0 + 1e-12).contains(&p), "{}", p);
            // Near the mean of a few very full servers the integral takes seconds without optimisation.
            if servers > 50 {
                let any = exact::p_any_over(items, servers, capacity);
                prop_assert!((0.0..=1.0).contains(&any) && any >= p - 1e-12, "{} {}", p, any);
            }
        }
    }
}

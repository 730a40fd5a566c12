use super::*;

const STRATEGIES: [Strategy; 6] = [
    Strategy::Random,
    Strategy::Choices { choices: 2, distinct: false },
    Strategy::Choices { choices: 2, distinct: true },
    Strategy::Choices { choices: 5, distinct: false },
    Strategy::LeastLoaded,
    Strategy::RoundRobin,
];

#[test]
fn ranges_of_repetitions_add_up_to_the_whole() {
    for strategy in STRATEGIES {
        let placement = Placement::new(1000, 100, strategy).unwrap();
        let whole = counted(&placement, 3, 0..21);
        let mut sum = Counts::default();
        for range in [15..21, 0..8, 8..15] {
            sum.merge(&counted(&placement, 3, range));
        }
        assert_eq!(sum, whole);
        assert_eq!((whole.total(LOADS), whole.total(MAXIMA)), (Some(2100), Some(21)));
        assert_eq!(
            whole.frequencies(LOADS).map(|(value, n)| value * n).sum::<u64>(),
            21_000,
            "every item lies on a server"
        );
        let found = Outcomes::of_counted(vec![(condition(placement, 21), whole)]);
        assert_eq!(
            (found.at(placement), &simulate(placement, 3, 21)),
            (&placement.simulate(3, 0..21), found.at(placement))
        );
    }
}

#[test]
fn no_two_strategies_share_a_name() {
    let mut keys = STRATEGIES.map(|strategy| condition(Placement::new(100, 10, strategy).unwrap(), 1).key).to_vec();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), STRATEGIES.len());
}

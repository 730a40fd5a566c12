use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn every_condition_has_one_turn_in_every_round(conditions in 1..20usize, warm_up in 0..3u32, repetitions in 1..6u32, seed: u64) {
        let turns = interleaved(conditions, warm_up, repetitions, seed);
        for (round, turns) in turns.chunks(conditions).enumerate() {
            let mut seen: Vec<usize> = turns.iter().map(|turn| turn.condition).collect();
            seen.sort();
            prop_assert_eq!(seen, (0..conditions).collect::<Vec<_>>());
            prop_assert!(turns.iter().all(|turn| turn.round == round as u32 && turn.warm_up == (turn.round < warm_up)));
        }
        prop_assert_eq!(turns.len(), conditions * (warm_up + repetitions) as usize);
    }
}

#[test]
fn a_seed_fixes_the_order_and_another_changes_it() {
    assert_eq!(interleaved(10, 1, 5, 7), interleaved(10, 1, 5, 7));
    assert_ne!(interleaved(10, 1, 5, 7), interleaved(10, 1, 5, 8));
}

#[test]
fn rounds_are_in_different_orders() {
    let turns = interleaved(10, 0, 2, 7);
    let order = |round: &[Turn]| round.iter().map(|turn| turn.condition).collect::<Vec<_>>();
    assert_ne!(order(&turns[..10]), order(&turns[10..]));
}

/// 6 orders of 3 parts, 6000 seeds: each order is expected 1000 times, with a standard deviation of 29.
#[test]
fn every_order_is_as_likely() {
    let mut counts = std::collections::BTreeMap::new();
    for seed in 0..6000 {
        *counts.entry(shuffled(vec![1, 2, 3], seed)).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 6);
    assert!(counts.values().all(|&count: &i32| (850..1150).contains(&count)), "{counts:?}");
}

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

    #[test]
    fn conditions_of_a_group_follow_one_another(
        sizes in prop::collection::vec(1..6usize, 1..8), repetitions in 1..4u32, seed: u64,
    ) {
        let group_of: Vec<usize> = sizes.iter().enumerate().flat_map(|(group, &size)| vec![group; size]).collect();
        let turns = grouped(&sizes, 1, repetitions, seed);
        prop_assert_eq!(turns.len(), group_of.len() * (1 + repetitions) as usize);
        for (round, turns) in turns.chunks(group_of.len()).enumerate() {
            prop_assert!(turns.iter().all(|turn| turn.round == round as u32 && turn.warm_up == (round == 0)));
            let mut seen: Vec<usize> = turns.iter().map(|turn| turn.condition).collect();
            let groups = seen.chunk_by(|&a, &b| group_of[a] == group_of[b]).count();
            prop_assert_eq!(groups, sizes.len());
            seen.sort();
            prop_assert_eq!(seen, (0..group_of.len()).collect::<Vec<_>>());
        }
    }
}

#[test]
fn groups_and_their_conditions_change_places_from_round_to_round() {
    let turns = grouped(&[5, 5, 5, 5], 0, 2, 7);
    let groups = |round: &[Turn]| round.iter().step_by(5).map(|turn| turn.condition / 5).collect::<Vec<_>>();
    assert_ne!(groups(&turns[..20]), groups(&turns[20..]));
    let first_group =
        |round: &[Turn]| round.iter().map(|turn| turn.condition).filter(|condition| *condition < 5).collect::<Vec<_>>();
    assert_ne!(first_group(&turns[..20]), first_group(&turns[20..]));
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

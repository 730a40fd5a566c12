use crate::walks::{Chance, Walks};
use crate::{Question, System};

fn walks(name: &str, goal: u64, length: u64) -> Walks {
    Walks::new(Question::parse(name, goal).unwrap(), length).unwrap()
}

/// By trying every sequence: the oracle.
fn counted(name: &str, goal: u64, length: u32) -> u128 {
    let question = Question::parse(name, goal).unwrap();
    let actions = question.actions();
    let hits = |sequence: &u32| {
        let mut state = question.start();
        (0..length).any(|place| {
            let action = sequence / actions.pow(place) % actions;
            state = question.step(state, action).unwrap_or(state);
            question.is_goal(state)
        })
    };
    (0..actions.pow(length)).filter(hits).count() as u128
}

#[test]
fn of_46656_sequences_of_six_moves_exactly_one_measures_four_litres() {
    assert_eq!(walks("jugs", 4, 6).chance(), Chance { hits: 1, sequences: 46_656 });
    assert_eq!(walks("jugs", 4, 5).chance().hits, 0);
    assert_eq!(walks("jugs", 6, 30).chance().hits, 0);
}

#[test]
fn the_chance_is_that_of_trying_every_sequence() {
    for (name, goal, length) in [("jugs", 4, 7), ("jugs", 2, 4), ("river", 3, 8), ("river", 2, 5), ("petersen", 2, 5)] {
        let chance = walks(name, goal, length).chance();
        assert_eq!(chance.hits, counted(name, goal, length as u32), "{name} {goal} {length}");
    }
}

#[test]
fn testers_miss_as_often_as_the_chance_says() {
    let walks = walks("jugs", 4, 20);
    for budget in [10, 100] {
        let testers = 2_000;
        let misses = f64::from(walks.misses(7, 0..testers, budget).unwrap()) / f64::from(testers);
        let exact = walks.chance().miss(budget as u32);
        let error = (exact * (1.0 - exact) / f64::from(testers)).sqrt();
        assert!((misses - exact).abs() < 4.5 * error, "budget {budget}: {misses}, not {exact}");
    }
}

#[test]
fn a_larger_budget_only_adds_walks_and_parts_add_up() {
    let walks = walks("jugs", 4, 12);
    let first = walks.first_hit(1, 3, 100_000).unwrap();
    assert_eq!(walks.first_hit(1, 3, first), Some(first));
    assert_eq!(walks.first_hit(1, 3, first - 1), None);
    let misses = |testers| walks.misses(1, testers, 500).unwrap();
    assert_eq!(misses(0..60), misses(0..17) + misses(17..60));
}

#[test]
fn certain_and_impossible_goals_have_certain_chances() {
    let certain = walks("jugs", 0, 3).chance();
    assert_eq!((certain.probability(), certain.miss(1), certain.miss(0)), (1.0, 0.0, 1.0));
    assert_eq!(walks("jugs", 6, 9).chance().miss(100_000), 1.0);
    assert_eq!(walks("jugs", 0, 3).first_hit(1, 0, 1), Some(1));
}

#[test]
fn what_is_outside_the_limits_is_refused() {
    let question = Question::parse("jugs", 4).unwrap();
    assert!(Walks::new(question.clone(), 0).is_err() && Walks::new(question, 31).is_err());
    let refused = walks("jugs", 4, 6).misses(1, 0..1, 100_001).unwrap_err().to_string();
    assert_eq!(refused, "budget is 100,001; it must be from 1 to 100,000");
}

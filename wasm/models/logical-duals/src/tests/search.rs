//! The two doors, the puzzles and their published answers.

use proptest::prelude::*;

use crate::tour::Cities;
use crate::{Answer, Bounds, Door, Ended, Kind, Question, Space, State, System, Verdict, ask, check, find};

/// Any system of up to ten states.
#[derive(Debug, Clone)]
struct Graph {
    next: Vec<Vec<Option<State>>>,
}

impl System for Graph {
    fn start(&self) -> State {
        0
    }

    fn actions(&self) -> u32 {
        3
    }

    fn step(&self, state: State, action: u32) -> Option<State> {
        self.next[state as usize][action as usize]
    }
}

impl Graph {
    /// The fewest steps to each state, by trying all ways of so many steps: the oracle.
    fn distances(&self) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.next.len()];
        let mut here = vec![0];
        for depth in 0..=self.next.len() as u32 {
            let mut there = Vec::new();
            for state in here {
                if distances[state as usize].is_none() {
                    distances[state as usize] = Some(depth);
                    there.extend(self.next[state as usize].iter().flatten().copied());
                }
            }
            here = there;
        }
        distances
    }
}

fn graphs() -> impl Strategy<Value = (Graph, u64)> {
    (1..10_usize).prop_flat_map(|size| {
        let state = proptest::option::weighted(0.6, 0..size as u64);
        let next = proptest::collection::vec(proptest::collection::vec(state, 3), size);
        (next.prop_map(|next| Graph { next }), 0..1_u64 << size)
    })
}

proptest! {
    #[test]
    fn both_doors_see_the_same_states_in_the_same_order((graph, goals) in graphs(), depth in 0..8_u64) {
        let bounds = Bounds::within(depth).unwrap_or(Bounds::NONE);
        let is_goal = |state| goals >> state & 1 == 1;
        let found = find(&graph, bounds, is_goal);
        let checked = check(&graph, bounds, |state| !is_goal(state));
        prop_assert_eq!(&found.visited, &checked.visited);
        let same = match checked.verdict {
            Verdict::Fails(path) => found.path == Some(path),
            Verdict::Holds => found.path.is_none() && found.ended == Ended::Exhausted,
            Verdict::HoldsWithin(depth) => found.path.is_none() && found.ended == Ended::AtDepth(depth),
            Verdict::Unknown => false,
        };
        prop_assert!(same);
    }

    #[test]
    fn a_path_is_a_shortest_one_and_its_absence_a_proof((graph, goals) in graphs(), depth in 0..8_u64) {
        let distances = graph.distances();
        let nearest = (0..graph.next.len()).filter(|state| goals >> state & 1 == 1).filter_map(|state| distances[state]).min();
        let all = find(&graph, Bounds::NONE, |state| goals >> state & 1 == 1);
        prop_assert_eq!(all.path.as_ref().map(|path| path.len() as u32), nearest);
        if let Some(path) = all.path {
            let mut state = 0;
            for step in &path {
                state = graph.step(state, step.action).unwrap();
                prop_assert_eq!(state, step.state);
            }
            prop_assert_eq!(goals >> state & 1, 1);
        }
        let bounds = Bounds::within(depth).unwrap_or(Bounds::NONE);
        let deepest = if depth == 0 { u32::MAX } else { depth as u32 };
        let bounded = find(&graph, bounds, |state| goals >> state & 1 == 1);
        prop_assert_eq!(bounded.path.map(|path| path.len() as u32), nearest.filter(|nearest| *nearest <= deepest));
        if nearest.is_none() {
            let space = Space::explore(&graph).unwrap();
            prop_assert_eq!(Some(space.deepest()), distances.iter().copied().flatten().max());
            // From the threshold on a search within a bound has seen everything, and not before.
            prop_assert_eq!(bounded.ended == Ended::Exhausted, space.deepest() <= deepest);
        }
    }

    #[test]
    fn jugs_measure_what_their_greatest_common_divisor_divides(large in 1..12_u64, small in 1..12_u64, goal in 0..14_u64) {
        let gcd = (1..=large.min(small)).rev().find(|divisor| large % divisor == 0 && small % divisor == 0).unwrap();
        let question = Question::jugs(large, small, goal).unwrap();
        let answered = ask(&question, Door::Find, Bounds::NONE);
        prop_assert_eq!(answered.path.is_some(), goal <= large && goal % gcd == 0);
    }
}

fn steps(name: &str, goal: u64) -> Option<usize> {
    let question = Question::parse(name, goal).unwrap();
    let [found, checked] = [Door::Find, Door::Check].map(|door| ask(&question, door, Bounds::NONE));
    assert_eq!((&found.path, &found.visited, found.kind), (&checked.path, &checked.visited, checked.kind), "{name}");
    assert_eq!(found.kind, Kind::Proof);
    assert_ne!(found.answer, checked.answer);
    found.path.map(|path| path.len())
}

#[test]
fn the_puzzles_have_their_known_answers() {
    let jugs: Vec<Option<usize>> = (0..=6).map(|goal| steps("jugs", goal)).collect();
    assert_eq!(jugs, [Some(0), Some(6), Some(2), Some(2), Some(6), Some(1), None]);
    let river: Vec<Option<usize>> = (1..=3).map(|goal| steps("river", goal)).collect();
    assert_eq!(river, [Some(1), Some(3), Some(7)]);
    assert_eq!(steps("river-no-goat", 3), None);
    let colours: Vec<bool> = (1..=4).map(|colours| steps("petersen", colours).is_some()).collect();
    assert_eq!(colours, [false, false, true, true]);
}

#[test]
fn jugs_of_5_and_3_litres_have_16_states_within_7_moves_and_a_farmer_without_his_goat_has_one() {
    let space = |name| Space::explore(&Question::parse(name, 3).unwrap()).unwrap();
    let of = |name| (space(name).states.len(), space(name).deepest());
    assert_eq!((of("jugs"), of("river"), of("river-no-goat")), ((16, 7), (10, 7), (1, 0)));
}

#[test]
fn the_measured_four_litres_are_those_of_the_film() {
    let question = Question::parse("jugs", 4).unwrap();
    let path = ask(&question, Door::Check, Bounds::NONE).path.unwrap();
    let mut states = vec![question.values(question.start())];
    states.extend(path.iter().map(|step| question.values(step.state)));
    assert_eq!(states, [[0, 0], [5, 0], [2, 3], [2, 0], [0, 2], [5, 2], [4, 3]]);
    assert!(question.accepts(&states));
    assert_eq!(question.action_words(path[1].action), "pour the large jug into the small one");
}

#[test]
fn within_too_few_steps_it_holds_up_to_there_and_within_enough_it_fails() {
    let question = Question::parse("jugs", 4).unwrap();
    let within = |depth| {
        let answered = ask(&question, Door::Check, Bounds::within(depth).unwrap());
        (answered.answer, answered.kind)
    };
    assert_eq!(within(5), (Answer::Holds, Kind::Bounded));
    assert_eq!(within(6), (Answer::Fails, Kind::Proof));
    let few = ask(&question, Door::Check, Bounds::NONE.visiting(3));
    assert_eq!((few.answer, few.kind, few.visited.len()), (Answer::Unknown, Kind::None, 3));
}

#[test]
fn the_shortest_tour_is_that_of_every_method() {
    for seed in 0..3 {
        let cities = Cities::random(seed);
        assert_eq!(cities.shortest(), cities.shortest_by_brute_force());
    }
    let best = u64::from(Cities::standard().shortest());
    assert_eq!([steps("tour", best), steps("tour", best - 1)], [Some(9), None]);
}

#[test]
fn a_witness_is_accepted_if_it_replays_and_ends_in_the_goal() {
    let jugs = Question::parse("jugs", 5).unwrap();
    assert!(jugs.accepts(&[vec![0, 0], vec![5, 0]]));
    for wrong in [&[vec![5, 0]][..], &[vec![0, 0], vec![5, 3]], &[vec![0, 0]], &[], &[vec![0, 0], vec![5, 0, 0]]] {
        assert!(!jugs.accepts(wrong), "{wrong:?}");
    }
    let petersen = Question::parse("petersen", 3).unwrap();
    let path = ask(&petersen, Door::Find, Bounds::NONE).path.unwrap();
    let mut colours = petersen.values(path.last().unwrap().state);
    assert!(petersen.accepts(std::slice::from_ref(&colours)));
    colours[1] = colours[0];
    assert!(!petersen.accepts(&[colours]));
    let cities = Cities::standard();
    let order: Vec<u32> = (0..9).collect();
    let length = u64::from(cities.length(&order));
    let accepts = |at_most| Question::parse("tour", at_most).unwrap().accepts(std::slice::from_ref(&order));
    assert!(accepts(length) && !accepts(length - 1));
}

#[test]
fn petersens_graph_has_ten_vertices_of_three_edges_each_and_120_colourings() {
    for vertex in 0..10 {
        assert_eq!(Question::edges().iter().filter(|(one, other)| *one == vertex || *other == vertex).count(), 3);
    }
    let petersen = Question::parse("petersen", 3).unwrap();
    let all = find(&petersen, Bounds::NONE, |_| false);
    assert_eq!(all.visited.iter().filter(|state| petersen.is_goal(**state)).count(), 120);
}

#[test]
fn what_is_outside_the_limits_is_refused_in_words() {
    let refused = |name, goal| Question::parse(name, goal).unwrap_err().to_string();
    assert_eq!(refused("jugs", 21), "goal is 21; it must be from 0 to 20");
    assert_eq!(refused("river", 0), "goal is 0; it must be from 1 to 3");
    assert!(refused("chess", 1).starts_with("puzzle is \"chess\"; it must be one of jugs, river"));
    assert!(Question::jugs(0, 3, 1).is_err() && Question::jugs(5, 21, 1).is_err());
    assert_eq!(Bounds::within(0).unwrap_err().to_string(), "depth is 0; it must be from 1 to 40");
    assert!(Bounds::within(40).is_ok() && Bounds::within(41).is_err());
    assert!(Door::parse("window").is_err());
}

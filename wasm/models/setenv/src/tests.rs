//! The search against closed forms, against a search of another kind, and against what is known of each library.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;

use super::explore::{Counts, count, interrupted, most_telling, shortest_failure};
use super::*;

const HOME: Name = Name(0);
const NEW: Name = Name(1);
const OTHER: Name = Name(2);
const ONE: Value = Value(1);
const TWO: Value = Value(2);

fn setup(implementation: Implementation, locking: Locking, first: &[Operation], second: &[Operation]) -> Setup {
    Setup {
        implementation,
        locking,
        variables: vec![(HOME, ONE)],
        set_before: true,
        room: 0,
        threads: [first.to_vec(), second.to_vec()],
    }
}

/// n over k.
fn binomial(n: u128, k: u128) -> u128 {
    (1..=k).fold(1, |so_far, i| so_far * (n - k + i) / i)
}

/// How many steps a thread takes alone.
fn steps_alone(setup: &Setup, thread: ThreadId) -> u128 {
    let mut world = setup.world().unwrap();
    let mut steps = 0;
    while world.step(thread).is_some() {
        steps += 1;
    }
    steps
}

/// Every order, written out as the bits of a number and played from the beginning, with nothing remembered: an order in which
/// a thread comes that cannot is no order.
fn brute_force(setup: &Setup) -> HashMap<Outcome, u128> {
    let mut outcomes = HashMap::new();
    let mut orders: Vec<Vec<ThreadId>> = vec![Vec::new()];
    while let Some(order) = orders.pop() {
        let world = setup.world().unwrap().after(&order);
        match world.outcome() {
            Some(outcome) => {
                let mut names: Vec<Name> = world.memory.entries().iter().map(|(name, _)| *name).collect();
                let entries = names.len();
                names.sort();
                names.dedup();
                assert!(
                    outcome != Outcome::Right || names.len() == entries,
                    "{setup:?} leaves a name twice: {order:?}"
                );
                *outcomes.entry(outcome).or_default() += 1;
            }
            None => {
                for thread in [0, 1] {
                    if world.clone().step(thread).is_some() {
                        orders.push([&order[..], &[thread]].concat());
                    }
                }
            }
        }
    }
    outcomes
}

/// How many steps the first failure takes, by going through all worlds, one step after another.
fn steps_to_failure(setup: &Setup) -> Option<usize> {
    let mut worlds: HashSet<World> = HashSet::from([setup.world().unwrap()]);
    for steps in 0.. {
        if worlds.iter().any(|world| world.outcome().is_some_and(|outcome| outcome != Outcome::Right)) {
            return Some(steps);
        }
        if worlds.is_empty() {
            return None;
        }
        let mut next = HashSet::new();
        for world in &worlds {
            for thread in [0, 1].into_iter().filter(|&thread| world.can_step(thread)) {
                let mut world = world.clone();
                world.step(thread);
                next.insert(world);
            }
        }
        worlds = next;
    }
    None
}

fn folded(outcomes: &HashMap<Outcome, u128>) -> Counts {
    let mut counts = Counts::default();
    for (outcome, runs) in outcomes {
        *match outcome {
            Outcome::Right => &mut counts.right,
            Outcome::WrongAnswer => &mut counts.wrong_answer,
            Outcome::WrongEnvironment => &mut counts.wrong_environment,
            Outcome::Fault(Fault::FreedArray(_) | Fault::BeyondArray(_)) => &mut counts.freed_array,
            Outcome::Fault(Fault::FreedString(_)) => &mut counts.freed_string,
            Outcome::Fault(_) => &mut counts.freed_twice,
        } += runs;
    }
    counts
}

#[test]
fn threads_that_do_not_meet_run_in_as_many_orders_as_the_binomial_coefficient_says() {
    for implementation in Implementation::ALL {
        for (first, second) in [
            (vec![Operation::Get(HOME)], vec![Operation::Get(HOME)]),
            (vec![Operation::Get(HOME), Operation::Get(OTHER)], vec![Operation::Get(HOME)]),
            (vec![Operation::Get(HOME); 3], vec![Operation::Get(OTHER); 3]),
        ] {
            let setup = setup(implementation, Locking::AsItIs, &first, &second);
            let [m, n] = [0, 1].map(|thread| steps_alone(&setup, thread));
            let counts = count(&setup).unwrap();
            assert_eq!(counts, Counts { right: binomial(m + n, m), ..Counts::default() }, "{implementation:?}");
        }
    }
}

#[test]
fn a_lock_around_everything_leaves_two_orders() {
    for implementation in Implementation::ALL {
        let setup = setup(implementation, Locking::UntilCopied, &[Operation::Get(HOME)], &[Operation::Set(NEW, TWO)]);
        assert_eq!(count(&setup).unwrap(), Counts { right: 2, ..Counts::default() }, "{implementation:?}");
    }
}

#[test]
fn a_lock_in_getenv_leaves_the_look_at_the_value_outside() {
    // The reader first: its look may come before, between or after the setter's steps. The setter first: one order.
    for implementation in [Implementation::OldGlibc, Implementation::Glibc, Implementation::Illumos] {
        let setup = setup(implementation, Locking::InGetenv, &[Operation::Get(HOME)], &[Operation::Set(HOME, TWO)]);
        let setting = steps_alone(&setup, 1);
        let counts = count(&setup).unwrap();
        assert_eq!(counts, Counts { right: setting + 2, ..Counts::default() }, "{implementation:?}");
    }
}

#[test]
fn the_search_agrees_with_playing_every_order_from_the_beginning() {
    let programs = [
        (vec![Operation::Get(HOME)], vec![Operation::Set(NEW, TWO)]),
        (vec![Operation::Get(HOME)], vec![Operation::Set(HOME, TWO)]),
        (vec![Operation::Get(HOME)], vec![Operation::Unset(HOME)]),
        (vec![Operation::Unset(HOME)], vec![Operation::Set(NEW, TWO)]),
    ];
    for implementation in Implementation::ALL {
        for locking in Locking::ALL {
            for (first, second) in &programs {
                for set_before in [false, true] {
                    let setup = Setup { set_before, ..setup(implementation, locking, first, second) };
                    assert_eq!(count(&setup).unwrap(), folded(&brute_force(&setup)), "{setup:?}");
                }
            }
        }
    }
}

/// musl: a setter copies the array while a remover moves its entries.
#[test]
fn a_name_that_is_there_twice_is_wrong_even_where_every_answer_is_right() {
    let setup = Setup {
        variables: vec![(OTHER, ONE), (HOME, ONE)],
        set_before: false,
        ..setup(Implementation::Musl, Locking::AsItIs, &[Operation::Unset(OTHER)], &[Operation::Set(NEW, TWO)])
    };
    // Both scan; the remover moves HOME into the first slot; the setter copies; the remover ends.
    let [removing, setting] = [0, 1].map(|thread| steps_alone(&setup, thread) as usize);
    let moved = removing - 1;
    let schedule = [vec![1; setting - 3], vec![0; moved], vec![1; 3], vec![0; 1]].concat();
    let world = setup.world().unwrap().after(&schedule);
    assert_eq!(world.memory.entries(), [(HOME, ONE), (HOME, ONE), (NEW, TWO)]);
    assert_eq!(world.outcome(), Some(Outcome::WrongEnvironment));
}

#[test]
fn the_first_new_name_of_a_program_frees_nothing_in_old_glibc_and_the_second_does() {
    let reader = [Operation::Get(HOME)];
    let first = Setup {
        set_before: false,
        ..setup(Implementation::OldGlibc, Locking::AsItIs, &reader, &[Operation::Set(NEW, TWO)])
    };
    assert_eq!(count(&first).unwrap().failing(), 0);
    let writer = [Operation::Set(NEW, TWO), Operation::Set(OTHER, TWO)];
    let second = Setup { set_before: false, ..setup(Implementation::OldGlibc, Locking::AsItIs, &reader, &writer) };
    let counts = count(&second).unwrap();
    assert!(counts.freed_array > 0);
    assert_eq!(counts.failing(), counts.freed_array);
}

#[test]
fn a_new_name_breaks_readers_of_old_glibc_and_musl_alone() {
    for (implementation, breaks) in [
        (Implementation::OldGlibc, true),
        (Implementation::Glibc, false),
        (Implementation::Musl, true),
        (Implementation::Illumos, false),
    ] {
        let setup = setup(implementation, Locking::AsItIs, &[Operation::Get(HOME)], &[Operation::Set(NEW, TWO)]);
        let counts = count(&setup).unwrap();
        assert_eq!(counts.freed_array > 0, breaks, "{implementation:?}");
        assert_eq!(counts.failing(), counts.freed_array, "{implementation:?}");
        assert_eq!(shortest_failure(&setup).unwrap().is_some(), breaks, "{implementation:?}");
    }
}

#[test]
fn a_new_value_frees_the_old_string_in_musl_alone() {
    for implementation in Implementation::ALL {
        let setup = setup(implementation, Locking::AsItIs, &[Operation::Get(HOME)], &[Operation::Set(HOME, TWO)]);
        let counts = count(&setup).unwrap();
        assert_eq!(counts.freed_string > 0, implementation == Implementation::Musl, "{implementation:?}");
        assert_eq!(counts.failing(), counts.freed_string, "{implementation:?}");
    }
}

#[test]
fn a_lock_in_getenv_mends_old_glibc_and_not_musl_where_the_value_must_be_copied_under_it() {
    let failing = |implementation, locking| {
        let get = [Operation::Get(HOME)];
        [Operation::Set(NEW, TWO), Operation::Set(HOME, TWO), Operation::Unset(HOME)]
            .map(|writes| count(&setup(implementation, locking, &get, &[writes])).unwrap().failing())
            .into_iter()
            .sum::<u128>()
    };
    assert!(failing(Implementation::OldGlibc, Locking::AsItIs) > 0);
    assert_eq!(failing(Implementation::OldGlibc, Locking::InGetenv), 0);
    assert!(failing(Implementation::Musl, Locking::InGetenv) > 0);
    assert_eq!(failing(Implementation::Musl, Locking::UntilCopied), 0);
}

/// Entries that move while they are read: a variable that nobody touches is not found. glibc 2.41 looks again.
#[test]
fn removing_another_name_hides_one_that_stays_except_where_the_library_minds() {
    for (implementation, hides) in [
        (Implementation::OldGlibc, true),
        (Implementation::Glibc, false),
        (Implementation::Musl, true),
        (Implementation::Illumos, false),
    ] {
        let setup = Setup {
            variables: vec![(OTHER, ONE), (HOME, ONE)],
            set_before: false,
            ..setup(implementation, Locking::AsItIs, &[Operation::Get(HOME)], &[Operation::Unset(OTHER)])
        };
        let counts = count(&setup).unwrap();
        assert_eq!(counts.wrong_answer > 0, hides, "{implementation:?}");
        assert_eq!(counts.failing(), counts.wrong_answer, "{implementation:?}");
    }
}

#[test]
fn two_setters_without_a_lock_free_twice_and_lose_a_name() {
    let writers = |implementation, locking| {
        setup(implementation, locking, &[Operation::Set(NEW, ONE)], &[Operation::Set(OTHER, TWO)])
    };
    let counts = count(&writers(Implementation::Musl, Locking::AsItIs)).unwrap();
    assert!(counts.freed_twice > 0 && counts.wrong_environment > 0 && counts.right > 0, "{counts:?}");
    for implementation in [Implementation::OldGlibc, Implementation::Glibc, Implementation::Illumos] {
        assert_eq!(count(&writers(implementation, Locking::AsItIs)).unwrap().failing(), 0, "{implementation:?}");
    }
    assert_eq!(count(&writers(Implementation::Musl, Locking::InGetenv)).unwrap().failing(), 0);
}

/// The published crash, step by step: the reader holds the array, the setter frees it, the reader reads on.
#[test]
fn the_published_crash_is_the_shortest_one_in_old_glibc() {
    let setup = setup(Implementation::OldGlibc, Locking::AsItIs, &[Operation::Get(HOME)], &[Operation::Set(NEW, TWO)]);
    let schedule = shortest_failure(&setup).unwrap().unwrap();
    let mut world = setup.world().unwrap();
    let actions: Vec<(ThreadId, Action)> =
        schedule.iter().map(|&thread| (thread, world.step(thread).unwrap())).collect();
    let of_reader: Vec<Action> = actions.iter().filter(|(thread, _)| *thread == 0).map(|(_, action)| *action).collect();
    let start = Place { array: 0, index: 0 };
    assert_eq!(of_reader, [Action::LoadEnviron, Action::LoadSlot(start)]);
    assert_eq!(actions.iter().rfind(|(thread, _)| *thread == 1).unwrap().1, Action::Grow);
    assert_eq!(world.fault, Some((0, Fault::FreedArray(0))));
}

#[test]
fn a_thread_holds_what_its_next_step_uses() {
    let programs =
        [[Operation::Get(HOME)], [Operation::Set(HOME, TWO)], [Operation::Set(NEW, TWO)], [Operation::Unset(OTHER)]];
    for implementation in Implementation::ALL {
        for program in &programs {
            let variables = vec![(OTHER, ONE), (HOME, ONE)];
            let setup = Setup { variables, ..setup(implementation, Locking::InGetenv, program, &[]) };
            let mut world = setup.world().unwrap();
            assert_eq!(world.held(0), Held::default());
            while let Some(action) = world.next(0) {
                let Held { place, string } = world.held(0);
                match action {
                    Action::CompareName(used) | Action::ReadValue(used) | Action::FreeString(used) => {
                        assert_eq!(string, Some(used), "{setup:?}: {action:?}");
                    }
                    Action::StoreSlot(_, Some(used)) => assert_eq!(string, Some(used), "{setup:?}: {action:?}"),
                    Action::LoadSlot(used) | Action::StoreNewString(used, _) => {
                        assert_eq!(place.map(|place| place.array), Some(used.array), "{setup:?}: {action:?}");
                    }
                    _ => {}
                }
                world.step(0);
            }
            assert_eq!(world.held(0), Held::default());
        }
    }
}

#[test]
fn an_interrupted_run_lets_the_second_thread_through_once_the_first_holds_the_array() {
    let runs = |implementation, locking| {
        let setup = setup(implementation, locking, &[Operation::Get(HOME)], &[Operation::Set(NEW, TWO)]);
        let (schedule, second_done) = interrupted(&setup).unwrap();
        let world = setup.world().unwrap().after(&schedule);
        (schedule, second_done, world.outcome().unwrap())
    };
    let (schedule, second_done, outcome) = runs(Implementation::OldGlibc, Locking::AsItIs);
    assert_eq!(outcome, Outcome::Fault(Fault::FreedArray(0)));
    assert_eq!((schedule[0], second_done), (0, schedule.len() - 1));
    assert!(schedule[1..second_done].iter().all(|&thread| thread == 1));
    // Counts first, then reads environ.
    let (schedule, second_done, outcome) = runs(Implementation::Glibc, Locking::AsItIs);
    assert_eq!((schedule[1], schedule[2], outcome), (0, 1, Outcome::Right));
    assert!(second_done < schedule.len());
    // With the lock the second thread has to wait.
    let (schedule, second_done, outcome) = runs(Implementation::OldGlibc, Locking::UntilCopied);
    assert!(schedule.is_sorted());
    assert_eq!((second_done, outcome), (schedule.len(), Outcome::Right));
}

#[test]
fn the_most_telling_run_catches_the_first_thread_with_a_pointer_in_its_hand_where_that_fails_as_soon() {
    let of = |implementation, locking, second| setup(implementation, locking, &[Operation::Get(HOME)], &[second]);
    let crash = of(Implementation::OldGlibc, Locking::AsItIs, Operation::Set(NEW, TWO));
    let (schedule, at) = most_telling(&crash).unwrap();
    assert_eq!(schedule.len(), shortest_failure(&crash).unwrap().unwrap().len());
    let (last, before) = schedule.split_last().unwrap();
    assert_eq!((*last, before[0], at), (0, 0, before.len()));
    assert!(before[1..].iter().all(|&thread| thread == 1));
    assert_eq!(crash.world().unwrap().after(before).outcome(), None);
    assert_eq!(crash.world().unwrap().after(&schedule).fault, Some((0, Fault::FreedArray(0))));

    // A wrong answer shows at the end.
    let variables = vec![(OTHER, ONE), (HOME, ONE)];
    let hidden = of(Implementation::OldGlibc, Locking::AsItIs, Operation::Unset(OTHER));
    let hidden = Setup { variables, ..hidden };
    let (schedule, at) = most_telling(&hidden).unwrap();
    assert_eq!((Some(&schedule), at), (shortest_failure(&hidden).unwrap().as_ref(), schedule.len()));

    let safe = of(Implementation::Illumos, Locking::AsItIs, Operation::Set(NEW, TWO));
    assert_eq!(most_telling(&safe).unwrap(), interrupted(&safe).unwrap());
}

/// The largest searches that the limits allow end, and no run of a library that claims to be safe for readers fails.
#[test]
fn the_safe_libraries_are_safe_in_every_run_of_larger_programs() {
    let reader = [Operation::Get(HOME), Operation::Get(HOME)];
    let writer = [Operation::Unset(OTHER), Operation::Set(NEW, TWO), Operation::Set(OTHER, TWO)];
    for implementation in [Implementation::Glibc, Implementation::Illumos] {
        for room in [0, 2] {
            let setup = Setup {
                variables: vec![(OTHER, ONE), (HOME, ONE)],
                room,
                ..setup(implementation, Locking::AsItIs, &reader, &writer)
            };
            let counts = count(&setup).unwrap();
            assert_eq!(counts.failing(), 0, "{implementation:?}, room {room}: {counts:?}");
        }
    }
}

fn operation() -> impl Strategy<Value = Operation> {
    let (name, value) = (0..3u32, 0..3u32);
    prop_oneof![
        name.clone().prop_map(|name| Operation::Get(Name(name))),
        (name.clone(), value).prop_map(|(name, value)| Operation::Set(Name(name), Value(value))),
        name.prop_map(|name| Operation::Unset(Name(name))),
    ]
}

fn any_setup() -> impl Strategy<Value = Setup> {
    let program = || prop::collection::vec(operation(), 0..=2);
    let (implementation, locking) =
        (prop::sample::select(&Implementation::ALL[..]), prop::sample::select(&Locking::ALL[..]));
    (implementation, locking, 0..=3u32, any::<bool>(), 0..=2u32, program(), program()).prop_map(
        |(implementation, locking, variables, set_before, room, first, second)| Setup {
            implementation,
            locking,
            variables: (0..variables).map(|number| (Name(number), Value(0))).collect(),
            set_before,
            room,
            threads: [first, second],
        },
    )
}

proptest! {
    #[test]
    fn one_thread_after_the_other_is_always_right(setup in any_setup(), first in 0..2usize) {
        let mut world = setup.world().unwrap();
        while world.step(first).is_some() {}
        while world.step(1 - first).is_some() {}
        prop_assert_eq!(world.outcome(), Some(Outcome::Right));
    }

    #[test]
    fn no_order_gets_stuck_or_panics(setup in any_setup(), order in prop::collection::vec(0..2usize, 0..200)) {
        let mut world = setup.world().unwrap().after(&order);
        while !world.has_ended() {
            for thread in [0, 1] {
                world.step(thread);
            }
        }
        prop_assert!(world.outcome().is_some());
        prop_assert!(world.fault.is_some() || (world.next(0).is_none() && world.next(1).is_none()));
    }

    #[test]
    fn the_shortest_failure_fails_and_nothing_shorter_does(setup in any_setup()) {
        let shortest = shortest_failure(&setup).unwrap();
        if let Some(schedule) = &shortest {
            let outcome = setup.world().unwrap().after(schedule).outcome();
            prop_assert!(outcome.is_some_and(|outcome| outcome != Outcome::Right));
        }
        prop_assert_eq!(shortest.map(|schedule| schedule.len()), steps_to_failure(&setup));
        let fails = count(&setup).unwrap().failing() > 0;
        prop_assert_eq!(steps_to_failure(&setup).is_some(), fails);
    }

    #[test]
    fn a_copy_under_the_lock_makes_every_library_right(setup in any_setup()) {
        let setup = Setup { locking: Locking::UntilCopied, ..setup };
        prop_assert_eq!(count(&setup).unwrap().failing(), 0);
    }
}

#[test]
fn too_much_is_refused_with_what_is_allowed() {
    let good = setup(Implementation::Glibc, Locking::AsItIs, &[], &[]);
    let refused = |setup: Setup| setup.world().map(|_| ()).unwrap_err().to_string();
    assert_eq!(
        refused(Setup { threads: [vec![Operation::Get(HOME); 4], Vec::new()], ..good.clone() }),
        "operations is 4; it must be from 0 to 3"
    );
    let variables = (0..5).map(|number| (Name(number), ONE)).collect();
    assert_eq!(refused(Setup { variables, ..good.clone() }), "variables is 5; it must be from 0 to 4");
    assert_eq!(refused(Setup { room: 5, ..good.clone() }), "room is 5; it must be from 0 to 4");
    assert_eq!(
        refused(Setup { variables: vec![(HOME, ONE), (HOME, TWO)], ..good.clone() }),
        "times a variable is set at first is 2; it must be from 1 to 1"
    );
    assert_eq!(
        refused(Setup { threads: [vec![Operation::Set(Name(10), ONE)], Vec::new()], ..good }),
        "name is 10; it must be from 0 to 9"
    );
}

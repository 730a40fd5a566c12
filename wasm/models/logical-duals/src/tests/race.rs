use crate::race::{Effect, End, Guard, Level, Order, broken, run};

#[test]
fn a_trigger_holds_the_rule_at_serializable_alone() {
    assert_eq!(Level::ALL.map(|level| broken(level, Guard::None)), [12, 18, 0]);
}

#[test]
fn locks_mend_read_committed_and_a_lock_after_the_snapshot_does_not_mend_repeatable_read() {
    assert_eq!(Level::ALL.map(|level| broken(level, Guard::ForUpdate)), [0, 0, 0]);
    assert_eq!(Level::ALL.map(|level| broken(level, Guard::Advisory)), [0, 18, 0]);
}

#[test]
fn one_after_the_other_the_second_is_refused_at_every_level_with_every_guard() {
    for level in Level::ALL {
        for guard in Guard::ALL {
            for (order, ends) in
                [("111222", [End::Committed, End::Refused]), ("222111", [End::Refused, End::Committed])]
            {
                assert_eq!(run(Order::parse(order).unwrap(), level, guard).ends, ends, "{level:?} {guard:?}");
            }
        }
    }
}

#[test]
fn somebody_always_commits_and_each_transaction_has_all_its_steps() {
    for level in Level::ALL {
        for guard in Guard::ALL {
            for order in Order::all() {
                let outcome = run(order, level, guard);
                assert!(outcome.ends.contains(&End::Committed), "{order} {level:?} {guard:?}");
                let went = outcome.events.iter().filter(|event| event.effect != Effect::Waits);
                assert_eq!(went.clone().filter(|event| event.who == 0).count(), 3);
                assert_eq!(went.count(), 6);
                assert!(level != Level::Serializable || outcome.ends != [End::Committed; 2]);
            }
        }
    }
}

#[test]
fn who_is_first_does_not_matter() {
    let swapped = |order: Order| {
        let text: String = order.to_string().chars().map(|who| if who == '1' { '2' } else { '1' }).collect();
        Order::parse(&text).unwrap()
    };
    for level in Level::ALL {
        for guard in Guard::ALL {
            for order in Order::all() {
                let [one, other] = run(order, level, guard).ends;
                assert_eq!(run(swapped(order), level, guard).ends, [other, one]);
            }
        }
    }
}

#[test]
fn an_order_has_three_turns_each() {
    assert_eq!(Order::all().len(), 20);
    assert_eq!(Order::parse("112122").unwrap().turns(), [0, 0, 1, 0, 1, 1]);
    for text in ["", "111", "111122", "112233", "1121222"] {
        assert!(Order::parse(text).is_err(), "{text}");
    }
}

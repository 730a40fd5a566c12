use std::collections::HashSet;

use super::*;

fn of(profile: Profile) -> Conditions {
    Conditions::of(profile, &Place::best(), true)
}

fn seconds(conditions: &Conditions) -> f64 {
    let effort = &conditions.effort;
    let times = |group: &Group, condition: &Condition| {
        let warm_ups = if condition.warms_up() { effort.warm_up_rounds } else { 0 };
        u64::from(group.times * effort.rounds + warm_ups)
    };
    let of_group = |group: &Group| -> u64 {
        group.conditions.iter().map(|condition| condition.weight(effort) * times(group, condition)).sum()
    };
    conditions.groups.iter().map(of_group).sum::<u64>() as f64 / 1000.0
}

#[test]
fn no_condition_is_measured_twice() {
    for profile in [Profile::Quick, Profile::Full] {
        let conditions = of(profile);
        let mut seen = HashSet::new();
        assert!(conditions.all().all(|condition| seen.insert(condition)));
        let names: HashSet<String> = seen.iter().map(|condition| condition.text()).collect();
        assert_eq!(names.len(), seen.len(), "every condition has words of its own");
    }
}

#[test]
fn both_profiles_measure_the_same_on_one_machine() {
    let [quick, full] = [Profile::Quick, Profile::Full]
        .map(|profile| Conditions::of(profile, &Place::here(), false).all().collect::<Vec<_>>());
    assert!(quick == full);
}

#[test]
fn a_full_run_measures_each_point_seven_times_in_less_than_ten_and_a_half_minutes_and_two_hosts_in_two_more() {
    let full = of(Profile::Full);
    assert!(full.effort.rounds >= 7);
    assert!(seconds(&full) < 12.5 * 60.0, "{} s", seconds(&full));
    let on_one_machine = Conditions::of(Profile::Full, &Place::best(), false);
    assert!(seconds(&on_one_machine) < 10.5 * 60.0, "{} s", seconds(&on_one_machine));
}

#[test]
fn a_quick_run_on_one_machine_takes_less_than_fifteen_seconds_of_measuring() {
    let quick = Conditions::of(Profile::Quick, &Place::best(), false);
    assert!(seconds(&quick) < 15.0, "{} s", seconds(&quick));
}

#[test]
fn each_comparison_is_made_as_often_as_its_question_and_its_place_take() {
    let full = of(Profile::Full);
    let mut compared = 0;
    for Group { conditions, times } in &full.groups {
        for &condition in conditions {
            if let Condition::Compared { question, ends, .. } = condition {
                assert_eq!(*times, full.effort.compared(question, ends), "{}", condition.text());
                compared += 1;
            }
        }
    }
    assert!(compared > 0);
    for question in [Question::Buffers, Question::Kinds, Question::Line] {
        let [one_core, two] = [Ends::Together, Ends::Awake].map(|ends| full.effort.compared(question, ends));
        assert!(one_core < two, "rounds differ more on two cores");
    }
}

#[test]
fn tcp_is_measured_with_cubic_and_with_bbr_once_each_where_the_kernel_has_them() {
    let full = of(Profile::Full);
    let others: HashSet<Variant> = full
        .all()
        .filter_map(|condition| match condition {
            Condition::OtherControl { control, .. } => Some(control),
            _ => None,
        })
        .collect();
    let own = std::fs::read_to_string("/proc/sys/net/ipv4/tcp_congestion_control").unwrap();
    let wanted = [Variant::Cubic, Variant::Bbr].into_iter().filter(|control| {
        let name = control.congestion_control().unwrap();
        congestion_control_works(name) && name != own.trim()
    });
    assert_eq!(others, wanted.collect());
}

#[test]
fn a_full_run_looks_closely_at_where_a_cache_ends() {
    let full = of(Profile::Full);
    let mut zero: Vec<usize> = full
        .all()
        .filter_map(|condition| match condition {
            Condition::Device { device: Device::Zero, buffer_bytes } => Some(buffer_bytes),
            _ => None,
        })
        .collect();
    zero.sort_unstable();
    let beyond: Vec<usize> = zero.into_iter().filter(|&bytes| bytes >= 4 * MIB).map(|bytes| bytes / MIB).collect();
    assert_eq!(beyond, [4, 6, 8, 12, 16, 24, 32, 48, 64]);
}

#[test]
fn powers_end_where_they_should() {
    assert_eq!(powers(1, 16, 2).collect::<Vec<_>>(), [1, 2, 4, 8, 16]);
    assert_eq!(powers(1, 16, 4).collect::<Vec<_>>(), [1, 4, 16]);
    assert_eq!(powers(KIB, 4 * MIB, 2).count(), 13);
}

#[test]
fn without_namespaces_and_another_host_the_rest_is_measured_and_the_record_says_what_is_not() {
    let conditions = Conditions::of(Profile::Full, &Place::here(), false);
    let transport = |condition| match condition {
        Condition::Grid { transport, .. }
        | Condition::Variant { transport, .. }
        | Condition::Compared { transport, .. }
        | Condition::Repeated { transport, .. }
        | Condition::Placed { transport, .. } => Some(transport),
        Condition::OtherControl { .. } => Some(Transport::Tcp),
        _ => None,
    };
    let transports: HashSet<Transport> = conditions.all().filter_map(transport).collect();
    assert_eq!(transports, HashSet::from([Transport::Unix, Transport::Tcp]));
    assert!(!conditions.all().any(|condition| matches!(condition, Condition::TwoHosts { .. })));
    for (what, needs) in [("namespaces", "iproute2"), ("two machines", "buffer-size serve")] {
        let entry = conditions.skipped.iter().find(|skipped| skipped.what.contains(what));
        assert!(entry.is_some_and(|entry| entry.needs.contains(needs)), "{:?}", conditions.skipped);
    }
}

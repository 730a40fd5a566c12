//! What settings are refused, and how they say so.

use proptest::prelude::*;

use crate::*;

fn setting(servers: u64, utilisation: f64, policy: Policy, information: Information) -> Result<Setting, String> {
    Setting::new(servers, utilisation, Arrivals::Poisson, Service::Exponential, policy, information)
        .map_err(|error| error.to_string())
}

#[test]
fn what_is_outside_its_limits_is_named_with_what_it_may_be() {
    let refused =
        |servers, utilisation, policy, information| setting(servers, utilisation, policy, information).unwrap_err();
    let fresh = Information::Fresh;
    assert_eq!(refused(0, 0.5, Policy::Random, fresh), "servers is 0; it must be from 1 to 1,000");
    let must = "it must be from 0.000001 to 4 (below 1 for queues that settle)";
    assert_eq!(refused(2, 0.0, Policy::Random, fresh), format!("utilisation is 0; {must}"));
    assert_eq!(refused(2, -0.5, Policy::Random, fresh), format!("utilisation is -0.5; {must}"));
    assert_eq!(refused(2, f64::NAN, Policy::Random, fresh), format!("utilisation is NaN; {must}"));
    assert_eq!(refused(2, f64::INFINITY, Policy::Random, fresh), format!("utilisation is inf; {must}"));
    let best = |choices, replacement| Policy::Best { choices, replacement };
    assert_eq!(refused(2, 0.5, best(0, true), fresh), "choices is 0; it must be from 1 to 64");
    assert_eq!(refused(2, 0.5, best(3, false), fresh), "choices is 3; it must be from 1 to 2");
    assert!(setting(2, 0.5, best(3, true), fresh).is_ok());
    let must = "it must be from 0.000001 to 1,000,000 mean service times (or the information fresh)";
    assert_eq!(refused(2, 0.5, Policy::Idle, Information::Aged(0.0)), format!("age is 0; {must}"));
    assert_eq!(refused(2, 0.5, Policy::Idle, Information::Own(f64::NAN)), format!("age is NaN; {must}"));
    let of_one = setting(2, 0.5, Policy::Idle, fresh).unwrap();
    assert_eq!((of_one.balancers(), of_one.with_balancers(64).unwrap().balancers()), (1, 64));
    assert_eq!(of_one.with_balancers(0).unwrap_err().to_string(), "balancers is 0; it must be from 1 to 64");
}

#[test]
fn the_rarest_requests_and_the_freshest_copies_end() {
    // Some 10¹⁶ copies are due within so many requests, more than a float counts one by one.
    for information in [Information::Renewed(MIN_AGE), Information::Own(MIN_AGE), Information::Aged(MIN_AGE)] {
        let setting = setting(2, MIN_UTILISATION, Policy::Idle, information).unwrap();
        assert_eq!(run(&setting, 40_000, 0, 1, 0).positions(), [40_000], "no two requests meet");
    }
}

#[test]
fn names_lead_back_to_what_they_name() {
    for name in Policy::NAMES {
        assert_eq!(Policy::parse(name, 2, true, Ties::Random).unwrap().name(), name);
    }
    for name in Policy::FULL_NAMES {
        assert_eq!(Policy::named(name).unwrap().full_name(), Some(name));
    }
    assert_eq!(Policy::Best { choices: 4, replacement: false }.full_name(), None);
    assert_eq!(
        Policy::named("best").unwrap_err().to_string(),
        "policy is \"best\"; it must be one of random, round-robin, best-of-2, best-of-2-replaced, best-of-3, least, \
         least-first, idle"
    );
    for name in Information::NAMES {
        assert_eq!(Information::parse(name, 3.0).unwrap().name(), name);
    }
    for name in Arrivals::NAMES {
        assert_eq!(Arrivals::parse(name).unwrap().name(), name);
    }
    for name in Service::NAMES {
        assert_eq!(Service::parse(name).unwrap().name(), name);
    }
    assert_eq!(
        Policy::parse("luck", 2, true, Ties::Random).unwrap_err().to_string(),
        "policy is \"luck\"; it must be one of random, best, least, round-robin, idle"
    );
}

proptest! {
    #[test]
    fn any_setting_is_refused_or_can_be_run(
        servers in any::<u64>(),
        utilisation in any::<f64>(),
        choices in any::<u32>(),
        age in any::<f64>(),
        small in 1_u64..40,
        load in 0.01..1.5,
    ) {
        let policy = Policy::Best { choices, replacement: true };
        if let Ok(setting) = setting(servers, utilisation, policy, Information::Aged(age)) {
            run(&setting, 50, 0, 1, 0);
        }
        let policy = Policy::Best { choices: 1 + choices % 64, replacement: true };
        let setting = setting(small, load, policy, Information::Renewed(age.abs().clamp(MIN_AGE, MAX_AGE))).unwrap();
        prop_assert!(run(&setting, 50, 0, 1, 0).times().iter().all(|time| *time >= 0.0));
    }
}

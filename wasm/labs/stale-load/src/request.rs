//! From numbers and names as JavaScript has them to values that the model accepts, which checks its limits.

use from_js::whole;
use limits::{ArgumentError, check};
use stale_load_model::{Arrivals, Information, MAX_BALANCERS, MIN_AGE, Policy, Repeated, Service, Setting};

/// The most servers of the lab: more queues can't be told apart in a picture.
pub const MAX_SERVERS: u64 = 200;
/// The most requests of a repetition, and the most repetitions, that are simulated for one figure.
pub const MAX_REQUESTS: u64 = 1_000_000;
/// See [`MAX_REQUESTS`].
pub const MAX_REPETITIONS: u64 = 20;
/// How far ahead queues can be looked at in one go, in mean service times.
pub const MAX_TIME: f64 = 10_000.0;

/// A setting as JavaScript asks for it.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// How many servers there are.
    pub servers: f64,
    /// Work that arrives, as a share of what the servers can do.
    pub utilisation: f64,
    /// The full name of a policy.
    pub policy: &'a str,
    /// What the balancer knows.
    pub information: &'a str,
    /// How old it gets, in mean service times; below the smallest age, 0 included, everything is fresh.
    pub age: f64,
    /// When requests arrive.
    pub arrivals: &'a str,
    /// How long they are served.
    pub work: &'a str,
    /// How many balancers there are.
    pub balancers: f64,
}

impl Request<'_> {
    /// The setting, if the model accepts it. Where there are fewer servers than choices, all of them are picked.
    pub fn setting(self) -> Result<Setting, ArgumentError> {
        let servers = check("servers", whole("servers", self.servers)?, 1..=MAX_SERVERS)?;
        let policy = match Policy::named(self.policy)? {
            Policy::Best { choices, replacement: false } => {
                Policy::Best { choices: choices.min(servers as u32), replacement: false }
            }
            policy => policy,
        };
        let information = match Information::parse(self.information, self.age)? {
            _ if (0.0..MIN_AGE).contains(&self.age) => Information::Fresh,
            information => information,
        };
        let (arrivals, work) = (Arrivals::parse(self.arrivals)?, Service::parse(self.work)?);
        let balancers = check("balancers", whole("balancers", self.balancers)?, 1..=MAX_BALANCERS.into())?;
        Setting::new(servers, self.utilisation, arrivals, work, policy, information)?.with_balancers(balancers)
    }
}

/// A setting, simulated so often.
pub fn repeated(
    setting: &Setting,
    requests: f64,
    repetitions: f64,
    relaxations: f64,
    seed: f64,
) -> Result<Repeated, ArgumentError> {
    let requests = check("requests", whole("requests", requests)?, 1..=MAX_REQUESTS)? as u32;
    let repetitions = check("repetitions", whole("repetitions", repetitions)?, 1..=MAX_REPETITIONS)? as u32;
    let relaxations = check("relaxations", whole("relaxations", relaxations)?, 0..=MAX_REPETITIONS)? as u32;
    Ok(Repeated::new(setting, requests, repetitions, relaxations, from_js::seed(seed)?))
}

/// A time to look at, if it is not before the last one, nor too far behind it.
pub fn time(time: f64, last: f64) -> Result<f64, ArgumentError> {
    let (min, max) = (last, last + MAX_TIME);
    if (min..=max).contains(&time) {
        Ok(time)
    } else {
        Err(ArgumentError::Range { field: "time", value: time, min, max })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{ProptestConfig, TestCaseError, prop, prop_assert, prop_oneof, proptest};
    use proptest::strategy::Strategy as Generator;
    use stale_load_model::{Quantity, Simulation};

    use super::*;

    /// Numbers as a hostile page address could hold them, and harmless ones.
    fn numbers() -> impl Generator<Value = f64> {
        prop_oneof![
            prop::sample::select(vec![
                f64::NAN,
                f64::INFINITY,
                f64::NEG_INFINITY,
                -1.0,
                -0.0,
                0.0,
                0.5,
                0.8,
                1.0,
                1e-6,
                4.0,
                200.0,
                201.0,
                1e6,
                9_007_199_254_740_992.0,
                1e300,
                f64::MIN_POSITIVE,
            ]),
            (1_u32..12).prop_map(f64::from),
            0.0..1.5,
            prop::num::f64::ANY,
        ]
    }

    fn name(known: &[&'static str]) -> impl Generator<Value = String> {
        let hostile = prop::sample::select(vec!["", "any", "LEAST", "least ", "\0", "🎲"]);
        prop_oneof![4 => prop::sample::select(known.to_vec()), 1 => hostile].prop_map(str::to_owned)
    }

    fn sentence(error: &ArgumentError) -> Result<(), TestCaseError> {
        prop_assert!(error.to_string().contains("; it must be "), "{}", error);
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn whatever_comes_in_the_answer_is_a_result_or_a_sentence(
            servers in numbers(), utilisation in numbers(), policy in name(&Policy::FULL_NAMES),
            information in name(&Information::NAMES), age in numbers(), arrivals in name(&Arrivals::NAMES),
            work in name(&Service::NAMES), requests in numbers(), repetitions in numbers(), seed in numbers(), at in numbers(), balancers in numbers(),
        ) {
            let request = Request {
                servers, utilisation, policy: &policy, information: &information, age, arrivals: &arrivals, work: &work, balancers,
            };
            let setting = match request.setting() {
                Ok(setting) => setting,
                Err(error) => return sentence(&error),
            };
            match repeated(&setting, requests, repetitions, 0.0, seed) {
                Ok(mut repeated) => {
                    if repeated.advance(300) {
                        prop_assert!(repeated.mean(Quantity::Mean) >= 0.0);
                    }
                    prop_assert!((0.0..=1.0).contains(&repeated.share()));
                }
                Err(error) => sentence(&error)?,
            }
            match time(at, 0.0) {
                // Much of the rest is worth no test's time.
                Ok(at) if at * setting.rate() < 1000.0 => {
                    prop_assert!(Simulation::new(&setting, 1, 0).lengths(at).count() == setting.servers() as usize);
                }
                Ok(_) => {}
                Err(error) => sentence(&error)?,
            }
        }
    }

    #[test]
    fn the_same_setting_comes_of_the_same_words() {
        let request = Request {
            servers: 10.0,
            utilisation: 0.8,
            policy: "best-of-3",
            information: "renewed",
            age: 3.0,
            arrivals: "regular",
            work: "tick",
            balancers: 1.0,
        };
        let policy = |choices| Policy::Best { choices, replacement: false };
        let setting = request.setting().unwrap();
        let expected =
            Setting::new(10, 0.8, Arrivals::Regular, Service::Tick, policy(3), Information::Renewed(3.0)).unwrap();
        assert_eq!(setting, expected);
        // Of two servers three can't be picked.
        assert_eq!(Request { servers: 2.0, ..request }.setting().unwrap().policy(), policy(2));
        assert_eq!(Request { age: 0.0, ..request }.setting().unwrap().information(), Information::Fresh);
        assert_eq!(Request { age: 1e-9, ..request }.setting().unwrap().information(), Information::Fresh);
        assert_eq!(Request { balancers: 4.0, ..request }.setting().unwrap(), expected.with_balancers(4).unwrap());
        assert!(Request { balancers: 0.0, ..request }.setting().is_err());
        assert!(Request { age: 0.0, information: "news", ..request }.setting().is_err());
        assert!(Request { age: f64::NAN, ..request }.setting().is_err());
        assert!(Request { age: f64::NAN, information: "fresh", ..request }.setting().is_ok());
    }

    #[test]
    fn time_goes_on_and_not_too_far() {
        assert_eq!(time(3.0, 3.0), Ok(3.0));
        assert_eq!(time(2.0, 3.0).unwrap_err().to_string(), "time is 2; it must be from 3 to 10003");
        assert!(time(f64::NAN, 0.0).is_err() && time(20_000.0, 3.0).is_err());
    }
}

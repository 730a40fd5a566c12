//! What the stale-load lab calls: the model of queues behind a JavaScript interface.
//!
//! Numbers come in as JavaScript numbers; whatever a page's address held, the answer is a result or a thrown `Error` whose
//! message a reader can act on, never a panic. [`request`] turns them into the model's values; it knows nothing of JavaScript
//! and is tested natively.

pub mod request;

use from_js::text;
use limits::ArgumentError;
use request::{MAX_SERVERS, Request};
use stale_load_model::{
    Arrivals, Information, MAX_AGE, MAX_BALANCERS, MAX_UTILISATION, Policy, Quantity, Repeated, Service, Simulation,
    exact,
};
use wasm_bindgen::prelude::*;

from_js::names! {
    /// How a request's server is chosen.
    PolicyName "PolicyName" = Policy::FULL_NAMES;
    /// What the balancer knows of the queues.
    InformationName "InformationName" = Information::NAMES;
    /// When requests arrive.
    ArrivalsName "ArrivalsName" = Arrivals::NAMES;
    /// How long they are served.
    WorkName "WorkName" = Service::NAMES;
}

/// The limits, as JSON: `site/wasm-pkg/stale-load/limits.ts` is made of it. A utilisation of 0 is below them.
#[wasm_bindgen]
pub fn limits() -> String {
    let (utilisation, age) = (MAX_UTILISATION as u64, MAX_AGE as u64);
    format!(
        r#"{{"servers":[1,{MAX_SERVERS}],"balancers":[1,{MAX_BALANCERS}],"utilisation":[0,{utilisation}],"age":[0,{age}]}}"#
    )
}

/// Figures of the time in system, in mean service times; `undefined` where one is not known.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy)]
pub struct Figures {
    /// The mean.
    #[wasm_bindgen(readonly)]
    pub mean: Option<f64>,
    /// Half of the requests stay under it.
    #[wasm_bindgen(readonly)]
    pub p50: Option<f64>,
    /// 99% of them do.
    #[wasm_bindgen(readonly)]
    pub p99: Option<f64>,
}

impl Figures {
    fn of(figure: impl Fn(Quantity) -> Option<f64>) -> Self {
        let [mean, p50, p99] = Quantity::ALL.map(figure);
        Self { mean, p50, p99 }
    }
}

/// Servers behind one balancer or several.
#[wasm_bindgen]
pub struct Setting(stale_load_model::Setting);

#[wasm_bindgen]
impl Setting {
    /// 1 to 200 servers; a utilisation from a millionth to 4; an age from 0 (everything is fresh) to a million mean service times; 1 to
    /// 64 balancers.
    #[expect(clippy::too_many_arguments, reason = "a flat signature is what JavaScript can call without wrapping")]
    #[wasm_bindgen(constructor)]
    pub fn new(
        servers: f64,
        utilisation: f64,
        policy: &PolicyName,
        information: &InformationName,
        age: f64,
        arrivals: &ArrivalsName,
        work: &WorkName,
        balancers: f64,
    ) -> Result<Setting, JsError> {
        let names: [&JsValue; 4] = [policy, information, arrivals, work];
        let [policy, information, arrivals, work] = names.map(text);
        let request = Request {
            servers,
            utilisation,
            policy: &policy,
            information: &information,
            age,
            arrivals: &arrivals,
            work: &work,
            balancers,
        };
        Ok(Self(request.setting()?))
    }

    /// Whether the policy looks at the queues.
    #[wasm_bindgen(getter)]
    pub fn asks(&self) -> bool {
        self.0.asks()
    }

    /// Whether the queues come to an equilibrium: below a utilisation of 1.
    #[wasm_bindgen(getter)]
    pub fn settles(&self) -> bool {
        self.0.settles()
    }

    /// What is known exactly; `undefined` where nothing is.
    pub fn exact(&self) -> Option<Figures> {
        exact::exact(&self.0).map(|exact| Figures::of(|quantity| exact.figure(quantity)))
    }

    /// Simulates it so often: `requests` (1 to a million) in each of 1 to 20 `repetitions`, after those of so many `relaxations`
    /// (0 to 20 relaxation times), which are left out.
    pub fn runs(&self, requests: f64, repetitions: f64, relaxations: f64, seed: f64) -> Result<Runs, JsError> {
        Ok(Runs(request::repeated(&self.0, requests, repetitions, relaxations, seed)?))
    }

    /// Its queues over time, from empty ones at the time 0 on.
    pub fn queues(&self, seed: f64) -> Result<Queues, JsError> {
        Ok(Queues { simulation: Simulation::new(&self.0, from_js::seed(seed)?, 0), asks: self.0.asks(), last: 0.0 })
    }
}

/// Repetitions of a setting, bit by bit.
#[wasm_bindgen]
pub struct Runs(Repeated);

#[wasm_bindgen]
impl Runs {
    /// Simulates so many more requests, or fewer if these are all. Whether they are.
    pub fn advance(&mut self, requests: f64) -> bool {
        self.0.advance(requests as u32)
    }

    /// The share of the work that is done.
    #[wasm_bindgen(getter)]
    pub fn share(&self) -> f64 {
        self.0.share()
    }

    /// The means over the repetitions that are done.
    pub fn figures(&self) -> Figures {
        Figures::of(|quantity| Some(self.0.mean(quantity)).filter(|mean| !mean.is_nan()))
    }
}

/// The queues of a setting over time.
#[wasm_bindgen]
pub struct Queues {
    simulation: Simulation,
    asks: bool,
    /// When they were last looked at.
    last: f64,
}

#[wasm_bindgen]
impl Queues {
    /// How many requests are at each server at a time, in mean service times, which is not before the last one that was asked for,
    /// nor more than 10,000 behind it; and then, if the policy asks, what the balancer, or the first one, knows of each of them.
    pub fn at(&mut self, time: f64) -> Result<Vec<u32>, JsError> {
        Ok(self.look(time)?)
    }
}

impl Queues {
    /// The same, for those that are not JavaScript.
    pub fn look(&mut self, time: f64) -> Result<Vec<u32>, ArgumentError> {
        self.last = request::time(time, self.last)?;
        let mut lengths: Vec<u32> = self.simulation.lengths(time).collect();
        if self.asks {
            lengths.extend(self.simulation.known(time));
        }
        Ok(lengths)
    }
}

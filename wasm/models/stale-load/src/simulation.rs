//! Request after request.

use crate::information::Knowledge;
use crate::outcome::Outcome;
use crate::policy::Chooser;
use crate::servers::Servers;
use crate::setting::Setting;
use crate::source::{self, Source};

/// What became of a request. Times count in mean service times from the start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Request {
    /// When it arrived.
    pub arrival: f64,
    /// The server it was sent to, from 0.
    pub server: u32,
    /// Its position there on arrival: 1 where it is served at once.
    pub position: u32,
    /// When it was done.
    pub departure: f64,
}

/// A run that hands out request after request, without end, in the order of their arrivals.
#[derive(Debug, Clone)]
pub struct Simulation {
    setting: Setting,
    source: Source,
    /// When the next request arrives, and its work.
    upcoming: (f64, f64),
    chooser: Chooser,
    servers: Servers,
    knowledge: Knowledge,
}

impl Simulation {
    /// Repetition `repetition` of a seed: all servers are empty, and time is 0. Arrivals and work are the same under every
    /// policy and information.
    pub fn new(setting: &Setting, seed: u64, repetition: u32) -> Self {
        let mut source = Source::new(setting, seed, repetition);
        Self {
            setting: *setting,
            upcoming: source.next(),
            source,
            chooser: Chooser::new(setting, source::choices(seed, repetition)),
            servers: Servers::new(setting.servers()),
            knowledge: Knowledge::new(setting),
        }
    }

    /// The next request.
    #[inline(always)]
    pub fn step(&mut self) -> Request {
        let Self { setting, source, upcoming, chooser, servers, knowledge } = self;
        let (arrival, work) = *upcoming;
        *upcoming = source.next();
        knowledge.update(arrival, servers);
        let balancer = chooser.balancer();
        let server = chooser.choose(balancer, |server| knowledge.length(balancer, server, arrival, servers));
        let position = servers.length(server, arrival) + 1;
        let departure = setting.service().departure(arrival, servers.last(server), work);
        servers.push(server, departure);
        knowledge.sent(balancer, server, arrival, departure);
        Request { arrival, server, position, departure }
    }

    /// When the next request arrives.
    pub fn next_arrival(&self) -> f64 {
        self.upcoming.0
    }

    /// How many requests are at each server at `time`, which must not be before what has been asked for; those that arrive until
    /// then are sent on the way.
    pub fn lengths(&mut self, time: f64) -> impl Iterator<Item = u32> + '_ {
        self.advance_to(time);
        (0..self.setting.servers()).map(move |server| self.servers.length(server, time))
    }

    /// What the first balancer knows of each server's length at `time`, for which the same holds; the lengths themselves under a
    /// policy that does not ask.
    pub fn known(&mut self, time: f64) -> impl Iterator<Item = u32> + '_ {
        self.advance_to(time);
        (0..self.setting.servers()).map(move |server| self.knowledge.length(0, server, time, &mut self.servers))
    }

    fn advance_to(&mut self, time: f64) {
        while self.next_arrival() <= time {
            self.step();
        }
        // A copy that is due by then is made of the queues as they were, before those that are done since are forgotten.
        self.knowledge.update(time, &mut self.servers);
    }
}

/// The outcome of so many `requests` after the first `warm_up` of them, which are left out.
pub fn run(setting: &Setting, requests: u32, warm_up: u32, seed: u64, repetition: u32) -> Outcome {
    let mut simulation = Simulation::new(setting, seed, repetition);
    for _ in 0..warm_up {
        simulation.step();
    }
    let mut outcome = Outcome::new(setting.service(), requests);
    for _ in 0..requests {
        let Request { arrival, position, departure, .. } = simulation.step();
        outcome.add(departure - arrival, position);
    }
    outcome
}

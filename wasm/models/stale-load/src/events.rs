//! The same simulation in the plainest way: a heap of events, and everything that ever happened kept. The oracle of
//! [`Simulation`](crate::Simulation), which gives the same bytes.

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, VecDeque};

use crate::outcome::Outcome;
use crate::policy::Chooser;
use crate::setting::{Information, Setting};
use crate::source::{self, Source};

/// What happens; of things at the same time, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Departure { server: u32 },
    Renewal,
    Arrival,
}

#[derive(Debug, Clone, Copy)]
struct Event {
    time: f64,
    kind: Kind,
}

impl Ord for Event {
    fn cmp(&self, other: &Self) -> Ordering {
        self.time.total_cmp(&other.time).then(self.kind.cmp(&other.kind))
    }
}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Event {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Event {}

/// A request that waits or is served.
#[derive(Debug, Clone, Copy)]
struct Waiting {
    number: u32,
    arrival: f64,
    work: f64,
}

/// One server, and all that ever happened there.
#[derive(Debug, Clone, Default)]
struct Server {
    queue: VecDeque<Waiting>,
    arrivals: Vec<f64>,
    departures: Vec<f64>,
}

impl Server {
    fn length(&self) -> u32 {
        self.queue.len() as u32
    }

    fn length_at(&self, time: f64) -> u32 {
        let arrived = self.arrivals.partition_point(|&arrival| arrival < time);
        let done = self.departures.partition_point(|&departure| departure <= time);
        // One without any work is done in the moment of its arrival.
        arrived.saturating_sub(done) as u32
    }
}

/// Simulates a run, with the same result as [`run`](crate::run).
pub fn run(setting: &Setting, requests: u32, warm_up: u32, seed: u64, repetition: u32) -> Outcome {
    let mut source = Source::new(setting, seed, repetition);
    let mut chooser = Chooser::new(setting, source::choices(seed, repetition));
    let mut servers = vec![Server::default(); setting.servers() as usize];
    let mut copies = vec![vec![0; setting.servers() as usize]; setting.balancers() as usize];
    let mut events = BinaryHeap::new();
    let happens = |events: &mut BinaryHeap<Reverse<Event>>, time, kind| events.push(Reverse(Event { time, kind }));

    let all = warm_up + requests;
    let mut finished: Vec<Option<(f64, u32)>> = vec![None; all as usize];
    let mut positions = vec![0; all as usize];
    let (mut arrived, mut renewals) = (0_u32, 0.0);
    let (mut next, mut work) = source.next();
    happens(&mut events, next, Kind::Arrival);
    let every = match setting.information() {
        // With several balancers, the time until any of their copies is renewed.
        Information::Renewed(age) | Information::Own(age) => Some(age / f64::from(setting.balancers())),
        _ => None,
    };
    if let Some(every) = every {
        happens(&mut events, every, Kind::Renewal);
    }
    let mut left = all;
    while left > 0 {
        let Reverse(Event { time, kind }) = events.pop().expect("what has arrived departs");
        match kind {
            Kind::Departure { server: number } => {
                let server = &mut servers[number as usize];
                let done = server.queue.pop_front().expect("who departs was there");
                server.departures.push(time);
                if done.number < all {
                    finished[done.number as usize] = Some((time - done.arrival, positions[done.number as usize]));
                    left -= 1;
                }
                if let Some(first) = server.queue.front() {
                    happens(
                        &mut events,
                        setting.service().departure(time, time, first.work),
                        Kind::Departure { server: number },
                    );
                }
            }
            Kind::Renewal => {
                renewals += 1.0;
                let balancer = (renewals % copies.len() as f64) as usize;
                copies[balancer] = servers.iter().map(Server::length).collect();
                let every = every.expect("only copies are renewed");
                happens(&mut events, (renewals + 1.0) * every, Kind::Renewal);
            }
            Kind::Arrival => {
                let balancer = chooser.balancer();
                let copy = &mut copies[balancer as usize];
                let number = chooser.choose(balancer, |server| match setting.information() {
                    Information::Fresh => servers[server as usize].length(),
                    Information::Renewed(_) | Information::Own(_) => copy[server as usize],
                    Information::Aged(age) => servers[server as usize].length_at(time - age),
                });
                if matches!(setting.information(), Information::Own(_)) {
                    copy[number as usize] += 1;
                }
                let server = &mut servers[number as usize];
                server.queue.push_back(Waiting { number: arrived, arrival: time, work });
                server.arrivals.push(time);
                if arrived < all {
                    positions[arrived as usize] = server.length();
                }
                if server.length() == 1 {
                    happens(
                        &mut events,
                        setting.service().departure(time, 0.0, work),
                        Kind::Departure { server: number },
                    );
                }
                arrived += 1;
                (next, work) = source.next();
                happens(&mut events, next, Kind::Arrival);
            }
        }
    }
    let mut outcome = Outcome::new(setting.service(), requests);
    for (time, position) in finished.into_iter().skip(warm_up as usize).flatten() {
        outcome.add(time, position);
    }
    outcome
}

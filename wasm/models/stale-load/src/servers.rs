//! The servers: who waits at each of them, and when the last of them is done.

use std::collections::VecDeque;

/// The queues of all servers, first come, first served.
///
/// A departure is known on arrival, so that a queue is a list of departures whose past ones are dropped when it is read.
/// Times that are asked for must not decrease.
#[derive(Debug, Clone)]
pub(crate) struct Servers {
    queues: Vec<VecDeque<f64>>,
    last: Vec<f64>,
}

impl Servers {
    pub(crate) fn new(servers: u32) -> Self {
        Self { queues: vec![VecDeque::new(); servers as usize], last: vec![0.0; servers as usize] }
    }

    /// How many are at a server, after those that are done at this very moment have left.
    #[inline(always)]
    pub(crate) fn length(&mut self, server: u32, now: f64) -> u32 {
        let queue = &mut self.queues[server as usize];
        while queue.front().is_some_and(|&departure| departure <= now) {
            queue.pop_front();
        }
        queue.len() as u32
    }

    /// When the last that has been sent to a server is done; 0 before the first.
    #[inline(always)]
    pub(crate) fn last(&self, server: u32) -> f64 {
        self.last[server as usize]
    }

    /// Another one queues.
    #[inline(always)]
    pub(crate) fn push(&mut self, server: u32, departure: f64) {
        self.queues[server as usize].push_back(departure);
        self.last[server as usize] = departure;
    }
}

/// The same as it was some time ago: who had arrived by then, and was not done.
#[derive(Debug, Clone)]
pub(crate) struct Past {
    /// Arrivals and departures.
    queues: Vec<VecDeque<(f64, f64)>>,
    /// For each server, how many requests of its queue had arrived by the time that was last asked for.
    arrived: Vec<u32>,
}

impl Past {
    pub(crate) fn new(servers: u32) -> Self {
        Self { queues: vec![VecDeque::new(); servers as usize], arrived: vec![0; servers as usize] }
    }

    /// How many were at a server at `time`: arrived before it, and done after it.
    pub(crate) fn length(&mut self, server: u32, time: f64) -> u32 {
        let (queue, arrived) = (&mut self.queues[server as usize], &mut self.arrived[server as usize]);
        while queue.front().is_some_and(|&(_, departure)| departure <= time) {
            queue.pop_front();
            // Whatever is done by then had arrived, and may not have been counted yet.
            *arrived = arrived.saturating_sub(1);
        }
        while queue.get(*arrived as usize).is_some_and(|&(arrival, _)| arrival < time) {
            *arrived += 1;
        }
        *arrived
    }

    pub(crate) fn push(&mut self, server: u32, arrival: f64, departure: f64) {
        self.queues[server as usize].push_back((arrival, departure));
    }
}

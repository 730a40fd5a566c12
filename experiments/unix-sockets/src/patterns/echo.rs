//! The parts of sending and receiving: one thread does both sides of a ping-pong, and waits for nobody. So the processor
//! time that it takes is the time that it needs, and other work on the machine is not in it.

use std::time::Instant;

use sockets::cores::thread_time;

use crate::channel::Channel;
use crate::contents::fill;
use crate::cores::alone;
use crate::exchange_error::ExchangeError;
use crate::turn::{Outcome, Terms};

pub(crate) fn measure(bytes: usize, terms: Terms) -> Result<Outcome, ExchangeError> {
    alone(terms.cores, || {
        let (ours, theirs) = Channel::pair(terms.transport)?;
        let mut message = vec![0; bytes];
        fill(&mut message, 0);
        let span = terms.span.start();
        let mut counted = 0_u64;
        let mut before = thread_time();
        loop {
            ours.send(&message)?;
            theirs.receive(&mut message)?;
            theirs.send(&message)?;
            ours.receive(&mut message)?;
            let now = Instant::now();
            if !span.is_counted(now) {
                before = thread_time();
                continue;
            }
            counted += 1;
            if span.is_over(now) {
                return Ok(Outcome::from([(
                    "round_trip_seconds",
                    (thread_time() - before).as_secs_f64() / counted as f64,
                )]));
            }
        }
    })
}

//! The parts of connecting, each by itself: one thread connects, accepts and closes both ends, and waits for nobody. Of each
//! part the median is told, which other work on the machine hardly moves.

use std::time::Instant;

use crate::cores::alone;
use crate::door::Door;
use crate::exchange_error::ExchangeError;
use crate::latency::Latencies;
use crate::turn::{Outcome, Terms};

pub(crate) fn measure(terms: Terms) -> Result<Outcome, ExchangeError> {
    alone(terms.cores, || {
        let Door { listener, address, options } =
            Door::open(terms.transport, terms.folder)?.expect("the transport has connections");
        let mut tally = terms.span.start();
        let [mut connecting, mut accepting, mut closing] = <[Latencies; 3]>::default();
        loop {
            let start = Instant::now();
            let asking = address.connect(&options)?;
            let connected = Instant::now();
            let serving = listener.accept()?;
            let accepted = Instant::now();
            // The server's end first: it has sent all that it had to.
            drop(serving);
            drop(asking);
            let closed = Instant::now();
            if tally.is_counted(start) {
                connecting.add(connected - start);
                accepting.add(accepted - connected);
                closing.add(closed - accepted);
            }
            // Two are counted by then, and the second began when the first had been.
            if tally.add(1, closed).is_some() {
                break;
            }
        }
        Ok(Outcome::from([
            ("connect_seconds", connecting.quantile_seconds(0.5)),
            ("accept_seconds", accepting.quantile_seconds(0.5)),
            ("close_seconds", closing.quantile_seconds(0.5)),
        ]))
    })
}

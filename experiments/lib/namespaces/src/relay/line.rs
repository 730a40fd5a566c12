//! One direction of a path: what enters comes out in order, a fixed time later.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Most packets that may be on their way. More are lost, as in a full router.
const MOST_PACKETS: usize = 10_000;

#[derive(Debug)]
pub(super) struct Line {
    delay: Duration,
    /// Packets on their way, each with the moment at which it comes out.
    packets: VecDeque<(Instant, Box<[u8]>)>,
}

impl Line {
    pub(super) fn new(delay: Duration) -> Self {
        Self { delay, packets: VecDeque::new() }
    }

    pub(super) fn enter(&mut self, now: Instant, packet: &[u8]) {
        if self.packets.len() < MOST_PACKETS {
            self.packets.push_back((now + self.delay, packet.into()));
        }
    }

    /// When the next comes out, if one is on its way.
    pub(super) fn next(&self) -> Option<Instant> {
        self.packets.front().map(|&(at, _)| at)
    }

    /// The next packet that is due by now.
    pub(super) fn leave(&mut self, now: Instant) -> Option<Box<[u8]>> {
        self.packets.front().filter(|&&(at, _)| at <= now)?;
        self.packets.pop_front().map(|(_, packet)| packet)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DELAY: Duration = Duration::from_millis(50);

    #[test]
    fn packets_come_out_in_order_and_not_a_moment_too_soon() {
        let (mut line, start) = (Line::new(DELAY), Instant::now());
        let later = start + Duration::from_millis(10);
        line.enter(start, &[1]);
        line.enter(later, &[2]);
        assert_eq!(line.next(), Some(start + DELAY));
        assert_eq!(line.leave(start + DELAY - Duration::from_nanos(1)), None);
        assert_eq!(line.leave(start + DELAY).as_deref(), Some(&[1][..]));
        assert_eq!(line.leave(start + DELAY), None);
        assert_eq!(line.next(), Some(later + DELAY));
        assert_eq!(line.leave(later + DELAY).as_deref(), Some(&[2][..]));
        assert_eq!(line.next(), None);
    }

    #[test]
    fn a_full_line_loses_what_enters_and_nothing_else() {
        let (mut line, start) = (Line::new(DELAY), Instant::now());
        for number in 0..=MOST_PACKETS {
            line.enter(start, &number.to_be_bytes());
        }
        let out: Vec<_> = std::iter::from_fn(|| line.leave(start + DELAY)).collect();
        assert_eq!(out.len(), MOST_PACKETS);
        assert_eq!(*out[MOST_PACKETS - 1], (MOST_PACKETS - 1).to_be_bytes());
    }
}

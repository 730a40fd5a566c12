//! Address resolution of a peer on the same link that has gone: what makes EHOSTUNREACH of ETIMEDOUT.

use super::settings;

/// What the kernel thinks of the peer's address (`net/core/neighbour.c`), once the peer no longer answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Resolution {
    settings: settings::Neighbour,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// The address is taken for good until then, and in doubt at the first packet after.
    Known { until_us: u64 },
    /// In doubt: packets still go to the known address while requests go unanswered.
    Doubted { fails_us: u64 },
    /// Unknown: the next packet starts a resolution.
    Unknown,
    /// Being resolved: packets wait, and come to nothing when it fails.
    Resolving { fails_us: u64 },
}

impl Resolution {
    /// The resolution of a peer that was heard of at time 0.
    pub(super) fn known(settings: settings::Neighbour) -> Self {
        Self { settings, state: State::Known { until_us: settings.reachable_us } }
    }

    /// The resolution of a peer that was not spoken to before.
    pub(super) fn unknown(settings: settings::Neighbour) -> Self {
        Self { settings, state: State::Unknown }
    }

    /// Sends a packet to the peer. True if it reaches the wire.
    pub(super) fn transmit(&mut self, now_us: u64) -> bool {
        let requests = self.settings.requests * self.settings.interval_us;
        match self.state {
            State::Known { until_us } if now_us <= until_us => true,
            State::Known { .. } => {
                self.state = State::Doubted { fails_us: now_us + self.settings.delay_us + requests };
                true
            }
            State::Doubted { .. } => true,
            State::Unknown => {
                self.state = State::Resolving { fails_us: now_us + requests };
                false
            }
            State::Resolving { .. } => false,
        }
    }

    /// Whether a packet waits for a resolution. While it does, the kernel does not send the same segment again.
    pub(super) fn holds_a_packet(&self) -> bool {
        matches!(self.state, State::Resolving { .. })
    }

    /// When the resolution under way fails.
    pub(super) fn fails_us(&self) -> Option<u64> {
        match self.state {
            State::Doubted { fails_us } | State::Resolving { fails_us } => Some(fails_us),
            State::Known { .. } | State::Unknown => None,
        }
    }

    /// Ends the resolution without an answer. True if packets were waiting for it, so that their sender hears of it.
    pub(super) fn fail(&mut self) -> bool {
        let waiting = self.holds_a_packet();
        self.state = State::Unknown;
        waiting
    }
}

#[cfg(test)]
mod tests {
    use super::super::settings::SECOND;
    use super::*;

    #[test]
    fn a_known_address_is_doubted_then_lost_then_reported() {
        let mut resolution = Resolution::known(settings::Neighbour::default());
        assert!(resolution.transmit(30 * SECOND));
        assert_eq!(resolution.fails_us(), None);
        assert!(resolution.transmit(31 * SECOND));
        assert_eq!(resolution.fails_us(), Some(39 * SECOND));
        assert!(!resolution.fail(), "packets went out, so none is told");
        assert!(!resolution.transmit(40 * SECOND));
        assert_eq!(resolution.fails_us(), Some(43 * SECOND));
        assert!(resolution.fail());
    }
}

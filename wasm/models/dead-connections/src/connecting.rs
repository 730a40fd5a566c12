//! A program that connects to a peer that is gone.

use super::neighbour::Resolution;
use super::outcome::{Call, Ending, Learned, Outcome, Recorder, Sign, Step};
use super::path::{Reply, Route, Segment};
use super::scenario::{Pattern, Scenario};
use super::settings::Settings;
use super::timers::{Timers, model_timeout};

/// Plays a blocking connect(), from its first SYN.
pub(super) fn connect(settings: &Settings, scenario: Scenario, timers: Timers) -> Outcome {
    let mut recorder = Recorder::default();
    let ending = if scenario.takes_our_link() {
        // No route, so no SYN.
        learned(0, Sign::NetworkUnreachable)
    } else {
        Attempt::new(settings, scenario, timers).run(&mut recorder)
    };
    recorder.finish(ending, 0, 0)
}

fn learned(at_us: u64, sign: Sign) -> Ending {
    Ending::Learned(Learned { at_us, call: Call::Connect, sign })
}

struct Attempt<'a> {
    settings: &'a Settings,
    timers: Timers,
    route: Route,
    resolution: Option<Resolution>,
    /// What is on its way to us, by arrival.
    replies: Vec<(u64, Reply)>,
    retransmissions: u64,
    rto_us: u64,
}

impl<'a> Attempt<'a> {
    fn new(settings: &'a Settings, scenario: Scenario, timers: Timers) -> Self {
        let on_link = settings.path.neighbour.filter(|_| scenario == Scenario::HostVanishes);
        Self {
            settings,
            timers,
            route: Route::new(scenario, Pattern::Connecting, settings.path.rtt_us),
            resolution: on_link.map(Resolution::unknown),
            replies: Vec::new(),
            retransmissions: 0,
            rto_us: settings.kernel.initial_rto_us.min(settings.kernel.rto_max_us),
        }
    }

    fn run(&mut self, recorder: &mut Recorder) -> Ending {
        // The first timer knows nothing of the user timeout (`tcp_connect`).
        let mut timer_us = self.timers.takes(self.rto_us);
        self.send(0, timer_us, recorder);
        loop {
            let failure = self.resolution.as_ref().and_then(Resolution::fails_us);
            let reply = self.replies.first().copied();
            let next = [failure, reply.map(|(at, _)| at)].into_iter().flatten().min();
            if let Some(at) = next.filter(|&at| at <= timer_us) {
                if let Some((_, reply)) = reply.filter(|&(arrives, _)| arrives == at) {
                    self.replies.remove(0);
                    if let Some(ending) = self.answered(at, reply, recorder) {
                        return ending;
                    }
                    continue;
                }
                if self.resolution.as_mut().is_some_and(Resolution::fail) {
                    recorder.add(at, Step::HostUnreachable, None);
                    return learned(at, Sign::HostUnreachable);
                }
                continue;
            }
            let now = timer_us;
            if self.expired(now) {
                recorder.add(now, Step::GivenUp, None);
                return learned(now, Sign::TimedOut);
            }
            self.retransmissions += 1;
            // Linear at first (since Linux 6.5), then doubled each time.
            if self.retransmissions > self.settings.kernel.syn_linear_timeouts {
                self.rto_us = (2 * self.rto_us).min(self.settings.kernel.rto_max_us);
            }
            timer_us = now + self.timers.takes(self.clamped(now));
            self.send(now, timer_us, recorder);
        }
    }

    /// How it ends by this, if it does.
    fn answered(&self, at: u64, reply: Reply, recorder: &mut Recorder) -> Option<Ending> {
        match reply {
            Reply::Reset => {
                recorder.add(at, Step::Reset, None);
                Some(learned(at, Sign::ConnectionRefused))
            }
            // Before the connection stands, the first such message ends it, unless it comes while the call still holds the
            // socket: then it only leaves a note (`sk_err_soft` in `tcp_v4_err`), which this call does not read. The next SYN
            // is the timer's, and nobody holds the socket when that one's comes. (RST would wait its turn.)
            Reply::PortUnreachable => {
                recorder.add(at, Step::Rejected, None);
                let is_unheard = self.settings.path.is_local && self.retransmissions == 0;
                (!is_unheard).then(|| learned(at, Sign::ConnectionRefused))
            }
            _ => {
                recorder.add(at, Step::Acknowledgement, None);
                Some(Ending::Survives)
            }
        }
    }

    fn send(&mut self, now: u64, timer_us: u64, recorder: &mut Recorder) {
        if self.resolution.as_ref().is_some_and(Resolution::holds_a_packet) {
            return recorder.add(now, Step::StillWaiting, Some(timer_us));
        }
        let passed = self.resolution.as_mut().is_none_or(|resolution| resolution.transmit(now));
        recorder.add_sent(now, Step::Syn, Some(timer_us), passed);
        if passed && let Some(reply) = self.route.reply(now, Segment::Syn) {
            self.replies.push((now + self.settings.path.rtt_us, reply));
        }
    }

    /// `tcp_write_timeout`: by count, or by time since the first SYN.
    fn expired(&self, now: u64) -> bool {
        let kernel = &self.settings.kernel;
        let limit = match self.settings.user_timeout_us {
            0 => model_timeout(kernel.syn_retries, kernel.initial_rto_us, kernel.rto_max_us),
            timeout => timeout,
        };
        self.retransmissions >= kernel.syn_retries + kernel.syn_linear_timeouts
            || (self.retransmissions > 0 && now >= limit)
    }

    /// `tcp_clamp_rto_to_user_timeout`.
    fn clamped(&self, now: u64) -> u64 {
        match self.settings.user_timeout_us {
            0 => self.rto_us,
            timeout => self.rto_us.min(timeout.saturating_sub(now)),
        }
    }
}

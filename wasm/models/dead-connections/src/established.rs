//! An established connection, from the last contact on.

mod application;
mod transmission;

use super::neighbour::Resolution;
use super::outcome::{Call, Ending, Learned, Outcome, Recorder, Sign, Step};
use super::path::{Reply, Route, Segment};
use super::scenario::{Pattern, Scenario};
use super::settings::{Keepalive, Settings};
use super::timers::Timers;
use application::Application;
use transmission::Transmission;

/// Contacts with a peer that is well before the model believes that the connection survives.
const CONTACTS: u64 = 3;
/// Window probes that were answered before the model believes that it goes on for ever.
const WINDOW_PROBES: u64 = 16;
/// Steps after which the model stops whatever happens. Nothing within the limits takes as many: 24.8 days, the longest
/// user timeout, are 2.1 million of the shortest intervals, 1 s.
const MAX_STEPS: u64 = 8_000_000;

/// One end of a connection, and the program above it.
pub(super) struct Endpoint<'a> {
    settings: &'a Settings,
    scenario: Scenario,
    timers: Timers,
    recorder: Recorder,
    now: u64,
    route: Route,
    resolution: Option<Resolution>,
    /// What is on its way to us, by arrival.
    replies: Vec<(u64, Reply)>,
    /// When something last came from the peer.
    heard_us: u64,
    transmission: Transmission,
    /// When the keepalive timer fires.
    keepalive_us: Option<u64>,
    /// Probes (of either kind) since the peer was last heard (`icsk_probes_out`).
    probes: u64,
    /// The error that an ICMP message reported; calls return it once the kernel gives up (`sk_err_soft`).
    soft_error: Option<Sign>,
    /// The error that the next call returns (`sk_err`).
    error: Option<Sign>,
    peer_closed: bool,
    application: Application,
    contacts: u64,
    ending: Option<Ending>,
}

/// What happens next. At the same moment, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Next {
    Arrival,
    Resolution,
    Retransmit,
    Keepalive,
    Application,
}

impl<'a> Endpoint<'a> {
    pub(super) fn new(settings: &'a Settings, scenario: Scenario, pattern: Pattern, timers: Timers) -> Self {
        let on_link = settings.path.neighbour.filter(|_| scenario == Scenario::HostVanishes);
        let route = Route::new(scenario, pattern, settings.path.rtt_us);
        let mut endpoint = Self {
            settings,
            scenario,
            timers,
            recorder: Recorder::default(),
            now: 0,
            route,
            resolution: on_link.map(Resolution::known),
            replies: Vec::new(),
            heard_us: 0,
            transmission: Transmission::new(settings, timers),
            keepalive_us: settings.keepalive.map(|keepalive| timers.takes(keepalive.idle_us)),
            probes: 0,
            soft_error: None,
            error: None,
            peer_closed: false,
            application: Application::new(settings, pattern, route.forgets_us()),
            contacts: 0,
            ending: None,
        };
        endpoint.replies.extend(route.unasked());
        if route.is_full() {
            endpoint.transmission.queue_unsent(0);
        }
        if scenario == Scenario::OwnLinkDownInFlight && pattern == Pattern::Awaiting {
            endpoint.request_in_flight();
        }
        endpoint
    }

    /// Plays until the program learns, or it is clear that it never will.
    pub(super) fn run(mut self) -> Outcome {
        for _ in 0..MAX_STEPS {
            if self.ending.is_some() {
                break;
            }
            match self.next() {
                Some((at, next)) => {
                    self.now = at;
                    self.happens(next);
                }
                None => self.ending = Some(self.without_end()),
            }
        }
        debug_assert!(self.ending.is_some(), "{:?} {:?} has no end", self.settings, self.scenario);
        let ending = self.ending.unwrap_or(Ending::Never);
        // A server that wants no more pings may close the connection before the firewall forgets it.
        let fault_us = self.route.forgets_us().filter(|&at| at <= self.now).unwrap_or(0);
        let vain_writes = if ending == Ending::Survives { 0 } else { self.application.vain_writes() };
        self.recorder.finish(ending, fault_us, vain_writes)
    }

    /// The ending where nothing more happens.
    fn without_end(&self) -> Ending {
        let well = match self.scenario {
            Scenario::Alive => true,
            Scenario::FirewallForgets { .. } => self.contacts >= CONTACTS,
            _ => false,
        };
        if well { Ending::Survives } else { Ending::Never }
    }

    fn next(&self) -> Option<(u64, Next)> {
        let arrival = self.replies.iter().map(|&(at, _)| at).min();
        [
            arrival.map(|at| (at, Next::Arrival)),
            self.resolution.as_ref().and_then(Resolution::fails_us).map(|at| (at, Next::Resolution)),
            self.transmission.timer_us().map(|at| (at, Next::Retransmit)),
            self.keepalive_us.map(|at| (at, Next::Keepalive)),
            self.application.next_us().map(|at| (at, Next::Application)),
        ]
        .into_iter()
        .flatten()
        .min()
    }

    fn happens(&mut self, next: Next) {
        match next {
            Next::Arrival => {
                let now = self.now;
                if let Some(first) = self.replies.iter().position(|&(at, _)| at == now) {
                    let (_, reply) = self.replies.remove(first);
                    self.arrives(reply);
                }
            }
            Next::Resolution => self.resolution_fails(),
            Next::Retransmit => self.transmission_timer(),
            Next::Keepalive => self.keepalive_timer(),
            Next::Application => self.application_acts(),
        }
    }

    fn arrives(&mut self, reply: Reply) {
        if reply == Reply::PortUnreachable {
            return self.is_refused();
        }
        self.heard_us = self.now;
        self.probes = 0;
        self.soft_error = None;
        match reply {
            Reply::Acknowledgement => {
                self.record(Step::Acknowledgement);
                self.is_acknowledged();
                self.contact();
            }
            Reply::ZeroWindow => {
                self.transmission.window_still_closed(self.now);
                self.recorder.add(self.now, Step::ZeroWindow, self.transmission.timer_us());
                let for_ever = self.settings.user_timeout_us == 0 && self.transmission.probed() >= WINDOW_PROBES;
                if for_ever && !self.application.may_yet_be_told() {
                    self.ending = Some(Ending::Never);
                }
            }
            Reply::Fin => {
                self.record(Step::Fin);
                self.peer_closed = true;
                if let Some(call) = self.application.reader() {
                    self.learns(call, Sign::EndOfFile);
                }
            }
            Reply::Reset => {
                self.record(Step::Reset);
                self.fail(if self.peer_closed { Sign::BrokenPipe } else { Sign::ConnectionReset });
            }
            Reply::Pong => {
                self.record(Step::Pong);
                self.is_acknowledged();
                self.application.pong(self.now);
                self.contact();
            }
            Reply::GoAway => {
                self.record(Step::GoAway);
                self.learns(Call::Rpc, Sign::TooManyPings);
            }
            // Not from the peer, and dealt with above.
            Reply::PortUnreachable => {}
        }
    }

    /// An ICMP message is no sign of life, and no error until the kernel gives up. It has to carry the number of data
    /// that is under way, which a keepalive probe's never is (`tcp_v4_err`).
    fn is_refused(&mut self) {
        self.record(Step::Rejected);
        if self.transmission.is_under_way() {
            self.soft_error = Some(Sign::ConnectionRefused);
        }
    }

    /// The peer is well, so far.
    fn contact(&mut self) {
        self.contacts += 1;
        let well = matches!(self.scenario, Scenario::Alive | Scenario::FirewallForgets { .. });
        let hangs = self.scenario == Scenario::PeerHangs;
        if self.contacts < CONTACTS || self.application.may_yet_be_told() {
            return;
        }
        if well {
            self.ending = Some(Ending::Survives);
        } else if hangs {
            self.ending = Some(Ending::Never);
        }
    }

    /// Our own kernel says that the peer's address does not resolve: an error only once it gives up, and only if the
    /// packet that waited was data. A keepalive probe carries an old number and so counts for nothing (`tcp_v4_err`).
    fn resolution_fails(&mut self) {
        let waited = self.resolution.as_mut().is_some_and(Resolution::fail);
        if waited && self.transmission.is_under_way() {
            self.soft_error = Some(Sign::HostUnreachable);
            self.transmission.revert_backoff(self.now);
            self.recorder.add(self.now, Step::HostUnreachable, self.transmission.timer_us());
        }
    }

    fn keepalive_timer(&mut self) {
        let Some(keepalive) = self.settings.keepalive else { return };
        let wait_us = if self.transmission.has_work() {
            keepalive.idle_us
        } else {
            let silent_us = self.now - self.heard_us;
            if silent_us < keepalive.idle_us {
                keepalive.idle_us - silent_us
            } else if self.keepalive_gives_up(keepalive, silent_us) {
                let on_wire = !self.scenario.takes_our_link();
                self.recorder.add_sent(self.now, Step::ResetSent, None, on_wire);
                let sign = self.soft_error.unwrap_or(Sign::TimedOut);
                return self.fail(sign);
            } else {
                self.probes += 1;
                let next_us = self.now + self.timers.takes(keepalive.interval_us);
                self.keepalive_us = Some(next_us);
                return self.send(Segment::Probe, Step::KeepaliveProbe, Some(next_us));
            }
        };
        let next_us = self.now + self.timers.takes(wait_us);
        self.keepalive_us = Some(next_us);
        if self.transmission.has_work() {
            self.recorder.add(self.now, Step::KeepaliveSkipped, Some(next_us));
        }
    }

    /// A user timeout replaces the number of probes (`tcp_keepalive_timer`).
    fn keepalive_gives_up(&self, keepalive: Keepalive, silent_us: u64) -> bool {
        match self.settings.user_timeout_us {
            0 => self.probes >= keepalive.probes,
            timeout => self.probes > 0 && silent_us >= self.timers.whole_ticks(timeout),
        }
    }

    /// Sends a segment. Whether it leaves the machine is another matter.
    fn send(&mut self, segment: Segment, step: Step, timer_us: Option<u64>) {
        let copy_waits = self.resolution.as_ref().is_some_and(Resolution::holds_a_packet);
        let again = matches!(step, Step::Retransmission | Step::LossProbe);
        if copy_waits && again {
            return self.recorder.add(self.now, Step::StillWaiting, timer_us);
        }
        if again && self.scenario.takes_our_link() {
            // The retransmission fails before the segment is made, and says why (`inet_sk_rebuild_header`).
            self.soft_error = Some(Sign::NetworkUnreachable);
            return self.recorder.add(self.now, step, timer_us);
        }
        let has_route = !self.scenario.takes_our_link();
        let on_wire = has_route && self.resolution.as_mut().is_none_or(|resolution| resolution.transmit(self.now));
        self.recorder.add_sent(self.now, step, timer_us, on_wire);
        if !on_wire {
            return;
        }
        if let Some(reply) = self.route.reply(self.now, segment) {
            let reply = if reply == Reply::Pong && self.application.pinged_too_often() { Reply::GoAway } else { reply };
            self.replies.push((self.now + self.settings.path.rtt_us, reply));
        }
    }

    /// The kernel gives the connection up. Whoever waits in a call learns at once.
    fn fail(&mut self, sign: Sign) {
        self.transmission.stop();
        self.keepalive_us = None;
        self.replies.clear();
        self.resolution = None;
        if let Some(call) = self.application.waiting() {
            return self.learns(call, sign);
        }
        self.recorder.add(self.now, Step::GivenUp, None);
        self.error = Some(sign);
        self.application.expects_error(self.now);
    }

    fn learns(&mut self, call: Call, sign: Sign) {
        if call == Call::Rpc {
            // Whatever else the program waits for, gRPC tells it now.
            self.application.has_written_until(self.now);
        }
        self.ending = Some(Ending::Learned(Learned { at_us: self.now, call, sign }));
    }

    fn record(&mut self, step: Step) {
        self.recorder.add(self.now, step, None);
    }
}

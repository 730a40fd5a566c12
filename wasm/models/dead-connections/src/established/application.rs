//! The program above the connection: what it calls, and gRPC's keepalive if it has one.

use super::super::outcome::{Call, Sign, Step};
use super::super::path::Segment;
use super::super::scenario::Pattern;
use super::super::settings::{GrpcKeepalive, SECOND, Settings};
use super::Endpoint;

/// Writes that are played one by one; later ones only fill the buffer.
const PLAYED_WRITES: u64 = 12;
/// Least time between pings while no call is open that a server permits unless told otherwise (gRFC A8).
const MIN_PING_INTERVAL_WITHOUT_CALLS_US: u64 = 7200 * SECOND;

/// What the program does next, and when.
#[derive(Debug)]
pub(super) struct Application {
    pattern: Pattern,
    /// When it writes next.
    write_us: Option<u64>,
    writes: u64,
    /// Writes that were followed by an acknowledgement.
    acknowledged: u64,
    /// How many more the send buffer takes.
    buffer: Option<u64>,
    /// How many will have been made when the next one comes that is played.
    writes_before_next: u64,
    /// Whether it waits in a write.
    blocked: bool,
    grpc: Option<Pinging>,
}

/// gRPC's keepalive at work.
#[derive(Debug)]
struct Pinging {
    keepalive: GrpcKeepalive,
    ping_us: Option<u64>,
    deadline_us: Option<u64>,
    pings: u64,
    last_ping_us: Option<u64>,
    strikes: u64,
    min_interval_us: u64,
}

impl Application {
    pub(super) fn new(settings: &Settings, pattern: Pattern, firewall_forgets_us: Option<u64>) -> Self {
        let write_us = match pattern {
            Pattern::Awaiting => Some(firewall_forgets_us.unwrap_or(0)),
            Pattern::Writes { every_us } => Some(every_us),
            Pattern::Idle | Pattern::Acknowledged | Pattern::Connecting => None,
        };
        let grpc = settings.grpc.map(|grpc| Pinging::new(grpc, pattern));
        Self {
            pattern,
            write_us,
            writes: 0,
            acknowledged: 0,
            buffer: settings.send_buffer_writes,
            writes_before_next: 0,
            blocked: false,
            grpc,
        }
    }

    /// When it does something next.
    pub(super) fn next_us(&self) -> Option<u64> {
        let ping = self.grpc.as_ref().and_then(|grpc| grpc.ping_us);
        [self.write_us, ping, self.next_ping_deadline()].into_iter().flatten().min()
    }

    /// When an unanswered PING is too late.
    pub(super) fn next_ping_deadline(&self) -> Option<u64> {
        self.grpc.as_ref().and_then(|grpc| grpc.deadline_us)
    }

    /// The call in which it hears what comes, if it reads: gRPC always does.
    pub(super) fn reader(&self) -> Option<Call> {
        match (&self.grpc, self.pattern) {
            (Some(_), _) => Some(Call::Rpc),
            (None, Pattern::Idle | Pattern::Awaiting | Pattern::Acknowledged) => Some(Call::Read),
            (None, Pattern::Writes { .. } | Pattern::Connecting) => None,
        }
    }

    /// The call in which it waits: a full buffer blocks a writer.
    pub(super) fn waiting(&self) -> Option<Call> {
        self.reader().or(self.blocked.then_some(Call::Write))
    }

    /// All that was written is acknowledged. Whether there is room now for a write that waits.
    pub(super) fn acknowledged(&mut self) -> bool {
        self.acknowledged = self.writes;
        if self.writes >= PLAYED_WRITES {
            self.write_us = None;
        }
        std::mem::take(&mut self.blocked)
    }

    /// Whether the send buffer has no room for one write more.
    fn is_out_of_room(&self) -> bool {
        self.buffer.is_some_and(|buffer| self.writes - self.acknowledged >= buffer)
    }

    /// When the next write comes, if it is of interest: of many that only fill the buffer, the one for which there is no
    /// room.
    fn schedule(&mut self, now: u64) {
        let Pattern::Writes { every_us } = self.pattern else {
            self.write_us = None;
            return;
        };
        let next = match self.buffer {
            _ if self.writes < PLAYED_WRITES => Some(self.writes + 1),
            Some(buffer) => Some(self.acknowledged + buffer + 1),
            None => None,
        };
        self.write_us = next.map(|next| (next * every_us).max(now));
        self.writes_before_next = next.map_or(self.writes, |next| next - 1);
    }

    /// Counts the writes that were not played one by one.
    pub(super) fn has_written_until(&mut self, now: u64) {
        let Pattern::Writes { every_us } = self.pattern else { return };
        if !self.blocked {
            self.writes = self.writes.max(now.div_ceil(every_us).saturating_sub(1));
        }
    }

    /// The connection has failed: the next write tells.
    pub(super) fn expects_error(&mut self, now: u64) {
        if let Pattern::Writes { every_us } = self.pattern {
            let next = now.div_ceil(every_us).max(self.writes + 1);
            self.writes = next - 1;
            self.write_us = Some(next * every_us);
        }
    }

    /// Writes that succeeded.
    pub(super) fn vain_writes(&self) -> u64 {
        self.writes
    }

    /// A PING was answered.
    pub(super) fn pong(&mut self, now: u64) {
        if let Some(grpc) = &mut self.grpc {
            grpc.deadline_us = None;
            grpc.ping_us = Some(now + grpc.keepalive.ping_after_us);
        }
    }

    /// Whether the PING just sent is one too many.
    pub(super) fn pinged_too_often(&self) -> bool {
        self.grpc.as_ref().is_some_and(|grpc| grpc.strikes > grpc.keepalive.ping_strikes)
    }

    /// Whether pings to a peer that is well may still end the connection, or prove that it hangs.
    pub(super) fn may_yet_be_told(&self) -> bool {
        self.grpc.as_ref().is_some_and(|grpc| {
            let will_ping = grpc.ping_us.is_some() || grpc.deadline_us.is_some();
            will_ping && (grpc.pings < 2 || grpc.strikes > 0)
        })
    }
}

impl Pinging {
    fn new(keepalive: GrpcKeepalive, pattern: Pattern) -> Self {
        let call_is_open = pattern != Pattern::Idle;
        let min = keepalive.min_ping_interval_us;
        let is_permitted = call_is_open || keepalive.server_permits_without_calls || min == 0;
        let min_interval_us = if is_permitted { min } else { MIN_PING_INTERVAL_WITHOUT_CALLS_US };
        Self {
            keepalive,
            ping_us: (call_is_open || keepalive.without_calls).then_some(keepalive.ping_after_us),
            deadline_us: None,
            pings: 0,
            last_ping_us: None,
            strikes: 0,
            min_interval_us,
        }
    }

    fn ping(&mut self, now: u64) {
        self.pings += 1;
        if self.last_ping_us.is_some_and(|last| now - last < self.min_interval_us) {
            self.strikes += 1;
        }
        self.last_ping_us = Some(now);
        self.ping_us = None;
        self.deadline_us = Some(now + self.keepalive.timeout_us);
    }
}

impl Endpoint<'_> {
    /// The program's request has just been sent when the link goes down.
    pub(super) fn request_in_flight(&mut self) {
        self.application.writes = 1;
        self.application.schedule(self.now);
        self.transmit_over_the_link();
    }

    /// The deadline of a PING first, then a PING, then a write.
    pub(super) fn application_acts(&mut self) {
        let now = self.now;
        if self.application.next_ping_deadline().is_some_and(|at| at <= now) {
            return self.learns(Call::Rpc, Sign::PingTimeout);
        }
        if let Some(grpc) = self.application.grpc.as_mut().filter(|grpc| grpc.ping_us.is_some_and(|at| at <= now)) {
            grpc.ping(now);
            return self.transmit(Segment::Ping);
        }
        self.program_writes();
    }

    fn program_writes(&mut self) {
        if let Some(sign) = self.error {
            return self.learns(Call::Write, sign);
        }
        self.application.writes = self.application.writes_before_next;
        if self.route.is_full() || self.application.is_out_of_room() {
            self.application.blocked = true;
            self.application.write_us = None;
            return self.record(Step::WriteBlocked);
        }
        self.writes_on();
    }

    /// A write for which there is room.
    pub(super) fn writes_on(&mut self) {
        self.application.writes += 1;
        self.application.schedule(self.now);
        self.transmit(Segment::Data);
    }
}

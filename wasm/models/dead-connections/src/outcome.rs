//! What came of it: the time line, and how the program learnt.

/// Events kept of one time line; what comes between these and the end is counted.
pub const MAX_EVENTS: usize = 2_000;

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The program learnt that the connection is of no use.
    Learned(Learned),
    /// It never does, as long as it goes on like this.
    Never,
    /// There was nothing to learn: the connection is well.
    Survives,
}

impl Ending {
    /// Name in records and addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Learned(_) => "learned",
            Self::Never => "never",
            Self::Survives => "survives",
        }
    }

    /// What the program learnt, if it did.
    pub fn learned(self) -> Option<Learned> {
        match self {
            Self::Learned(learned) => Some(learned),
            Self::Never | Self::Survives => None,
        }
    }
}

/// The moment, the call and the sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Learned {
    /// When, in microseconds from the last contact.
    pub at_us: u64,
    /// In which call.
    pub call: Call,
    /// By what.
    pub sign: Sign,
}

/// The call that tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    /// read(), recv(), or epoll_wait() before it.
    Read,
    /// write() or send().
    Write,
    /// connect().
    Connect,
    /// The gRPC library closes the connection: calls end with UNAVAILABLE.
    Rpc,
}

impl Call {
    /// Name in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Connect => "connect",
            Self::Rpc => "rpc",
        }
    }
}

/// What the call says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// read() returns 0.
    EndOfFile,
    /// The peer answered RST.
    ConnectionReset,
    /// The peer had closed, and answered RST to what was written since; with SIGPIPE, unless that is off.
    BrokenPipe,
    /// Nobody answered.
    TimedOut,
    /// Nobody answered, and the peer's address on the link could not be resolved any more.
    HostUnreachable,
    /// There is no route to the peer's network.
    NetworkUnreachable,
    /// Nobody listens there, or a firewall says so.
    ConnectionRefused,
    /// The PING of gRPC's keepalive was not answered in time.
    PingTimeout,
    /// The server closed the connection because of too many PINGs.
    TooManyPings,
}

impl Sign {
    /// The name of errno, or what stands for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::EndOfFile => "EOF",
            Self::ConnectionReset => "ECONNRESET",
            Self::BrokenPipe => "EPIPE",
            Self::TimedOut => "ETIMEDOUT",
            Self::HostUnreachable => "EHOSTUNREACH",
            Self::NetworkUnreachable => "ENETUNREACH",
            Self::ConnectionRefused => "ECONNREFUSED",
            Self::PingTimeout => "ping timeout",
            Self::TooManyPings => "too_many_pings",
        }
    }
}

/// One thing that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// When, in microseconds from the last contact.
    pub at_us: u64,
    /// What.
    pub step: Step,
    /// Which of its kind, from 1.
    pub number: u64,
    /// Whether, being a segment of ours, it left this machine: without a route, or while the peer's address is being
    /// resolved, it does not.
    pub on_wire: bool,
    /// When the timer fires that it set, if it set one.
    pub timer_us: Option<u64>,
}

/// Kinds of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// We send a SYN, for the first time or again.
    Syn,
    /// We send data.
    Data,
    /// We send HTTP/2's PING.
    Ping,
    /// We send the last segment again to see whether it was only the tail that got lost.
    LossProbe,
    /// We send the first unacknowledged segment again.
    Retransmission,
    /// We ask whether the peer is there: an empty segment with an old number.
    KeepaliveProbe,
    /// We ask whether the window is open again.
    WindowProbe,
    /// We would send again, but our last copy still waits in this machine, so the kernel does not.
    StillWaiting,
    /// We tell the peer, if it is there, that we gave up.
    ResetSent,
    /// The peer acknowledges.
    Acknowledgement,
    /// The peer says that its window is still closed.
    ZeroWindow,
    /// The peer has closed its side.
    Fin,
    /// The peer knows nothing of the connection, or threw it away.
    Reset,
    /// The PING is answered.
    Pong,
    /// The server says GOAWAY, `too_many_pings`.
    GoAway,
    /// The peer's address could not be resolved: our own kernel says so.
    HostUnreachable,
    /// A firewall refuses our packet, by ICMP.
    Rejected,
    /// The program writes, and the call succeeds though nothing is sent.
    WriteBuffered,
    /// The program writes, and the call waits for room in the send buffer.
    WriteBlocked,
    /// The keepalive timer fires while data is under way, and does nothing.
    KeepaliveSkipped,
    /// The kernel has given up: the next call will tell.
    GivenUp,
}

impl Step {
    /// All kinds, in the order of their declaration: `step as usize` is a kind's position.
    pub const ALL: [Self; 21] = [
        Self::Syn,
        Self::Data,
        Self::Ping,
        Self::LossProbe,
        Self::Retransmission,
        Self::KeepaliveProbe,
        Self::WindowProbe,
        Self::StillWaiting,
        Self::ResetSent,
        Self::Acknowledgement,
        Self::ZeroWindow,
        Self::Fin,
        Self::Reset,
        Self::Pong,
        Self::GoAway,
        Self::HostUnreachable,
        Self::Rejected,
        Self::WriteBuffered,
        Self::WriteBlocked,
        Self::KeepaliveSkipped,
        Self::GivenUp,
    ];

    /// Name in records and addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Syn => "syn",
            Self::Data => "data",
            Self::Ping => "ping",
            Self::LossProbe => "loss-probe",
            Self::Retransmission => "retransmission",
            Self::KeepaliveProbe => "keepalive-probe",
            Self::WindowProbe => "window-probe",
            Self::StillWaiting => "still-waiting",
            Self::ResetSent => "reset-sent",
            Self::Acknowledgement => "acknowledgement",
            Self::ZeroWindow => "zero-window",
            Self::Fin => "fin",
            Self::Reset => "reset",
            Self::Pong => "pong",
            Self::GoAway => "go-away",
            Self::HostUnreachable => "host-unreachable",
            Self::Rejected => "rejected",
            Self::WriteBuffered => "write-buffered",
            Self::WriteBlocked => "write-blocked",
            Self::KeepaliveSkipped => "keepalive-skipped",
            Self::GivenUp => "given-up",
        }
    }
}

/// What happened, and how the program learnt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// When the peer was lost: 0, or when the firewall forgot.
    pub fault_us: u64,
    /// How many writes succeeded after the last contact although nothing came of them.
    pub vain_writes: u64,
    /// Segments that our kernel sent after the last contact, by its own count: whether or not they left the machine.
    pub segments_sent: u64,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// How many events are left out after the first [`MAX_EVENTS`].
    pub events_left_out: u64,
}

impl Outcome {
    /// How long the fault went unnoticed.
    pub fn noticed_after_us(&self) -> Option<u64> {
        match self.ending {
            Ending::Learned(learned) => Some(learned.at_us.saturating_sub(self.fault_us)),
            Ending::Never | Ending::Survives => None,
        }
    }
}

/// Collects a time line.
#[derive(Debug, Default)]
pub(super) struct Recorder {
    events: Vec<Event>,
    left_out: u64,
    counts: [u64; Step::ALL.len()],
    segments_sent: u64,
}

impl Recorder {
    /// Anything but a segment of ours.
    pub(super) fn add(&mut self, at_us: u64, step: Step, timer_us: Option<u64>) {
        self.push(at_us, step, timer_us, false);
    }

    /// A segment of ours.
    pub(super) fn add_sent(&mut self, at_us: u64, step: Step, timer_us: Option<u64>, on_wire: bool) {
        self.segments_sent += 1;
        self.push(at_us, step, timer_us, on_wire);
    }

    fn push(&mut self, at_us: u64, step: Step, timer_us: Option<u64>, on_wire: bool) {
        let count = &mut self.counts[step as usize];
        *count += 1;
        let number = *count;
        if self.events.len() < MAX_EVENTS {
            self.events.push(Event { at_us, step, number, on_wire, timer_us });
        } else {
            self.left_out += 1;
        }
    }

    pub(super) fn finish(self, ending: Ending, fault_us: u64, vain_writes: u64) -> Outcome {
        let segments_sent = self.segments_sent;
        Outcome { ending, fault_us, vain_writes, segments_sent, events: self.events, events_left_out: self.left_out }
    }
}

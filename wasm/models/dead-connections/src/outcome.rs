//! Outcome of losing the peer: the time line, and how the program learnt.

/// Events kept of one time line; what comes between these and the end is counted.
pub const MAX_EVENTS: usize = 2_000;

limits::named! {
    /// How it ended.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ending(..) as "EndingName" {
        /// The program learnt that the connection is of no use.
        Learned(Learned) = "learned",
        /// The program never learns, as long as it goes on like this.
        Never = "never",
        /// There was nothing to learn: the connection is well.
        Survives = "survives",
    }
}

impl Ending {
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
    /// The call that told the program.
    pub call: Call,
    /// The sign that the call gave.
    pub sign: Sign,
}

limits::named! {
    /// The call that tells.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Call as "CallName" {
        /// read(), recv(), or epoll_wait() before it.
        Read = "read",
        /// write() or send().
        Write = "write",
        /// connect().
        Connect = "connect",
        /// The gRPC library closes the connection: calls end with UNAVAILABLE.
        Rpc = "rpc",
    }
}

limits::named! {
    /// A sign, given by a call, that the connection is of no use.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Sign as "SignName" {
        /// read() returns 0.
        EndOfFile = "EOF",
        /// The peer answered RST.
        ConnectionReset = "ECONNRESET",
        /// The peer had closed, and answered RST to what was written since; with SIGPIPE, unless that is off.
        BrokenPipe = "EPIPE",
        /// Nobody answered.
        TimedOut = "ETIMEDOUT",
        /// Nobody answered, and the peer's address on the link could not be resolved any more.
        HostUnreachable = "EHOSTUNREACH",
        /// There is no route to the peer's network.
        NetworkUnreachable = "ENETUNREACH",
        /// Nobody listens there, or a firewall says so.
        ConnectionRefused = "ECONNREFUSED",
        /// The PING of gRPC's keepalive was not answered in time.
        PingTimeout = "ping timeout",
        /// The server closed the connection because of too many PINGs.
        TooManyPings = "too_many_pings",
    }
}

/// One thing that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// When, in microseconds from the last contact.
    pub at_us: u64,
    /// The kind of event.
    pub step: Step,
    /// Which of its kind, from 1.
    pub number: u64,
    /// True for a segment of ours that left this machine: without a route, or while the peer's address is being resolved,
    /// it does not.
    pub on_wire: bool,
    /// When the timer fires that it set, if it set one.
    pub timer_us: Option<u64>,
}

limits::named! {
    /// Kinds of events.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Step as "StepName" {
        /// We send a SYN, for the first time or again.
        Syn = "syn",
        /// We send data.
        Data = "data",
        /// We send HTTP/2's PING.
        Ping = "ping",
        /// We send the last segment again to see whether it was only the tail that got lost.
        LossProbe = "loss-probe",
        /// We send the first unacknowledged segment again.
        Retransmission = "retransmission",
        /// We ask whether the peer is there: an empty segment with an old number.
        KeepaliveProbe = "keepalive-probe",
        /// We ask whether the window is open again.
        WindowProbe = "window-probe",
        /// We would send again, but our last copy still waits in this machine, so the kernel does not.
        StillWaiting = "still-waiting",
        /// We tell the peer, if it is there, that we gave up.
        ResetSent = "reset-sent",
        /// The peer acknowledges.
        Acknowledgement = "acknowledgement",
        /// The peer says that its window is still closed.
        ZeroWindow = "zero-window",
        /// The peer has closed its side.
        Fin = "fin",
        /// The peer knows nothing of the connection, or threw it away.
        Reset = "reset",
        /// The PING is answered.
        Pong = "pong",
        /// The server says GOAWAY, `too_many_pings`.
        GoAway = "go-away",
        /// The peer's address could not be resolved: our own kernel says so.
        HostUnreachable = "host-unreachable",
        /// A firewall refuses our packet, by ICMP.
        Rejected = "rejected",
        /// The program writes, and the call succeeds though nothing is sent.
        WriteBuffered = "write-buffered",
        /// The program writes, and the call waits for room in the send buffer.
        WriteBlocked = "write-blocked",
        /// The keepalive timer fires while data is under way, and does nothing.
        KeepaliveSkipped = "keepalive-skipped",
        /// The kernel has given up: the next call will tell.
        GivenUp = "given-up",
    }
}

/// The time line of a lost peer, and how the program learnt.
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

//! What each segment of a connection is for, as far as the wire tells.

use serde::{Deserialize, Serialize};

use super::segment::{Ping, Segment};

/// Who sent it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Direction {
    /// We did.
    Out,
    /// The peer did.
    In,
}

impl Direction {
    /// Name in records.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Out => "out",
            Self::In => "in",
        }
    }
}

/// What a segment is for. A tail loss probe and a retransmission are the same on the wire: either is a segment sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Kind {
    Syn,
    Data,
    /// Data that begins with HTTP/2's PING.
    Ping,
    /// Data that begins with the answer to one.
    Pong,
    Retransmission,
    KeepaliveProbe,
    WindowProbe,
    Acknowledgement,
    /// An acknowledgement that says: send no more.
    ZeroWindow,
    Fin,
    Reset,
}

impl Kind {
    /// Name in records.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Syn => "syn",
            Self::Data => "data",
            Self::Ping => "ping",
            Self::Pong => "pong",
            Self::Retransmission => "retransmission",
            Self::KeepaliveProbe => "keepalive probe",
            Self::WindowProbe => "window probe",
            Self::Acknowledgement => "ack",
            Self::ZeroWindow => "zero window",
            Self::Fin => "fin",
            Self::Reset => "reset",
        }
    }
}

/// One connection, from its first segment on.
#[derive(Debug, Default)]
pub(crate) struct Conversation {
    ours: Side,
    peers: Side,
}

/// What is known of one side.
#[derive(Debug, Default)]
struct Side {
    /// The number after the last that it sent.
    next: Option<u32>,
    /// The number up to which the other side has acknowledged.
    acknowledged: Option<u32>,
    /// Whether it lets the other side send nothing.
    window_is_closed: bool,
}

impl Conversation {
    /// Takes the segments in the order in which they were on the wire.
    pub(crate) fn take(&mut self, direction: Direction, segment: &Segment) -> Kind {
        let (sender, other) = match direction {
            Direction::Out => (&mut self.ours, &mut self.peers),
            Direction::In => (&mut self.peers, &mut self.ours),
        };
        let kind = sender.kind(segment, other.window_is_closed);
        sender.sent(segment);
        if segment.flags.acknowledges {
            other.acknowledged = Some(segment.acknowledged);
        }
        kind
    }
}

impl Side {
    fn kind(&self, segment: &Segment, others_window_is_closed: bool) -> Kind {
        let flags = segment.flags;
        let is_new = self.next.is_none_or(|next| is_after(end(segment), next));
        if flags.reset {
            Kind::Reset
        } else if flags.syn {
            Kind::Syn
        } else if self.is_probe(segment) {
            // Linux sends the same for both purposes (`tcp_xmit_probe_skb`). While the window is closed and data waits,
            // keepalive rests.
            if others_window_is_closed { Kind::WindowProbe } else { Kind::KeepaliveProbe }
        } else if (segment.length > 0 || flags.fin) && !is_new {
            Kind::Retransmission
        } else if flags.fin {
            Kind::Fin
        } else if segment.length > 0 {
            match segment.ping {
                Some(Ping::Asks) => Kind::Ping,
                Some(Ping::Answers) => Kind::Pong,
                None => Kind::Data,
            }
        } else if segment.window == 0 {
            Kind::ZeroWindow
        } else {
            Kind::Acknowledgement
        }
    }

    /// Nothing, with the last number that the other side has acknowledged already (RFC 9293, section 3.8.4). Some systems'
    /// probes carry a byte. Linux's do not, and an old byte of the peer's may as well be sent again because our
    /// acknowledgement of it is still on its way.
    fn is_probe(&self, segment: &Segment) -> bool {
        let acknowledged = self.acknowledged.or(self.next);
        let is_empty = segment.length == 0 && !segment.flags.fin;
        is_empty && acknowledged.map(|number| number.wrapping_sub(1)) == Some(segment.sequence)
    }

    fn sent(&mut self, segment: &Segment) {
        if segment.flags.reset {
            return;
        }
        let end = end(segment);
        if self.next.is_none_or(|next| is_after(end, next)) {
            self.next = Some(end);
        }
        self.window_is_closed = segment.window == 0;
    }
}

/// The number after a segment: SYN and FIN count as a byte each.
fn end(segment: &Segment) -> u32 {
    let flags = u32::from(segment.flags.syn) + u32::from(segment.flags.fin);
    segment.sequence.wrapping_add(segment.length).wrapping_add(flags)
}

/// Whether a number comes after another: they begin anew after 2^32 (RFC 9293, section 3.4).
fn is_after(number: u32, other: u32) -> bool {
    number.wrapping_sub(other).cast_signed() > 0
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, SocketAddrV4};

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::super::segment::Flags;
    use super::*;
    use Direction::{In, Out};

    /// Our first number, close to where numbers begin anew, and the peer's.
    const OURS: u32 = u32::MAX - 2;
    const PEERS: u32 = 7000;

    fn segment(sequence: u32, length: u32, acknowledged: u32) -> Segment {
        let nowhere = SocketAddrV4::new(Ipv4Addr::UNSPECIFIED, 0);
        Segment {
            source: nowhere,
            destination: nowhere,
            sequence,
            acknowledged,
            flags: Flags { acknowledges: true, ..Flags::default() },
            window: 500,
            length,
            ping: None,
        }
    }

    /// Numbers relative to each side's SYN, as tcpdump shows them.
    fn ours(sequence: u32, length: u32, acknowledged: u32) -> Segment {
        segment(OURS.wrapping_add(sequence), length, PEERS.wrapping_add(acknowledged))
    }

    fn peers(sequence: u32, length: u32, acknowledged: u32) -> Segment {
        segment(PEERS.wrapping_add(sequence), length, OURS.wrapping_add(acknowledged))
    }

    fn with_syn(segment: Segment) -> Segment {
        Segment { flags: Flags { syn: true, ..segment.flags }, ..segment }
    }

    fn with_fin(segment: Segment) -> Segment {
        Segment { flags: Flags { fin: true, ..segment.flags }, ..segment }
    }

    fn with_reset(segment: Segment) -> Segment {
        Segment { flags: Flags { reset: true, ..segment.flags }, ..segment }
    }

    fn closed(segment: Segment) -> Segment {
        Segment { window: 0, ..segment }
    }

    /// The first of all: it acknowledges nothing.
    fn first() -> Segment {
        Segment { flags: Flags { syn: true, ..Flags::default() }, ..segment(OURS, 0, 0) }
    }

    /// What is said of segments that come after one byte each way.
    fn kinds(segments: &[(Direction, Segment)]) -> Vec<Kind> {
        let mut conversation = Conversation::default();
        for (direction, segment, kind) in [
            (Out, first(), Kind::Syn),
            (In, with_syn(peers(0, 0, 1)), Kind::Syn),
            (Out, ours(1, 0, 1), Kind::Acknowledgement),
            (Out, ours(1, 1, 1), Kind::Data),
            (In, peers(1, 0, 2), Kind::Acknowledgement),
            (In, peers(1, 1, 2), Kind::Data),
            (Out, ours(2, 0, 2), Kind::Acknowledgement),
        ] {
            assert_eq!(conversation.take(direction, &segment), kind);
        }
        segments.iter().map(|(direction, segment)| conversation.take(*direction, segment)).collect()
    }

    #[test]
    fn keepalive_probes_and_their_answers_are_told_from_acknowledgements() {
        let probe = (Out, ours(1, 0, 2));
        let answer = (In, peers(2, 0, 2));
        assert_eq!(kinds(&[probe, answer, probe]), [Kind::KeepaliveProbe, Kind::Acknowledgement, Kind::KeepaliveProbe]);
        // A byte that is there already.
        assert_eq!(kinds(&[(In, peers(1, 1, 2))]), [Kind::Retransmission]);
        assert_eq!(kinds(&[(In, peers(1, 0, 2))]), [Kind::KeepaliveProbe]);
    }

    #[test]
    fn a_probe_has_the_last_acknowledged_number_whatever_is_under_way() {
        let data = (Out, ours(2, 10, 2));
        assert_eq!(kinds(&[data, (Out, ours(1, 0, 2))]), [Kind::Data, Kind::KeepaliveProbe]);
        assert_eq!(kinds(&[data, (Out, ours(11, 0, 2))]), [Kind::Data, Kind::Acknowledgement]);
    }

    #[test]
    fn a_number_acknowledges_only_where_the_flag_says_so() {
        let mut conversation = Conversation::default();
        conversation.take(Out, &first());
        // One less than the meaningless 0 of our SYN.
        assert_eq!(conversation.take(In, &segment(u32::MAX, 0, OURS)), Kind::Acknowledgement);
    }

    #[test]
    fn what_was_sent_before_is_a_retransmission_even_of_one_byte() {
        let data = |sequence| (Out, ours(sequence, 1, 2));
        assert_eq!(
            kinds(&[data(2), data(2), data(3), data(3), data(2)]),
            [Kind::Data, Kind::Retransmission, Kind::Data, Kind::Retransmission, Kind::Retransmission]
        );
        assert_eq!(kinds(&[(In, peers(2, 9, 2)), (In, peers(2, 9, 2))]), [Kind::Data, Kind::Retransmission]);
    }

    #[test]
    fn a_segment_that_repeats_some_and_says_more_is_data() {
        assert_eq!(
            kinds(&[(Out, ours(2, 10, 2)), (Out, ours(7, 10, 2)), (Out, ours(7, 10, 2))]),
            [Kind::Data, Kind::Data, Kind::Retransmission]
        );
    }

    #[test]
    fn an_old_number_probes_the_window_while_it_is_closed() {
        let probe = (Out, ours(99, 0, 2));
        assert_eq!(
            kinds(&[
                (Out, ours(2, 98, 2)),
                (In, closed(peers(2, 0, 100))),
                probe,
                (In, closed(peers(2, 0, 100))),
                probe
            ]),
            [Kind::Data, Kind::ZeroWindow, Kind::WindowProbe, Kind::ZeroWindow, Kind::WindowProbe]
        );
        let opened = [(Out, ours(2, 98, 2)), (In, closed(peers(2, 0, 100))), (In, peers(2, 0, 100)), probe];
        assert_eq!(kinds(&opened)[2..], [Kind::Acknowledgement, Kind::KeepaliveProbe]);
    }

    #[test]
    fn syn_is_syn_however_often() {
        let mut conversation = Conversation::default();
        for _ in 0..3 {
            assert_eq!(conversation.take(Out, &first()), Kind::Syn);
        }
        // With data (RFC 7413): SYN has a number of its own.
        let fast = Segment { length: 5, ..first() };
        assert_eq!(conversation.take(Out, &fast), Kind::Syn);
        assert_eq!(conversation.take(Out, &ours(1, 5, 0)), Kind::Retransmission);
        assert_eq!(conversation.take(In, &with_reset(segment(0, 0, OURS.wrapping_add(1)))), Kind::Reset);
    }

    #[test]
    fn fin_and_reset_are_told_and_fin_may_be_sent_again() {
        let fin = (Out, with_fin(ours(2, 0, 2)));
        assert_eq!(kinds(&[fin, fin]), [Kind::Fin, Kind::Retransmission]);
        assert_eq!(kinds(&[(Out, with_fin(ours(2, 5, 2)))]), [Kind::Fin]);
        assert_eq!(kinds(&[(In, with_reset(peers(2, 0, 2)))]), [Kind::Reset]);
        // FIN has a number of its own, and once that is acknowledged it is no probe.
        assert_eq!(kinds(&[fin, (In, peers(2, 0, 3)), fin])[2], Kind::Retransmission);
        // The numbers of a reset mean nothing to what comes after.
        assert_eq!(kinds(&[(Out, with_reset(ours(50, 0, 2))), (Out, ours(2, 1, 2))]), [Kind::Reset, Kind::Data]);
    }

    #[test]
    fn pings_of_http_2_are_data_with_a_name() {
        let ping = |segment, ping| Segment { ping: Some(ping), ..segment };
        let asked = ping(ours(2, 17, 2), Ping::Asks);
        assert_eq!(
            kinds(&[(Out, asked), (In, ping(peers(2, 17, 19), Ping::Answers)), (Out, asked)]),
            [Kind::Ping, Kind::Pong, Kind::Retransmission]
        );
    }

    #[test]
    fn a_conversation_may_be_joined_late() {
        let mut conversation = Conversation::default();
        for (segment, kind) in [
            (ours(10, 1, 2), Kind::Data),
            (ours(10, 1, 2), Kind::Retransmission),
            (ours(11, 0, 2), Kind::Acknowledgement),
            (ours(10, 0, 2), Kind::KeepaliveProbe),
        ] {
            assert_eq!(conversation.take(Out, &segment), kind);
        }
    }

    proptest! {
        #[test]
        fn no_order_of_segments_makes_it_panic(
            segments in vec((any::<bool>(), any::<u32>(), 0..u32::from(u16::MAX), any::<[bool; 4]>(), any::<u16>()), 0..40),
        ) {
            let mut conversation = Conversation::default();
            for (out, number, length, [fin, syn, reset, acknowledges], window) in segments {
                let flags = Flags { fin, syn, reset, acknowledges };
                let segment = Segment { flags, window, ..segment(number, length, number.reverse_bits()) };
                conversation.take(if out { Out } else { In }, &segment);
            }
        }
    }
}

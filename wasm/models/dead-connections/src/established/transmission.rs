//! Retransmission, the tail loss probe and window probes: the timers of data that the peer has not acknowledged.

use super::super::outcome::{Sign, Step};
use super::super::path::Segment;
use super::super::settings::{MILLISECOND, SECOND, Settings};
use super::super::timers::{RETRIES_BASE_US, Timers, model_timeout};
use super::Endpoint;

/// Segments that a connection may have under way before it was ever acknowledged more (`TCP_INIT_CWND`).
const INITIAL_WINDOW: u64 = 10;
/// The least delay of a loss probe (`TCP_TIMEOUT_MIN_US`).
const LOSS_PROBE_MIN_US: u64 = 2 * MILLISECOND;

/// What the one timer of unacknowledged data is set for (`icsk_pending`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pending {
    Retransmission,
    LossProbe,
    WindowProbe,
}

/// Data that the peer has not acknowledged, sent or not.
#[derive(Debug)]
pub(super) struct Transmission {
    timers: Timers,
    base_rto_us: u64,
    rto_max_us: u64,
    user_timeout_us: u64,
    retries2: u64,
    /// Delay of a loss probe of one segment, and of more; `None` where there are none.
    loss_probe_us: Option<(u64, u64)>,
    under_way: u64,
    unsent: u64,
    timer: Option<(u64, Pending)>,
    /// When the first unacknowledged segment was last sent.
    head_sent_us: u64,
    loss_probe_sent: bool,
    rto_us: u64,
    backoff: u32,
    retransmissions: u64,
    /// When the first retransmission was sent: what the user timeout and `tcp_retries2` count from (`retrans_stamp`). If
    /// it could not be sent, when the segment was last sent before.
    first_retransmission_us: Option<u64>,
    /// When the first window probe was due (`icsk_probes_tstamp`).
    first_window_probe_us: Option<u64>,
    window_probes: u64,
}

impl Transmission {
    pub(super) fn new(settings: &Settings, timers: Timers) -> Self {
        let base_rto_us = settings.base_rto_us();
        let two_rtt = 2 * settings.path.rtt_us;
        let delays = (two_rtt + settings.kernel.rto_min_us, two_rtt + LOSS_PROBE_MIN_US);
        Self {
            timers,
            base_rto_us,
            rto_max_us: settings.kernel.rto_max_us,
            user_timeout_us: settings.user_timeout_us,
            retries2: settings.kernel.retries2,
            loss_probe_us: settings.kernel.loss_probe.then_some(delays),
            under_way: 0,
            unsent: 0,
            timer: None,
            head_sent_us: 0,
            loss_probe_sent: false,
            rto_us: timers.whole_ticks(base_rto_us),
            backoff: 0,
            retransmissions: 0,
            first_retransmission_us: None,
            first_window_probe_us: None,
            window_probes: 0,
        }
    }

    /// When its timer fires.
    pub(super) fn timer_us(&self) -> Option<u64> {
        self.timer.map(|(at, _)| at)
    }

    /// Whether data is unacknowledged or unsent, so that keepalive does nothing.
    pub(super) fn has_work(&self) -> bool {
        self.under_way > 0 || self.unsent > 0
    }

    /// Whether data is sent and unacknowledged.
    pub(super) fn is_under_way(&self) -> bool {
        self.under_way > 0
    }

    /// Window probes sent.
    pub(super) fn probed(&self) -> u64 {
        self.window_probes
    }

    /// Data that cannot be sent now waits for the window probe's timer (`tcp_check_probe_timer`).
    pub(super) fn queue_unsent(&mut self, now: u64) {
        self.unsent += 1;
        if self.under_way == 0 && self.timer.is_none() {
            self.set(now, self.window_probe_base(), Pending::WindowProbe);
        }
    }

    /// Whether one more segment may be sent now.
    fn may_send(&self) -> bool {
        self.unsent == 0 && self.retransmissions == 0 && self.under_way < INITIAL_WINDOW
    }

    /// A segment is sent (`tcp_event_new_data_sent`, then `tcp_schedule_loss_probe`).
    fn sent(&mut self, now: u64) {
        self.under_way += 1;
        if self.under_way == 1 {
            self.head_sent_us = now;
        }
        match self.loss_probe_us {
            Some((one, more)) if !self.loss_probe_sent => {
                let delay = if self.under_way == 1 { one } else { more };
                let left = (self.head_sent_us + self.rto_us).saturating_sub(now);
                self.set(now, if left > 0 { delay.min(left) } else { delay }, Pending::LossProbe);
            }
            _ if self.under_way == 1 => self.set(now, self.rto_us, Pending::Retransmission),
            _ => {}
        }
    }

    /// Everything that was sent is acknowledged. Whether there is more to send.
    pub(super) fn acknowledged(&mut self) -> bool {
        self.under_way = 0;
        self.timer = None;
        self.loss_probe_sent = false;
        self.rto_us = self.timers.whole_ticks(self.base_rto_us);
        self.backoff = 0;
        self.retransmissions = 0;
        self.first_retransmission_us = None;
        std::mem::take(&mut self.unsent) > 0
    }

    /// A window probe was answered: the window is still closed (`tcp_ack_probe`).
    pub(super) fn window_still_closed(&mut self, now: u64) {
        if self.unsent > 0 {
            self.set(now, self.window_probe_delay(now), Pending::WindowProbe);
        }
    }

    /// The connection is no more.
    pub(super) fn stop(&mut self) {
        self.timer = None;
    }

    /// RFC 6069: a message that the network is broken is no sign of congestion (`tcp_ld_RTO_revert`).
    pub(super) fn revert_backoff(&mut self, now: u64) {
        if self.retransmissions == 0 || self.backoff == 0 {
            return;
        }
        self.backoff -= 1;
        self.rto_us = self.backed_off(self.timers.whole_ticks(self.base_rto_us));
        let left = (self.head_sent_us + self.rto_us).saturating_sub(now);
        self.set(now, left, Pending::Retransmission);
    }

    fn backed_off(&self, base_us: u64) -> u64 {
        base_us.saturating_mul(1 << self.backoff.min(32)).min(self.rto_max_us)
    }

    /// `tcp_probe0_base`: no less than the standard's smallest timeout, whatever the connection's is.
    fn window_probe_base(&self) -> u64 {
        self.timers.whole_ticks(self.base_rto_us).max(RETRIES_BASE_US)
    }

    /// A timer that is set takes at least a tick.
    fn set(&mut self, now: u64, delay_us: u64, pending: Pending) {
        self.timer = Some((now + self.timers.takes(delay_us), pending));
    }

    /// `retransmits_timed_out`: a user timeout replaces `tcp_retries2`, and either counts from the first retransmission.
    fn timed_out(&self, now: u64) -> bool {
        let Some(first) = self.first_retransmission_us else { return false };
        let limit = match self.user_timeout_us {
            0 => model_timeout(self.retries2, RETRIES_BASE_US, self.rto_max_us),
            timeout => timeout,
        };
        now - first >= limit
    }

    /// The next retransmission timer: backed off, and no later than the user timeout.
    fn retransmission_delay(&self, now: u64) -> u64 {
        match (self.user_timeout_us, self.first_retransmission_us) {
            (0, _) | (_, None) => self.rto_us,
            (timeout, Some(first)) => self.rto_us.min((first + timeout).saturating_sub(now)),
        }
    }

    /// `tcp_probe0_when`, no later than the user timeout, but no sooner than two ticks.
    fn window_probe_delay(&self, now: u64) -> u64 {
        let delay = self.backed_off(self.window_probe_base());
        match (self.user_timeout_us, self.first_window_probe_us) {
            (0, _) | (_, None) => delay,
            (timeout, Some(first)) => delay.min((first + timeout).saturating_sub(now).max(self.timers.ticks(2))),
        }
    }

    /// The longest back-off that a window probe counts: `ilog2(TCP_RTO_MAX / TCP_RTO_MIN) + 1`.
    fn grow_window_backoff(&mut self) {
        let most = (120 * SECOND / RETRIES_BASE_US).ilog2() + 1;
        if u64::from(self.backoff) < self.retries2 {
            self.backoff = (self.backoff + 1).min(most);
        }
    }
}

impl Endpoint<'_> {
    /// The peer acknowledges all that is under way; what waited meanwhile is sent as one segment.
    pub(super) fn is_acknowledged(&mut self) {
        let has_room = self.application.acknowledged();
        if self.transmission.acknowledged() {
            self.transmit(Segment::Data);
        }
        if has_room {
            self.writes_on();
        }
    }

    /// The last that the link takes.
    pub(super) fn transmit_over_the_link(&mut self) {
        self.transmission.sent(self.now);
        self.recorder.add_sent(self.now, Step::Data, self.transmission.timer_us(), true);
    }

    /// The program's data, or a ping.
    pub(super) fn transmit(&mut self, segment: Segment) {
        let step = if segment == Segment::Ping { Step::Ping } else { Step::Data };
        if self.scenario.takes_our_link() && !self.transmission.has_work() {
            // Tried, and not taken as sent: window probes will try again (`tcp_check_probe_timer`).
            self.transmission.queue_unsent(self.now);
            return self.send(segment, step, self.transmission.timer_us());
        }
        if self.route.is_full() || !self.transmission.may_send() {
            self.transmission.queue_unsent(self.now);
            return self.recorder.add(self.now, Step::WriteBuffered, self.transmission.timer_us());
        }
        self.transmission.sent(self.now);
        self.send(segment, step, self.transmission.timer_us());
    }

    pub(super) fn transmission_timer(&mut self) {
        match self.transmission.timer.take().map(|(_, pending)| pending) {
            Some(Pending::LossProbe) => self.loss_probe(),
            Some(Pending::Retransmission) => self.retransmission(),
            Some(Pending::WindowProbe) => self.window_probe(),
            None => {}
        }
    }

    /// `tcp_send_loss_probe`: the last segment again; then the retransmission's timer, from when the first was sent.
    fn loss_probe(&mut self) {
        let can_send = !self.scenario.takes_our_link();
        let transmission = &mut self.transmission;
        transmission.loss_probe_sent = can_send;
        if transmission.under_way == 1 && can_send {
            transmission.head_sent_us = self.now;
        }
        let left = (transmission.head_sent_us + transmission.rto_us).saturating_sub(self.now);
        transmission.set(self.now, left, Pending::Retransmission);
        self.send(Segment::Data, Step::LossProbe, self.transmission.timer_us());
    }

    fn retransmission(&mut self) {
        let (now, transmission) = (self.now, &mut self.transmission);
        if transmission.timed_out(now) {
            let sign = self.soft_error.unwrap_or(Sign::TimedOut);
            return self.fail(sign);
        }
        transmission.retransmissions += 1;
        if !self.scenario.takes_our_link() {
            transmission.head_sent_us = now;
        }
        transmission.first_retransmission_us.get_or_insert(transmission.head_sent_us);
        transmission.backoff += 1;
        transmission.rto_us = (2 * transmission.rto_us).min(transmission.rto_max_us);
        transmission.set(now, transmission.retransmission_delay(now), Pending::Retransmission);
        self.send(Segment::Data, Step::Retransmission, self.transmission.timer_us());
    }

    /// `tcp_probe_timer`: unanswered probes are limited by `tcp_retries2`, and answered ones only by the user timeout.
    fn window_probe(&mut self) {
        let (now, transmission) = (self.now, &mut self.transmission);
        let first = *transmission.first_window_probe_us.get_or_insert(now);
        let timeout = transmission.user_timeout_us;
        let too_long = timeout > 0 && now > first && now - first >= transmission.timers.whole_ticks(timeout);
        if too_long || self.probes >= transmission.retries2 {
            let sign = self.soft_error.unwrap_or(Sign::TimedOut);
            return self.fail(sign);
        }
        self.probes += 1;
        transmission.window_probes += 1;
        transmission.grow_window_backoff();
        transmission.set(now, transmission.window_probe_delay(now), Pending::WindowProbe);
        self.send(Segment::Probe, Step::WindowProbe, self.transmission.timer_us());
    }
}

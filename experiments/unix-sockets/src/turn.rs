//! One turn of one condition: what it takes, and what it found.

use std::collections::BTreeMap;
use std::path::Path;

use crate::span::Span;
use crate::transport::Transport;
use crate::waiting::Waiting;
use sockets::cores::Cores;

/// Care taken of the bytes that come: each is checked, or they are only counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Check {
    Counts,
    Contents,
}

/// How a turn is carried out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Terms<'a> {
    pub transport: Transport,
    pub cores: Cores,
    pub waiting: Waiting,
    pub span: Span,
    pub check: Check,
    /// Folder for the files of Unix sockets.
    pub folder: &'a Path,
}

/// Figures of a turn, by measure.
pub(crate) type Outcome = BTreeMap<&'static str, f64>;

/// The measure of how long a request and its answer take, in seconds: the median of a turn.
pub(crate) const ROUND_TRIP: &str = "round_trip_s";
/// The lower end of that median's 95% interval, in seconds.
pub(crate) const ROUND_TRIP_LOW: &str = "round_trip_low_s";
/// The upper end, in seconds.
pub(crate) const ROUND_TRIP_HIGH: &str = "round_trip_high_s";

/// The measure of how much of an exchange's ends were both on the same core, as a share.
pub(crate) const SAME_CORE: &str = "same_core_share";

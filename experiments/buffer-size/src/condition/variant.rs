//! Settings of a connection other than the system's.

use rustix::net::{AddressFamily, SocketType, socket, sockopt};
use sockets::Options;

use crate::sample::MIB;
use crate::transfer::Sizes;

/// Settings of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Variant {
    /// The system's.
    Default,
    /// `SO_RCVLOWAT` as large as the read buffer.
    LowWater,
    /// `SO_SNDBUF` and `SO_RCVBUF` of 4 MiB.
    LargeBuffers,
    /// The congestion control `cubic`.
    Cubic,
    /// The congestion control `bbr`.
    Bbr,
}

/// What [`Variant::LargeBuffers`] asks for.
const LARGE: usize = 4 * MIB;

impl Variant {
    pub(crate) const ALL: [Self; 5] = [Self::Default, Self::LowWater, Self::LargeBuffers, Self::Cubic, Self::Bbr];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::LowWater => "low-water",
            Self::LargeBuffers => "large-buffers",
            Self::Cubic => "cubic",
            Self::Bbr => "bbr",
        }
    }

    /// The congestion control that it names.
    pub(crate) fn congestion_control(self) -> Option<&'static str> {
        match self {
            Self::Cubic | Self::Bbr => Some(self.name()),
            _ => None,
        }
    }

    /// The congestion controls among those that work here, without the system's own: readers' systems may have either.
    pub(crate) fn other_controls(works: &[Self]) -> Vec<Self> {
        let own = socket(AddressFamily::INET, SocketType::STREAM, None)
            .and_then(|socket| sockopt::tcp_congestion(&socket))
            .ok();
        let is_other = |variant: &&Self| variant.congestion_control().is_some_and(|name| own.as_deref() != Some(name));
        works.iter().filter(is_other).copied().collect()
    }

    pub(crate) fn options(self, sizes: Sizes) -> Options {
        let system = Options::default();
        match self {
            Self::Default => system,
            Self::LowWater => Options { receive_low_water: Some(sizes.read), ..system },
            Self::LargeBuffers => Options { send_buffer: Some(LARGE), receive_buffer: Some(LARGE), ..system },
            Self::Cubic | Self::Bbr => {
                Options { congestion_control: self.congestion_control().map(str::to_owned), ..system }
            }
        }
    }
}

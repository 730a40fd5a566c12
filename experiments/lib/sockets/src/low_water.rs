//! `SO_RCVLOWAT`, which neither rustix nor socket2 offers.

use nix::libc;
use nix::setsockopt_impl;
use nix::sys::socket::sockopt::SetUsize;

/// `SO_RCVLOWAT`: bytes that have to be there before a reader is woken (socket(7)).
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReceiveLowWater;

setsockopt_impl!(ReceiveLowWater, libc::SOL_SOCKET, libc::SO_RCVLOWAT, usize, SetUsize);

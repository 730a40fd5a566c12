//! Two ends that send each other bytes, whatever is between them.

use std::io;

use rustix::net::sockopt::socket_send_buffer_size;
use sockets::{Kind, Options, Socket, pair, pipe};

use crate::exchange_error::ExchangeError;
use crate::transport::Transport;
use crate::waiting::Waiting;

/// One end: what is written to it, the other end reads.
pub(crate) struct Channel {
    input: Socket,
    /// Where another descriptor than `input` is written to: pipes have one way each.
    output: Option<Socket>,
}

impl Channel {
    /// Both ends.
    pub(crate) fn pair(transport: Transport) -> io::Result<(Self, Self)> {
        if let Some(kind) = transport.kind() {
            let (ours, theirs) = pair(kind, &transport.options())?;
            return Ok((ours.into(), theirs.into()));
        }
        let (from_ours, to_theirs) = pipe()?;
        let (from_theirs, to_ours) = pipe()?;
        let end = |input, output| Self { input, output: Some(output) };
        Ok((end(from_ours, to_ours), end(from_theirs, to_theirs)))
    }

    /// Sets how its calls wait until the other end is done.
    pub(crate) fn wait_by(&self, waiting: Waiting) -> io::Result<()> {
        if waiting == Waiting::Spin {
            self.input.spin()?;
            self.output.as_ref().map_or(Ok(()), Socket::spin)?;
        }
        Ok(())
    }

    /// Sends one message. One that is not sent whole in one call is sent on.
    pub(crate) fn send(&self, message: &[u8]) -> Result<(), ExchangeError> {
        Ok(self.output.as_ref().unwrap_or(&self.input).write_all(message)?)
    }

    /// Receives as many bytes as there is room for.
    pub(crate) fn receive(&self, message: &mut [u8]) -> Result<(), ExchangeError> {
        if self.receive_or_end(message)? { Ok(()) } else { Err(gone(0, message.len())) }
    }

    /// Receives as many bytes as there is room for; `false` where the peer ended between two messages.
    pub(crate) fn receive_or_end(&self, message: &mut [u8]) -> Result<bool, ExchangeError> {
        match self.input.read_full(message)? {
            0 => Ok(false),
            came if came < message.len() => Err(gone(came, message.len())),
            _ => Ok(true),
        }
    }

    /// Receives what is there, in one call; 0 at the end.
    pub(crate) fn receive_some(&self, bytes: &mut [u8]) -> Result<usize, ExchangeError> {
        Ok(self.input.read(bytes)?)
    }
}

fn gone(came: usize, wanted: usize) -> ExchangeError {
    ExchangeError::PeerGone { came, wanted }
}

impl From<Socket> for Channel {
    fn from(socket: Socket) -> Self {
        Self { input: socket, output: None }
    }
}

/// The longest message that a Unix socket takes as one packet with the system's usual send buffer, in bytes.
pub(crate) fn packet_limit() -> usize {
    // The kernel keeps 32 bytes of the buffer: unix_stream_sendmsg and unix_dgram_sendmsg in net/unix/af_unix.c.
    const KEPT: usize = 32;
    let buffer = pair(Kind::Seqpacket, &Options::default()).and_then(|(end, _)| Ok(socket_send_buffer_size(&end)?));
    buffer.map_or(0, |bytes| bytes - KEPT)
}

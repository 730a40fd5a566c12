//! Our end over plain TCP: what the program calls, and what the call says.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::fd::AsFd;
use std::thread;
use std::time::{Duration, Instant};

use dead_connections_model::{Call, Pattern, Settings};
use rustix::io::{Errno, retry_on_intr};
use rustix::net::{self, AddressFamily, SocketType, sockopt};

use crate::signs;

/// Written at once to a peer that hangs.
const CHUNK_BYTES: usize = 64 * 1024;

/// How the program learnt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Noticed {
    /// How long after time zero of the model.
    pub after: Duration,
    /// The call that told the program.
    pub call: Call,
    /// The sign that it gave: one of [`signs`].
    pub sign: String,
}

/// A socket with the options of these settings, not yet connected.
pub(crate) fn socket(settings: &Settings) -> io::Result<rustix::fd::OwnedFd> {
    let socket = net::socket(AddressFamily::INET, SocketType::STREAM, None)?;
    set_options(&socket, settings)?;
    Ok(socket)
}

fn set_options(socket: impl AsFd, settings: &Settings) -> io::Result<()> {
    let seconds = |us: u64| Duration::from_micros(us);
    if let Some(keepalive) = settings.keepalive {
        sockopt::set_tcp_keepidle(&socket, seconds(keepalive.idle_us))?;
        sockopt::set_tcp_keepintvl(&socket, seconds(keepalive.interval_us))?;
        sockopt::set_tcp_keepcnt(&socket, keepalive.probes as u32)?;
        sockopt::set_socket_keepalive(&socket, true)?;
    }
    if settings.user_timeout_us > 0 {
        sockopt::set_tcp_user_timeout(&socket, (settings.user_timeout_us / 1000) as u32)?;
    }
    sockopt::set_tcp_nodelay(&socket, true)?;
    Ok(())
}

/// Connects, and so many times says a byte and hears it back. The moment the last was heard is the last contact.
pub(crate) fn connect_and_greet(
    settings: &Settings,
    peer: SocketAddr,
    exchanges: u8,
) -> io::Result<(TcpStream, Instant)> {
    let socket = socket(settings)?;
    retry_on_intr(|| net::connect(&socket, &peer))?;
    let mut stream = TcpStream::from(socket);
    for left in (1..=exchanges).rev() {
        stream.write_all(&[left])?;
        stream.read_exact(&mut [0])?;
    }
    // The acknowledgement of the last must not wait until the peer is gone.
    sockopt::set_tcp_quickack(&stream, true)?;
    Ok((stream, Instant::now()))
}

/// A blocking connect() to a peer that is gone; at most `timeout`.
pub(crate) fn connect(settings: &Settings, peer: SocketAddr, timeout: Duration) -> io::Result<Option<Noticed>> {
    let socket = socket(settings)?;
    // The timeout for sending bounds connect() too.
    let limit = |timeout| sockopt::set_socket_timeout(&socket, sockopt::Timeout::Send, Some(timeout));
    limit(timeout)?;
    let zero = Instant::now();
    let outcome = loop {
        match net::connect(&socket, &peer) {
            // A signal has ended the call, and not the connecting.
            Err(Errno::INTR) => limit(left_until(zero + timeout))?,
            outcome => break outcome,
        }
    };
    match outcome {
        Ok(()) | Err(Errno::INPROGRESS | Errno::ALREADY | Errno::AGAIN) => Ok(None),
        Err(error) => Ok(Some(Noticed { after: zero.elapsed(), call: Call::Connect, sign: name(error.into()) })),
    }
}

/// The time that is left, in a form that can be a socket's limit: 0 would be none.
fn left_until(until: Instant) -> Duration {
    until.saturating_duration_since(Instant::now()).max(Duration::from_millis(1))
}

/// Goes on with the connection, as the pattern says, from `zero` on; at most until `until`. `None` if nothing was
/// noticed.
pub(crate) fn go_on(
    stream: &TcpStream,
    pattern: Pattern,
    zero: Instant,
    until: Instant,
) -> io::Result<Option<Noticed>> {
    match pattern {
        Pattern::Writes { every_us } => write_on(stream, Duration::from_micros(every_us), zero, until),
        Pattern::Idle | Pattern::Awaiting | Pattern::Acknowledged | Pattern::Connecting => read_on(stream, zero, until),
    }
}

/// Waits in read().
fn read_on(mut stream: &TcpStream, zero: Instant, until: Instant) -> io::Result<Option<Noticed>> {
    let sign = loop {
        stream.set_read_timeout(Some(left_until(until)))?;
        match stream.read(&mut [0]) {
            Ok(0) => break signs::END.to_owned(),
            Ok(_) => return Ok(None),
            Err(error) if is_timeout(&error) => return Ok(None),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => break name(error),
        }
    };
    Ok(Some(Noticed { after: zero.elapsed(), call: Call::Read, sign }))
}

/// Writes a byte now and then.
fn write_on(mut stream: &TcpStream, every: Duration, zero: Instant, until: Instant) -> io::Result<Option<Noticed>> {
    for number in 1.. {
        let at = zero + every * number;
        if at > until {
            break;
        }
        thread::sleep(at.saturating_duration_since(Instant::now()));
        if let Err(error) = stream.write_all(&[2]) {
            return Ok(Some(Noticed { after: zero.elapsed(), call: Call::Write, sign: name(error) }));
        }
    }
    Ok(None)
}

/// Writes to a peer that hangs until the buffers are full, and waits in write(). Time zero is when the buffers were full:
/// when the last write returned that was taken whole, or when one began that was taken in part (it returns only once the
/// connection has failed).
pub(crate) fn fill_up(mut stream: &TcpStream, timeout: Duration) -> io::Result<Option<Noticed>> {
    stream.set_write_timeout(Some(timeout))?;
    let chunk = vec![0; CHUNK_BYTES];
    let mut zero = Instant::now();
    loop {
        let began = Instant::now();
        match stream.write(&chunk) {
            Ok(taken) => zero = if taken == chunk.len() { Instant::now() } else { began },
            Err(error) if is_timeout(&error) && zero.elapsed() >= timeout => return Ok(None),
            // A signal has ended the call, or has made its limit shorter before more was taken.
            Err(error) if is_timeout(&error) || error.kind() == ErrorKind::Interrupted => {
                stream.set_write_timeout(Some(left_until(zero + timeout)))?;
            }
            Err(error) => return Ok(Some(Noticed { after: zero.elapsed(), call: Call::Write, sign: name(error) })),
        }
    }
}

/// True if a timeout of our own ended the call.
fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) && error.raw_os_error() == Some(AGAIN)
}

const AGAIN: i32 = Errno::AGAIN.raw_os_error();

/// The name of errno.
fn name(error: io::Error) -> String {
    signs::of_error(error.raw_os_error()).to_owned()
}

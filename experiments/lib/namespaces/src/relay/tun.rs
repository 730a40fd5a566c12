//! TUN devices: interfaces whose packets a program takes and gives
//! (<https://docs.kernel.org/networking/tuntap.html>).

// The one place with unsafe code: no safe call of the system's makes such a device.
#![allow(unsafe_code)]

use std::ffi::c_int;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;

use rustix::fs::OFlags;
use rustix::ioctl::{Opcode, Setter, ioctl, opcode};

const DEVICE: &str = "/dev/net/tun";
/// `TUNSETIFF`. Its number claims an `int`; what the kernel reads is a whole [`Request`].
const SET_INTERFACE: Opcode = opcode::write::<c_int>(b'T', 202);
/// `IFF_TUN`: packets of IP, without a link's header; `IFF_NO_PI`: and without one of the device's own.
const FLAGS: u16 = 0x0001 | 0x1000;
/// `IFNAMSIZ`, with the zero at the end.
const NAME_BYTES: usize = 16;

/// `struct ifreq` (netdevice(7)), of which the name and the flags are read.
#[repr(C, align(8))]
struct Request {
    name: [u8; NAME_BYTES],
    flags: u16,
    others: [u8; 22],
}

/// Makes an interface in the namespace that this thread is in. It lasts as long as the file; reading and writing never
/// wait.
pub(crate) fn make(name: &str) -> io::Result<File> {
    let mut request = Request { name: [0; NAME_BYTES], flags: FLAGS, others: [0; 22] };
    let Some(place) = request.name[..NAME_BYTES - 1].get_mut(..name.len()) else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{name} is too long for an interface")));
    };
    place.copy_from_slice(name.as_bytes());
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    let file = OpenOptions::new().read(true).write(true).custom_flags(flags).open(DEVICE)?;
    // SAFETY: `TUNSETIFF` reads and writes one `struct ifreq` at the address given, and nothing else; `Request` has its
    // size and layout.
    unsafe { ioctl(&file, Setter::<SET_INTERFACE, Request>::new(request)) }?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_as_large_as_the_kernels() {
        assert_eq!(size_of::<Request>(), 40);
        assert_eq!(SET_INTERFACE, 0x4004_54ca);
    }

    #[test]
    fn a_name_that_is_too_long_is_refused() {
        assert_eq!(make("a-name-too-long-").unwrap_err().kind(), io::ErrorKind::InvalidInput);
    }
}

//! The names of messages by their numbers.

/// RFC 4253.
pub(crate) const SERVICE_REQUEST: u8 = 5;
/// RFC 4253.
pub(crate) const SERVICE_ACCEPT: u8 = 6;
/// RFC 4252.
pub(crate) const REQUEST: u8 = 50;
/// RFC 4252.
pub(crate) const FAILURE: u8 = 51;
/// RFC 4252.
pub(crate) const SUCCESS: u8 = 52;
/// RFC 4252, of the method "publickey".
pub(crate) const PK_OK: u8 = 60;

/// What the RFC calls the message of this number: RFC 4253 (transport), 8308 (extensions), 5656 (key exchange by elliptic
/// curves, whose two messages the hybrids with post-quantum methods use as well) and 4252 (authentication).
pub(crate) fn name(number: u8) -> String {
    let name = match number {
        1 => "SSH_MSG_DISCONNECT",
        2 => "SSH_MSG_IGNORE",
        3 => "SSH_MSG_UNIMPLEMENTED",
        4 => "SSH_MSG_DEBUG",
        SERVICE_REQUEST => "SSH_MSG_SERVICE_REQUEST",
        SERVICE_ACCEPT => "SSH_MSG_SERVICE_ACCEPT",
        7 => "SSH_MSG_EXT_INFO",
        20 => "SSH_MSG_KEXINIT",
        21 => "SSH_MSG_NEWKEYS",
        30 => "SSH_MSG_KEX_ECDH_INIT",
        31 => "SSH_MSG_KEX_ECDH_REPLY",
        REQUEST => "SSH_MSG_USERAUTH_REQUEST",
        FAILURE => "SSH_MSG_USERAUTH_FAILURE",
        SUCCESS => "SSH_MSG_USERAUTH_SUCCESS",
        53 => "SSH_MSG_USERAUTH_BANNER",
        PK_OK => "SSH_MSG_USERAUTH_PK_OK",
        other => return format!("message {other}"),
    };
    name.to_owned()
}

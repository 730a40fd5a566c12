//! The patterns of exchange, each with its way to count.

pub(crate) mod bulk;
pub(crate) mod echo;
pub(crate) mod handshake;
pub(crate) mod per_message;
pub(crate) mod ping_pong;

#[cfg(test)]
mod tests;

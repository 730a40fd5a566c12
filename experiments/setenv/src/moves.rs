//! How often a change of the environment moves the array of variables, which is what a reader in another thread may be
//! walking through: told by one thread alone, so that it is the C library's doing and no race's.

use std::time::Duration;

use harness::Failure;

use crate::build_directory::Ready;
use crate::child::{A_CHILD, PARENT, output};
use crate::condition::{Library, Writer};

/// Changes that are looked at.
pub(crate) const CALLS: u64 = 10_000;
/// How long that may take on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Changes that a child makes over and over.
pub(crate) const WRITERS: [Writer; 3] = [Writer::NewNames, Writer::SameNames, Writer::ReplacedValue];

/// Moves of the array with one library and one writer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moves {
    pub library: Library,
    pub writer: Writer,
    /// Number of the [`CALLS`] after which the array was elsewhere.
    pub moves: u64,
}

/// Lets one child count.
pub(crate) fn count(library: Library, writer: Writer, ready: &Ready) -> Result<Moves, Failure> {
    let mut words = ready.loader.clone();
    words.push(ready.child.clone());
    words.extend([PARENT, "moves", writer.name(), &CALLS.to_string()].map(Into::into));
    let said = output(&words, TIMEOUT)?;
    let moves = said.trim().strip_prefix("moves ").and_then(|count| count.parse().ok());
    let moves = moves.filter(|&moves| moves <= CALLS);
    let moves =
        moves.ok_or_else(|| Failure::program(A_CHILD, format!("it did not tell its moves: {}", said.trim())))?;
    Ok(Moves { library, writer, moves })
}

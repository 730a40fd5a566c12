//! The leak: how much memory a child takes after so many calls.

use std::time::Duration;

use harness::Failure;

use crate::build_directory::Ready;
use crate::child::{A_CHILD, PARENT, output};
use crate::condition::Library;

/// The calls that a child makes over and over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Operation {
    /// Gives one name a value that no name had before.
    ReplaceWithNewValues,
    /// Gives one name one of eight values.
    ReplaceWithKnownValues,
    /// Sets one name to a new value, and unsets it.
    SetAndUnset,
    /// Sets a name that was never set before.
    NewNames,
}

impl Operation {
    pub(crate) const ALL: [Self; 4] =
        [Self::ReplaceWithNewValues, Self::ReplaceWithKnownValues, Self::SetAndUnset, Self::NewNames];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::ReplaceWithNewValues => "replace-with-new-values",
            Self::ReplaceWithKnownValues => "replace-with-known-values",
            Self::SetAndUnset => "set-and-unset",
            Self::NewNames => "new-names",
        }
    }

    /// The number of calls after which it tells its memory again. Each new name takes a walk through all before it, so that
    /// there are fewer of those.
    pub(crate) fn calls(self) -> u32 {
        if self == Self::NewNames { 10_000 } else { 100_000 }
    }
}

/// One condition of the leak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct LeakCondition {
    pub library: Library,
    pub operation: Operation,
}

/// How long a child may take on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The resident memory of one child, in bytes, before its calls and after them.
pub(crate) fn run(condition: LeakCondition, ready: &Ready) -> Result<[f64; 2], Failure> {
    let LeakCondition { operation, .. } = condition;
    let mut words = ready.loader.clone();
    words.push(ready.child.clone());
    words.extend([PARENT, "leak", operation.name()].map(Into::into));
    words.extend([0, operation.calls()].map(|calls| calls.to_string().into()));
    let said = output(&words, TIMEOUT)?;
    resident_in(&said).ok_or_else(|| Failure::program(A_CHILD, format!("it did not tell its memory: {}", said.trim())))
}

/// The resident memory that a child told, in bytes, if it is two numbers.
fn resident_in(said: &str) -> Option<[f64; 2]> {
    let bytes = |line: &str| line.strip_prefix("resident ")?.parse().ok().filter(|bytes: &f64| bytes.is_finite());
    said.lines().map(bytes).collect::<Option<Vec<f64>>>()?.try_into().ok()
}

/// Bytes a call.
pub(crate) fn bytes_per_call(operation: Operation, [before, after]: &[f64; 2]) -> f64 {
    (after - before) / f64::from(operation.calls())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "resident 1\nresident 6e6\n";

    #[test]
    fn what_a_call_leaves_is_told_from_before_the_calls_to_after_them() {
        let resident = [1e6, 11e6];
        assert_eq!(bytes_per_call(Operation::ReplaceWithNewValues, &resident), 100.0);
        assert_eq!(bytes_per_call(Operation::NewNames, &resident), 1000.0);
    }

    #[test]
    fn a_child_tells_its_memory_before_its_calls_and_after_them() {
        assert_eq!(resident_in(SAID), Some([1.0, 6e6]));
        assert_eq!(resident_in(&SAID.replace("6e6", "inf")), None);
        assert_eq!(resident_in(&SAID[..SAID.len() - 13]), None);
    }
}

//! The leak: how much memory a child takes after so many calls.

use std::time::Duration;

use harness::Failure;

use crate::build_directory::Ready;
use crate::child::{PARENT, output};
use crate::condition::Library;

/// What a child does over and over.
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

    /// The numbers of calls after which it tells its memory. Each new name takes a walk through all before it, so that there
    /// are fewer of those.
    pub(crate) fn marks(self) -> &'static [u32] {
        match self {
            Self::NewNames => &[0, 1_000, 2_000, 4_000, 7_000, 10_000],
            _ => &[0, 10_000, 20_000, 40_000, 70_000, 100_000],
        }
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

/// The resident memory of one child, in bytes, at each of its marks.
pub(crate) fn run(condition: LeakCondition, ready: &Ready) -> Result<Vec<f64>, Failure> {
    let LeakCondition { operation, .. } = condition;
    let mut words = ready.loader.clone();
    words.push(ready.child.clone());
    words.extend([PARENT, "leak", operation.name()].map(Into::into));
    words.extend(operation.marks().iter().map(|mark| mark.to_string().into()));
    let said = output(&words, TIMEOUT)?;
    resident_in(&said, operation)
        .ok_or_else(|| Failure::Failed(format!("a child did not tell its memory: {}", said.trim())))
}

/// What a child said of its memory, in bytes, if it is a number for each mark.
fn resident_in(said: &str, operation: Operation) -> Option<Vec<f64>> {
    let bytes = |line: &str| line.strip_prefix("resident ")?.parse().ok().filter(|bytes: &f64| bytes.is_finite());
    let told: Option<Vec<f64>> = said.lines().map(bytes).collect();
    told.filter(|told| told.len() == operation.marks().len())
}

/// Bytes a call, from the first mark to the last.
pub(crate) fn bytes_per_call(operation: Operation, resident: &[f64]) -> f64 {
    let marks = operation.marks();
    let calls = f64::from(marks[marks.len() - 1] - marks[0]);
    (resident[resident.len() - 1] - resident[0]) / calls
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "resident 1\nresident 2\nresident 3\nresident 4\nresident 5\nresident 6e6\n";

    #[test]
    fn what_a_call_leaves_is_told_from_the_first_mark_to_the_last() {
        let resident = [1e6, 2e6, 3e6, 4e6, 5e6, 11e6];
        assert_eq!(bytes_per_call(Operation::ReplaceWithNewValues, &resident), 100.0);
        assert_eq!(bytes_per_call(Operation::NewNames, &resident), 1000.0);
    }

    #[test]
    fn a_child_tells_its_memory_at_each_mark() {
        let told = |said: &str| resident_in(said, Operation::NewNames);
        assert_eq!(told(SAID), Some(vec![1.0, 2.0, 3.0, 4.0, 5.0, 6e6]));
        assert_eq!(told(&SAID.replace("6e6", "inf")), None);
        assert_eq!(told(&SAID[..SAID.len() - 13]), None);
    }
}

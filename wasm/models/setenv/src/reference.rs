//! Right results: those that operations have when one comes after the other.

use std::collections::BTreeMap;

use super::memory::Memory;
use super::operation::{Name, Operation, Value};
use super::outcome::Outcome;
use super::setup::Setup;

/// The results of two threads: what they found and left behind.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Story {
    got: [Vec<Option<Value>>; 2],
    left: BTreeMap<Name, Value>,
}

impl Setup {
    /// How a run ended in which no fault occurred: whether some order of whole operations tells the same story.
    pub(crate) fn judge(&self, got: [&Vec<Option<Value>>; 2], memory: &Memory) -> Outcome {
        let stories = self.stories();
        let answered: Vec<&Story> = stories.iter().filter(|story| story.got.iter().eq(got)).collect();
        let entries = memory.entries();
        let left: BTreeMap<Name, Value> = entries.iter().copied().collect();
        if answered.is_empty() {
            Outcome::WrongAnswer
        } else if memory.is_sound() && left.len() == entries.len() && answered.iter().any(|story| story.left == left) {
            Outcome::Right
        } else {
            Outcome::WrongEnvironment
        }
    }

    /// The stories of all orders of whole operations.
    fn stories(&self) -> Vec<Story> {
        let begin = Story { got: [Vec::new(), Vec::new()], left: self.variables.iter().copied().collect() };
        let mut stories = Vec::new();
        let [first, second] = &self.threads;
        tell(begin, first, second, &mut stories);
        stories
    }
}

fn tell(so_far: Story, first: &[Operation], second: &[Operation], stories: &mut Vec<Story>) {
    if first.is_empty() && second.is_empty() {
        if !stories.contains(&so_far) {
            stories.push(so_far);
        }
        return;
    }
    if let Some((&operation, rest)) = first.split_first() {
        tell(so_far.clone().then(0, operation), rest, second, stories);
    }
    if let Some((&operation, rest)) = second.split_first() {
        tell(so_far.then(1, operation), first, rest, stories);
    }
}

impl Story {
    fn then(mut self, thread: usize, operation: Operation) -> Self {
        match operation {
            Operation::Get(name) => self.got[thread].push(self.left.get(&name).copied()),
            Operation::Set(name, value) => {
                self.left.insert(name, value);
            }
            Operation::Unset(name) => {
                self.left.remove(&name);
            }
        }
        self
    }
}

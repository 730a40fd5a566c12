//! Two threads and what they share: one order of their steps after another.

use super::action::Action;
use super::memory::{Held, Memory};
use super::operation::{Operation, Value};
use super::outcome::{Fault, Outcome};
use super::reader::Reader;
use super::remover::Remover;
use super::setup::Setup;
use super::writer::Writer;
use limits::LimitError;

/// The first thread, 0, or the second, 1.
pub type ThreadId = usize;

/// The call that a thread is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Call {
    Get(Reader),
    Set(Writer),
    Unset(Remover),
}

impl Call {
    fn of(operation: Operation, setup: &Setup) -> Self {
        match operation {
            Operation::Get(_) => Self::Get(Reader::start(setup)),
            Operation::Set(..) => Self::Set(Writer::start(setup)),
            Operation::Unset(_) => Self::Unset(Remover::start(setup)),
        }
    }

    fn action(self, operation: Operation) -> Option<Action> {
        match (self, operation) {
            (Self::Get(reader), _) => reader.action(),
            (Self::Set(writer), Operation::Set(_, value)) => writer.action(value),
            (Self::Set(_), _) => unreachable!("a setter has a value"),
            (Self::Unset(remover), _) => remover.action(),
        }
    }

    fn held(self) -> Held {
        match self {
            Self::Get(reader) => reader.held(),
            Self::Set(writer) => writer.held(),
            Self::Unset(remover) => remover.held(),
        }
    }

    fn step(self, operation: Operation, memory: &mut Memory, setup: &Setup) -> Result<Self, Fault> {
        let name = operation.name();
        Ok(match (self, operation) {
            (Self::Get(reader), _) => Self::Get(reader.step(name, memory, setup)?),
            (Self::Set(writer), Operation::Set(_, value)) => Self::Set(writer.step(name, value, memory, setup)?),
            (Self::Set(_), _) => unreachable!("a setter has a value"),
            (Self::Unset(remover), _) => Self::Unset(remover.step(name, memory, setup)?),
        })
    }
}

/// How far a thread is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Thread {
    /// How many of its operations are done.
    pub done: usize,
    /// The answers of its calls of `getenv`, in their order; `None` for a variable that was not there.
    pub got: Vec<Option<Value>>,
    /// The call that it is in; none when all are done.
    call: Option<Call>,
}

impl Thread {
    /// The operation that it is in; `None` when all are done.
    pub fn operation(&self, operations: &[Operation]) -> Option<Operation> {
        operations.get(self.done).copied()
    }
}

/// The memory and the threads at one moment of one run.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct World<'a> {
    setup: &'a Setup,
    /// The memory that the threads share.
    pub memory: Memory,
    /// The threads.
    pub threads: [Thread; 2],
    /// The fault that ended the run, if one did, and whose step it was.
    pub fault: Option<(ThreadId, Fault)>,
}

impl Setup {
    /// The world before the first step.
    ///
    /// # Errors
    /// If there is more of anything than the limits allow, so that all orders could not be tried, or a variable is there twice.
    pub fn world(&self) -> Result<World<'_>, LimitError> {
        self.check_limits()?;
        Ok(World::new(self, Memory::of(self)))
    }
}

impl<'a> World<'a> {
    fn new(setup: &'a Setup, memory: Memory) -> Self {
        let thread = |operations: &Vec<Operation>| Thread {
            done: 0,
            got: Vec::new(),
            call: operations.first().map(|&operation| Call::of(operation, setup)),
        };
        let [first, second] = &setup.threads;
        Self { setup, memory, threads: [thread(first), thread(second)], fault: None }
    }

    /// The next action of the thread, whether it may take it or not; nothing when it is done.
    pub fn next(&self, thread: ThreadId) -> Option<Action> {
        let Thread { done, call, .. } = &self.threads[thread];
        (*call)?.action(self.setup.threads[thread][*done])
    }

    /// The pointers that the thread holds.
    pub fn held(&self, thread: ThreadId) -> Held {
        self.threads[thread].call.map_or(Held::default(), Call::held)
    }

    /// True for a thread that can take a step: it is not done, the run has not ended, and if it wants the lock, it is free.
    pub fn can_step(&self, thread: ThreadId) -> bool {
        self.fault.is_none()
            && self.next(thread).is_some_and(|action| action != Action::Lock || self.memory.lock.is_none())
    }

    /// True once nobody can take a step any more.
    pub fn has_ended(&self) -> bool {
        !self.can_step(0) && !self.can_step(1)
    }

    /// Takes the thread's next step and says what it was; nothing happens if it cannot.
    pub fn step(&mut self, thread: ThreadId) -> Option<Action> {
        if !self.can_step(thread) {
            return None;
        }
        let action = self.next(thread)?;
        match action {
            Action::Lock => self.memory.lock = Some(thread),
            Action::Unlock => self.memory.lock = None,
            _ => {}
        }
        let state = &mut self.threads[thread];
        let operations = &self.setup.threads[thread];
        let operation = operations[state.done];
        match state.call?.step(operation, &mut self.memory, self.setup) {
            Err(fault) => self.fault = Some((thread, fault)),
            Ok(call) => {
                state.call = Some(call);
                if call.action(operation).is_none() {
                    if let Call::Get(Reader::Done(value)) = call {
                        state.got.push(value);
                    }
                    state.done += 1;
                    state.call = operations.get(state.done).map(|&next| Call::of(next, self.setup));
                }
            }
        }
        Some(action)
    }

    /// The world after these steps. A thread that cannot take its step takes none.
    pub fn after(mut self, schedule: &[ThreadId]) -> Self {
        for &thread in schedule {
            self.step(thread);
        }
        self
    }

    /// How the run ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some((_, fault)) = self.fault {
            return Some(Outcome::Fault(fault));
        }
        self.has_ended().then(|| self.setup.judge([&self.threads[0].got, &self.threads[1].got], &self.memory))
    }
}

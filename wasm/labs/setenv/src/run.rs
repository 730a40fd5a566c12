//! One run, as JavaScript takes it: its steps, and the memory and the threads before the first and after each of them.

use limits::LimitError;
use setenv_model::{self as model, Place, Setup, ThreadId, World};
use wasm_bindgen::prelude::*;

use crate::request::written;

/// The entry of a list for a pointer that points nowhere, and for a variable that was not found.
pub const NULL: i32 = -1;

/// The steps that were taken, and what was there before the first and after each of them.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The thread of each step that was taken.
    #[wasm_bindgen(readonly)]
    pub schedule: String,
    /// The steps.
    #[wasm_bindgen(readonly)]
    pub steps: Vec<Step>,
    /// One more than there are steps.
    #[wasm_bindgen(readonly)]
    pub states: Vec<State>,
    /// True if setters hold a lock.
    #[wasm_bindgen(readonly)]
    pub locks: bool,
    /// True if the library counts how often names were removed.
    #[wasm_bindgen(readonly, js_name = countsRemovals)]
    pub counts_removals: bool,
}

impl Run {
    /// Plays a schedule. A thread that cannot take its step takes none.
    ///
    /// # Errors
    /// Those of [`Setup::world`].
    pub fn of(setup: &Setup, schedule: &[ThreadId]) -> Result<Self, LimitError> {
        let mut world = setup.world()?;
        let mut states = vec![State::of(&world, setup)];
        let (mut taken, mut steps) = (Vec::new(), Vec::new());
        for &thread in schedule {
            let operation = world.threads[thread].done;
            let Some(action) = world.step(thread) else { continue };
            taken.push(thread);
            steps.push(Step { operation, thread, action });
            states.push(State::of(&world, setup));
        }
        let counts_removals = setup.implementation.counts_removals();
        Ok(Self { schedule: written(&taken), steps, states, locks: setup.setters_lock(), counts_removals })
    }
}

/// One access to what the threads share.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// Which of the thread's operations it belongs to.
    #[wasm_bindgen(readonly)]
    pub operation: usize,
    /// Its kind.
    #[wasm_bindgen(readonly)]
    pub action: model::Action,
    thread: ThreadId,
}

#[wasm_bindgen]
impl Step {
    /// Whose step it is.
    #[wasm_bindgen(getter, unchecked_return_type = "ThreadNumber")]
    pub fn thread(&self) -> usize {
        self.thread
    }

    /// The slot that it is about.
    #[wasm_bindgen(getter)]
    pub fn place(&self) -> Option<Place> {
        self.action.place()
    }

    /// The string that it is about.
    #[wasm_bindgen(getter)]
    pub fn string(&self) -> Option<usize> {
        self.action.string()
    }
}

/// A fault, which must not happen.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fault {
    /// The array or the string.
    #[wasm_bindgen(readonly)]
    pub of: usize,
    /// Its kind.
    #[wasm_bindgen(readonly)]
    pub kind: model::Fault,
    thread: ThreadId,
}

#[wasm_bindgen]
impl Fault {
    /// Whose step it was.
    #[wasm_bindgen(getter, unchecked_return_type = "ThreadNumber")]
    pub fn thread(&self) -> usize {
        self.thread
    }
}

/// An array of pointers.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Clone, PartialEq)]
pub struct ArrayState {
    /// True once it has been given back.
    #[wasm_bindgen(readonly)]
    pub freed: bool,
    /// The string that each slot points to, or [`NULL`]; so many that they come as a list of numbers.
    #[wasm_bindgen(readonly)]
    pub slots: Vec<i32>,
}

/// A string, `NAME=value`.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StringState {
    /// The variable's number.
    #[wasm_bindgen(readonly)]
    pub name: u32,
    /// The value's number.
    #[wasm_bindgen(readonly)]
    pub value: u32,
    /// True if `setenv` made it.
    #[wasm_bindgen(readonly)]
    pub allocated: bool,
    /// True once it has been given back.
    #[wasm_bindgen(readonly)]
    pub freed: bool,
}

/// How far a thread is.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Clone, PartialEq)]
pub struct ThreadState {
    /// True if it can take a step.
    #[wasm_bindgen(readonly, js_name = canStep)]
    pub can_step: bool,
    /// The pointer into an array that it goes on with.
    #[wasm_bindgen(readonly)]
    pub place: Option<Place>,
    /// The pointer to a string that it goes on with.
    #[wasm_bindgen(readonly)]
    pub string: Option<usize>,
    /// The values that its calls of `getenv` found, or [`NULL`].
    #[wasm_bindgen(readonly)]
    pub got: Vec<i32>,
    /// The steps that it would take if the other one took none but those that give the lock back.
    #[wasm_bindgen(readonly)]
    pub ahead: Vec<Step>,
}

/// The memory and the threads after so many steps.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// The fault that happened, if one did.
    #[wasm_bindgen(readonly)]
    pub fault: Option<Fault>,
    /// Where the environment begins.
    #[wasm_bindgen(readonly)]
    pub environ: Place,
    /// The array that the library allocated last.
    #[wasm_bindgen(readonly)]
    pub own: Option<usize>,
    /// How often names were removed.
    #[wasm_bindgen(readonly)]
    pub removals: u32,
    /// The arrays, the oldest first.
    #[wasm_bindgen(readonly)]
    pub arrays: Vec<ArrayState>,
    /// The strings, the oldest first.
    #[wasm_bindgen(readonly)]
    pub strings: Vec<StringState>,
    /// How the run ended; nothing while it goes on.
    #[wasm_bindgen(readonly)]
    pub outcome: Option<model::Outcome>,
    lock: Option<ThreadId>,
    threads: [ThreadState; 2],
}

#[wasm_bindgen]
impl State {
    /// The thread that holds the lock.
    #[wasm_bindgen(getter, unchecked_return_type = "ThreadNumber | undefined")]
    pub fn lock(&self) -> Option<usize> {
        self.lock
    }

    /// The threads.
    #[wasm_bindgen(getter, unchecked_return_type = "[ThreadState, ThreadState]")]
    pub fn threads(&self) -> Vec<ThreadState> {
        self.threads.to_vec()
    }
}

impl State {
    fn of(world: &World, setup: &Setup) -> Self {
        let model::Memory { environ, own, arrays, strings, removals, lock } = &world.memory;
        let array = |array: &model::Array| ArrayState {
            freed: array.freed,
            slots: array.slots.iter().map(|slot| slot.map_or(NULL, |string| string as i32)).collect(),
        };
        let string = |text: &model::Text| {
            let model::Text { name, value, allocated, freed } = *text;
            StringState { name: name.0, value: value.0, allocated, freed }
        };
        Self {
            fault: world.fault.map(|(thread, fault)| Fault { of: fault.of(), kind: fault, thread }),
            environ: *environ,
            own: *own,
            removals: *removals,
            arrays: arrays.iter().map(array).collect(),
            strings: strings.iter().map(string).collect(),
            outcome: world.outcome(),
            lock: *lock,
            threads: [0, 1].map(|thread| ThreadState::of(world, thread, setup)),
        }
    }
}

impl ThreadState {
    fn of(world: &World, thread: ThreadId, setup: &Setup) -> Self {
        let model::Held { place, string } = world.held(thread);
        let got = &world.threads[thread].got;
        Self {
            can_step: world.can_step(thread),
            place,
            string,
            got: got.iter().map(|value| value.map_or(NULL, |value| value.0 as i32)).collect(),
            ahead: ahead(world, thread, setup),
        }
    }
}

/// The steps that a thread would take if the other one took none but those that give the lock back.
fn ahead(world: &World, thread: ThreadId, setup: &Setup) -> Vec<Step> {
    let mut world = world.clone();
    let mut steps = Vec::new();
    while world.fault.is_none() && world.threads[thread].done < setup.threads[thread].len() {
        let operation = world.threads[thread].done;
        match world.step(thread) {
            Some(action) => steps.push(Step { operation, thread, action }),
            None if world.step(1 - thread).is_some() => {}
            None => break,
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::{schedule, setup};

    fn replayed(first: &str, second: &str, steps: &str) -> Run {
        let asked = setup("old-glibc", "as-it-is", &[0], true, 0, [first, second]).unwrap();
        Run::of(&asked, &schedule(steps).unwrap()).unwrap()
    }

    #[test]
    fn a_schedule_is_replayed_as_it_is_written() {
        // The setter has given the old array back and not yet told where the new one is: the reader takes the old one, and looks.
        let run = replayed("get-0", "set-1-2", "22222211");
        assert_eq!(run.schedule, "22222211");
        assert_eq!(run.states.len(), run.schedule.len() + 1);
        assert!(run.states.last().is_some_and(|state| state.fault.is_some()));
    }

    #[test]
    fn steps_that_nobody_can_take_are_left_out() {
        // The first thread holds the lock that the second one needs.
        assert_eq!(replayed("set-1-1", "set-1-2", "1221").schedule, "11");
        assert!(replayed("set-1-1", "set-1-2", &"1".repeat(99)).schedule.len() < 20);
    }
}

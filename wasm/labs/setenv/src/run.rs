//! One run, as numbers that JavaScript can take: the memory and the threads after each step.
//!
//! Where something is not there, it is -1. Names are numbers of lists that the page asks for.

use limits::LimitError;
use setenv_model::{Action, Fault, Outcome, Place, Setup, Slot, ThreadId, World};

/// The kinds of steps, by the number that a step has.
pub const ACTIONS: [&str; 15] = [
    "lock",
    "unlock",
    "load-removals",
    "compare-removals",
    "count-removal",
    "load-environ",
    "load-slot",
    "compare-name",
    "read-value",
    "compare-owner",
    "grow",
    "store-environ",
    "store-slot",
    "store-new-string",
    "free-string",
];
/// The ways in which a run can end, by number.
pub const OUTCOMES: [&str; 4] = ["right", "wrong-answer", "wrong-environment", "fault"];
/// What can go wrong in a step, by number.
pub const FAULTS: [&str; 5] =
    ["freed-array", "freed-string", "array-freed-twice", "string-freed-twice", "beyond-array"];

const NONE: i32 = -1;

/// The steps that were taken, and the world before the first and after each of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Whose step each was.
    pub schedule: Vec<ThreadId>,
    /// The steps, six numbers each, as [`step`] says.
    pub steps: Vec<i32>,
    /// One more than there are steps, each as [`state`] says.
    pub states: Vec<Vec<i32>>,
}

impl Run {
    pub(crate) fn of(setup: &Setup, schedule: &[ThreadId]) -> Result<Self, LimitError> {
        let mut world = setup.world()?;
        let mut run = Self { schedule: Vec::new(), steps: Vec::new(), states: vec![state(&world, setup)] };
        for &thread in schedule {
            let operation = world.threads[thread].done;
            let Some(action) = world.step(thread) else { continue };
            run.schedule.push(thread);
            run.steps.extend(step(operation, action));
            run.states.push(state(&world, setup));
        }
        Ok(run)
    }
}

/// Which of the thread's operations; which action; the array and the slot that it is about; the string; the value.
fn step(operation: usize, action: Action) -> [i32; 6] {
    let (kind, place, string, value) = match action {
        Action::Lock => (0, None, None, None),
        Action::Unlock => (1, None, None, None),
        Action::LoadRemovals => (2, None, None, None),
        Action::CompareRemovals => (3, None, None, None),
        Action::CountRemoval => (4, None, None, None),
        Action::LoadEnviron => (5, None, None, None),
        Action::LoadSlot(place) => (6, Some(place), None, None),
        Action::CompareName(string) => (7, None, Some(string), None),
        Action::ReadValue(string) => (8, None, Some(string), None),
        Action::CompareOwner => (9, None, None, None),
        Action::Grow => (10, None, None, None),
        Action::StoreEnviron(place) => (11, Some(place), None, None),
        Action::StoreSlot(place, string) => (12, Some(place), string, None),
        Action::StoreNewString(place, value) => (13, Some(place), None, Some(value.0)),
        Action::FreeString(string) => (14, None, Some(string), None),
    };
    let [array, index] = place_numbers(place);
    [count(operation), kind, array, index, slot(string), value.map_or(NONE, i32::from)]
}

/// How it ended, what the fault was and of which array or string, whose; `environ`, the library's own array, removals, who has the lock; how
/// many arrays, and of each whether it is freed, how many slots, and the slots; how many strings, and of each name, value,
/// whether it is allocated and whether it is freed; and of either thread how many operations are done, whether it can take
/// a step, what it holds (array, slot, string), how many answers it got, and the answers; how many steps it would take if it
/// were left alone, and those.
fn state(world: &World, setup: &Setup) -> Vec<i32> {
    let memory = &world.memory;
    let outcome = world.outcome().map_or(NONE, |outcome| match outcome {
        Outcome::Right => 0,
        Outcome::WrongAnswer => 1,
        Outcome::WrongEnvironment => 2,
        Outcome::Fault(_) => 3,
    });
    let mut numbers = vec![outcome];
    numbers.extend(world.fault.map_or([NONE; 3], |(thread, fault)| {
        let (kind, of) = match fault {
            Fault::FreedArray(array) => (0, array),
            Fault::FreedString(string) => (1, string),
            Fault::ArrayFreedTwice(array) => (2, array),
            Fault::StringFreedTwice(string) => (3, string),
            Fault::BeyondArray(array) => (4, array),
        };
        [kind, count(of), count(thread)]
    }));
    numbers.extend(place_numbers(Some(memory.environ)));
    numbers.extend([slot(memory.own), memory.removals as i32, slot(memory.lock)]);
    numbers.push(count(memory.arrays.len()));
    for array in &memory.arrays {
        numbers.extend([i32::from(array.freed), count(array.slots.len())]);
        numbers.extend(array.slots.iter().map(|&string| slot(string)));
    }
    numbers.push(count(memory.strings.len()));
    for text in &memory.strings {
        let [name, value] = [text.name.0, text.value.0].map(i32::from);
        numbers.extend([name, value, i32::from(text.allocated), i32::from(text.freed)]);
    }
    for (thread, state) in world.threads.iter().enumerate() {
        let held = world.held(thread);
        numbers.extend([count(state.done), i32::from(world.can_step(thread))]);
        numbers.extend(place_numbers(held.place));
        numbers.extend([slot(held.string), count(state.got.len())]);
        numbers.extend(state.got.iter().map(|value| value.map_or(NONE, |value| i32::from(value.0))));
        let ahead = ahead(world, thread, setup);
        numbers.push(count(ahead.len()));
        numbers.extend(ahead.into_iter().flatten());
    }
    numbers
}

/// The steps that a thread would take if the other one took none but those that give the lock back.
fn ahead(world: &World, thread: ThreadId, setup: &Setup) -> Vec<[i32; 6]> {
    let mut world = world.clone();
    let mut steps = Vec::new();
    while world.fault.is_none() && world.threads[thread].done < setup.threads[thread].len() {
        let operation = world.threads[thread].done;
        match world.step(thread) {
            Some(action) => steps.push(step(operation, action)),
            None if world.step(1 - thread).is_some() => {}
            None => break,
        }
    }
    steps
}

fn place_numbers(place: Option<Place>) -> [i32; 2] {
    place.map_or([NONE; 2], |Place { array, index }| [count(array), count(index)])
}

fn slot(number: Slot) -> i32 {
    number.map_or(NONE, count)
}

/// All lists are short: the model's limits see to it.
fn count(number: usize) -> i32 {
    number as i32
}

//! All orders of the threads' steps.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::outcome::{Fault, Outcome};
use super::setup::Setup;
use super::world::{ThreadId, World};
use limits::LimitError;

/// How many runs end in which way. A run ends when both threads are done, or at its first fault; two runs are different
/// if at some moment another thread took the step.
#[cfg_attr(feature = "js", wasm_bindgen::prelude::wasm_bindgen)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Orders that end as if one operation had come after the other.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly))]
    pub right: u128,
    /// An answer that is wrong.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly, js_name = wrongAnswer))]
    pub wrong_answer: u128,
    /// Right answers, but a wrong environment in the end.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly, js_name = wrongEnvironment))]
    pub wrong_environment: u128,
    /// A use of an array after it was freed, or beyond its end.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly, js_name = freedArray))]
    pub freed_array: u128,
    /// A use of a string after it was freed.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly, js_name = freedString))]
    pub freed_string: u128,
    /// Something is freed that has been freed.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly, js_name = freedTwice))]
    pub freed_twice: u128,
}

impl Counts {
    /// The count of a single run that ends like this.
    fn of(outcome: Outcome) -> Self {
        let mut counts = Self::default();
        *match outcome {
            Outcome::Right => &mut counts.right,
            Outcome::WrongAnswer => &mut counts.wrong_answer,
            Outcome::WrongEnvironment => &mut counts.wrong_environment,
            Outcome::Fault(Fault::FreedArray(_) | Fault::BeyondArray(_)) => &mut counts.freed_array,
            Outcome::Fault(Fault::FreedString(_)) => &mut counts.freed_string,
            Outcome::Fault(Fault::ArrayFreedTwice(_) | Fault::StringFreedTwice(_)) => &mut counts.freed_twice,
        } = 1;
        counts
    }

    fn plus(self, other: Self) -> Self {
        Self {
            right: self.right + other.right,
            wrong_answer: self.wrong_answer + other.wrong_answer,
            wrong_environment: self.wrong_environment + other.wrong_environment,
            freed_array: self.freed_array + other.freed_array,
            freed_string: self.freed_string + other.freed_string,
            freed_twice: self.freed_twice + other.freed_twice,
        }
    }
}

#[cfg_attr(feature = "js", wasm_bindgen::prelude::wasm_bindgen)]
impl Counts {
    /// All runs.
    #[cfg_attr(feature = "js", wasm_bindgen(getter, js_name = orders))]
    pub fn all(&self) -> u128 {
        self.right + self.failing()
    }

    /// Number of orders that end in a failure.
    #[cfg_attr(feature = "js", wasm_bindgen(getter))]
    pub fn failing(&self) -> u128 {
        self.wrong_answer + self.wrong_environment + self.freed_array + self.freed_string + self.freed_twice
    }
}

/// Counts all runs.
///
/// Runs that meet in the same world go on alike, so each world is looked at once; there are far fewer worlds than runs.
///
/// # Errors
/// Those of [`Setup::world`].
pub fn count(setup: &Setup) -> Result<Counts, LimitError> {
    Ok(count_from(setup.world()?, &mut HashMap::new()))
}

fn count_from<'a>(world: World<'a>, known: &mut HashMap<World<'a>, Counts>) -> Counts {
    if let Some(counts) = known.get(&world) {
        return *counts;
    }
    let counts = match world.outcome() {
        Some(outcome) => Counts::of(outcome),
        None => {
            [0, 1].into_iter().filter(|&thread| world.can_step(thread)).fold(Counts::default(), |counts, thread| {
                let mut next = world.clone();
                next.step(thread);
                counts.plus(count_from(next, known))
            })
        }
    };
    known.insert(world, counts);
    counts
}

/// The shortest run that is not right: the thread of each step. Of several the one in which the threads take turns least;
/// `None` if every run is right.
///
/// # Errors
/// Those of [`Setup::world`].
pub fn shortest_failure(setup: &Setup) -> Result<Option<Vec<ThreadId>>, LimitError> {
    // Dijkstra's algorithm; the order of discovery makes it the same run every time.
    let mut found: Vec<Visit> = vec![Visit { world: setup.world()?, by: None, before: None }];
    let mut queue = BinaryHeap::from([Reverse((0u32, 0u32, 0usize))]);
    let mut cheapest: HashMap<(World, Option<ThreadId>), (u32, u32)> = HashMap::new();
    while let Some(Reverse((steps, turns, at))) = queue.pop() {
        let (world, by) = (found[at].world.clone(), found[at].by);
        match world.outcome() {
            Some(Outcome::Right) => continue,
            Some(_) => return Ok(Some(schedule_to(at, &found))),
            None => {}
        }
        for thread in [0, 1].into_iter().filter(|&thread| world.can_step(thread)) {
            let mut next = world.clone();
            next.step(thread);
            let cost = (steps + 1, turns + u32::from(by.is_some_and(|by| by != thread)));
            let known = cheapest.entry((next.clone(), Some(thread))).or_insert((u32::MAX, u32::MAX));
            if cost < *known {
                *known = cost;
                found.push(Visit { world: next, by: Some(thread), before: Some(at) });
                queue.push(Reverse((cost.0, cost.1, found.len() - 1)));
            }
        }
    }
    Ok(None)
}

/// The run in which the second thread comes as soon as the first holds a pointer into an array, and goes on to its end if it
/// may: where a run can fail at all, it often does there. Also how many steps of it there are until the second thread is done.
///
/// # Errors
/// Those of [`Setup::world`].
pub fn interrupted(setup: &Setup) -> Result<(Vec<ThreadId>, usize), LimitError> {
    let mut world = setup.world()?;
    let mut schedule = Vec::new();
    let mut second_done = 0;
    while !world.has_ended() {
        let begun = world.held(0).place.is_some() || world.next(0).is_none() || schedule.contains(&1);
        let thread = usize::from((begun && world.can_step(1)) || !world.can_step(0));
        world.step(thread);
        schedule.push(thread);
        if thread == 1 {
            second_done = schedule.len();
        }
    }
    Ok((schedule, second_done))
}

/// The run that tells most, and after how many of its steps to look at it first: of the shortest that fail rather one in which
/// the first thread is caught with a pointer in its hand, before the step that must not happen; where none fails,
/// [`interrupted`].
///
/// # Errors
/// Those of [`Setup::world`].
pub fn most_telling(setup: &Setup) -> Result<(Vec<ThreadId>, usize), LimitError> {
    let Some(shortest) = shortest_failure(setup)? else { return interrupted(setup) };
    let first = shortest.iter().filter(|&&thread| thread == 0).count();
    let mut caught = shortest.clone();
    caught.sort_unstable();
    // The first thread's last step comes last.
    caught[first.saturating_sub(1)..].rotate_left(first.min(1));
    let world = setup.world()?;
    let comes_to_a_fault = |schedule: &[ThreadId]| {
        let mut world = world.clone();
        schedule.iter().all(|&thread| world.step(thread).is_some()) && world.fault.is_some()
    };
    let schedule = if comes_to_a_fault(&caught) { caught } else { shortest };
    // A wrong answer is wrong only at the end.
    let before = usize::from(comes_to_a_fault(&schedule));
    let telling = schedule.len() - before;
    Ok((schedule, telling))
}

/// A world that the search has come to.
struct Visit<'a> {
    world: World<'a>,
    by: Option<ThreadId>,
    before: Option<usize>,
}

fn schedule_to(mut at: usize, found: &[Visit]) -> Vec<ThreadId> {
    let mut schedule = Vec::new();
    while let Visit { by: Some(thread), before: Some(before), .. } = found[at] {
        schedule.push(thread);
        at = before;
    }
    schedule.reverse();
    schedule
}

//! What the setenv lab calls: two threads that use the environment, played step by step and in every order, behind a
//! JavaScript interface.
//!
//! Whatever JavaScript hands over, the answer is a result or a thrown `Error` whose message a reader can act on, never a
//! panic. The checks live in `from_js` and [`request`]; the latter knows nothing of JavaScript and is tested natively.

pub mod request;
pub mod run;

use from_js::{integers, text};
use request::{Question, written};
use setenv_model::{Setup, explore};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const NAMES: &str = r#"
/** Whose getenv, setenv and unsetenv. */
export type LibraryName = 'old-glibc' | 'glibc-2.41' | 'musl' | 'illumos';
/** What a lock protects besides what the library does by itself. */
export type LockingName = 'as-it-is' | 'in-getenv' | 'until-copied';
/** Kinds of steps. */
export type ActionName =
  | 'lock' | 'unlock' | 'load-removals' | 'compare-removals' | 'count-removal' | 'load-environ' | 'load-slot'
  | 'compare-name' | 'read-value' | 'compare-owner' | 'grow' | 'store-environ' | 'store-slot' | 'store-new-string'
  | 'free-string';
/** How a run ends. */
export type OutcomeName = 'right' | 'wrong-answer' | 'wrong-environment' | 'fault';
/** What must not happen. */
export type FaultName = 'freed-array' | 'freed-string' | 'array-freed-twice' | 'string-freed-twice' | 'beyond-array';
"#;

/// Two threads that are about to use the environment.
#[wasm_bindgen]
pub struct Explorer(Question);

#[wasm_bindgen]
impl Explorer {
    /// Variables are numbers from 0 to 9, each once, at most four; all have the value 0. They were set by `setenv` before, or
    /// lie where the program found them; the array has room for 0 to 4 more. Operations are get-NAME, set-NAME-VALUE and
    /// unset-NAME by number, at most three a thread, with commas between them.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "LibraryName")] library: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "LockingName")] locking: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array")] variables: &JsValue,
        set_before: bool,
        room: f64,
        #[wasm_bindgen(unchecked_param_type = "string")] first: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] second: &JsValue,
    ) -> Result<Self, JsError> {
        let variables = integers("variables", variables, Setup::MOST_VARIABLES)?;
        let threads = [&text(first)[..], &text(second)];
        Ok(Self(Question::new(&text(library), &text(locking), &variables, set_before, room, threads)?))
    }

    /// How many of all orders of the steps end in which way.
    pub fn count(&self) -> Result<Counts, JsError> {
        Ok(Counts(self.0.count()?))
    }

    /// The shortest order that fails, up to the step in which it does: the thread of each step, as in "1221".
    #[wasm_bindgen(js_name = shortestFailure)]
    pub fn shortest_failure(&self) -> Result<Option<String>, JsError> {
        Ok(self.0.shortest_failure()?)
    }

    /// The order in which the second thread comes as soon as the first holds a pointer into an array.
    pub fn interrupted(&self) -> Result<Interrupted, JsError> {
        let (steps, second_done) = self.0.interrupted()?;
        Ok(Interrupted { steps, second_done })
    }

    /// Plays an order such as "1221". A thread that cannot take its step takes none.
    pub fn replay(&self, #[wasm_bindgen(unchecked_param_type = "string")] steps: &JsValue) -> Result<Run, JsError> {
        Ok(Run(self.0.replay(&text(steps))?))
    }
}

/// An order in which the first thread is interrupted.
#[wasm_bindgen]
pub struct Interrupted {
    steps: String,
    second_done: usize,
}

#[wasm_bindgen]
impl Interrupted {
    /// The thread of each step.
    #[wasm_bindgen(getter)]
    pub fn steps(&self) -> String {
        self.steps.clone()
    }

    /// How many steps there are until the second thread is done.
    #[wasm_bindgen(getter = secondDone)]
    pub fn second_done(&self) -> f64 {
        self.second_done as f64
    }
}

/// How many orders end in which way: whole numbers in decimal digits, for they can be larger than a number holds exactly.
#[wasm_bindgen]
pub struct Counts(explore::Counts);

#[wasm_bindgen]
impl Counts {
    /// As if one operation had come after the other.
    #[wasm_bindgen(getter)]
    pub fn right(&self) -> String {
        self.0.right.to_string()
    }

    /// An answer that is wrong.
    #[wasm_bindgen(getter = wrongAnswer)]
    pub fn wrong_answer(&self) -> String {
        self.0.wrong_answer.to_string()
    }

    /// Right answers, but a wrong environment in the end.
    #[wasm_bindgen(getter = wrongEnvironment)]
    pub fn wrong_environment(&self) -> String {
        self.0.wrong_environment.to_string()
    }

    /// A use of an array after it was freed.
    #[wasm_bindgen(getter = freedArray)]
    pub fn freed_array(&self) -> String {
        self.0.freed_array.to_string()
    }

    /// A use of a string after it was freed.
    #[wasm_bindgen(getter = freedString)]
    pub fn freed_string(&self) -> String {
        self.0.freed_string.to_string()
    }

    /// Something is freed that has been freed.
    #[wasm_bindgen(getter = freedTwice)]
    pub fn freed_twice(&self) -> String {
        self.0.freed_twice.to_string()
    }
}

/// The steps that were taken, and the memory and the threads before the first and after each of them.
#[wasm_bindgen]
pub struct Run(run::Run);

#[wasm_bindgen]
impl Run {
    /// The thread of each step that was taken.
    #[wasm_bindgen(getter)]
    pub fn schedule(&self) -> String {
        written(&self.0.schedule)
    }

    /// The steps, six numbers each: which of the thread's operations; which kind (an index of `actionNames()`); the array and
    /// the slot that it is about; the string; the value. -1 for none.
    pub fn steps(&self) -> Vec<i32> {
        self.0.steps.clone()
    }

    /// The memory and the threads after so many steps, as numbers in the order that `run.rs` gives; empty after more steps than
    /// there are.
    #[wasm_bindgen(js_name = moment)]
    pub fn state(&self, after: f64) -> Vec<i32> {
        self.0.states.get(after as usize).cloned().unwrap_or_default()
    }
}

/// The kinds of steps, by the number that a step has for each.
#[wasm_bindgen(js_name = actionNames, unchecked_return_type = "ActionName[]")]
pub fn action_names() -> Vec<String> {
    run::ACTIONS.map(str::to_owned).into()
}

/// The ways to end, by number.
#[wasm_bindgen(js_name = outcomeNames, unchecked_return_type = "OutcomeName[]")]
pub fn outcome_names() -> Vec<String> {
    run::OUTCOMES.map(str::to_owned).into()
}

/// What can go wrong, by number.
#[wasm_bindgen(js_name = faultNames, unchecked_return_type = "FaultName[]")]
pub fn fault_names() -> Vec<String> {
    run::FAULTS.map(str::to_owned).into()
}

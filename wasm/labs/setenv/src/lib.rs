//! Functions that the setenv lab calls: two threads that use the environment, played step by step and in every order, behind a
//! JavaScript interface.
//!
//! Whatever JavaScript hands over, the answer is a result or a thrown `Error` whose message a reader can act on, never a
//! panic. The checks live in `from_js` and [`request`]; the latter knows nothing of JavaScript and is tested natively.

pub mod request;
pub mod run;

use from_js::{Integers, Text, integers, text, whole32};
use limits::listed;
use request::{MOST_STEPS, schedule, setup, written};
use run::Run;
use setenv_model::{Implementation, Locking, Setup, explore};
use wasm_bindgen::prelude::*;

from_js::names! {
    /// Whose getenv, setenv and unsetenv.
    LibraryName "LibraryName" = Implementation::NAMES;
    /// Scope of a lock besides what the library does by itself.
    LockingName "LockingName" = Locking::NAMES;
}

#[wasm_bindgen(typescript_custom_section)]
const THREAD: &str = "/** The first thread or the second. */\nexport type ThreadNumber = 0 | 1;";

/// The libraries and the ways of locking, and the most steps of an order, as JSON: `site/wasm-pkg/setenv/limits.ts` is made of it.
#[wasm_bindgen]
pub fn limits() -> String {
    let (libraries, lockings) = (listed(&Implementation::NAMES), listed(&Locking::NAMES));
    format!(r#"{{"libraries":{libraries},"lockings":{lockings},"steps":{MOST_STEPS}}}"#)
}

/// Two threads that are about to use the environment.
#[wasm_bindgen]
pub struct Explorer(Setup);

#[wasm_bindgen]
impl Explorer {
    /// Variables are numbers from 0 to 9, each once, at most four; all have the value 0. They were set by `setenv` before, or
    /// lie where the program found them; the array has room for 0 to 4 more. Operations are get-NAME, set-NAME-VALUE and
    /// unset-NAME by number, at most three a thread, with commas between them.
    #[wasm_bindgen(constructor)]
    pub fn new(
        library: &LibraryName,
        locking: &LockingName,
        variables: &Integers,
        set_before: bool,
        room: f64,
        first: &Text,
        second: &Text,
    ) -> Result<Self, JsError> {
        let variables = integers("variables", variables, Setup::MOST_VARIABLES)?;
        let threads = [&text(first)[..], &text(second)];
        let room = whole32("room", room)?;
        Ok(Self(setup(&text(library), &text(locking), &variables, set_before, room, threads)?))
    }

    /// How many of all orders of the steps end in which way.
    pub fn count(&self) -> Result<explore::Counts, JsError> {
        Ok(explore::count(&self.0)?)
    }

    /// The shortest order that fails, up to the step in which it does: the thread of each step, as in "1221".
    #[wasm_bindgen(js_name = shortestFailure)]
    pub fn shortest_failure(&self) -> Result<Option<String>, JsError> {
        Ok(explore::shortest_failure(&self.0)?.map(|schedule| written(&schedule)))
    }

    /// The order that tells most: of the shortest that fail, or else one in which the first thread is interrupted.
    #[wasm_bindgen(js_name = mostTelling)]
    pub fn most_telling(&self) -> Result<Telling, JsError> {
        let (schedule, at) = explore::most_telling(&self.0)?;
        Ok(Telling { steps: written(&schedule), at })
    }

    /// Plays an order such as "1221". A thread that cannot take its step takes none.
    pub fn replay(&self, steps: &Text) -> Result<Run, JsError> {
        Ok(Run::of(&self.0, &schedule(&text(steps))?)?)
    }
}

/// An order that tells what can happen.
#[wasm_bindgen(getter_with_clone)]
pub struct Telling {
    /// The thread of each step.
    #[wasm_bindgen(readonly)]
    pub steps: String,
    /// After how many of them to look at it first: before the step that must not happen, or once the second thread is done, or
    /// at the end.
    #[wasm_bindgen(readonly)]
    pub at: usize,
}

//! What the isspace lab calls: a parser under two rules of what is white space, and what a rule breaks, behind a JavaScript
//! interface.
//!
//! Whatever JavaScript hands over, the answer is a result or a thrown `Error` whose message a reader can act on, never a
//! panic. The checks live in `from_js` and [`request`]; the latter knows nothing of JavaScript and is tested natively.

pub mod request;

use from_js::{integers, text};
use isspace_model::ByteSet;
use isspace_model::difference::Verdict;
use isspace_model::hstore::{Action, State};
use isspace_model::search::Place;
use request::MAX_SPACES;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const NAMES: &str = r#"
/** What the parser waits for. */
export type StateName =
  | 'before-key' | 'key' | 'key-escape' | 'quoted-key' | 'quoted-key-escape'
  | 'before-value' | 'value' | 'value-escape' | 'quoted-value' | 'quoted-value-escape'
  | 'equals' | 'greater' | 'comma' | 'done' | 'refused';
/** What it did with a byte. */
export type ActionName =
  | 'skip' | 'append' | 'escape' | 'open-quote' | 'close-quote' | 'end-at-space' | 'end-before' | 'mark' | 'finish' | 'refuse';
/** What one rule makes of a text, beside what another makes of it. */
export type VerdictName = 'same' | 'altered' | 'refused' | 'accepted' | 'refused-elsewhere';
/** Where a character stands in a pair. */
export type PlaceName = 'key' | 'within-key' | 'value' | 'within-value';
"#;

/// The states, by the number that a step has for each.
#[wasm_bindgen(js_name = stateNames, unchecked_return_type = "StateName[]")]
pub fn state_names() -> Vec<String> {
    State::ALL.map(|state| state.name().to_owned()).into()
}

/// The actions, by the number that a step has for each.
#[wasm_bindgen(js_name = actionNames, unchecked_return_type = "ActionName[]")]
pub fn action_names() -> Vec<String> {
    Action::ALL.map(|action| action.name().to_owned()).into()
}

/// The verdicts, by the number that a broken character has for each.
#[wasm_bindgen(js_name = verdictNames, unchecked_return_type = "VerdictName[]")]
pub fn verdict_names() -> Vec<String> {
    Verdict::ALL.map(|verdict| verdict.name().to_owned()).into()
}

/// The places, in the order of a broken character's verdicts.
#[wasm_bindgen(js_name = placeNames, unchecked_return_type = "PlaceName[]")]
pub fn place_names() -> Vec<String> {
    Place::ALL.map(|place| place.name().to_owned()).into()
}

/// A text parsed twice: by a rule, and by the ASCII rule.
#[wasm_bindgen]
pub struct Compared(request::Compared);

#[wasm_bindgen]
impl Compared {
    /// Parses a text of at most 4,096 bytes, with these bytes for white space.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "string")] hstore: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Uint32Array")] spaces: &JsValue,
    ) -> Result<Self, JsError> {
        Ok(Self(request::compare(&text(hstore), rule(spaces)?)?))
    }

    /// What the rule makes of the text, beside what the ASCII rule makes of it: an index of `verdictNames()`.
    #[wasm_bindgen(getter)]
    pub fn verdict(&self) -> u32 {
        self.0.verdict as u32
    }

    /// The first step, counted from 0, in which they part.
    #[wasm_bindgen(getter)]
    pub fn parting(&self) -> Option<u32> {
        self.0.parting.map(|step| step as u32)
    }

    /// What the rule did with the text.
    pub fn rule(&self) -> Run {
        Run(self.0.rule.clone())
    }

    /// What the ASCII rule did.
    pub fn ascii(&self) -> Run {
        Run(self.0.ascii.clone())
    }
}

/// What a parser did with a text.
#[wasm_bindgen]
pub struct Run(request::Run);

#[wasm_bindgen]
impl Run {
    /// Every step, seven numbers each: the byte's offset; the byte, or 256 for the end; the state before and the action, as
    /// indices of their names; the state afterwards; how many words were complete then, and the bytes of the one in progress.
    pub fn steps(&self) -> Vec<u32> {
        self.0.steps.clone()
    }

    /// The bytes of all words, keys and values, one after the other; the last one may be unfinished.
    #[wasm_bindgen(js_name = wordBytes)]
    pub fn word_bytes(&self) -> Vec<u8> {
        self.0.words.concat()
    }

    /// How many bytes each word has.
    #[wasm_bindgen(js_name = wordLengths)]
    pub fn word_lengths(&self) -> Vec<u32> {
        self.0.words.iter().map(|word| word.len() as u32).collect()
    }

    /// Which pairs have NULL for their value, counted from 0.
    pub fn nulls(&self) -> Vec<u32> {
        self.0.nulls.clone()
    }
}

/// Every character of the Basic Multilingual Plane that a rule breaks, five numbers each: its code point, and what becomes of it
/// in each of `placeNames()`, as indices of `verdictNames()`.
#[wasm_bindgen]
pub fn broken(#[wasm_bindgen(unchecked_param_type = "Uint32Array")] spaces: &JsValue) -> Result<Vec<u32>, JsError> {
    Ok(request::broken(rule(spaces)?))
}

fn rule(spaces: &JsValue) -> Result<ByteSet, JsError> {
    Ok(request::rule(&integers("spaces", spaces, MAX_SPACES)?)?)
}

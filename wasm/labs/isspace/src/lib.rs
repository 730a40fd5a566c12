//! What the isspace lab calls: a parser under two rules of what is white space, and what a rule breaks, behind a JavaScript
//! interface.
//!
//! Whatever JavaScript hands over, the answer is a result or a thrown `Error` whose message a reader can act on, never a
//! panic. The checks live in `from_js` and [`request`]; the latter knows nothing of JavaScript and is tested natively.

pub mod request;

use from_js::{integers, text};
use isspace_model::difference::Verdict;
use isspace_model::search::{self, Place};
use isspace_model::{ASCII_SPACES, ByteSet, MACOS_UTF8_SPACES, hstore};
use limits::{Quoted, listed};
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

/// The bytes that are white space in ASCII and on macOS, how many characters the plane has, what stands before and behind a
/// character in each place, and the verdicts by number, as JSON: `site/wasm-pkg/isspace/limits.ts` is made of it.
#[wasm_bindgen]
pub fn limits() -> String {
    let [ascii, macos] = [ASCII_SPACES, MACOS_UTF8_SPACES].map(|spaces| spaces.iter().collect::<Vec<_>>());
    let places = Place::ALL.map(|place| format!("{}:{}", Quoted(place.name()), listed(&place.around()))).join(",");
    let (plane, verdicts) = (search::plane().count(), listed(&Verdict::ALL.map(Verdict::name)));
    format!(
        r#"{{"asciiSpaces":{ascii:?},"macosSpaces":{macos:?},"plane":{plane},"places":{{{places}}},"verdicts":{verdicts}}}"#
    )
}

/// Parses a text of at most 4,096 bytes twice: with these bytes for white space, and by the ASCII rule.
#[wasm_bindgen]
pub fn compare(
    #[wasm_bindgen(unchecked_param_type = "string")] hstore: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Uint32Array")] spaces: &JsValue,
) -> Result<Comparison, JsError> {
    Ok(request::compare(&text(hstore), rule(spaces)?)?.into())
}

/// A text under two rules.
#[wasm_bindgen(getter_with_clone)]
pub struct Comparison {
    /// The first step, counted from 0, in which they part.
    #[wasm_bindgen(readonly)]
    pub parting: Option<usize>,
    /// What the rule did with the text.
    #[wasm_bindgen(readonly)]
    pub rule: Run,
    /// What the ASCII rule did.
    #[wasm_bindgen(readonly)]
    pub ascii: Run,
    verdict: Verdict,
}

#[wasm_bindgen]
impl Comparison {
    /// What the rule makes of the text, beside what the ASCII rule makes of it.
    #[wasm_bindgen(getter, unchecked_return_type = "VerdictName")]
    pub fn verdict(&self) -> String {
        self.verdict.name().to_owned()
    }
}

impl From<request::Compared> for Comparison {
    fn from(request::Compared { rule, ascii, verdict, parting }: request::Compared) -> Self {
        Self { parting, rule: rule.into(), ascii: ascii.into(), verdict }
    }
}

/// What a parser did with a text.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone)]
pub struct Run {
    /// Its steps.
    #[wasm_bindgen(readonly)]
    pub steps: Vec<Step>,
    /// Keys and values in turn; the last one may be unfinished.
    #[wasm_bindgen(readonly)]
    pub words: Vec<Word>,
}

impl From<request::Run> for Run {
    fn from(request::Run { steps, words }: request::Run) -> Self {
        let words = words.into_iter().map(|(bytes, is_null)| Word { bytes, is_null }).collect();
        Self { steps: steps.into_iter().map(Step).collect(), words }
    }
}

/// A key or a value.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone)]
pub struct Word {
    /// Its bytes.
    #[wasm_bindgen(readonly)]
    pub bytes: Vec<u8>,
    /// Whether it is a value that stands for NULL.
    #[wasm_bindgen(readonly, js_name = isNull)]
    pub is_null: bool,
}

/// A look at one byte.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub struct Step(hstore::Step);

#[wasm_bindgen]
impl Step {
    /// The byte's offset.
    #[wasm_bindgen(getter)]
    pub fn offset(&self) -> usize {
        self.0.offset
    }

    /// The byte; nothing at the end of the text.
    #[wasm_bindgen(getter)]
    pub fn byte(&self) -> Option<u8> {
        self.0.byte
    }

    /// The state that it was looked at in.
    #[wasm_bindgen(getter, unchecked_return_type = "StateName")]
    pub fn state(&self) -> String {
        self.0.state.name().to_owned()
    }

    /// What was done.
    #[wasm_bindgen(getter, unchecked_return_type = "ActionName")]
    pub fn action(&self) -> String {
        self.0.action.name().to_owned()
    }

    /// The state afterwards.
    #[wasm_bindgen(getter, unchecked_return_type = "StateName")]
    pub fn next(&self) -> String {
        self.0.next.name().to_owned()
    }

    /// How many words were complete afterwards.
    #[wasm_bindgen(getter)]
    pub fn words(&self) -> usize {
        self.0.words
    }

    /// How many bytes the one in progress had.
    #[wasm_bindgen(getter = inProgress)]
    pub fn in_progress(&self) -> usize {
        self.0.in_progress
    }
}

/// Every character of the Basic Multilingual Plane that a rule breaks, in order.
#[wasm_bindgen]
pub fn broken(#[wasm_bindgen(unchecked_param_type = "Uint32Array")] spaces: &JsValue) -> Result<Broken, JsError> {
    Ok(Broken::by(rule(spaces)?))
}

/// Characters that a rule breaks, and what becomes of each in each place, as the number of its verdict. There are thousands, up to
/// all of the plane: as lists they come in a fraction of the time that as many objects take.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The characters.
    #[wasm_bindgen(readonly, js_name = codePoints)]
    pub code_points: Vec<u32>,
    /// As the whole key.
    #[wasm_bindgen(readonly)]
    pub key: Vec<u8>,
    /// Within a key.
    #[wasm_bindgen(readonly, js_name = withinKey)]
    pub within_key: Vec<u8>,
    /// As the whole value.
    #[wasm_bindgen(readonly)]
    pub value: Vec<u8>,
    /// Within a value.
    #[wasm_bindgen(readonly, js_name = withinValue)]
    pub within_value: Vec<u8>,
}

impl Broken {
    /// Those that a rule breaks.
    pub fn by(spaces: ByteSet) -> Self {
        let mut all = Self::default();
        for search::Broken { character, verdicts } in search::broken(spaces) {
            let [key, within_key, value, within_value] = verdicts.map(|verdict| verdict as u8);
            all.code_points.push(character.into());
            all.key.push(key);
            all.within_key.push(within_key);
            all.value.push(value);
            all.within_value.push(within_value);
        }
        all
    }
}

fn rule(spaces: &JsValue) -> Result<ByteSet, JsError> {
    Ok(request::rule(&integers("spaces", spaces, MAX_SPACES)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_count_as_their_names_do() {
        for (number, verdict) in Verdict::ALL.into_iter().enumerate() {
            assert_eq!(verdict as usize, number);
        }
        let Broken { code_points, key, within_key, value, within_value } = Broken::by(MACOS_UTF8_SPACES);
        assert_eq!([code_points[0], key[0].into(), within_key[0].into()], [0x85, 1, 2]);
        assert_eq!([value[0], within_value[0]], [1, 2]);
    }
}

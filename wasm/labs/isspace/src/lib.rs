//! What the isspace lab calls: a parser under two rules of what is white space, and what a rule breaks, behind a JavaScript
//! interface.
//!
//! Whatever JavaScript hands over, the answer is a result or a thrown `Error` whose message a reader can act on, never a
//! panic. The checks live in `from_js` and [`request`]; the latter is tested natively.

pub mod request;

use from_js::{Integers, Text, integers, text};
use isspace_model::difference::Verdict;
use isspace_model::search::{self, Place};
use isspace_model::{ASCII_SPACES, ByteSet, MACOS_UTF8_SPACES};
use limits::{Quoted, listed};
use request::{Comparison, MAX_SPACES};
use wasm_bindgen::prelude::*;

/// The bytes that are white space in ASCII and on macOS, how many characters Unicode has, what stands before and behind a
/// character in each place, and the verdicts by number, as JSON: `site/wasm-pkg/isspace/limits.ts` is made of it.
#[wasm_bindgen]
pub fn limits() -> String {
    let [ascii, macos] = [ASCII_SPACES, MACOS_UTF8_SPACES].map(|spaces| spaces.iter().collect::<Vec<_>>());
    let places = Place::ALL.map(|place| format!("{}:{}", Quoted(place.name()), listed(&place.around()))).join(",");
    let (characters, verdicts) = (search::scalar_values().count(), listed(&Verdict::NAMES));
    format!(
        r#"{{"asciiSpaces":{ascii:?},"macosSpaces":{macos:?},"characters":{characters},"places":{{{places}}},"verdicts":{verdicts}}}"#
    )
}

/// Parses a text of at most 4,096 bytes twice: with these bytes for white space, and by the ASCII rule.
#[wasm_bindgen]
pub fn compare(hstore: &Text, spaces: &Integers) -> Result<Comparison, JsError> {
    Ok(request::compare(&text(hstore), rule(spaces)?)?)
}

/// Every character of Unicode that a rule breaks, in order.
#[wasm_bindgen]
pub fn broken(spaces: &Integers) -> Result<Broken, JsError> {
    Ok(Broken::by(rule(spaces)?))
}

/// Characters that a rule breaks, and what becomes of each in each place, as the number of its verdict. There are up to a
/// million: as lists they come in a fraction of the time that as many objects take.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The characters.
    #[wasm_bindgen(readonly, js_name = codePoints)]
    pub code_points: Vec<u32>,
    /// Verdicts on each as the whole key.
    #[wasm_bindgen(readonly)]
    pub key: Vec<u8>,
    /// Within a key.
    #[wasm_bindgen(readonly, js_name = withinKey)]
    pub within_key: Vec<u8>,
    /// Verdicts on each as the whole value.
    #[wasm_bindgen(readonly)]
    pub value: Vec<u8>,
    /// Within a value.
    #[wasm_bindgen(readonly, js_name = withinValue)]
    pub within_value: Vec<u8>,
}

impl Broken {
    /// The characters that a rule breaks.
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

//! What the strongly-typed lab calls: languages scored by their mistakes and ranked by weights of five meanings, and where `==`
//! is not transitive, behind a JavaScript interface.
//!
//! Whatever JavaScript hands over, the answer is a result or a thrown `Error` whose message a reader can act on, never a
//! panic. The checks live in `from_js`, in [`table`], which knows nothing of JavaScript and is tested natively, and in the model.

pub mod table;

use from_js::{floats, integers};
use limits::{ArgumentError, Quoted, check_number, listed};
use strongly_typed_model::{MAX_WEIGHT, Meaning, Mistake, Outcome, Relation};
use table::{MAX_LANGUAGES, MAX_OUTCOMES, Ranked, Scored, weights};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const NAMES: &str = r#"
/** A meaning of “strongly typed”. */
export type MeaningName = 'static' | 'sound' | 'safe' | 'coercions' | 'expressive';
/** What became of a mistake. */
export type OutcomeName = 'refused' | 'caught' | 'silent' | 'undefined' | 'cannot-be-written' | 'not-tested';
/** Two languages, whatever the weights of some meanings are. */
export type RelationName = 'equal' | 'dominates' | 'dominated' | 'incomparable';
"#;

/// The most values that are compared with each other.
const MAX_VALUES: u64 = 32;

/// The limits, names and words, as JSON: `site/wasm-pkg/strongly-typed/limits.ts` is made of it.
#[wasm_bindgen]
pub fn limits() -> String {
    let words = |all: &[(&str, &str)]| {
        let all: Vec<String> = all.iter().map(|(name, words)| format!("{}:{}", Quoted(name), Quoted(words))).collect();
        format!("{{{}}}", all.join(","))
    };
    let meanings = words(&Meaning::ALL.map(|it| (it.name(), it.words())));
    let mistakes = words(&Mistake::ALL.map(|it| (it.name(), it.words())));
    let outcomes = words(&Outcome::ALL.map(|it| (it.name(), it.words())));
    let about: Vec<String> = Meaning::ALL
        .iter()
        .map(|it| format!("{}:{}", Quoted(it.name()), listed(&it.mistakes().map(Mistake::name).collect::<Vec<_>>())))
        .collect();
    format!(
        r#"{{"meanings":{meanings},"mistakes":{mistakes},"outcomes":{outcomes},"about":{{{}}},"weight":[0,{MAX_WEIGHT}],"threshold":[0,100],"languages":{MAX_LANGUAGES},"values":{MAX_VALUES}}}"#,
        about.join(",")
    )
}

/// What became of each mistake in each language.
#[wasm_bindgen]
pub struct Languages(Scored);

#[wasm_bindgen]
impl Languages {
    /// Of outcomes by number: 22 for each language, in the order of the limits, language after language.
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "Uint32Array")] outcomes: &JsValue) -> Result<Languages, JsError> {
        Ok(Self(Scored::new(&integers("outcomes", outcomes, MAX_OUTCOMES)?)?))
    }

    /// Their order by five weights from 0 to 10, not all 0.
    pub fn rank(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] weights: &JsValue,
    ) -> Result<Ranking, JsError> {
        Ok(Ranking(self.0.rank(five(weights)?)))
    }

    /// Those whose mean is at least a threshold, 0 to 100 percent.
    pub fn strong(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] weights: &JsValue,
        threshold: f64,
    ) -> Result<Vec<u32>, JsError> {
        Ok(self.0.strong(five(weights)?, threshold)?)
    }

    /// How many pairs of languages the meanings that have a weight can put either way.
    pub fn incomparable(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] weights: &JsValue,
    ) -> Result<u32, JsError> {
        Ok(self.0.incomparable(five(weights)?))
    }

    /// Kendall's tau-b of the two meanings with the largest weights, the first ones of equal weights; nothing where there are
    /// none or one of them has all languages tie.
    pub fn tau(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] weights: &JsValue,
    ) -> Result<Option<f64>, JsError> {
        Ok(self.0.tau(five(weights)?))
    }

    /// Two languages: which stands first whatever the weights are, and which change of one weight reverses them.
    pub fn compare(
        &self,
        a: f64,
        b: f64,
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] weights: &JsValue,
    ) -> Result<Pair, JsError> {
        Ok(Pair(self.0.compare(a, b, five(weights)?)?))
    }
}

/// Languages in order.
#[wasm_bindgen]
pub struct Ranking(Ranked);

#[wasm_bindgen]
impl Ranking {
    /// The languages by number, best first.
    #[wasm_bindgen(getter)]
    pub fn languages(&self) -> Vec<u32> {
        self.0.languages.clone()
    }

    /// The place of each, from 1; equal means share one.
    #[wasm_bindgen(getter)]
    pub fn places(&self) -> Vec<u32> {
        self.0.places.clone()
    }

    /// The weighted mean of each, from 0 to 1.
    #[wasm_bindgen(getter)]
    pub fn means(&self) -> Vec<f64> {
        self.0.means.clone()
    }
}

/// Two languages.
#[wasm_bindgen]
pub struct Pair(table::Compared);

#[wasm_bindgen]
impl Pair {
    /// What can be said of them whatever the weights are.
    #[wasm_bindgen(getter, unchecked_return_type = "RelationName")]
    pub fn relation(&self) -> String {
        self.0.relation.to_owned()
    }

    /// The meanings whose weight alone can reverse them.
    #[wasm_bindgen(getter, unchecked_return_type = "MeaningName[]")]
    pub fn meanings(&self) -> Vec<String> {
        self.0.flips.iter().map(|(meaning, _)| meaning.name().to_owned()).collect()
    }

    /// For each, the nearest weight that does.
    #[wasm_bindgen(getter)]
    pub fn weights(&self) -> Vec<u32> {
        self.0.flips.iter().map(|(_, weight)| *weight).collect()
    }
}

/// Three values by number: a equals b and b equals c, but a does not equal c.
#[wasm_bindgen]
pub struct Triple {
    /// One end of the chain.
    #[wasm_bindgen(readonly)]
    pub a: usize,
    /// What equals both ends.
    #[wasm_bindgen(readonly)]
    pub b: usize,
    /// The other end.
    #[wasm_bindgen(readonly)]
    pub c: usize,
}

/// Where equality is not transitive among up to 32 values. `equal` is 1 for each pair that is equal, row by row.
#[wasm_bindgen]
pub fn intransitive(
    values: f64,
    #[wasm_bindgen(unchecked_param_type = "Uint32Array")] equal: &JsValue,
) -> Result<Vec<Triple>, JsError> {
    let values = check_number("values", values, 1..=MAX_VALUES)? as usize;
    let equal: Vec<bool> = integers("equal", equal, MAX_VALUES * MAX_VALUES)?.into_iter().map(|it| it != 0).collect();
    if equal.len() != values * values {
        let (value, must) = (equal.len() as f64, "one number for each pair of values");
        return Err(ArgumentError::Number { field: "equal", value, must }.into());
    }
    let relation = Relation::new(values, &equal).map_err(|error| JsError::new(&error.to_string()))?;
    Ok(relation.intransitive().into_iter().map(|(a, b, c)| Triple { a, b, c }).collect())
}

fn five(given: &JsValue) -> Result<strongly_typed_model::Weights, JsError> {
    Ok(weights(&floats("weights", given, 5)?)?)
}

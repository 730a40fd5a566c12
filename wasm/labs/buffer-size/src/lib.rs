//! What the buffer-size lab calls: what calls cost by their size, the law that fits measured times, and the reading of pasted
//! ones, behind a JavaScript interface.
//!
//! Whatever JavaScript hands over, the answer is a result or a thrown `Error` whose message a reader can act on, never a
//! panic. The checks live in `from_js` and [`request`]; the latter knows nothing of JavaScript and is tested natively. Points
//! that no law fits are no error of the caller: the answer says why.

pub mod request;

use buffer_size_model::{FitError, Law, MAX_POINTS, Parsed};
use from_js::{floats, text};
use request::{Error, Fitted, MAX_SIZES};
use statistics::least_squares::Interval;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const NAMES: &str = r#"
/** The law without and with a cache beyond which bytes cost more. */
export type ShapeName = 'linear' | 'knee';
/** What bare numbers of a pasted second column are. */
export type ColumnName = 'seconds-per-call' | 'bytes-per-second';
"#;

/// What calls cost; the numbers are checked when the law is used.
#[wasm_bindgen]
pub struct CostLaw(Law);

#[wasm_bindgen]
impl CostLaw {
    /// Seconds of a call of nothing, and of each byte.
    #[wasm_bindgen(constructor)]
    pub fn new(per_call_s: f64, per_byte_s: f64) -> Self {
        Self(Law { per_call_s, per_byte_s, cache_bytes: None, cache_penalty_s_per_byte: 0.0 })
    }

    /// From how many bytes on each costs more, and by how many seconds.
    #[wasm_bindgen(js_name = setCache)]
    pub fn set_cache(&mut self, bytes: f64, penalty_s_per_byte: f64) {
        self.0.cache_bytes = Some(bytes);
        self.0.cache_penalty_s_per_byte = penalty_s_per_byte;
    }

    /// Seconds of a call of each size; at most 10,000 of them.
    pub fn seconds(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] sizes: &JsValue,
    ) -> Result<Vec<f64>, JsError> {
        let law = self.0.checked()?;
        Ok(list_of_sizes(sizes)?.into_iter().map(|bytes| law.seconds(bytes)).collect())
    }

    /// The buffer of the highest throughput among those up to a size, in bytes.
    #[wasm_bindgen(js_name = bestBuffer)]
    pub fn best_buffer(&self, largest_bytes: f64) -> Result<f64, JsError> {
        Ok(self.0.checked()?.best(request::size("largest buffer", largest_bytes)?).bytes)
    }

    /// The smallest buffer that reaches a share of that throughput, in bytes.
    #[wasm_bindgen(js_name = smallestBuffer)]
    pub fn smallest_buffer(&self, share: f64, largest_bytes: f64) -> Result<f64, JsError> {
        let largest_bytes = request::size("largest buffer", largest_bytes)?;
        Ok(self.0.checked()?.smallest_buffer(request::share(share)?, largest_bytes))
    }
}

fn list_of_sizes(sizes: &JsValue) -> Result<Vec<f64>, JsError> {
    Ok(request::sizes(floats("sizes", sizes, MAX_SIZES)?)?)
}

/// Fits the law to calls of so many bytes that took so many seconds, at most 1,000 of them, all or those up to the highest
/// throughput.
#[wasm_bindgen]
pub fn fit(
    #[wasm_bindgen(unchecked_param_type = "Float64Array")] bytes: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Float64Array")] seconds: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "ShapeName")] shape: &JsValue,
    up_to_peak: bool,
) -> Result<CostFit, JsError> {
    let bytes = floats("bytes", bytes, MAX_POINTS as u64)?;
    let seconds = floats("seconds", seconds, MAX_POINTS as u64)?;
    Ok(CostFit(request::fitted(&bytes, &seconds, request::shape(&text(shape))?, up_to_peak)?))
}

/// A fitted law, or why there is none.
#[wasm_bindgen]
pub struct CostFit(Result<Fitted, FitError>);

impl CostFit {
    fn fitted(&self) -> Result<&Fitted, Error> {
        self.0.as_ref().map_err(|_| Error::NoLaw)
    }
}

#[wasm_bindgen]
impl CostFit {
    /// Why no law was fitted to the points; nothing if one was.
    #[wasm_bindgen(getter)]
    pub fn refusal(&self) -> Option<String> {
        self.0.as_ref().err().map(FitError::to_string)
    }

    /// Seconds of a call and of a byte; where a cache was searched for, also its penalty in seconds per byte and its bytes.
    /// Each with its 95% interval: three numbers.
    pub fn law(&self) -> Result<Vec<f64>, JsError> {
        let fit = &self.fitted()?.fit;
        let intervals = &fit.intervals;
        let cache = fit.law.cache_bytes.zip(intervals.cache_bytes).zip(intervals.cache_penalty_s_per_byte);
        let cache = cache
            .map(|((bytes, of_bytes), of_penalty)| [(fit.law.cache_penalty_s_per_byte, of_penalty), (bytes, of_bytes)]);
        let parts = [(fit.law.per_call_s, intervals.per_call_s), (fit.law.per_byte_s, intervals.per_byte_s)];
        let all = parts.into_iter().chain(cache.into_iter().flatten());
        Ok(all.flat_map(|(value, Interval { low, high })| [value, low, high]).collect())
    }

    /// The points that were fitted, three numbers each: bytes, seconds, and how much longer that is than the law's, relatively.
    pub fn points(&self) -> Result<Vec<f64>, JsError> {
        let Fitted { points, fit } = self.fitted()?;
        let each = points.iter().zip(&fit.residuals);
        Ok(each.flat_map(|(point, &residual)| [point.bytes, point.seconds, residual]).collect())
    }

    /// The root of the mean square of ln(measured / law).
    pub fn rms(&self) -> Result<f64, JsError> {
        Ok(self.fitted()?.fit.rms)
    }

    /// Where the true curve lies with 95% confidence at each size, low and high, in seconds of a call.
    pub fn band(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] sizes: &JsValue,
    ) -> Result<Vec<f64>, JsError> {
        let fit = &self.fitted()?.fit;
        Ok(list_of_sizes(sizes)?.into_iter().flat_map(|bytes| ends(fit.band(bytes))).collect())
    }

    /// Where one more point would lie with 95%, low and high, in seconds of a call.
    pub fn prediction(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] sizes: &JsValue,
    ) -> Result<Vec<f64>, JsError> {
        let fit = &self.fitted()?.fit;
        Ok(list_of_sizes(sizes)?.into_iter().flat_map(|bytes| ends(fit.prediction(bytes))).collect())
    }

    /// The smallest buffer that reaches a share of the highest throughput up to a size, and its 95% interval, in bytes.
    #[wasm_bindgen(js_name = smallestBuffer)]
    pub fn smallest_buffer(&self, share: f64, largest_bytes: f64) -> Result<Vec<f64>, JsError> {
        let largest_bytes = request::size("largest buffer", largest_bytes)?;
        let estimate = self.fitted()?.fit.smallest_buffer(request::share(share)?, largest_bytes);
        Ok(vec![estimate.value, estimate.interval.low, estimate.interval.high])
    }
}

fn ends(Interval { low, high }: Interval) -> [f64; 2] {
    [low, high]
}

/// Reads pasted points.
#[wasm_bindgen]
pub fn parse(
    #[wasm_bindgen(unchecked_param_type = "string")] pasted: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "ColumnName")] column: &JsValue,
) -> Result<Pasted, JsError> {
    Ok(Pasted(buffer_size_model::parse(&text(pasted), request::column(&text(column))?)))
}

/// What a text holds.
#[wasm_bindgen]
pub struct Pasted(Parsed);

#[wasm_bindgen]
impl Pasted {
    /// Points, three numbers each: the line, bytes and seconds of a call.
    pub fn rows(&self) -> Vec<f64> {
        self.0.rows.iter().flat_map(|row| [row.line as f64, row.bytes, row.seconds]).collect()
    }

    /// The lines that something is wrong with.
    #[wasm_bindgen(js_name = wrongLines)]
    pub fn wrong_lines(&self) -> Vec<f64> {
        self.0.errors.iter().map(|error| error.line as f64).collect()
    }

    /// What that is.
    pub fn problems(&self) -> Vec<String> {
        self.0.errors.iter().map(|error| error.problem.to_string()).collect()
    }
}

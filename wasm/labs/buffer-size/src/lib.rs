//! What the buffer-size lab calls: what calls cost by their size, and the law that fits measured times, behind a JavaScript
//! interface.
//!
//! Whatever JavaScript hands over, the answer is a result or a thrown `Error` whose message a reader can act on, never a
//! panic. The checks live in `from_js` and [`request`]; the latter knows nothing of JavaScript and is tested natively. Points
//! that no law fits are no error of the caller: the answer says why.

pub mod request;

use buffer_size_model::{Law, MAX_POINTS, Shape, check_share, check_size};
use from_js::{floats, text};
use request::MAX_SIZES;
use statistics::least_squares::Interval;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const NAMES: &str = r#"
/** The law without and with a cache beyond which bytes cost more. */
export type ShapeName = 'linear' | 'knee';
"#;

/// What calls cost by a law, in seconds of a call of nothing and of each byte, and from how many bytes on each costs how much more: at
/// each size, at most 10,000 of them, and for three buffers, none of which but the reader's is larger than the largest.
#[wasm_bindgen]
#[expect(clippy::too_many_arguments, reason = "a flat signature is what JavaScript can call without wrapping")]
pub fn curve(
    per_call_s: f64,
    per_byte_s: f64,
    cache_bytes: Option<f64>,
    cache_penalty_s_per_byte: f64,
    #[wasm_bindgen(unchecked_param_type = "Float64Array")] sizes: &JsValue,
    share: f64,
    largest_bytes: f64,
    buffer: f64,
) -> Result<Curve, JsError> {
    let law = Law { per_call_s, per_byte_s, cache_bytes, cache_penalty_s_per_byte }.checked()?;
    let sizes = list_of_sizes(sizes)?;
    let largest = check_size("largest buffer", largest_bytes)?;
    Ok(Curve::of(&law, &sizes, check_share(share)?, largest, check_size("buffer", buffer)?))
}

/// What calls cost.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug)]
pub struct Curve {
    /// Of each size, in seconds: so many that they come as a list of numbers.
    #[wasm_bindgen(readonly, js_name = secondsPerCall)]
    pub seconds_per_call: Vec<f64>,
    /// The buffer of the highest throughput.
    #[wasm_bindgen(readonly)]
    pub best: Buffer,
    /// The smallest that reaches the share of it.
    #[wasm_bindgen(readonly)]
    pub smallest: Buffer,
    /// The reader's.
    #[wasm_bindgen(readonly)]
    pub chosen: Buffer,
    /// What the time of a call of the reader's is made of.
    #[wasm_bindgen(readonly)]
    pub parts: CallParts,
}

impl Curve {
    /// That of a law.
    pub fn of(law: &Law, sizes: &[f64], share: f64, largest_bytes: f64, chosen: f64) -> Self {
        let best = law.best(largest_bytes);
        let buffer = |bytes| {
            let (seconds_per_call, bytes_per_second) = (law.seconds(bytes), law.throughput(bytes));
            Buffer { bytes, seconds_per_call, bytes_per_second, of_best: bytes_per_second / best.bytes_per_second }
        };
        Self {
            seconds_per_call: sizes.iter().map(|&bytes| law.seconds(bytes)).collect(),
            best: buffer(best.bytes),
            smallest: buffer(law.smallest_buffer(share, largest_bytes)),
            chosen: buffer(chosen),
            parts: CallParts::of(law, chosen),
        }
    }
}

/// What the time of one call is made of.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy)]
pub struct CallParts {
    /// Seconds of a call of nothing.
    #[wasm_bindgen(readonly, js_name = callS)]
    pub call_s: f64,
    /// Seconds of its bytes, were they all within the cache.
    #[wasm_bindgen(readonly, js_name = bytesS)]
    pub bytes_s: f64,
    /// By how many seconds those beyond the cache take longer.
    #[wasm_bindgen(readonly, js_name = beyondS)]
    pub beyond_s: f64,
}

impl CallParts {
    /// Those of a call of so many bytes, by what it would take without bytes and without an end of the cache.
    fn of(law: &Law, bytes: f64) -> Self {
        let call_s = law.seconds(0.0);
        let within_s = Law { cache_bytes: None, ..*law }.seconds(bytes);
        Self { call_s, bytes_s: within_s - call_s, beyond_s: law.seconds(bytes) - within_s }
    }
}

/// What a size of buffer achieves.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy)]
pub struct Buffer {
    /// The size.
    #[wasm_bindgen(readonly)]
    pub bytes: f64,
    /// The time of a call.
    #[wasm_bindgen(readonly, js_name = secondsPerCall)]
    pub seconds_per_call: f64,
    /// The throughput.
    #[wasm_bindgen(readonly, js_name = bytesPerSecond)]
    pub bytes_per_second: f64,
    /// That as a share of the best buffer's.
    #[wasm_bindgen(readonly, js_name = ofBest)]
    pub of_best: f64,
}

fn list_of_sizes(sizes: &JsValue) -> Result<Vec<f64>, JsError> {
    Ok(request::sizes(floats("sizes", sizes, MAX_SIZES)?)?)
}

/// Fits the law to calls of so many bytes that took so many seconds, at most 1,000 of them, all or those up to the highest
/// throughput, with bands at each size, at most 10,000 of them, and the smallest buffer that reaches a share of the highest
/// throughput up to a size.
#[wasm_bindgen]
pub fn fit(
    #[wasm_bindgen(unchecked_param_type = "Float64Array")] bytes: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Float64Array")] seconds: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "ShapeName")] shape: &JsValue,
    up_to_peak: bool,
    #[wasm_bindgen(unchecked_param_type = "Float64Array")] sizes: &JsValue,
    share: f64,
    largest_bytes: f64,
) -> Result<FitResult, JsError> {
    let bytes = floats("bytes", bytes, MAX_POINTS as u64)?;
    let seconds = floats("seconds", seconds, MAX_POINTS as u64)?;
    let (shape, sizes) = (Shape::parse(&text(shape))?, list_of_sizes(sizes)?);
    let (share, largest) = (check_share(share)?, check_size("largest buffer", largest_bytes)?);
    Ok(match request::fitted(&bytes, &seconds, shape, up_to_peak)? {
        Ok(found) => FitResult { refusal: None, fitted: Some(Fitted::of(&found, &sizes, share, largest)) },
        Err(refusal) => FitResult { refusal: Some(refusal.to_string()), fitted: None },
    })
}

/// A fitted law, or why there is none.
#[wasm_bindgen(getter_with_clone)]
pub struct FitResult {
    /// Why no law was fitted to the points; nothing if one was.
    #[wasm_bindgen(readonly)]
    pub refusal: Option<String>,
    /// The law; nothing if there is none.
    #[wasm_bindgen(readonly)]
    pub fitted: Option<Fitted>,
}

/// A fitted law. What there is of each point, and of each size, comes as lists of numbers, for there are hundreds.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Clone)]
pub struct Fitted {
    /// Seconds of a call.
    #[wasm_bindgen(readonly, js_name = perCallS)]
    pub per_call_s: Estimate,
    /// Seconds of each byte.
    #[wasm_bindgen(readonly, js_name = perByteS)]
    pub per_byte_s: Estimate,
    /// The size beyond which bytes cost more, where one was searched for.
    #[wasm_bindgen(readonly, js_name = cacheBytes)]
    pub cache_bytes: Option<Estimate>,
    /// By how many seconds each.
    #[wasm_bindgen(readonly, js_name = cachePenaltySPerByte)]
    pub cache_penalty_s_per_byte: Option<Estimate>,
    /// The root of the mean square of ln(measured / law).
    #[wasm_bindgen(readonly)]
    pub rms: f64,
    /// The points that the law is fitted to: their bytes.
    #[wasm_bindgen(readonly)]
    pub bytes: Vec<f64>,
    /// How much longer they took than by the law, relatively.
    #[wasm_bindgen(readonly)]
    pub residuals: Vec<f64>,
    /// Where the true curve lies with 95% confidence at each size, in seconds of a call.
    #[wasm_bindgen(readonly)]
    pub band: Band,
    /// The smallest buffer that reaches the share, in bytes.
    #[wasm_bindgen(readonly)]
    pub smallest: Estimate,
}

impl Fitted {
    /// What the page asks of a fit.
    pub fn of(found: &request::Fitted, sizes: &[f64], share: f64, largest_bytes: f64) -> Self {
        let request::Fitted { points, fit } = found;
        let (law, intervals) = (&fit.law, &fit.intervals);
        let smallest = fit.smallest_buffer(share, largest_bytes);
        let penalty = law.cache_penalty_s_per_byte;
        Self {
            per_call_s: Estimate::of(law.per_call_s, intervals.per_call_s),
            per_byte_s: Estimate::of(law.per_byte_s, intervals.per_byte_s),
            cache_bytes: law.cache_bytes.zip(intervals.cache_bytes).map(|(bytes, of)| Estimate::of(bytes, of)),
            cache_penalty_s_per_byte: intervals.cache_penalty_s_per_byte.map(|of| Estimate::of(penalty, of)),
            rms: fit.rms,
            bytes: points.iter().map(|point| point.bytes).collect(),
            residuals: fit.residuals.clone(),
            band: Band::of(sizes, |bytes| fit.band(bytes)),
            smallest: Estimate::of(smallest.value, smallest.interval),
        }
    }
}

/// A value, and where it lies with 95% confidence.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy)]
pub struct Estimate {
    /// The value.
    #[wasm_bindgen(readonly)]
    pub value: f64,
    /// The lower end of its interval.
    #[wasm_bindgen(readonly)]
    pub low: f64,
    /// The upper end.
    #[wasm_bindgen(readonly)]
    pub high: f64,
}

impl Estimate {
    fn of(value: f64, Interval { low, high }: Interval) -> Self {
        Self { value, low, high }
    }
}

/// Ends of intervals at each size.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Clone)]
pub struct Band {
    /// The lower ends.
    #[wasm_bindgen(readonly)]
    pub low: Vec<f64>,
    /// The upper ends.
    #[wasm_bindgen(readonly)]
    pub high: Vec<f64>,
}

impl Band {
    fn of(sizes: &[f64], at: impl Fn(f64) -> Interval) -> Self {
        let (low, high) = sizes.iter().map(|&bytes| at(bytes)).map(|Interval { low, high }| (low, high)).unzip();
        Self { low, high }
    }
}

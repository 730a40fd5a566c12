//! What the unix-sockets lab calls: a request's cost from its parts over two kinds of socket, behind a JavaScript interface.
//!
//! Whatever JavaScript hands over, the answer is a result or a thrown `Error` whose message a reader can act on, never a
//! panic. The checks live in `from_js` and [`request`]; the latter knows nothing of JavaScript and is tested natively.

pub mod request;

use from_js::{floats, text};
use request::{MAX_VALUES, Over, REQUEST_NUMBERS, SIDE_NUMBERS, Sides};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const NAMES: &str = r#"
/** Which messages of a request grow. */
export type SizesName = 'response' | 'both';
/** What a sweep changes. */
export type OverName = 'application' | SizesName;
"#;

/// Two kinds of socket, by what parts of a request cost over them.
#[wasm_bindgen]
pub struct Sockets(Sides);

#[wasm_bindgen]
impl Sockets {
    /// Each side is 18 numbers, in seconds: connecting, accepting, closing both ends, a wake-up, a call and a byte; then the
    /// lower ends of their 95% intervals in the same order, then the upper ends.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] tcp: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] unix: &JsValue,
    ) -> Result<Self, JsError> {
        let side = |field, list| -> Result<_, JsError> {
            Ok(request::estimates(field, &floats(field, list, SIDE_NUMBERS as u64)?)?)
        };
        Ok(Self(Sides { tcp: side("tcp", tcp)?, unix: side("unix", unix)? }))
    }

    /// Both sides of a request, and from where on the side matters no more than a share. The request is 6 numbers: new
    /// connections for each, round trips, bytes there and back, bytes of a call, and the application's seconds.
    pub fn compare(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] request: &JsValue,
        share: f64,
        #[wasm_bindgen(unchecked_param_type = "SizesName")] sizes: &JsValue,
    ) -> Result<Comparison, JsError> {
        let sizes = request::sizes(&text(sizes))?;
        Ok(Comparison(self.0.compare(&request_of(request)?, share, sizes)?))
    }

    /// TCP's time over Unix's at each value of what is changed, seconds or bytes, at most 10,000; three numbers each: the
    /// ratio, and the ends of its 95% interval.
    pub fn sweep(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] request: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "OverName")] over: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] values: &JsValue,
    ) -> Result<Vec<f64>, JsError> {
        let values = floats("values", values, MAX_VALUES)?;
        Ok(self.0.sweep(&request_of(request)?, Over::parse(&text(over))?, &values)?)
    }
}

fn request_of(list: &JsValue) -> Result<unix_sockets_model::Request, JsError> {
    Ok(request::request(&floats("request", list, REQUEST_NUMBERS as u64)?)?)
}

/// A request over both kinds of socket.
#[wasm_bindgen]
pub struct Comparison(request::Comparison);

#[wasm_bindgen]
impl Comparison {
    /// TCP's seconds of connecting, accepting, closing, waking, calls, bytes and the application; in all, and the ends of that
    /// sum's 95% interval; then how often the first six occur.
    pub fn tcp(&self) -> Vec<f64> {
        self.0.tcp.clone()
    }

    /// The same over Unix sockets.
    pub fn unix(&self) -> Vec<f64> {
        self.0.unix.clone()
    }

    /// TCP's time over Unix's, and the ends of its 95% interval.
    pub fn ratio(&self) -> Vec<f64> {
        vec![self.0.ratio, self.0.ratio_interval.low, self.0.ratio_interval.high]
    }

    /// Seconds of the application's work from which on the kind of socket matters no more than the share, and the ends of their
    /// 95% interval.
    #[wasm_bindgen(js_name = applicationForShare)]
    pub fn application_for_share(&self) -> Vec<f64> {
        vec![self.0.application_s, self.0.application_interval.low, self.0.application_interval.high]
    }

    /// The size in bytes from which on it matters no more than the share; infinite for never.
    #[wasm_bindgen(getter = bytesForShare)]
    pub fn bytes_for_share(&self) -> f64 {
        self.0.bytes
    }
}

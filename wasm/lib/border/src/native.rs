//! The stand-in: values as JavaScript hands them over and gets them back, and a program that answers calls.

use std::io::{BufRead, Write};
use std::{error, fmt};

use serde_json::{Map, Value, json};

/// The names that labs import.
pub mod prelude {
    pub use super::{JsCast, JsError, JsValue};
    pub use border_macro::wasm_bindgen;
}

/// A value that JavaScript hands over.
#[derive(Debug, Clone, PartialEq)]
pub enum JsValue {
    /// `undefined`.
    Undefined,
    /// A boolean.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A string.
    Text(String),
    /// A list of 64-bit floats.
    Float64Array(Float64Array),
    /// A list of 32-bit integers.
    Uint32Array(Uint32Array),
    /// A list of bytes.
    Uint8Array(Uint8Array),
}

impl JsValue {
    /// The text of a string.
    pub fn as_string(&self) -> Option<String> {
        if let Self::Text(text) = self { Some(text.clone()) } else { None }
    }

    /// True if a condition with the value holds.
    pub fn is_truthy(&self) -> bool {
        match self {
            Self::Undefined => false,
            Self::Bool(is_true) => *is_true,
            Self::Number(number) => *number != 0.0 && !number.is_nan(),
            Self::Text(text) => !text.is_empty(),
            _ => true,
        }
    }

    /// Reads what `native-equals-wasm.test.ts` writes of a value: what JSON lacks is an object whose key says what the value is.
    fn read(value: &Value) -> Option<Self> {
        let numbers = |list: &Value| list.as_array()?.iter().map(number).collect::<Option<Vec<f64>>>();
        Some(match value {
            Value::Null => Self::Undefined,
            Value::Bool(is_true) => Self::Bool(*is_true),
            Value::Number(_) => Self::Number(number(value)?),
            Value::String(text) => Self::Text(text.clone()),
            Value::Object(one) => match one.iter().next()? {
                (kind, _) if kind == "number" => Self::Number(number(value)?),
                (kind, list) if kind == "Float64Array" => Self::Float64Array(Float64Array(numbers(list)?)),
                (kind, list) if kind == "Uint32Array" => {
                    Self::Uint32Array(Uint32Array(numbers(list)?.into_iter().map(|number| number as u32).collect()))
                }
                (_, list) => Self::Uint8Array(Uint8Array(numbers(list)?.into_iter().map(|byte| byte as u8).collect())),
            },
            Value::Array(_) => return None,
        })
    }
}

/// A number, or `{"number": "NaN"}` and the like of one that JSON lacks.
fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.get("number")?.as_str()?.parse().ok())
}

/// A class of JavaScript's that a value may be of.
pub trait JsCast: Sized {
    /// The value, if it is of that class.
    fn cast_ref(value: &JsValue) -> Option<&Self>;
}

impl JsValue {
    /// The value as one of a class, if it is one.
    pub fn dyn_ref<T: JsCast>(&self) -> Option<&T> {
        T::cast_ref(self)
    }
}

macro_rules! lists {
    ($($name:ident of $item:ty),*) => { $(
        /// A typed array.
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name(Vec<$item>);

        impl $name {
            /// Number of items.
            ///
            /// # Errors
            /// None natively.
            pub fn length(&self) -> Result<u32, JsValue> {
                Ok(self.0.len() as u32)
            }

            /// All that is in it.
            ///
            /// # Errors
            /// None natively.
            pub fn all(&self) -> Result<Vec<$item>, JsValue> {
                Ok(self.0.clone())
            }
        }

        impl JsCast for $name {
            fn cast_ref(value: &JsValue) -> Option<&Self> {
                if let JsValue::$name(list) = value { Some(list) } else { None }
            }
        }
    )* };
}
lists!(Float64Array of f64, Uint32Array of u32, Uint8Array of u8);

/// An `Error` that is thrown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsError(String);

impl JsError {
    /// An error with a message.
    pub fn new(message: &str) -> Self {
        Self(message.to_owned())
    }
}

impl<E: error::Error> From<E> for JsError {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// An argument as wasm-bindgen takes it for what a signature says.
pub trait Argument: Sized {
    /// The argument, if it is of a type that the types of TypeScript allow.
    fn from_js(value: &JsValue) -> Option<Self>;
}

impl Argument for f64 {
    fn from_js(value: &JsValue) -> Option<Self> {
        if let JsValue::Number(number) = value { Some(*number) } else { None }
    }
}

impl Argument for bool {
    fn from_js(value: &JsValue) -> Option<Self> {
        if let JsValue::Bool(is_true) = value { Some(*is_true) } else { None }
    }
}

impl<T: Argument> Argument for Option<T> {
    fn from_js(value: &JsValue) -> Option<Self> {
        if *value == JsValue::Undefined { Some(None) } else { T::from_js(value).map(Some) }
    }
}

/// The argument at a place.
///
/// # Errors
/// The types of TypeScript rule it out.
pub fn argument<T: Argument>(given: &[JsValue], at: usize) -> Result<T, JsError> {
    T::from_js(value(given, at))
        .ok_or_else(|| JsError(format!("argument {at} is of another type: {:?}", given.get(at))))
}

/// The value at a place, `undefined` behind the last.
pub fn value(given: &[JsValue], at: usize) -> &JsValue {
    given.get(at).unwrap_or(&JsValue::Undefined)
}

/// An answer that JavaScript reads without calling anything.
pub trait Plain {
    /// The answer in JSON. What that lacks is an object whose key says what it is.
    fn plain(&self) -> Value;
}

macro_rules! plain {
    ($($type:ty),*) => { $(
        impl Plain for $type {
            fn plain(&self) -> Value {
                json!(self)
            }
        }
    )* };
}
plain!(bool, u8, u32, i32, usize, String);

macro_rules! big {
    ($($type:ty),*) => { $(
        impl Plain for $type {
            fn plain(&self) -> Value {
                json!({ "bigint": self.to_string() })
            }
        }
    )* };
}
big!(u64, i64, u128);

impl Plain for f64 {
    fn plain(&self) -> Value {
        let name = if self.is_nan() {
            "NaN"
        } else if *self > 0.0 {
            "Infinity"
        } else {
            "-Infinity"
        };
        if self.is_finite() { json!(self) } else { json!({ "number": name }) }
    }
}

impl Plain for () {
    fn plain(&self) -> Value {
        Value::Null
    }
}

impl<T: Plain> Plain for Vec<T> {
    fn plain(&self) -> Value {
        self.iter().map(T::plain).collect()
    }
}

impl<T: Plain> Plain for Option<T> {
    fn plain(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::plain)
    }
}

/// A struct that is exported: its fields and getters are [`Plain`], and its methods can be called.
pub trait Object: Plain {
    /// Calls a method by its name in JavaScript.
    ///
    /// # Errors
    /// The method refuses, or there is none.
    fn call(&mut self, method: &str, given: &[JsValue]) -> Result<Answer, JsError>;
}

/// Result of a call: an object can be called in turn.
pub enum Answer {
    /// A value.
    Value(Value),
    /// An object.
    Object(Box<dyn Object>),
}

/// A type that an export may return.
pub trait Returned {
    /// The same as an answer.
    ///
    /// # Errors
    /// The export refuses.
    fn answer(self) -> Result<Answer, JsError>;
}

macro_rules! returned {
    ($($type:ty),*) => { $(
        impl Returned for $type {
            fn answer(self) -> Result<Answer, JsError> {
                Ok(Answer::Value(self.plain()))
            }
        }
    )* };
}
returned!((), bool, u32, f64, String);

impl<T: Plain> Returned for Vec<T> {
    fn answer(self) -> Result<Answer, JsError> {
        Ok(Answer::Value(self.plain()))
    }
}

impl<T: Plain> Returned for Option<T> {
    fn answer(self) -> Result<Answer, JsError> {
        Ok(Answer::Value(self.plain()))
    }
}

impl<T: Returned, E: Into<JsError>> Returned for Result<T, E> {
    fn answer(self) -> Result<Answer, JsError> {
        self.map_err(Into::into)?.answer()
    }
}

/// Empty getters and methods of a struct that has none of its own.
pub trait Without {
    /// Adds no getters.
    fn getters(&self, _: &mut Map<String, Value>) {}

    /// Knows no method.
    ///
    /// # Errors
    /// Always.
    fn method(&mut self, name: &str, _: &[JsValue]) -> Result<Answer, JsError> {
        Err(JsError(format!("there is no method {name}")))
    }
}

impl<T> Without for T {}

/// A function or a class that a lab exports.
pub struct Export {
    /// Its name in JavaScript.
    pub name: &'static str,
    /// Calls it, or constructs one.
    pub call: fn(&[JsValue]) -> Result<Answer, JsError>,
}

impl fmt::Debug for Export {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

pub use serde_json;

/// Answers what stands on standard input, as `native-equals-wasm.test.ts` asks: on each line calls that follow one another, each
/// `[the place of the call whose answer is called, or null, name, arguments]`. Prints a line of as many answers, each
/// `{"answer": …}` or `{"error": "…"}`.
///
/// # Panics
/// A line is something else.
pub fn serve(exports: &[Export]) {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let calls: Vec<Value> = serde_json::from_str(&line.expect("standard input is text")).expect("a line is JSON");
        let mut objects: Vec<Option<Box<dyn Object>>> = Vec::new();
        let answers: Vec<Value> = calls
            .iter()
            .map(|call| {
                let (answer, object) = match answer(exports, &mut objects, call) {
                    Ok(Answer::Value(value)) => (json!({ "answer": value }), None),
                    Ok(Answer::Object(object)) => (json!({ "answer": object.plain() }), Some(object)),
                    Err(JsError(message)) => (json!({ "error": message }), None),
                };
                objects.push(object);
                answer
            })
            .collect();
        writeln!(out, "{}", Value::from(answers)).expect("somebody reads the answers");
    }
}

fn answer(exports: &[Export], objects: &mut [Option<Box<dyn Object>>], call: &Value) -> Result<Answer, JsError> {
    let unreadable = || JsError(format!("{call} is no call"));
    let name = call[1].as_str().ok_or_else(unreadable)?;
    let given = call[2].as_array().ok_or_else(unreadable)?;
    let given: Vec<JsValue> = given.iter().map(JsValue::read).collect::<Option<_>>().ok_or_else(unreadable)?;
    if let Some(place) = call[0].as_u64() {
        let object = objects.get_mut(place as usize).and_then(Option::as_mut);
        return object.ok_or_else(|| JsError(format!("{name} is called on no object")))?.call(name, &given);
    }
    let export = exports.iter().find(|export| export.name == name);
    (export.ok_or_else(|| JsError(format!("{name} is not among the exports of the native program")))?.call)(&given)
}

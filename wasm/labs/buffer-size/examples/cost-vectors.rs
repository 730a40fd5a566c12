//! Prints what the cost model answers natively, as JSON whose numbers are the hexadecimal bits of 64-bit floats.
//!
//! `wasm/labs/buffer-size/tests/native-equals-wasm.test.ts` asks the WebAssembly the same questions and compares the bits.

use buffer_size_lab::request::fitted;
use buffer_size_lab::{Band, Buffer, CallParts, Curve, Estimate, Fitted};
use buffer_size_model::{Law, Shape};

/// Seconds of a call, of a byte and of a byte beyond the cache, and the cache's bytes.
const LAWS: [[f64; 4]; 4] = [
    [167e-9, 0.0235e-9, 0.02e-9, 700_000.0],
    [160e-9, 0.0074e-9, 0.005e-9, 300_000.0],
    [2e-6, 2.3e-9, 1e-9, 16_384.0],
    [1e-3, 1e-11, 3e-11, 262_144.0],
];

/// Shares of the best, and the largest buffer in bytes.
const SHARES: [f64; 3] = [0.5, 0.95, 0.999];
const LARGEST: f64 = 16_777_216.0;
/// The reader's buffer: beyond every cache but one.
const CHOSEN: f64 = 524_288.0;

fn main() {
    let laws: Vec<String> = LAWS.iter().map(law).collect();
    println!("[\n{}\n]", laws.join(",\n"));
}

/// Powers of two, and what calls of them take: off the law by a few percent, each by another.
fn measured(law: &Law) -> (Vec<f64>, Vec<f64>) {
    let sizes: Vec<f64> = (0..=24).map(|power| f64::from(1 << power)).collect();
    let off = |i: usize| 1.0 + ((i * 37 % 11) as f64 - 5.0) / 100.0;
    let seconds = sizes.iter().enumerate().map(|(i, &bytes)| law.seconds(bytes) * off(i)).collect();
    (sizes, seconds)
}

fn law(&[per_call_s, per_byte_s, penalty, cache]: &[f64; 4]) -> String {
    let law = Law { per_call_s, per_byte_s, cache_bytes: Some(cache), cache_penalty_s_per_byte: penalty };
    let (sizes, seconds) = measured(&law);
    let curves = SHARES.map(|share| Curve::of(&law, &sizes, share, LARGEST, CHOSEN));
    let mut answers = curves[0].seconds_per_call.clone();
    answers.extend(curves.iter().flat_map(|curve| [curve.best, curve.smallest, curve.chosen]).flat_map(achieved));
    let CallParts { call_s, bytes_s, beyond_s } = curves[0].parts;
    answers.extend([call_s, bytes_s, beyond_s]);
    let fits = [(Shape::Linear, true), (Shape::Linear, false), (Shape::Knee, false)];
    let fits = fits.map(|(shape, until_peak)| {
        let answers = match fitted(&sizes, &seconds, shape, until_peak).expect("the lists are of one length") {
            Ok(fitted) => bits(&SHARES.map(|share| answers_of(&Fitted::of(&fitted, &sizes, share, LARGEST))).concat()),
            Err(refusal) => format!("{:?}", refusal.to_string()),
        };
        format!(r#"{{"shape":"{}","untilPeak":{until_peak},"answers":{answers}}}"#, shape.name())
    });
    format!(
        r#"{{"law":{:?},"sizes":{sizes:?},"seconds":{},"answers":{},"fits":[{}]}}"#,
        [per_call_s, per_byte_s, penalty, cache],
        bits(&seconds),
        bits(&answers),
        fits.join(","),
    )
}

fn achieved(Buffer { bytes, seconds_per_call, bytes_per_second, of_best }: Buffer) -> [f64; 4] {
    [bytes, seconds_per_call, bytes_per_second, of_best]
}

/// Everything that a fit says, one after the other.
fn answers_of(fit: &Fitted) -> Vec<f64> {
    let estimates = [Some(fit.per_call_s), Some(fit.per_byte_s), fit.cache_bytes, fit.cache_penalty_s_per_byte];
    let estimates = estimates.into_iter().flatten().chain([fit.smallest]);
    let mut answers: Vec<f64> = estimates.flat_map(|Estimate { value, low, high }| [value, low, high]).collect();
    answers.push(fit.rms);
    for list in [&fit.bytes, &fit.residuals] {
        answers.extend(list);
    }
    let Band { low, high } = &fit.band;
    answers.extend(low.iter().chain(high));
    answers
}

fn bits(values: &[f64]) -> String {
    let words: Vec<String> = values.iter().map(|value| format!("\"{:016x}\"", value.to_bits())).collect();
    format!("[{}]", words.join(","))
}

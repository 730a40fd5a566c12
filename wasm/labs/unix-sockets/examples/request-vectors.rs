//! Prints what the request model answers natively, as JSON whose numbers are the hexadecimal bits of 64-bit floats.
//!
//! `wasm/labs/unix-sockets/tests/native-equals-wasm.test.ts` asks the WebAssembly the same questions and compares the bits.

use unix_sockets_lab::breakdown;
use unix_sockets_lab::request::{Over, Sides};
use unix_sockets_model::{Estimates, Parts, Request, Sizes};

/// Parts over TCP and over Unix, in seconds.
const PARTS: [[[f64; 6]; 2]; 3] = [
    [[20e-6, 3e-6, 12e-6, 5e-6, 1.5e-6, 0.25e-9], [5e-6, 2e-6, 4e-6, 4e-6, 0.7e-6, 0.24e-9]],
    [[7e-6, 1e-6, 5e-6, 1.1e-6, 0.9e-6, 0.1e-9], [8e-6, 2e-6, 6e-6, 1.3e-6, 1.1e-6, 0.3e-9]],
    [[0.0, 0.0, 0.0, 3e-6, 1e-6, 0.2e-9], [0.0, 0.0, 0.0, 2e-6, 0.0, 0.2e-9]],
];

/// New connections, round trips, bytes there and back, bytes of a call, the application's seconds.
const REQUESTS: [[f64; 6]; 5] = [
    [1.0, 1.0, 0.0, 12.0, 12.0, 0.0],
    [0.0, 1.0, 64.0, 64.0, 65_536.0, 0.0],
    [1.0, 1.0, 300.0, 5_000.0, 8_192.0, 500e-6],
    [0.01, 3.0, 100.0, 1_048_576.0, 65_536.0, 10e-6],
    [0.0, 0.0, 0.0, 0.0, 1.0, 0.0],
];

fn main() {
    let mut cases = Vec::new();
    for [tcp, unix] in PARTS {
        for asked in REQUESTS {
            cases.push(case(&side(tcp, 0.07), &side(unix, 0.03), asked));
        }
    }
    println!("[\n{}\n]", cases.join(",\n"));
}

/// Parts, and the ends of intervals as wide as this part of each.
fn side(parts: [f64; 6], relative: f64) -> [(&'static str, [f64; 6]); 3] {
    let ends = [("value", 1.0), ("low", 1.0 - relative), ("high", 1.0 + relative)];
    ends.map(|(end, share)| (end, parts.map(|part| part * share)))
}

fn case(tcp: &[(&str, [f64; 6])], unix: &[(&str, [f64; 6])], asked: [f64; 6]) -> String {
    let expected = "the cases lie within the limits";
    let mut sides = Sides::default();
    for (side, ends) in [("tcp", tcp), ("unix", unix)] {
        for &(end, [connect_s, accept_s, close_s, wake_s, call_s, per_byte_s]) in ends {
            let parts = Parts { connect_s, accept_s, close_s, wake_s, call_s, per_byte_s };
            sides.set(side, end, parts).expect(expected);
        }
    }
    let [connections_per_request, round_trips, request_bytes, response_bytes, chunk_bytes, application_s] = asked;
    let request =
        Request { connections_per_request, round_trips, request_bytes, response_bytes, chunk_bytes, application_s };
    let mut answers = Vec::new();
    for share in [0.01, 0.05, 1.0] {
        for sizes in Sizes::ALL {
            let found = sides.compare(&request, share, sizes).expect(expected);
            answers.extend(listed(&sides.tcp, &request));
            answers.extend(listed(&sides.unix, &request));
            answers.extend([found.ratio, found.ratio_interval.low, found.ratio_interval.high]);
            let application = found.application_interval;
            answers.extend([found.application_s, application.low, application.high, found.bytes]);
        }
    }
    for over in ["application", "response", "both"] {
        let over = Over::parse(over).expect(expected);
        let swept = sides.sweep(&request, over, &[0.001, 1.0, 1000.0]).expect(expected);
        answers.extend(swept.iter().flat_map(|(ratio, interval)| [*ratio, interval.low, interval.high]));
    }
    let answers: Vec<String> = answers.iter().map(|value| format!("\"{:016x}\"", value.to_bits())).collect();
    let ends = |ends: &[(&str, [f64; 6])]| {
        let ends: Vec<String> = ends.iter().map(|(end, parts)| format!("\"{end}\":{parts:?}")).collect();
        format!("{{{}}}", ends.join(","))
    };
    format!(r#"{{"tcp":{},"unix":{},"request":{asked:?},"answers":[{}]}}"#, ends(tcp), ends(unix), answers.join(","))
}

/// A breakdown's numbers, one after the other.
fn listed(side: &Estimates, request: &Request) -> [f64; 16] {
    let found = breakdown(side, request);
    let (total, counts) = (side.total(request), found.counts());
    [
        found.connect_s,
        found.accept_s,
        found.close_s,
        found.wake_s,
        found.call_s,
        found.byte_s,
        found.application_s,
        found.total_s,
        total.low,
        total.high,
        counts.connects,
        counts.accepts,
        counts.closes,
        counts.wakes,
        counts.calls,
        counts.bytes,
    ]
}

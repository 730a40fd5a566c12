//! Whatever an implementation answers is a whole answer or is refused.

use std::time::{Duration, Instant};

use super::*;
use mutated::mutated;

#[path = "../../../../../wasm/lib/limits/tests/fuzzing/mutated.rs"]
mod mutated;

/// Far more than any answer of some kilobytes takes, on a machine that is busy with something else as well.
const LONGEST: Duration = Duration::from_secs(5);
const PIECES: [&[u8]; 14] = [
    b" ",
    b"\n",
    b"\nend\n",
    b"end",
    b"locale ",
    b"wide ",
    b"refused ",
    b"version ",
    b" 0",
    b" 10ffff",
    b" 110000",
    b"ffffffffff",
    b"\0",
    b"\xff",
];

proptest! {
    #[test]
    fn answers_that_are_nearly_right_are_whole_or_refused(
        text in mutated(vec![ORDINARY.as_bytes().to_vec()], PIECES.to_vec()),
    ) {
        let started = Instant::now();
        if let Ok(answer) = Answer::parse(&String::from_utf8_lossy(&text)) {
            prop_assert!(text.ends_with(b"end\n") || text.ends_with(b"end"));
            // No line makes more than it has words.
            let spaces: usize = answer.implementations.values().map(|said| said.spaces.len()).sum();
            prop_assert!(spaces <= text.len() / 2);
            prop_assert!(answer.implementations.values().all(|said| said.spaces.iter().all(|&it| it < said.asked)));
        }
        prop_assert!(started.elapsed() < LONGEST);
    }
}

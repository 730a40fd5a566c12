//! Whatever an implementation answers is a whole answer or is refused.

use fuzzing::{in_time, mutated};

use super::*;

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
        if let Ok(answer) = in_time(|| Answer::parse(&String::from_utf8_lossy(&text))) {
            prop_assert!(text.ends_with(b"end\n") || text.ends_with(b"end"));
            // No line makes more than it has words.
            let spaces: usize = answer.implementations.values().map(|said| said.spaces.len()).sum();
            prop_assert!(spaces <= text.len() / 2);
            prop_assert!(answer.implementations.values().all(|said| said.spaces.iter().all(|&it| it < said.asked)));
        }
    }
}

//! Whatever a process is called, it is known by the rest; what is no line of `stat` is no process.

use fuzzing::{in_time, mutated};
use proptest::prelude::*;

use super::*;

const STAT: &[u8] = b"4711 (sleep) S 4000 4001 4000 34816 4001 4194304 107 0 0 0 0 0 0 0 20 0 1 0 123456 2494464 224\n";
const PIECES: [&[u8]; 9] = [b" ", b")", b") ", b"(", b"-1", b"18446744073709551616", b"\n", b"\xff", b"Z 1 1"];

proptest! {
    #[test]
    fn a_process_is_known_whatever_it_is_called(name in proptest::collection::vec(any::<u8>(), 0..16)) {
        let stat = [b"7 (", &name[..], b") Z 5 6", &b" 0".repeat(16), b" 99 0\n"].concat();
        let process = in_time(|| Process::parse(7, &stat));
        prop_assert_eq!(process, Some(Process { id: 7, parent: 5, group: 6, start: 99, state: 'Z' }));
    }

    #[test]
    fn lines_that_are_nearly_right_are_read_or_refused(stat in mutated(vec![STAT.to_vec()], PIECES.to_vec())) {
        if let Some(process) = in_time(|| Process::parse(7, &stat)) {
            let said = String::from_utf8_lossy(&stat).into_owned();
            for number in [u64::from(process.parent), u64::from(process.group), process.start] {
                prop_assert!(said.contains(&number.to_string()), "{} in {}", number, said);
            }
            let behind_the_name = said.rsplit_once(") ").unwrap().1;
            prop_assert_eq!(process.is_running(), !behind_the_name.starts_with(['Z', 'X']));
        }
    }
}

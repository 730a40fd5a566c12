use std::collections::BTreeSet;

use super::*;

#[test]
fn the_six_and_the_published_eight_are_what_they_are_called() {
    assert_eq!(ASCII_SPACES.iter().map(char::from).collect::<String>(), "\t\n\u{B}\u{C}\r ");
    let added: Vec<u8> = MACOS_UTF8_SPACES.iter().filter(|byte| !ASCII_SPACES.contains(*byte)).collect();
    assert_eq!(added, [0x85, 0xA0]);
    assert_eq!(MACOS_UTF8_SPACES.iter().count(), 8);
    assert_eq!(ByteSet::EMPTY.iter().count(), 0);
}

proptest! {
    #[test]
    fn a_set_of_bytes_holds_what_was_put_in(bytes: Vec<u8>) {
        let set: ByteSet = bytes.iter().copied().collect();
        let expected: BTreeSet<u8> = bytes.into_iter().collect();
        prop_assert_eq!(set.iter().collect::<BTreeSet<u8>>(), expected);
    }

    #[test]
    fn a_set_of_ranges_holds_what_was_put_in_and_no_two_ranges_touch(
        numbers in prop::collection::vec(prop_oneof![0..40u32, Just(u32::MAX), Just(u32::MAX - 1)], 0..40),
    ) {
        let set: RangeSet = numbers.iter().copied().collect();
        let expected: BTreeSet<u32> = numbers.into_iter().collect();
        prop_assert_eq!(set.iter().collect::<Vec<u32>>(), expected.iter().copied().collect::<Vec<u32>>());
        prop_assert_eq!(set.count(), expected.len() as u64);
        for number in (0..42).chain([u32::MAX - 2, u32::MAX - 1, u32::MAX]) {
            prop_assert_eq!(set.contains(number), expected.contains(&number), "{}", number);
        }
        for pair in set.ranges().windows(2) {
            prop_assert!(u64::from(*pair[0].end()) + 1 < u64::from(*pair[1].start()));
        }
    }
}

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

/// A clock that mostly advances, by fits and starts, and at times stands still or steps back; with the reading thread.
fn readings() -> impl Strategy<Value = Vec<(u32, u64)>> {
    let increment = prop_oneof![4 => 0..3_i64, 4 => 0..100_i64, 1 => -5_000_000..5_000_000_i64, 1 => Just(0_i64)];
    prop::collection::vec((0..8_u32, increment), 1..400).prop_map(|steps| {
        let mut now = 1_700_000_000_000_000_000_i64;
        steps
            .into_iter()
            .map(|(thread, increment)| {
                now += increment;
                (thread, now as u64)
            })
            .collect()
    })
}

fn identifiers(scheme: Scheme, process: u32, readings: &[(u32, u64)]) -> Vec<u128> {
    let mut process = Process::new(scheme, process, 8, 1).unwrap();
    readings.iter().map(|&(thread, now)| process.next(thread, now)).collect()
}

fn all_different<'a>(identifiers: impl IntoIterator<Item = &'a u128>) -> bool {
    let mut seen = BTreeSet::new();
    identifiers.into_iter().all(|&identifier| seen.insert(identifier))
}

proptest! {
    #[test]
    fn what_a_scheme_promises_holds_whatever_the_clock_does(readings in readings()) {
        for scheme in Scheme::ALL {
            let Promise { certain, probable, .. } = scheme.promise();
            prop_assert!(certain <= probable);
            let here = identifiers(scheme, 1, &readings);
            if probable >= Scope::Process {
                prop_assert!(all_different(&here), "{scheme:?}");
            }
            if probable >= Scope::Everywhere {
                let there = identifiers(scheme, 2, &readings);
                prop_assert!(all_different(here.iter().chain(&there)), "{scheme:?}");
            }
        }
    }

    #[test]
    fn schemes_that_share_a_clock_give_ascending_identifiers(readings in readings()) {
        for scheme in [Scheme::Increasing, Scheme::Hybrid, Scheme::UuidV7Counter, Scheme::Ulid, Scheme::Snowflake] {
            let made = identifiers(scheme, 1, &readings);
            prop_assert!(made.windows(2).all(|pair| pair[0] < pair[1]), "{scheme:?}");
        }
    }
}

#[test]
fn bare_timestamps_repeat_and_thread_bits_of_a_process_meet_another_process_s() {
    // What is not promised does happen: otherwise the promises above would be too modest.
    let readings = [(0, 1_000), (1, 1_000)];
    assert!(!all_different(&identifiers(Scheme::Timestamp, 1, &readings)));
    for scheme in [Scheme::ThreadBits, Scheme::Increasing] {
        let (here, there) = (identifiers(scheme, 1, &readings), identifiers(scheme, 2, &readings));
        assert!(!all_different(here.iter().chain(&there)), "{scheme:?}");
    }
}

#[test]
fn an_increasing_clock_follows_the_time_and_outruns_it_only_when_it_must() {
    let mut clock = Increasing::default();
    assert_eq!([0, 0, 0, 10, 10, 5, 20].map(|now| clock.next(now)), [0, 1, 2, 10, 11, 12, 20]);
}

#[test]
fn thread_bits_hold_the_thread_and_the_rest_the_time() {
    let mut thread = ThreadBits::new(4, 9).unwrap();
    assert_eq!([0x1230, 0x1231, 0x1250].map(|now| thread.next(now)), [0x1239, 0x1249, 0x1259]);
    assert_eq!(ThreadBits::new(4, 16).unwrap_err().to_string(), "thread is 16; it must be from 0 to 15");
    assert!(ThreadBits::new(0, 0).is_err());
}

#[test]
fn uuids_carry_their_time_version_and_variant() {
    let now = 0x0123_4567_89ab * NS_PER_MS + 999_999;
    let mut random = stream(1, 1);
    let mut counter = UuidV7Counter::default();
    for uuid in [uuid_v7(now, &mut random), counter.next(now, &mut random), counter.next(now, &mut random)] {
        assert_eq!(uuid >> 80, 0x0123_4567_89ab);
        assert_eq!(uuid >> 76 & 0xf, 7);
        assert_eq!(uuid >> 62 & 0b11, 0b10);
    }
}

#[test]
fn a_uuid_s_counter_that_is_full_moves_the_millisecond_on() {
    let mut counter = UuidV7Counter { last: Some((5, (1 << 42) - 2)) };
    let mut random = stream(1, 1);
    let first = counter.next(5 * NS_PER_MS, &mut random);
    let second = counter.next(5 * NS_PER_MS, &mut random);
    assert_eq!((first >> 80, second >> 80), (5, 6));
}

#[test]
fn a_ulid_counts_up_within_a_millisecond_and_draws_anew_in_the_next() {
    let mut ulid = Ulid::default();
    let mut random = stream(1, 1);
    let first = ulid.next(7 * NS_PER_MS, &mut random);
    assert_eq!(ulid.next(7 * NS_PER_MS + 5, &mut random), first + 1);
    assert_eq!(ulid.next(6 * NS_PER_MS, &mut random), first + 2);
    let next = ulid.next(8 * NS_PER_MS, &mut random);
    assert_eq!(next >> 80, 8);
    assert_ne!(next & 0xffff_ffff, (first + 3) & 0xffff_ffff);
}

#[test]
fn a_snowflake_waits_when_its_sequence_is_used_up_or_the_clock_steps_back() {
    let mut snowflake = Snowflake::new(5, 1_000).unwrap();
    let now = 1_003 * NS_PER_MS;
    for sequence in 0..4096 {
        assert_eq!(snowflake.next(now), Ok(3 << 22 | 5 << 12 | sequence));
    }
    assert_eq!(snowflake.next(now), Err(NotBefore { now: 1_004 * NS_PER_MS }));
    assert_eq!(snowflake.next(1_004 * NS_PER_MS), Ok(4 << 22 | 5 << 12));
    assert_eq!(snowflake.next(now), Err(NotBefore { now: 1_004 * NS_PER_MS }));
    assert_eq!(Snowflake::new(1024, 0).unwrap_err().to_string(), "machine is 1,024; it must be from 0 to 1,023");
}

#[test]
fn names_are_read_back() {
    for scheme in Scheme::ALL {
        assert_eq!(Scheme::parse(scheme.name()), Ok(scheme));
    }
    assert_eq!(Scheme::parse("uuid").unwrap_err().to_string(), {
        "scheme is \"uuid\"; it must be one of timestamp, thread-bits, increasing, hybrid, uuid-v7, uuid-v7-counter, ulid, \
         snowflake"
    });
}

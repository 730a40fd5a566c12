//! The rules, on rounds that are made up: each claim can hold and fail.

use harness::record::{Claim, Profile, Verdict};

use super::*;
use crate::condition::{Condition, LARGE, Origin, Question, Variant, equal};
use crate::conditions::Conditions;
use crate::device::Device;
use crate::distance::Distance;
use crate::ends::Ends;
use crate::measured::{Row, Seen};
use crate::payload::Work;
use crate::place::Place;
use crate::quantities::compared::UNIX_OVER_TCP;
use crate::quantities::quantities;
use crate::sample::{KIB, MIB, Sample};
use crate::stall::{Begun, Stalls};
use crate::transfer::Sizes;

/// What a point is like: throughput in MiB/s, share of short reads, processor seconds per GiB.
#[derive(Clone, Copy)]
struct Like {
    mib_per_second: f64,
    short: f64,
    cpu: f64,
    /// By how much rounds differ, as a share.
    noise: f64,
}

const USUAL: Like = Like { mib_per_second: 1_000.0, short: 0.0, cpu: 1.0, noise: 0.01 };

/// From core to core, in seconds.
const NEAR: f64 = 30e-9;
const FAR: f64 = 150e-9;

/// Seven rounds of every condition of a full run, each like this, and six batches of what is repeated in such. Where the two ends
/// run on two cores, these are far from each other.
fn rows(like: impl Fn(Condition) -> Like) -> Vec<Row> {
    let conditions = Conditions::of(Profile::Full, &Place::here(), true);
    let rounds = |condition| match condition {
        Condition::Repeated { .. } => [0.0, 0.5, -0.5, 0.9, -0.9].repeat(6),
        _ => vec![0.0, 0.5, -0.5, 0.9, -0.9, 0.2, -0.2],
    };
    let seen = |condition: Condition| {
        // Wherever the ends run and whatever is asked, unless a test says otherwise.
        let alike = match condition {
            Condition::Compared { question: Question::Kinds, variant, transport, sizes, .. }
                if variant != Variant::Default =>
            {
                Condition::Variant { transport, variant, sizes }
            }
            Condition::OtherControl { sizes, .. } => Condition::Grid { transport: Transport::Tcp, sizes },
            Condition::Compared { transport, sizes, .. }
            | Condition::Placed { transport, sizes, .. }
            | Condition::Repeated { transport, sizes } => Condition::Grid { transport, sizes },
            other => other,
        };
        let Like { mib_per_second, short, cpu, noise } = like(alike);
        let round = |off: f64| {
            let throughput = mib_per_second * published::MIB * (1.0 + noise * off);
            let bytes = match condition {
                Condition::Device { buffer_bytes, .. } => buffer_bytes as f64,
                _ => 1e6,
            };
            let calls = 1_000.0;
            Seen::Own(Sample {
                bytes: (bytes * calls) as u64,
                seconds: bytes * calls / throughput,
                reads: calls as u64,
                short_reads: (short * calls) as u64,
                cpu_seconds_per_byte: cpu / crate::sample::GIB,
            })
        };
        rounds(condition).into_iter().map(round).collect()
    };
    let row = |condition: Condition| {
        let hand_over = match condition {
            Condition::Compared { ends, .. } if ends != Ends::Together => Some(FAR),
            _ => None,
        };
        let seen: Vec<Seen> = seen(condition);
        let hand_overs = vec![hand_over; seen.len()];
        Row { condition, seen, hand_overs }
    };
    conditions.all().chain(extra()).map(row).collect()
}

/// What a machine without the congestion control would lack.
fn extra() -> Vec<Condition> {
    let known: Vec<Condition> = Conditions::of(Profile::Full, &Place::here(), true).all().collect();
    let sizes = equal(256 * KIB);
    let (transport, question) = (Transport::Tcp, Question::Kinds);
    let variant = |variant| Condition::Variant { transport, variant, sizes };
    let compared = [Ends::Together, Ends::compared()].into_iter().flat_map(|ends| {
        LARGE.map(|bytes| Condition::Compared {
            question,
            transport,
            variant: Variant::Cubic,
            ends,
            sizes: equal(bytes),
        })
    });
    let all = [Variant::Cubic, Variant::Bbr].map(variant).into_iter().chain(compared);
    all.filter(|condition| !known.contains(condition)).collect()
}

#[track_caller]
fn verdict(id: &str, rows: &[Row]) -> Verdict {
    let claims = claims(&quantities(rows, &[]));
    let claim: &Claim = claims.iter().find(|claim| claim.id == id).unwrap();
    claim.verdict
}

/// A device by the published law, with a fall beyond 256 KiB; as many times as fast.
fn published_device(bytes: usize, faster: f64) -> Like {
    let beyond = bytes.saturating_sub(256 * KIB) as f64;
    let seconds = 167e-9 + 0.0235e-9 * bytes as f64 + 0.02e-9 * beyond;
    Like { mib_per_second: faster * bytes as f64 / seconds / published::MIB, ..USUAL }
}

fn zero(like: impl Fn(usize) -> Like) -> Vec<Row> {
    rows(|condition| match condition {
        Condition::Device { device: Device::Zero, buffer_bytes } => like(buffer_bytes),
        _ => USUAL,
    })
}

#[test]
fn nothing_measured_is_nothing_said() {
    for claim in claims(&quantities(&[], &[])) {
        assert_eq!(claim.verdict, Verdict::NotTested, "{}", claim.id);
    }
}

#[test]
fn a_machine_like_the_published_one_reproduces_what_was_said_of_devices() {
    let rows = zero(|bytes| published_device(bytes, 1.0));
    for id in ["linear-model", "zero-peak"] {
        assert_eq!(verdict(id, &rows), Verdict::Reproduced, "{id}");
    }
    // Random bytes are as fast in all buffers here.
    assert_eq!(verdict("past-the-peak", &rows), Verdict::Depends);
}

#[test]
fn a_faster_machine_of_the_same_kind_reproduces_it_too() {
    let rows = zero(|bytes| published_device(bytes, 3.0));
    assert_eq!(verdict("linear-model", &rows), Verdict::Reproduced);
    assert_eq!(verdict("zero-peak", &rows), Verdict::Reproduced);
}

#[test]
fn a_device_whose_calls_cost_nothing_of_the_kind_differs() {
    // As fast with 16 bytes as with any, and with 4 KiB a hundred times as fast.
    let odd = |bytes| Like { mib_per_second: if bytes == 4 * KIB { 1e5 } else { 1e3 }, ..USUAL };
    let rows = zero(odd);
    assert_eq!(verdict("zero-peak", &rows), Verdict::Differs);
    assert_eq!(verdict("sixty-four-kib", &rows), Verdict::Differs);
    let rising = zero(|bytes| Like { mib_per_second: (bytes as f64).sqrt(), ..USUAL });
    assert_eq!(verdict("linear-model", &rising), Verdict::Differs);
}

#[test]
fn urandom_is_judged_by_its_own_figures() {
    let urandom = |faster: f64| {
        rows(|condition| match condition {
            Condition::Device { device: Device::Urandom, buffer_bytes: 16_384 } => {
                Like { mib_per_second: 410.0 * faster, ..USUAL }
            }
            Condition::Device { .. } => Like { mib_per_second: 300.0, ..USUAL },
            _ => USUAL,
        })
    };
    assert_eq!(verdict("urandom-peak", &urandom(1.0)), Verdict::Reproduced);
    assert_eq!(verdict("urandom-peak", &urandom(2.0)), Verdict::Reproduced);
    assert_eq!(verdict("urandom-peak", &urandom(0.5)), Verdict::Differs);
}

#[test]
fn sixty_four_kib_holds_where_it_comes_near() {
    let near =
        |share: f64| zero(move |bytes| Like { mib_per_second: if bytes == 64 * KIB { share } else { 1.0 }, ..USUAL });
    assert_eq!(verdict("sixty-four-kib", &near(0.97)), Verdict::Reproduced);
    assert_eq!(verdict("sixty-four-kib", &near(0.90)), Verdict::Differs);
}

#[test]
fn past_the_peak_devices_are_slower_or_not() {
    let falling = |bytes: usize| Like { mib_per_second: if bytes > MIB { 500.0 } else { 1_000.0 }, ..USUAL };
    let both = rows(|condition| match condition {
        Condition::Device { buffer_bytes, .. } => falling(buffer_bytes),
        _ => USUAL,
    });
    assert_eq!(verdict("past-the-peak", &both), Verdict::Reproduced);
    assert_eq!(verdict("past-the-peak", &zero(falling)), Verdict::Depends);
    assert_eq!(verdict("past-the-peak", &zero(|_| USUAL)), Verdict::Differs);
}

fn faster(by: f64) -> Like {
    Like { mib_per_second: 1_000.0 * by, ..USUAL }
}

/// Unix sockets so many times as fast as TCP, and TCP with cubic so many times as TCP with bbr.
fn unix_over(tcp: f64, cubic: f64) -> Vec<Row> {
    rows(|condition| match condition {
        Condition::Grid { transport: Transport::Unix, .. } => faster(tcp),
        Condition::Variant { transport: Transport::Unix, .. } => faster(tcp),
        Condition::Variant { variant: Variant::Cubic, .. } => faster(cubic),
        _ => USUAL,
    })
}

#[test]
fn unix_sockets_are_judged_against_tcp_with_either_congestion_control() {
    assert_eq!(verdict("sockets-unix-over-tcp", &unix_over(1.3, 1.0)), Verdict::Reproduced);
    assert_eq!(verdict("sockets-unix-over-tcp", &unix_over(1.3, 2.0)), Verdict::Depends);
    assert_eq!(verdict("sockets-unix-over-tcp", &unix_over(2.5, 1.0)), Verdict::Differs);
    assert_eq!(verdict("congestion-control", &unix_over(1.0, 2.0)), Verdict::Holds);
    assert_eq!(verdict("congestion-control", &unix_over(1.0, 1.0)), Verdict::DoesNotHold);
}

#[test]
fn noise_is_compared_above_and_up_to_4_kib() {
    let noisy = |small: f64, large: f64| {
        rows(move |condition| match condition {
            Condition::Grid { sizes, .. } if sizes.read <= 4 * KIB && sizes.write <= 4 * KIB => {
                Like { noise: small, ..USUAL }
            }
            Condition::Grid { .. } => Like { noise: large, ..USUAL },
            _ => USUAL,
        })
    };
    assert_eq!(verdict("noise-above-4-kib", &noisy(0.02, 0.3)), Verdict::Reproduced);
    assert_eq!(verdict("noise-above-4-kib", &noisy(0.3, 0.02)), Verdict::Differs);
    let mut by_batches = noisy(0.1, 0.1);
    let large = by_batches.iter_mut().filter(|row| match row.condition {
        Condition::Repeated { sizes, .. } => sizes.write > 4 * KIB,
        _ => false,
    });
    // In one batch they differ more than small ones do, in the next one not at all.
    large.flat_map(|row| row.seen.iter_mut().enumerate()).for_each(|(round, seen)| {
        if let Seen::Own(sample) = seen {
            sample.seconds = if round / 5 % 2 == 0 { 1.0 } else { sample.seconds.powi(3) };
        }
    });
    assert_eq!(verdict("noise-above-4-kib", &by_batches), Verdict::Undecided);
    assert_eq!(verdict("repeated-points", &noisy(0.3, 0.3)), Verdict::Holds);
    assert_eq!(verdict("repeated-points", &noisy(0.01, 0.01)), Verdict::DoesNotHold);
}

#[test]
fn reads_wait_on_if_a_part_was_there_or_not() {
    let verdict = |between, first| {
        let stalls = [(Begun::Between, between), (Begun::First, first)].map(|(begun, stalled)| Stalls {
            transport: Transport::Tcp,
            begun,
            tries: 40,
            stalled,
        });
        let claims = claims(&quantities(&rows(|_| USUAL), &stalls));
        claims.iter().find(|claim| claim.id == "low-water-stalls").unwrap().verdict
    };
    assert_eq!(verdict(40, 0), Verdict::Holds);
    assert_eq!(verdict(0, 40), Verdict::DoesNotHold);
    assert_ne!(verdict(20, 20), Verdict::Holds);
    assert_ne!(verdict(0, 0), Verdict::Holds);
}

#[test]
fn one_core_is_held_against_two_that_go_idle_and_two_that_do_not() {
    let verdict = |over_idle: f64, over_awake: f64| {
        let mut rows = rows(|_| USUAL);
        for row in &mut rows {
            let slower = match row.condition {
                Condition::Placed { ends: Ends::Apart, .. } => over_idle,
                Condition::Placed { ends: Ends::Awake, .. } => over_awake,
                _ => 1.0,
            };
            for seen in &mut row.seen {
                if let Seen::Own(sample) = seen {
                    sample.seconds *= slower;
                }
            }
        }
        verdict("one-core", &rows)
    };
    // A machine of one core has nothing to compare.
    if Ends::Apart.are_possible() {
        assert_eq!(verdict(1.5, 1.5), Verdict::Holds);
        assert_eq!(verdict(1.5, 0.8), Verdict::Depends);
        assert_eq!(verdict(0.8, 0.8), Verdict::DoesNotHold);
    }
}

/// A grid in which a buffer helps as far as this; Unix alone, or both.
fn helped(until: usize, by: fn(Sizes) -> usize, tcp_too: bool) -> Vec<Row> {
    rows(|condition| match condition {
        Condition::Grid { transport, sizes } if tcp_too || transport == Transport::Unix => {
            faster(by(sizes).min(until) as f64 / KIB as f64)
        }
        _ => USUAL,
    })
}

#[test]
fn read_buffers_are_enough_from_where_they_no_longer_help() {
    let read = |sizes: Sizes| sizes.read;
    assert_eq!(verdict("read-32-kib", &helped(32 * KIB, read, true)), Verdict::Reproduced);
    assert_eq!(verdict("read-32-kib", &helped(256 * KIB, read, false)), Verdict::Depends);
    assert_eq!(verdict("read-32-kib", &helped(256 * KIB, read, true)), Verdict::Differs);
}

/// Rows with those of a congestion control besides the system's, where this machine has no other, and changed throughputs in these.
fn with_other_control(mut rows: Vec<Row>, faster: impl Fn(Sizes) -> f64) -> Vec<Row> {
    let is_other = |condition: Condition| {
        matches!(
            condition,
            Condition::Compared { question: Question::Buffers, variant: Variant::Cubic | Variant::Bbr, .. }
        )
    };
    if !rows.iter().any(|row| is_other(row.condition)) {
        let copies: Vec<Row> = rows.iter().filter_map(of_cubic).collect();
        rows.extend(copies);
    }
    for row in rows.iter_mut().filter(|row| is_other(row.condition)) {
        let Condition::Compared { sizes, .. } = row.condition else { unreachable!("it is compared") };
        for seen in &mut row.seen {
            let Seen::Own(sample) = seen else { unreachable!("it is this program's own") };
            sample.seconds /= faster(sizes);
        }
    }
    rows
}

/// The row of cubic like that of the system's control.
fn of_cubic(row: &Row) -> Option<Row> {
    let Condition::Compared { question: Question::Buffers, transport: Transport::Tcp, ends, sizes, .. } = row.condition
    else {
        return None;
    };
    let (question, transport, variant) = (Question::Buffers, Transport::Tcp, Variant::Cubic);
    let condition = Condition::Compared { question, transport, variant, ends, sizes };
    Some(Row { condition, seen: row.seen.clone(), hand_overs: row.hand_overs.clone() })
}

#[test]
fn a_congestion_control_that_decides_is_named_in_the_verdict() {
    let alike = || rows(|_| USUAL);
    for (id, by) in [
        ("read-16-kib", (|sizes| if sizes.read > 16 * KIB { 2.0 } else { 1.0 }) as fn(Sizes) -> f64),
        ("read-32-kib", |sizes| if sizes.read > 32 * KIB { 2.0 } else { 1.0 }),
        ("write-256-kib", |sizes| if sizes.write > 32 * KIB { 2.0 } else { 1.0 }),
    ] {
        let held = verdict(id, &with_other_control(alike(), |_| 1.0));
        assert_ne!(held, Verdict::Depends, "{id}");
        let claims = claims(&quantities(&with_other_control(alike(), by), &[]));
        let claim = claims.iter().find(|claim| claim.id == id).unwrap();
        assert_eq!(claim.verdict, Verdict::Depends, "{id}");
        assert!(claim.why.contains("congestion control"), "{}", claim.why);
    }
}

#[test]
fn readers_that_work_on_what_they_read_gain_more_or_do_not() {
    let gaining = |only: Option<Origin>, by: f64| {
        rows(move |condition| match condition {
            Condition::Worked { origin, read_bytes, work: Work::Sum }
                if read_bytes == 256 * KIB && only.is_none_or(|only| only == origin) =>
            {
                faster(by)
            }
            _ => USUAL,
        })
    };
    assert_eq!(verdict("processing-gains-more", &gaining(None, 1.5)), Verdict::Holds);
    assert_eq!(verdict("processing-gains-more", &gaining(Some(Origin::Device(Device::Zero)), 1.5)), Verdict::Depends);
    assert_eq!(verdict("processing-gains-more", &gaining(None, 0.8)), Verdict::DoesNotHold);
}

#[test]
fn reads_of_16_kib_are_the_best_or_not() {
    let best = |kib: usize, tcp_too| {
        rows(move |condition| match condition {
            Condition::Grid { transport, sizes }
                if sizes.read == kib * KIB && (tcp_too || transport == Transport::Unix) =>
            {
                faster(1.3)
            }
            _ => USUAL,
        })
    };
    assert_eq!(verdict("read-16-kib", &best(16, true)), Verdict::Reproduced);
    assert_eq!(verdict("read-16-kib", &best(64, false)), Verdict::Depends);
    assert_eq!(verdict("read-16-kib", &best(64, true)), Verdict::Differs);
}

#[test]
fn small_buffers_of_sockets_lie_on_a_line_or_not() {
    let bent = |by: f64, tcp_too| {
        rows(move |condition| match condition {
            Condition::Grid { transport, sizes } if tcp_too || transport == Transport::Unix => {
                faster(if sizes.read == 4 * KIB { by } else { 1.0 })
            }
            _ => USUAL,
        })
    };
    assert_eq!(verdict("model-to-4-kib", &bent(1.0, true)), Verdict::Reproduced);
    assert_eq!(verdict("model-to-4-kib", &bent(3.0, false)), Verdict::Depends);
    assert_eq!(verdict("model-to-4-kib", &bent(3.0, true)), Verdict::Differs);
}

#[test]
fn rounds_on_near_cores_and_on_distant_ones_are_told_apart() {
    // A machine of one core has neither.
    if !Ends::Apart.are_possible() {
        return;
    }
    let mut rows = rows(|_| USUAL);
    for row in &mut rows {
        let Condition::Compared { transport, ends: Ends::Awake, .. } = row.condition else { continue };
        // In as many rounds as have an interval the cores are near, and Unix sockets three times as fast.
        let near = Row { condition: row.condition, seen: row.seen.clone(), hand_overs: vec![Some(NEAR); 7] };
        row.hand_overs.extend(near.hand_overs);
        row.seen.extend(near.seen.into_iter().map(|seen| match seen {
            Seen::Own(sample) if transport == Transport::Unix => {
                Seen::Own(Sample { seconds: sample.seconds / 3.0, ..sample })
            }
            seen => seen,
        }));
        // In one they moved while the group was measured.
        row.seen.push(row.seen[0]);
        row.hand_overs.push((transport == Transport::Unix).then_some(NEAR));
    }
    let found = quantities(&rows, &[]);
    let over = |place: Where| {
        let over = found.named(&place.of(UNIX_OVER_TCP)).measured.clone().unwrap();
        (over.n, over.value.round())
    };
    assert_eq!(Where::ALL.map(over), [(7, 1.0), (7, 3.0), (7, 1.0)]);
    rows.iter_mut().for_each(|row| row.hand_overs.iter_mut().for_each(|hand_over| *hand_over = None));
    let found = quantities(&rows, &[]);
    assert_eq!(found.named(&Where::Two(Distance::Near).of(UNIX_OVER_TCP)).measured, None);
}

#[test]
fn write_buffers_gain_or_do_not() {
    let write = |sizes: Sizes| sizes.write;
    assert_eq!(verdict("write-256-kib", &helped(256 * KIB, write, true)), Verdict::Reproduced);
    assert_eq!(verdict("write-256-kib", &helped(256 * KIB, write, false)), Verdict::Depends);
    assert_eq!(verdict("write-256-kib", &helped(32 * KIB, write, true)), Verdict::Differs);
    let by_256_kib_alone = rows(|condition| match condition {
        Condition::Grid { sizes, .. } if sizes.write == 256 * KIB => faster(2.0),
        _ => USUAL,
    });
    assert_eq!(verdict("write-256-kib", &by_256_kib_alone), Verdict::Reproduced);
}

#[test]
fn short_reads_begin_somewhere_and_become_most() {
    let short = |small: f64, up_to_writes: usize, large: f64| {
        rows(move |condition| match condition {
            Condition::Grid { sizes, .. } if sizes.read >= 4 * MIB => Like { short: large, ..USUAL },
            Condition::Grid { sizes, .. } if sizes.read == 2 * KIB && sizes.write <= up_to_writes => {
                Like { short: small, ..USUAL }
            }
            _ => USUAL,
        })
    };
    assert_eq!(verdict("short-reads", &short(0.05, MIB, 0.9)), Verdict::Reproduced);
    assert_eq!(verdict("short-reads", &short(0.05, KIB, 0.9)), Verdict::Depends);
    assert_eq!(verdict("short-reads", &short(0.0, MIB, 0.9)), Verdict::Differs);
    assert_eq!(verdict("short-reads", &short(0.002, MIB, 0.9)), Verdict::Differs, "hardly any is short");
    assert_eq!(verdict("short-reads", &short(0.05, MIB, 0.01)), Verdict::Differs);
}

#[test]
fn two_machines_are_judged_by_what_gains() {
    let hosts = |large: f64, six: f64| {
        rows(move |condition| match condition {
            Condition::TwoHosts { connections: 6, .. } => faster(six),
            Condition::TwoHosts { sizes, .. } if sizes.write >= 256 * KIB => faster(large),
            _ => USUAL,
        })
    };
    assert_eq!(verdict("two-machines", &hosts(4.0, 8.0)), Verdict::Reproduced);
    assert_eq!(verdict("two-machines", &hosts(4.0, 2.0)), Verdict::Differs);
    assert_eq!(verdict("two-machines", &hosts(1.0, 0.9)), Verdict::Differs);
    assert_eq!(verdict("two-machines-8-kib", &hosts(1.0, 2.0)), Verdict::Reproduced);
    assert_eq!(verdict("two-machines-8-kib", &hosts(4.0, 8.0)), Verdict::Differs);
}

/// One kind of settings like this, for one kind of connection or for all.
fn settings(which: Variant, like: Like, only: Option<Transport>) -> Vec<Row> {
    rows(|condition| match condition {
        Condition::Variant { variant, transport, .. }
            if variant == which && only.is_none_or(|only| only == transport) =>
        {
            like
        }
        _ => USUAL,
    })
}

#[test]
fn open_questions_are_answered_by_ratios() {
    let large = |by, only| verdict("larger-socket-buffers", &settings(Variant::LargeBuffers, faster(by), only));
    assert_eq!(large(1.5, None), Verdict::Holds);
    assert_eq!(large(1.5, Some(Transport::Tcp)), Verdict::Depends);
    assert_eq!(large(0.5, None), Verdict::DoesNotHold);
    let low = |like, only| verdict("low-water-mark", &settings(Variant::LowWater, like, only));
    assert_eq!(low(USUAL, None), Verdict::Holds);
    assert_eq!(low(faster(1.5), Some(Transport::Unix)), Verdict::Depends);
    assert_eq!(low(Like { short: 0.5, ..USUAL }, None), Verdict::DoesNotHold);
    assert_eq!(low(faster(1.5), None), Verdict::DoesNotHold);
}

#[test]
fn processor_time_is_saved_up_to_64_kib_or_not() {
    let cpu_of = |small: f64, large: f64, only: Option<Transport>| {
        rows(move |condition| match condition {
            Condition::Grid { transport, .. } if only.is_some_and(|only| only != transport) => USUAL,
            Condition::Grid { sizes, .. } if sizes.read == KIB => Like { cpu: small, ..USUAL },
            Condition::Grid { sizes, .. } if sizes.read >= MIB => Like { cpu: large, ..USUAL },
            _ => USUAL,
        })
    };
    let cpu = |small, large| verdict("cpu-per-gib", &cpu_of(small, large, None));
    assert_eq!(cpu(10.0, 1.0), Verdict::Holds);
    assert_eq!(cpu(10.0, 0.5), Verdict::DoesNotHold);
    assert_eq!(cpu(0.5, 1.0), Verdict::DoesNotHold);
    assert_eq!(verdict("cpu-per-gib", &cpu_of(10.0, 1.0, Some(Transport::Unix))), Verdict::Depends);
}

#[test]
fn where_rounds_differ_too_much_nothing_is_decided_and_the_words_say_so() {
    type Noisy = fn(Condition) -> bool;
    let cases: [(&str, Noisy); 15] = [
        ("linear-model", |condition| matches!(condition, Condition::Device { buffer_bytes: 64, .. })),
        ("zero-peak", |condition| matches!(condition, Condition::Device { buffer_bytes: 262_144, .. })),
        ("urandom-peak", |condition| matches!(condition, Condition::Device { buffer_bytes: 16_384, .. })),
        ("sixty-four-kib", |condition| matches!(condition, Condition::Device { buffer_bytes: 65_536, .. })),
        ("past-the-peak", |condition| matches!(condition, Condition::Device { buffer_bytes: 16_777_216, .. })),
        ("sockets-unix-over-tcp", |condition| {
            matches!(
                condition,
                Condition::Grid { transport: Transport::Unix, .. }
                    | Condition::Variant { transport: Transport::Unix, .. }
            )
        }),
        ("read-32-kib", |condition| matches!(condition, Condition::Grid { sizes: Sizes { read: 32_768, .. }, .. })),
        ("read-16-kib", |condition| matches!(condition, Condition::Grid { sizes: Sizes { read: 16_384, .. }, .. })),
        ("model-to-4-kib", |condition| matches!(condition, Condition::Grid { sizes: Sizes { read: 4096, .. }, .. })),
        ("two-machines-8-kib", |condition| {
            matches!(condition, Condition::TwoHosts { connections: 1, sizes: Sizes { write: 8192, .. } })
        }),
        ("write-256-kib", |condition| matches!(condition, Condition::Grid { sizes: Sizes { write: 32_768, .. }, .. })),
        ("two-machines", |condition| {
            matches!(condition, Condition::TwoHosts { connections: 1, sizes: Sizes { write: 262_144, .. } })
        }),
        ("low-water-mark", |condition| matches!(condition, Condition::Variant { variant: Variant::LowWater, .. })),
        ("larger-socket-buffers", |condition| {
            matches!(condition, Condition::Variant { variant: Variant::LargeBuffers, .. })
        }),
        ("congestion-control", |condition| matches!(condition, Condition::Variant { variant: Variant::Cubic, .. })),
    ];
    for (id, noisy) in cases {
        let rows = rows(|condition| {
            let usual = match condition {
                Condition::Device { device: Device::Zero, buffer_bytes } if id == "linear-model" => {
                    published_device(buffer_bytes, 1.0)
                }
                Condition::Grid { transport: Transport::Unix, .. } if id == "sockets-unix-over-tcp" => faster(1.3),
                Condition::Variant { transport: Transport::Unix, .. } if id == "sockets-unix-over-tcp" => faster(1.3),
                Condition::TwoHosts { connections: 6, .. } => faster(1.1),
                _ => USUAL,
            };
            Like { noise: if noisy(condition) { 0.6 } else { 0.01 }, ..usual }
        });
        let claims = claims(&quantities(&rows, &[]));
        let claim = claims.iter().find(|claim| claim.id == id).unwrap();
        assert_eq!(claim.verdict, Verdict::Undecided, "{id}");
        assert!(claim.why.starts_with("Not decided, because the interval"), "{id}: {}", claim.why);
    }
}

#[test]
fn whatever_a_record_lacks_is_not_tested_and_says_so() {
    testkit::judges_whatever_is_missing::<crate::BufferSize>("buffer-size");
}

//! What signing and verifying cost by OpenSSL's code, beside OpenSSH's own: which part of a cost is the key type's, and which the
//! program's. OpenSSH signs and checks Ed25519 by portable code of its own, and takes the others from OpenSSL's library.

use std::collections::BTreeMap;
use std::process::Command;

use harness::record::{Dimension, Measure, Point, Profile, Series, Skipped};
use harness::statistics::{median_if_any, ratio_within_rounds};
use harness::{Failure, Run, schedule};

use crate::keys::KeyType;
use crate::process::run_well;
use crate::supervised::Group;

const PROGRAM: &str = "openssl";

/// Seconds for a signature and for a check, by round, of each type of key.
pub(crate) type Speeds = BTreeMap<KeyType, [Vec<f64>; 2]>;

/// How much longer a turn takes than a connection, roughly, for the progress bar: a second for each of the two.
pub(crate) const COST_OF_A_TURN: u64 = 8;

/// How often each type of key is measured.
pub(crate) fn rounds(profile: Profile) -> u32 {
    match profile {
        Profile::Quick => 1,
        _ => 7,
    }
}

/// What `openssl speed` calls it.
fn algorithm(kind: KeyType) -> &'static str {
    match kind {
        KeyType::Ed25519 => "ed25519",
        KeyType::EcdsaP256 => "ecdsap256",
        KeyType::Rsa3072 => "rsa3072",
        KeyType::Rsa4096 => "rsa4096",
    }
}

/// Measures every type of key, in random order, or says what is missing.
pub(crate) fn measure(run: &Run, group: Group) -> Result<Result<Speeds, Skipped>, Failure> {
    if Command::new(PROGRAM).arg("version").output().is_err() {
        return Ok(Err(Skipped {
            what: "signing and checking by OpenSSL".to_owned(),
            why: format!("there is no `{PROGRAM}` here"),
            needs: "the package openssl".to_owned(),
        }));
    }
    run.uses_program("OpenSSL", PROGRAM, &["version"]);
    let mut speeds = Speeds::new();
    for turn in schedule::interleaved(KeyType::ALL.len(), 0, rounds(run.profile), run.seed + 2) {
        let kind = KeyType::ALL[turn.condition];
        let arguments = ["speed", "-seconds", "1", algorithm(kind)];
        let said = run_well(PROGRAM, Command::new(PROGRAM).args(arguments).env("LC_ALL", "C"), group)?.output;
        let times = times_in(&said)
            .ok_or_else(|| Failure::Failed(format!("`openssl {}` says nothing of its speed", arguments.join(" "))))?;
        let [signing, checking] = speeds.entry(kind).or_default();
        signing.push(times[0]);
        checking.push(times[1]);
        run.advance(COST_OF_A_TURN)?;
    }
    Ok(Ok(speeds))
}

/// Seconds for a signature and for a check: the last line of the table ends with how many of each there were in a second.
fn times_in(said: &str) -> Option<[f64; 2]> {
    let mut words = said.lines().last()?.split_whitespace().rev();
    let mut next = || Some(1.0 / words.next()?.parse::<f64>().ok()?).filter(|each| each.is_normal() && *each > 0.0);
    let (check, signature) = (next()?, next()?);
    Some([signature, check])
}

/// The series; none where OpenSSL was not measured.
pub(crate) fn series(speeds: &Speeds, key_type: Dimension) -> Option<Series> {
    let [signing, checking] = speeds.get(&KeyType::Ed25519)?;
    let points = speeds.iter().map(|(kind, [sign, verify])| {
        let over =
            |own: &[f64], reference: &[f64]| (*kind != KeyType::Ed25519).then(|| ratio_within_rounds(own, reference));
        Point::new([("key_type", kind.name().into())])
            .value("sign_seconds", median_if_any(sign))
            .value("verify_seconds", median_if_any(verify))
            .value("sign_ratio", over(sign, signing))
            .value("verify_ratio", over(verify, checking))
    });
    Some(
        Series::new("openssl", "What signing and verifying cost by OpenSSL’s code")
            .dimensions([key_type])
            .measures([
                Measure::median("sign_seconds", "Time to sign", "s"),
                Measure::median("verify_seconds", "Time to verify", "s"),
                Measure::ratio("sign_ratio", "Time to sign, over ed25519's"),
                Measure::ratio("verify_ratio", "Time to verify, over ed25519's"),
            ])
            .points(points.collect::<Vec<_>>()),
    )
}

#[cfg(test)]
mod tests {
    use fuzzing::{bounded, mutated};
    use proptest::prelude::*;

    use super::*;
    use crate::series::key_type;

    const SAID: &str = "                              sign    verify    sign/s verify/s\n \
                        253 bits EdDSA (Ed25519)   0.0000s   0.0001s  25000.0   10000.0\n";

    #[test]
    fn the_last_line_tells_how_many_a_second() {
        assert_eq!(times_in(SAID), Some([1.0 / 25_000.0, 1.0 / 10_000.0]));
        let rsa =
            "                  sign    verify    sign/s verify/s\nrsa 4096 bits 0.005s 0.0001s    200.0  16000.0\n";
        assert_eq!(times_in(rsa), Some([0.005, 1.0 / 16_000.0]));
        for said in ["", "no table", "sign/s verify/s", "rsa 0 0", "rsa inf 1", "rsa 1 1e-310"] {
            assert_eq!(times_in(said), None, "{said}");
        }
    }

    proptest! {
        #[test]
        fn fuzz_what_openssl_says_is_two_times_or_nothing(
            said in mutated(vec![SAID.into()], vec![b"\n", b" ", b"-1", b" inf", b" 1e-310", b" 1e999"]),
        ) {
            let text = String::from_utf8_lossy(&said);
            let times = bounded(&said, 0, 0, || times_in(&text));
            prop_assert!(times.iter().flatten().all(|seconds| seconds.is_normal() && *seconds > 0.0), "{:?}", times);
        }
    }

    #[test]
    fn times_and_ratios_over_the_first_type_become_points() {
        let speeds = Speeds::from([
            (KeyType::Ed25519, [vec![1e-5, 3e-5, 2e-5], vec![1e-4; 3]]),
            (KeyType::Rsa4096, [vec![2e-3, 6e-3, 4e-3], vec![5e-5; 3]]),
        ]);
        let found = series(&speeds, key_type()).unwrap();
        let values: Vec<Vec<(&str, f64)>> = found
            .points
            .iter()
            .map(|point| {
                point.values.iter().map(|(name, it)| (name.as_str(), (it.value * 1e6).round() / 1e6)).collect()
            })
            .collect();
        assert_eq!(values[0], [("sign_seconds", 2e-5), ("verify_seconds", 1e-4)]);
        let ratios = [("sign_ratio", 200.0), ("sign_seconds", 4e-3), ("verify_ratio", 0.5), ("verify_seconds", 5e-5)];
        assert_eq!(values[1], ratios);
        assert!(series(&Speeds::new(), key_type()).is_none());
    }
}

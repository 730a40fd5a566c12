//! Invented figures, judged both ways.

use harness::record::{Claim, Estimate, Verdict};

use super::evidence::{Count, Evidence, Outcome};
use super::*;
use crate::cases::Case;
use crate::costs::What;
use crate::keys::KeyType;

const ROUNDS: u64 = 40;

fn all() -> Count {
    Count { yes: ROUNDS, of: ROUNDS }
}

fn none() -> Count {
    Count { yes: 0, of: ROUNDS }
}

fn all_but_one() -> Count {
    Count { yes: ROUNDS - 1, of: ROUNDS }
}

fn estimate(low: f64, value: f64, high: f64) -> Estimate {
    Estimate { n: ROUNDS, value, low, high, min: None, max: None }
}

/// As SSH is meant to be.
fn as_meant() -> Evidence {
    let accepted = Outcome { accepted: all(), signed: all(), stepped: all(), asked_first: all() };
    let refused = Outcome { accepted: none(), signed: none(), stepped: none(), asked_first: all() };
    let outcome = |case: Case| match case {
        Case::UnlistedKey | Case::WrongUser | Case::LockedKey | Case::PublicKeyOnly | Case::UnknownHostKey => refused,
        Case::OtherSession => Outcome { signed: all(), ..refused },
        _ => accepted,
    };
    let ratios = [
        ((KeyType::Rsa4096, What::Sign), estimate(20.0, 30.0, 40.0)),
        ((KeyType::Rsa4096, What::Connect), estimate(0.9, 1.1, 1.3)),
    ];
    Evidence {
        outcomes: Case::ALL.into_iter().map(|case| (case, outcome(case))).collect(),
        opened_without: none(),
        opened_with: all(),
        agent_signed_once: all(),
        verified: all(),
        replayed: none(),
        own_session: all(),
        signed_bytes: Some(estimate(150.0, 260.0, 260.0)),
        signature_bytes: Some(estimate(64.0, 64.0, 64.0)),
        ratios: ratios.into_iter().collect(),
    }
}

fn verdict(evidence: &Evidence, id: &str) -> Verdict {
    let claims = claims(evidence);
    let found: Vec<&Claim> = claims.iter().filter(|claim| claim.id == id).collect();
    assert_eq!(found.len(), 1, "{id}");
    found[0].verdict
}

/// The verdict once this is changed.
fn changed(id: &str, change: impl FnOnce(&mut Evidence)) -> Verdict {
    let mut evidence = as_meant();
    change(&mut evidence);
    verdict(&evidence, id)
}

#[test]
fn as_meant_all_is_reproduced_but_the_encryption() {
    for claim in claims(&as_meant()) {
        let expected = if claim.id == "encrypted-with-private-key" { Verdict::Differs } else { Verdict::Reproduced };
        assert_eq!(claim.verdict, expected, "{}: {}", claim.id, claim.why);
    }
}

#[test]
fn without_connections_nothing_is_tested() {
    for claim in claims(&Evidence::default()) {
        assert_eq!(claim.verdict, Verdict::NotTested, "{}", claim.id);
        assert!(claim.figures.iter().all(|figure| figure.measured.is_none()), "{}", claim.id);
    }
}

#[test]
fn one_connection_that_ends_otherwise_is_one_too_many() {
    type Change = fn(&mut Outcome);
    let not_all_accepted: Change = |outcome| outcome.accepted = all_but_one();
    let one_accepted: Change = |outcome| outcome.accepted.yes = 1;
    let one_signed: Change = |outcome| outcome.signed.yes = 1;
    for (id, case, change) in [
        ("proves-possession", Case::RightKey, not_all_accepted),
        ("proves-possession", Case::PublicKeyOnly, one_accepted),
        ("proves-possession", Case::PublicKeyOnly, one_signed),
        ("steps", Case::RightKey, |outcome| outcome.stepped = all_but_one()),
        ("steps", Case::UnlistedKey, one_accepted),
        ("public-key-says-nothing", Case::EditedComment, not_all_accepted),
        ("passphrase-at-rest", Case::LockedKey, one_accepted),
        ("passphrase-at-rest", Case::LockedKey, one_signed),
        ("agent-holds-it", Case::Agent, not_all_accepted),
        ("question-first", Case::RightKey, |outcome| outcome.asked_first = all_but_one()),
        ("question-first", Case::SeveralKeys, |outcome| outcome.asked_first = all_but_one()),
        ("question-first", Case::UnlistedKey, one_signed),
        ("signature-binds-session", Case::ModelKey, not_all_accepted),
        ("signature-binds-session", Case::OtherSession, one_accepted),
        ("signature-binds-session", Case::OtherSession, |outcome| outcome.signed = all_but_one()),
    ] {
        let judged = changed(id, |evidence| change(evidence.outcomes.get_mut(&case).unwrap()));
        assert_eq!(judged, Verdict::Differs, "{id} by {}", case.name());
    }
}

#[test]
fn one_file_signature_or_session_too_many_is_as_bad() {
    let differs = |id: &str, change: fn(&mut Evidence)| assert_eq!(changed(id, change), Verdict::Differs, "{id}");
    differs("passphrase-at-rest", |evidence| evidence.opened_without.yes = 1);
    differs("passphrase-at-rest", |evidence| evidence.opened_with = all_but_one());
    differs("agent-holds-it", |evidence| evidence.agent_signed_once = all_but_one());
    differs("signature-binds-session", |evidence| evidence.verified = all_but_one());
    differs("signature-binds-session", |evidence| evidence.replayed.yes = 1);
    differs("signature-binds-session", |evidence| evidence.own_session = all_but_one());
}

#[test]
fn a_case_that_was_not_tried_proves_nothing() {
    for (id, case) in [
        ("proves-possession", Case::PublicKeyOnly),
        ("steps", Case::UnlistedKey),
        ("public-key-says-nothing", Case::EditedComment),
        ("passphrase-at-rest", Case::LockedKey),
        ("agent-holds-it", Case::Agent),
        ("question-first", Case::SeveralKeys),
        ("signature-binds-session", Case::OtherSession),
    ] {
        let judged = changed(id, |evidence| _ = evidence.outcomes.remove(&case));
        assert_eq!(judged, Verdict::NotTested, "{id} without {}", case.name());
    }
}

#[test]
fn a_signature_is_no_encryption_only_if_it_holds_and_is_shorter() {
    let id = "encrypted-with-private-key";
    assert_eq!(changed(id, |evidence| evidence.verified = all_but_one()), Verdict::NotTested);
    let as_long = |evidence: &mut Evidence| evidence.signature_bytes = evidence.signed_bytes.clone();
    assert_eq!(changed(id, as_long), Verdict::NotTested);
    assert_eq!(changed(id, |evidence| evidence.signed_bytes = None), Verdict::NotTested);
}

#[test]
fn costs_are_judged_by_the_ends_of_their_intervals() {
    let judged = |sign: Estimate, connect: Estimate| {
        changed("key-type-cost", |evidence| {
            evidence.ratios.insert((KeyType::Rsa4096, What::Sign), sign);
            evidence.ratios.insert((KeyType::Rsa4096, What::Connect), connect);
        })
    };
    let same = || estimate(0.9, 1.0, 1.1);
    assert_eq!(judged(estimate(2.1, 5.0, 8.0), same()), Verdict::Reproduced);
    assert_eq!(judged(estimate(1.9, 5.0, 8.0), same()), Verdict::Differs);
    assert_eq!(judged(estimate(2.1, 5.0, 8.0), estimate(1.5, 1.8, 2.1)), Verdict::Depends);
    assert_eq!(changed("key-type-cost", |evidence| evidence.ratios.clear()), Verdict::NotTested);
}

//! Invented figures, judged both ways.

use std::collections::BTreeMap;

use harness::record::{Claim, Dimension, Estimate, Measure, Point, Series, Verdict, unit};
use harness::statistics::share_if_any;

use super::*;
use crate::costs::What;
use crate::keys::KeyType;
use crate::login_time::Sockets;
use crate::measured::Rows;
use crate::quantities::{
    ASKED_FIRST, OPENED_WITH, OPENED_WITHOUT, OWN_SESSION, RECOVERED_HASH, RECOVERED_TEXT, REPLAYED, SIGNATURE_BYTES,
    SIGNED, SIGNED_BYTES, SIGNED_ONCE, STEPPED, VERIFIED, quantities,
};
use crate::series::costs::{RATIOS, SECONDS_RATIO, at};
use crate::series::login_time::{ACCEPT, ACK, HELD, LOGIN_TIME, SLEPT_SHARE, SOCKETS};

const ROUNDS: u64 = 80;

/// So many of [`ROUNDS`].
const ALL: u64 = ROUNDS;
const NONE: u64 = 0;
const ALL_BUT_ONE: u64 = ROUNDS - 1;

fn estimate(low: f64, value: f64, high: f64) -> Estimate {
    Estimate::between(ROUNDS, value, [low, high])
}

/// What was found.
struct Invented {
    rounds: u64,
    /// How many connections of each case were accepted.
    accepted: BTreeMap<Case, u64>,
    /// How many of all it was so, by the quantity's name; `None` where nobody tried.
    shares: BTreeMap<String, Option<u64>>,
    lengths: [(&'static str, Option<Estimate>); 2],
    ratios: BTreeMap<(KeyType, What), Estimate>,
    /// Figures of logins, by the options of their sockets and by the measure.
    logins: BTreeMap<(Sockets, &'static str), Estimate>,
}

impl Invented {
    /// Figures of SSH as it is meant to be.
    fn as_meant() -> Self {
        let mut accepted = BTreeMap::new();
        let shares =
            [SIGNED_ONCE, OPENED_WITH, VERIFIED, OWN_SESSION, RECOVERED_HASH].map(|name| (name.to_owned(), Some(ALL)));
        let mut shares = BTreeMap::from(shares);
        shares.extend([OPENED_WITHOUT, REPLAYED, RECOVERED_TEXT].map(|name| (name.to_owned(), Some(NONE))));
        for case in Case::ALL {
            let is_accepted = !matches!(
                case,
                Case::UnlistedKey | Case::WrongUser | Case::LockedKey | Case::PublicKeyOnly | Case::OtherSession
            );
            let all_if = |is_so: bool| if is_so { ALL } else { NONE };
            accepted.insert(case, all_if(is_accepted));
            shares.insert(of_case(STEPPED, case), Some(all_if(is_accepted)));
            shares.insert(of_case(SIGNED, case), Some(all_if(is_accepted || case == Case::OtherSession)));
            shares.insert(of_case(ASKED_FIRST, case), Some(ALL));
        }
        let ratios = [
            ((KeyType::Rsa4096, What::Sign), estimate(20.0, 30.0, 40.0)),
            ((KeyType::Rsa4096, What::Connect), estimate(0.92, 1.0, 1.05)),
        ];
        let lengths =
            [(SIGNED_BYTES, Some(estimate(150.0, 260.0, 260.0))), (SIGNATURE_BYTES, Some(estimate(64.0, 64.0, 64.0)))];
        let [waits, passes] = [estimate(0.041, 0.042, 0.043), estimate(0.0001, 0.0002, 0.0003)];
        let logins = [
            ((Sockets::AsOpenssh, ACCEPT), waits.clone()),
            ((Sockets::AsOpenssh, HELD), waits.clone()),
            ((Sockets::AsOpenssh, ACK), waits.clone()),
            ((Sockets::ServerNodelay, ACCEPT), waits),
            ((Sockets::ClientNodelay, ACCEPT), passes.clone()),
            ((Sockets::QuickAck, ACCEPT), passes),
            ((Sockets::AsOpenssh, SLEPT_SHARE), estimate(0.7, 0.8, 0.9)),
        ];
        Self { rounds: ROUNDS, accepted, shares, lengths, ratios: ratios.into(), logins: logins.into() }
    }

    fn set(&mut self, name: impl Into<String>, count: u64) {
        self.shares.insert(name.into(), Some(count));
    }

    /// Removes a case, which was not tried then.
    fn without(&mut self, case: Case) {
        self.accepted.remove(&case);
        for what in [SIGNED, STEPPED, ASKED_FIRST] {
            self.shares.insert(of_case(what, case), None);
        }
    }

    fn quantities(&self) -> Found {
        let points = self.accepted.iter().map(|(case, &count)| {
            Point::new([(CASE, case.name().into())]).value(ACCEPTED, share_if_any(count, self.rounds))
        });
        let outcomes = Series::new(OUTCOMES, "")
            .dimensions([Dimension::new(CASE, "", None)])
            .measures([Measure::share(ACCEPTED, "")])
            .points(points);
        let ratio = |(&(kind, what), ratio): (&(KeyType, What), &Estimate)| {
            Point::new(at(kind, what)).value(SECONDS_RATIO, ratio.clone())
        };
        let ratios = Series::new(RATIOS, "")
            .dimensions(["key_type", "what"].map(|name| Dimension::new(name, "", None)))
            .measures([Measure::ratio(SECONDS_RATIO, "")])
            .points(self.ratios.iter().map(ratio));
        let login = |sockets: Sockets| {
            let point = Point::new([(SOCKETS, sockets.name().into())]);
            let own = self.logins.iter().filter(|((of, _), _)| *of == sockets);
            own.fold(point, |point, (&(_, measure), estimate)| point.value(measure, estimate.clone()))
        };
        let logins = Series::new(LOGIN_TIME, "")
            .dimensions([Dimension::new(SOCKETS, "", None)])
            .measures([ACCEPT, HELD, ACK, SLEPT_SHARE].map(|name| Measure::median(name, "", "s")))
            .points(Sockets::ALL.map(login));
        let mut found = Found::new(vec![outcomes, ratios, logins]);
        for (name, count) in &self.shares {
            let share = count.and_then(|count| share_if_any(count, self.rounds));
            found.add(name, Quantity::new(unit::SHARE, share));
        }
        for (name, length) in &self.lengths {
            found.add(*name, Quantity::new("bytes", length.clone()));
        }
        found
    }
}

fn claim(invented: &Invented, id: &str) -> Claim {
    let mut found: Vec<Claim> = claims(&invented.quantities()).into_iter().filter(|claim| claim.id == id).collect();
    assert_eq!(found.len(), 1, "{id}");
    found.remove(0)
}

fn verdict(invented: &Invented, id: &str) -> Verdict {
    claim(invented, id).verdict
}

/// The verdict once this is changed.
fn changed(id: &str, change: impl FnOnce(&mut Invented)) -> Verdict {
    let mut invented = Invented::as_meant();
    change(&mut invented);
    verdict(&invented, id)
}

/// The verdict on a claim that is wrong: two of these are this project's own.
fn refuted(id: &str) -> Verdict {
    if matches!(id, "question-first" | "signature-binds-session") { Verdict::DoesNotHold } else { Verdict::Differs }
}

#[test]
fn as_meant_all_is_reproduced_but_the_encryption() {
    for claim in claims(&Invented::as_meant().quantities()) {
        let expected = match &*claim.id {
            "encrypted-with-private-key" => Verdict::Differs,
            "question-first"
            | "signature-binds-session"
            | "key-type-cost"
            | "delayed-acknowledgement"
            | "sleeps-by-design" => Verdict::Holds,
            _ => Verdict::Reproduced,
        };
        assert_eq!(claim.verdict, expected, "{}: {}", claim.id, claim.why);
    }
}

#[test]
fn without_connections_nothing_is_tested() {
    for claim in claims(&quantities(&Rows::default()).unwrap()) {
        assert_eq!(claim.verdict, Verdict::NotTested, "{}", claim.id);
        assert!(claim.figures.iter().all(|figure| figure.measured.is_none()), "{}", claim.id);
    }
}

#[test]
fn too_few_connections_leave_it_undecided() {
    let mut invented = Invented::as_meant();
    invented.rounds = 25;
    for count in invented.accepted.values_mut().chain(invented.shares.values_mut().flatten()) {
        *count = (*count).min(25);
    }
    for claim in claims(&invented.quantities()) {
        let has_no_shares =
            ["encrypted-with-private-key", "key-type-cost", "delayed-acknowledgement", "sleeps-by-design"];
        if !has_no_shares.contains(&&*claim.id) {
            assert_eq!(claim.verdict, Verdict::Undecided, "{}: {}", claim.id, claim.why);
        }
    }
}

#[test]
fn one_connection_that_ends_otherwise_is_one_too_many() {
    for (id, case, count) in [
        ("proves-possession", Case::RightKey, ALL_BUT_ONE),
        ("proves-possession", Case::PublicKeyOnly, 1),
        ("steps", Case::UnlistedKey, 1),
        ("public-key-says-nothing", Case::EditedComment, ALL_BUT_ONE),
        ("passphrase-at-rest", Case::LockedKey, 1),
        ("agent-holds-it", Case::Agent, ALL_BUT_ONE),
        ("signature-binds-session", Case::ModelKey, ALL_BUT_ONE),
        ("signature-binds-session", Case::OtherSession, 1),
    ] {
        let judged = changed(id, |invented| _ = invented.accepted.insert(case, count));
        assert_eq!(judged, refuted(id), "{id} by {}", case.name());
    }
    for (id, what, case, count) in [
        ("proves-possession", SIGNED, Case::PublicKeyOnly, 1),
        ("steps", STEPPED, Case::RightKey, ALL_BUT_ONE),
        ("passphrase-at-rest", SIGNED, Case::LockedKey, 1),
        ("question-first", ASKED_FIRST, Case::RightKey, ALL_BUT_ONE),
        ("question-first", ASKED_FIRST, Case::SeveralKeys, ALL_BUT_ONE),
        ("question-first", SIGNED, Case::UnlistedKey, 1),
        ("signature-binds-session", SIGNED, Case::OtherSession, ALL_BUT_ONE),
    ] {
        let judged = changed(id, |invented| invented.set(of_case(what, case), count));
        assert_eq!(judged, refuted(id), "{id} by {}", case.name());
    }
}

#[test]
fn one_file_signature_or_session_too_many_is_as_bad() {
    for (id, name, count) in [
        ("passphrase-at-rest", OPENED_WITHOUT, 1),
        ("passphrase-at-rest", OPENED_WITH, ALL_BUT_ONE),
        ("agent-holds-it", SIGNED_ONCE, ALL_BUT_ONE),
        ("signature-binds-session", VERIFIED, ALL_BUT_ONE),
        ("signature-binds-session", REPLAYED, 1),
        ("signature-binds-session", OWN_SESSION, ALL_BUT_ONE),
    ] {
        assert_eq!(changed(id, |invented| invented.set(name, count)), refuted(id), "{id}");
    }
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
        let judged = changed(id, |invented| invented.without(case));
        assert_eq!(judged, Verdict::NotTested, "{id} without {}", case.name());
    }
}

#[test]
fn a_signature_is_no_encryption_only_if_it_holds_and_is_shorter() {
    let id = "encrypted-with-private-key";
    assert_eq!(changed(id, |invented| invented.set(VERIFIED, ALL_BUT_ONE)), Verdict::NotTested);
    let as_long = |invented: &mut Invented| invented.lengths[1].1 = invented.lengths[0].1.clone();
    assert_eq!(changed(id, as_long), Verdict::NotTested);
    assert_eq!(changed(id, |invented| invented.lengths[0].1 = None), Verdict::NotTested);
}

#[test]
fn rsa_is_judged_where_it_was_looked_at() {
    let id = "encrypted-with-private-key";
    let why = |invented: &Invented| claim(invented, id).why;
    assert!(why(&Invented::as_meant()).contains("the padded hash of the data"));
    let mut unchecked = Invented::as_meant();
    unchecked.shares.extend([RECOVERED_HASH, RECOVERED_TEXT].map(|name| (name.to_owned(), None)));
    assert_eq!(verdict(&unchecked, id), Verdict::Differs);
    assert!(why(&unchecked).contains("RSA signatures were not checked"), "{}", why(&unchecked));
    // A text that comes back would be encrypted.
    let encrypts = |invented: &mut Invented| {
        invented.set(RECOVERED_HASH, NONE);
        invented.set(RECOVERED_TEXT, ALL);
    };
    assert_eq!(changed(id, encrypts), Verdict::Depends);
}

#[test]
fn a_delayed_acknowledgement_is_told_from_its_rivals() {
    let judged = |sockets, measure, [low, high]: [f64; 2]| {
        changed("delayed-acknowledgement", |invented| {
            invented.logins.insert((sockets, measure), estimate(low, (low + high) / 2.0, high));
        })
    };
    let [waits, passes] = [[0.041, 0.043], [0.0001, 0.0003]];
    assert_eq!(judged(Sockets::AsOpenssh, HELD, passes), Verdict::DoesNotHold);
    assert_eq!(judged(Sockets::AsOpenssh, ACK, passes), Verdict::DoesNotHold);
    assert_eq!(judged(Sockets::ServerNodelay, ACCEPT, passes), Verdict::DoesNotHold);
    assert_eq!(judged(Sockets::ClientNodelay, ACCEPT, waits), Verdict::DoesNotHold);
    assert_eq!(judged(Sockets::QuickAck, ACCEPT, waits), Verdict::DoesNotHold);
    assert_eq!(judged(Sockets::QuickAck, ACCEPT, [0.001, 0.02]), Verdict::Undecided);
    assert_eq!(changed("delayed-acknowledgement", |invented| invented.logins.clear()), Verdict::NotTested);
    let slept = |low, high| {
        changed("sleeps-by-design", |invented| {
            invented.logins.insert((Sockets::AsOpenssh, SLEPT_SHARE), estimate(low, high, high));
        })
    };
    assert_eq!([slept(0.4, 0.6), slept(0.3, 0.4)], [Verdict::Undecided, Verdict::DoesNotHold]);
}

#[test]
fn a_version_is_named_without_its_packager_and_libraries() {
    assert_eq!(in_words("OpenSSH_9.2p1 Debian-2+deb12u10, OpenSSL 3.0.19 27 Jan 2026"), "OpenSSH 9.2p1");
    assert_eq!(in_words("OpenSSH_9.9p2, LibreSSL 3.3.6"), "OpenSSH 9.9p2");
}

#[test]
fn costs_are_judged_by_the_ends_of_their_intervals() {
    let judged = |sign: Estimate, connect: Estimate| {
        changed("key-type-cost", |invented| {
            invented.ratios.insert((KeyType::Rsa4096, What::Sign), sign);
            invented.ratios.insert((KeyType::Rsa4096, What::Connect), connect);
        })
    };
    let same = || estimate(0.95, 1.0, 1.05);
    assert_eq!(judged(estimate(2.1, 5.0, 8.0), same()), Verdict::Holds);
    assert_eq!(judged(estimate(1.9, 5.0, 8.0), same()), Verdict::Undecided);
    assert_eq!(judged(estimate(0.9, 1.0, 1.1), same()), Verdict::DoesNotHold);
    assert_eq!(judged(estimate(2.1, 5.0, 8.0), estimate(1.5, 1.8, 2.1)), Verdict::DoesNotHold);
    assert_eq!(judged(estimate(2.1, 5.0, 8.0), estimate(0.8, 1.0, 1.2)), Verdict::Undecided);
    assert_eq!(changed("key-type-cost", |invented| invented.ratios.clear()), Verdict::NotTested);
}

#[test]
fn what_always_or_never_is_says_how_rare_exceptions_are() {
    let why = |id: &str| claim(&Invented::as_meant(), id).why;
    assert!(why("public-key-says-nothing").ends_with("Exceptions: 0 of 80, so rarer than 4.58%."));
    let mut invented = Invented::as_meant();
    invented.rounds = 160;
    invented.set(SIGNED_ONCE, 160);
    invented.accepted.insert(Case::Agent, 160);
    assert!(claim(&invented, "agent-holds-it").why.ends_with("Exceptions: 0 of 160, so rarer than 2.34%."));
}

#[test]
fn what_others_published_has_no_share_of_its_own() {
    for claim in claims(&Invented::as_meant().quantities()) {
        assert!(claim.figures.iter().all(|figure| figure.published.is_none()), "{}", claim.id);
    }
}

#[test]
fn whatever_a_record_lacks_is_not_tested_and_says_so() {
    testkit::judges_whatever_is_missing::<crate::SshAuthentication>("ssh-authentication");
}

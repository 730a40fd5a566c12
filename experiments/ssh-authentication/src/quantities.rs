//! Every figure of a run, computed once: those of the series, and what claims stand on beside them.

use std::collections::BTreeSet;

use harness::Failure;
use harness::record::unit;
use harness::statistics::{median_if_any, share_if_any};
use harness::{Found, Quantity};
use ssh_authentication_model::wire::{FieldName, Reader};

use crate::agent::Signed;
use crate::cases::Case;
use crate::measured::Rows;
use crate::observed::{Observed, holds, parse};
use crate::rsa::{Recovered, recover};
use crate::series;
use crate::trace::{Detail, FAILURE, SUCCESS};

/// The share of a case's connections in which a signature was sent.
pub(crate) const SIGNED: &str = "signed";
/// The share in which the published steps are among the messages, in their order.
pub(crate) const STEPPED: &str = "stepped";
/// The share in which every signature came after the server's word that the key would do, by the client's account; and the
/// server's account of the requests is the same.
pub(crate) const ASKED_FIRST: &str = "asked first";
/// Files of private keys with a passphrase that opened without it, and with it.
pub(crate) const OPENED_WITHOUT: &str = "opened without the passphrase";
pub(crate) const OPENED_WITH: &str = "opened with the passphrase";
/// Connections with an agent in which it signed exactly once.
pub(crate) const SIGNED_ONCE: &str = "the agent signed once";
/// Signatures of Ed25519 that hold, by the model, for the data that the agent was given.
pub(crate) const VERIFIED: &str = "signatures that hold";
/// Signatures of Ed25519 that hold for the same data with another connection's session identifier.
pub(crate) const REPLAYED: &str = "signatures that hold elsewhere";
/// RSA signatures from which the public key recovers the padded hash of the signed text, and the text itself.
pub(crate) const RECOVERED_HASH: &str = "RSA signatures from which the public key recovers a padded hash";
pub(crate) const RECOVERED_TEXT: &str = "RSA signatures from which the public key recovers the signed text";
/// Session identifiers that no other connection had.
pub(crate) const OWN_SESSION: &str = "session identifiers of their own";
/// Length of what was signed with Ed25519 by a client that nobody told how, and of the signature without its format.
pub(crate) const SIGNED_BYTES: &str = "length of what is signed";
pub(crate) const SIGNATURE_BYTES: &str = "length of the signature";

/// What was seen of a case.
pub(crate) fn of_case(what: &str, case: Case) -> String {
    format!("{what}: {}", case.name())
}

/// All of them.
pub(crate) fn quantities(rows: &Rows) -> Result<Found, Failure> {
    let mut found = Found::new(series::all(rows)?);
    for case in Case::ALL {
        let mut add = |what, is_so: fn(&Observed) -> bool| {
            found.add(of_case(what, case), share_of(rows.of(case).iter().map(is_so)));
        };
        add(SIGNED, |seen| seen.trace.requests(Detail::Signature) > 0);
        add(STEPPED, has_published_steps);
        add(ASKED_FIRST, |seen| seen.trace.asks_first() && seen.ends_agree());
    }
    let locks = || rows.of(Case::LockedKey).iter().filter_map(|seen| seen.opens);
    found.add(OPENED_WITHOUT, share_of(locks().map(|(without, _)| without)));
    found.add(OPENED_WITH, share_of(locks().map(|(_, with)| with)));
    let with_agent: Vec<&Observed> =
        [Case::Agent, Case::AgentUnbound].into_iter().flat_map(|case| rows.of(case)).collect();
    found.add(SIGNED_ONCE, share_of(with_agent.iter().map(|seen| seen.signed.len() == 1)));
    let signed: Vec<&Signed> = with_agent.iter().flat_map(|seen| &seen.signed).collect();
    add_signatures(&mut found, &signed)?;
    let recovered: Vec<Recovered> = rows.signed.values().flatten().filter_map(recover).collect();
    let add_recovered = |found: &mut Found, name, what| {
        found.add(name, share_of(recovered.iter().map(|recovered| *recovered == what)));
    };
    add_recovered(&mut found, RECOVERED_HASH, Recovered::PaddedHash);
    add_recovered(&mut found, RECOVERED_TEXT, Recovered::SignedData);
    let lengths = |of: fn(&Signed) -> usize| {
        let lengths: Vec<f64> =
            rows.of(Case::Agent).iter().flat_map(|seen| &seen.signed).map(|signed| of(signed) as f64).collect();
        Quantity::new("bytes", median_if_any(&lengths))
    };
    found.add(SIGNED_BYTES, lengths(|signed| signed.data.len()));
    found.add(SIGNATURE_BYTES, lengths(|signed| value_length(&signed.signature)));
    Ok(found)
}

/// Adds the shares of signatures that hold, in their own session and in another.
fn add_signatures(found: &mut Found, signed: &[&Signed]) -> Result<(), Failure> {
    let read = signed.iter().map(|signed| parse(signed)).collect::<Result<Vec<_>, _>>()?;
    found.add(VERIFIED, share_of(signed.iter().map(|signed| holds(signed, &signed.data))));
    // Each signature in the next one's session.
    let sessions = read.iter().map(|data| data.session_id.clone());
    let others = sessions.clone().cycle().skip(1);
    let replays = read.iter().zip(others).zip(signed).filter(|((data, other), _)| data.session_id != *other);
    let replayed = replays.map(|((data, other), signed)| {
        let mut replay = data.clone();
        replay.session_id = other;
        holds(signed, &replay.encode().bytes)
    });
    found.add(REPLAYED, share_of(replayed));
    let different: BTreeSet<Vec<u8>> = sessions.collect();
    let own = share_if_any(different.len() as u64, read.len() as u64);
    found.add(OWN_SESSION, Quantity::new(unit::SHARE, own));
    Ok(())
}

/// How many of those that were tried.
fn share_of(tried: impl Iterator<Item = bool>) -> Quantity {
    let (yes, all) = tried.fold((0, 0), |(yes, all), is_so| (yes + u64::from(is_so), all + 1));
    Quantity::new(unit::SHARE, share_if_any(yes, all))
}

/// The length of a signature without its format.
fn value_length(blob: &[u8]) -> usize {
    let mut reader = Reader::new(blob);
    let value = reader.string(FieldName::SignatureFormat).and_then(|_| reader.string(FieldName::SignatureValue));
    value.map_or(0, <[u8]>::len)
}

/// The user name (it is in the first request), the methods that can continue (in the first failure), a signature, success.
fn has_published_steps(seen: &Observed) -> bool {
    let mut messages = seen.trace.events.iter().map(|event| event.message);
    messages.any(|message| message.detail == Detail::None)
        && messages.any(|message| message.number == FAILURE)
        && messages.any(|message| message.detail == Detail::Signature)
        && messages.any(|message| message.number == SUCCESS)
}

//! What the rules look at, in counts.

use std::collections::{BTreeMap, BTreeSet};

use harness::Failure;
use harness::record::Estimate;
use harness::statistics::median;

use crate::cases::Case;
use crate::costs::{Cost, What};
use crate::keys::KeyType;
use crate::measured::Found;
use crate::observed::{Observed, holds, parse};
use crate::series::costs::ratio;
use crate::trace::{Detail, FAILURE, SUCCESS};

/// How many of how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub yes: u64,
    pub of: u64,
}

impl Count {
    /// Of those that were tried.
    pub(super) fn of(tried: impl Iterator<Item = bool>) -> Self {
        tried.fold(Self::default(), |count, yes| Self { yes: count.yes + u64::from(yes), of: count.of + 1 })
    }

    /// Whether it was so every time; `None` where it was never tried.
    pub(super) fn always(self) -> Option<bool> {
        (self.of > 0).then_some(self.yes == self.of)
    }

    /// Whether it was so not once; `None` where it was never tried.
    pub(super) fn never(self) -> Option<bool> {
        (self.of > 0).then_some(self.yes == 0)
    }
}

/// What the connections of one case showed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// Accepted.
    pub accepted: Count,
    /// A signature was sent.
    pub signed: Count,
    /// The published steps, in their order, among the messages.
    pub stepped: Count,
    /// Every signature came after the server's word that the key would do, by the client's account; and the server's
    /// account of the requests is the same.
    pub asked_first: Count,
}

/// What the rules look at.
#[derive(Debug, Clone, Default)]
pub(crate) struct Evidence {
    pub outcomes: BTreeMap<Case, Outcome>,
    /// Files of private keys with a passphrase that opened without it.
    pub opened_without: Count,
    /// The same with it.
    pub opened_with: Count,
    /// Connections with an agent in which it signed exactly once.
    pub agent_signed_once: Count,
    /// Signatures of Ed25519 that hold, by the model, for the data that the agent was given.
    pub verified: Count,
    /// Signatures that hold for the same data with another connection's session identifier.
    pub replayed: Count,
    /// Session identifiers that no other connection had.
    pub own_session: Count,
    /// Length of what was signed with Ed25519 by a client that nobody told how, in bytes.
    pub signed_bytes: Option<Estimate>,
    /// Length of the signature without its format, in bytes.
    pub signature_bytes: Option<Estimate>,
    /// Times over those of ed25519 in the same round.
    pub ratios: BTreeMap<(KeyType, What), Estimate>,
}

impl Evidence {
    /// From what was measured.
    pub(crate) fn of(found: &Found) -> Result<Self, Failure> {
        let outcomes = found.cases.iter().map(|(&case, observed)| (case, outcome(observed))).collect();
        let locks: Vec<(bool, bool)> =
            found.cases.get(&Case::LockedKey).into_iter().flatten().filter_map(|seen| seen.opens).collect();
        let with_agent = [Case::Agent, Case::AgentUnbound].into_iter().filter_map(|case| found.cases.get(&case));
        let with_agent: Vec<&Observed> = with_agent.flatten().collect();
        let mut evidence = Self {
            outcomes,
            opened_without: Count::of(locks.iter().map(|lock| lock.0)),
            opened_with: Count::of(locks.iter().map(|lock| lock.1)),
            agent_signed_once: Count::of(with_agent.iter().map(|seen| seen.signed.len() == 1)),
            ..Self::default()
        };
        evidence.look_at_signatures(&with_agent)?;
        evidence.measure_lengths(found.cases.get(&Case::Agent).map_or(&[], Vec::as_slice));
        for what in What::ALL {
            for kind in KeyType::ALL {
                let ratio = ratio(&found.costs, what, kind, Cost::Seconds);
                evidence.ratios.extend(ratio.map(|ratio| ((kind, what), ratio)));
            }
        }
        Ok(evidence)
    }

    fn look_at_signatures(&mut self, with_agent: &[&Observed]) -> Result<(), Failure> {
        let signed: Vec<_> = with_agent.iter().flat_map(|seen| &seen.signed).collect();
        let read = signed.iter().map(|signed| parse(signed)).collect::<Result<Vec<_>, _>>()?;
        self.verified = Count::of(signed.iter().map(|signed| holds(signed, &signed.data)));
        // Each signature in the next one's session.
        let sessions = read.iter().map(|data| data.session_id.clone());
        let others = sessions.clone().cycle().skip(1);
        let replays = read.iter().zip(others).zip(&signed).filter(|((data, other), _)| data.session_id != *other);
        self.replayed = Count::of(replays.map(|((data, other), signed)| {
            let mut replay = data.clone();
            replay.session_id = other;
            holds(signed, &replay.encode().bytes)
        }));
        let different: BTreeSet<Vec<u8>> = sessions.collect();
        self.own_session = Count { yes: different.len() as u64, of: read.len() as u64 };
        Ok(())
    }

    fn measure_lengths(&mut self, with_agent: &[Observed]) {
        let signed = || with_agent.iter().flat_map(|seen| &seen.signed);
        let typical = |lengths: Vec<f64>| (!lengths.is_empty()).then(|| median(&lengths));
        self.signed_bytes = typical(signed().map(|signed| signed.data.len() as f64).collect());
        self.signature_bytes = typical(signed().map(|signed| signature_value(&signed.signature) as f64).collect());
    }

    /// What was seen of a case; nothing where it was not tried.
    pub(super) fn outcome(&self, case: Case) -> Outcome {
        self.outcomes.get(&case).copied().unwrap_or_default()
    }
}

/// The length of a signature without its format.
fn signature_value(blob: &[u8]) -> usize {
    use ssh_authentication_model::wire::{FieldName, Reader};
    let mut reader = Reader::new(blob);
    let value = reader.string(FieldName::SignatureFormat).and_then(|_| reader.string(FieldName::SignatureValue));
    value.map_or(0, <[u8]>::len)
}

fn outcome(observed: &[Observed]) -> Outcome {
    let count = |test: &dyn Fn(&Observed) -> bool| Count::of(observed.iter().map(test));
    Outcome {
        accepted: count(&|seen| seen.trace.is_accepted()),
        signed: count(&|seen| seen.trace.requests(Detail::Signature) > 0),
        stepped: count(&has_published_steps),
        asked_first: count(&|seen| seen.trace.asks_first() && seen.ends_agree()),
    }
}

/// The user name (it is in the first request), the methods that can continue (in the first failure), a signature, success.
fn has_published_steps(seen: &Observed) -> bool {
    let mut messages = seen.trace.events.iter().map(|event| event.message);
    messages.any(|message| message.detail == Detail::None)
        && messages.any(|message| message.number == FAILURE)
        && messages.any(|message| message.detail == Detail::Signature)
        && messages.any(|message| message.number == SUCCESS)
}

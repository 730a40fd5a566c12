//! What was published, and whether it is so.

use harness::claims::Finding;
use harness::record::{ClaimFigure, Source, Verdict};

use super::{Evidence, all_or_nothing, stated_share};
use crate::cases::Case;

fn post() -> Option<Source> {
    Some(Source {
        title: "Tiago Ilieve, \"How SSH authentication works\"".to_owned(),
        url: "https://blog.myhro.info/2017/01/how-ssh-authentication-works".to_owned(),
    })
}

pub(super) fn proves_possession(evidence: &Evidence) -> Finding {
    let whole = evidence.outcome(Case::RightKey);
    let half = evidence.outcome(Case::PublicKeyOnly);
    let (verdict, why) = all_or_nothing(
        &[whole.accepted.always(), half.accepted.never(), half.signed.never()],
        "with the private key every connection was accepted, with the public half alone none, and none sent a signature",
        "some connections ended otherwise: the series of outcomes tells which",
    );
    Finding {
        id: "proves-possession",
        statement: "The client needs the private key because it has to prove that it has it: it signs",
        source: post(),
        figures: vec![
            stated_share("accepted with the private key", whole.accepted, 1.0),
            stated_share("accepted with the public key alone", half.accepted, 0.0),
        ],
        verdict,
        why,
    }
}

pub(super) fn steps(evidence: &Evidence) -> Finding {
    let right = evidence.outcome(Case::RightKey);
    let unlisted = evidence.outcome(Case::UnlistedKey);
    let (verdict, why) = all_or_nothing(
        &[right.stepped.always(), unlisted.accepted.never()],
        "the steps pass in this order; between the methods and the signature the client asks whether the key would do",
        "some connections took other steps: the series of messages tells which",
    );
    Finding {
        id: "steps",
        statement: "The client names the user, the server the methods; the client sends the public key with a signature, \
                    and is accepted if the key is listed and the signature is right",
        source: post(),
        figures: vec![
            stated_share("connections with these steps in this order", right.stepped, 1.0),
            stated_share("accepted with a key that is not listed", unlisted.accepted, 0.0),
        ],
        verdict,
        why,
    }
}

pub(super) fn public_key_says_nothing(evidence: &Evidence) -> Finding {
    let edited = evidence.outcome(Case::EditedComment);
    let (verdict, why) = all_or_nothing(
        &[edited.accepted.always()],
        "the server accepts a key that it lists with somebody else's name behind it: the comment is no part of the key",
        "some keys were refused that differ in the comment alone",
    );
    Finding {
        id: "public-key-says-nothing",
        statement: "A public key says nothing of its owner: the comment behind it can be edited",
        source: post(),
        figures: vec![stated_share("accepted with another comment", edited.accepted, 1.0)],
        verdict,
        why,
    }
}

pub(super) fn passphrase_at_rest(evidence: &Evidence) -> Finding {
    let locked = evidence.outcome(Case::LockedKey);
    let (verdict, why) = all_or_nothing(
        &[
            evidence.opened_without.never(),
            evidence.opened_with.always(),
            locked.signed.never(),
            locked.accepted.never(),
        ],
        "no file opened without its passphrase, each did with it, and no client without it could sign",
        "some files or connections tell otherwise: the series of outcomes tells which",
    );
    Finding {
        id: "passphrase-at-rest",
        statement: "A passphrase encrypts the private key where it lies",
        source: post(),
        figures: vec![
            stated_share("files that open without the passphrase", evidence.opened_without, 0.0),
            stated_share("files that open with it", evidence.opened_with, 1.0),
            stated_share("accepted with nobody to give it", locked.accepted, 0.0),
        ],
        verdict,
        why,
    }
}

pub(super) fn agent_holds_it(evidence: &Evidence) -> Finding {
    let agent = evidence.outcome(Case::Agent);
    let (verdict, why) = all_or_nothing(
        &[agent.accepted.always(), evidence.agent_signed_once.always()],
        "with the key's file removed, the agent alone held it, was asked for one signature, and every connection was \
         accepted without a passphrase",
        "some connections with an agent ended otherwise: the series of outcomes tells which",
    );
    Finding {
        id: "agent-holds-it",
        statement: "ssh-agent holds the opened key, so that the passphrase is given once",
        source: post(),
        figures: vec![
            stated_share("accepted, with the key in the agent alone", agent.accepted, 1.0),
            stated_share("connections in which the agent signed once", evidence.agent_signed_once, 1.0),
        ],
        verdict,
        why,
    }
}

/// The figures say why: a signature of Ed25519 is checked with the data beside it, and is shorter than the data that it
/// would have to hold if it were the data encrypted.
pub(super) fn encrypted_with_private_key(evidence: &Evidence) -> Finding {
    let lengths = (&evidence.signed_bytes, &evidence.signature_bytes);
    let (verdict, why) = match (evidence.verified.always(), lengths) {
        (Some(true), (Some(data), Some(signature))) if signature.high < data.low => (
            Verdict::Differs,
            "what the client sends is a signature: it is checked beside the data (RFC 8032), is shorter than the data, and \
             nothing is encrypted or decrypted",
        ),
        (None, _) | (_, (None, _) | (_, None)) => (Verdict::NotTested, "nothing was signed here"),
        _ => (
            Verdict::NotTested,
            "some signatures do not hold by RFC 8032, or are as long as the data: this does not tell",
        ),
    };
    Finding {
        id: "encrypted-with-private-key",
        statement: "A signature is a message encrypted with the private key",
        source: post(),
        figures: vec![
            ClaimFigure::new("length of what is signed", "bytes", evidence.signed_bytes.clone()),
            ClaimFigure::new("length of the signature", "bytes", evidence.signature_bytes.clone()),
            super::predicted_share("signatures that hold as RFC 8032 says", evidence.verified, 1.0),
        ],
        verdict,
        why: why.to_owned(),
    }
}

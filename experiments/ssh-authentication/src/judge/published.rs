//! What was published, and whether it is so.

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::{Claim, Source, Verdict};
use harness::verdicts::{Part, Rule};

use super::{Always, Never, accepted, all_or_nothing, of};
use crate::cases::Case;
use crate::keys::KeyType;
use crate::quantities::{
    OPENED_WITH, OPENED_WITHOUT, RECOVERED_HASH, RECOVERED_TEXT, SIGNATURE_BYTES, SIGNED, SIGNED_BYTES, SIGNED_ONCE,
    STEPPED, VERIFIED,
};

fn post() -> Option<Source> {
    Some(Source {
        title: "Tiago Ilieve, \"How SSH authentication works\"".to_owned(),
        url: "https://blog.myhro.info/2017/01/how-ssh-authentication-works".to_owned(),
    })
}

pub(super) fn proves_possession(found: &Found) -> Claim {
    let statement = Statement {
        id: "proves-possession",
        text: "The client needs the private key because it has to prove that it has it: it signs",
        source: post(),
    };
    let shown = vec![
        ("accepted with the private key", (accepted(found, Case::RightKey), Always)),
        ("accepted with the public key alone", (accepted(found, Case::PublicKeyOnly), Never)),
        ("signed with the public key alone", (of(found, SIGNED, Case::PublicKeyOnly), Never)),
    ];
    let why = [
        "with the private key every connection was accepted, with the public key alone none, and none sent a signature",
        "some connections ended otherwise: the series of outcomes tells which",
    ];
    all_or_nothing(statement, shown, why)
}

pub(super) fn steps(found: &Found) -> Claim {
    let statement = Statement {
        id: "steps",
        text: "The client names the user, the server the methods; the client sends the public key with a signature, and is \
               accepted if the key is listed and the signature is right",
        source: post(),
    };
    let shown = vec![
        ("connections with these steps in this order", (of(found, STEPPED, Case::RightKey), Always)),
        ("accepted with a key that is not listed", (accepted(found, Case::UnlistedKey), Never)),
    ];
    let why = [
        "the steps pass in this order; between the methods and the signature the client asks whether the key would do",
        "some connections took other steps: the series of messages tells which",
    ];
    all_or_nothing(statement, shown, why)
}

pub(super) fn public_key_says_nothing(found: &Found) -> Claim {
    let statement = Statement {
        id: "public-key-says-nothing",
        text: "A public key says nothing of its owner: the comment behind it can be edited",
        source: post(),
    };
    let shown = vec![("accepted with another comment", (accepted(found, Case::EditedComment), Always))];
    let why = [
        "the server accepts a key that it lists with somebody else's name behind it: the comment is no part of the key",
        "some keys were refused that differ in the comment alone",
    ];
    all_or_nothing(statement, shown, why)
}

pub(super) fn passphrase_at_rest(found: &Found) -> Claim {
    let statement =
        Statement { id: "passphrase-at-rest", text: "A passphrase encrypts the private key at rest", source: post() };
    let shown = vec![
        ("files that open without the passphrase", (found.named(OPENED_WITHOUT), Never)),
        ("files that open with it", (found.named(OPENED_WITH), Always)),
        ("accepted without the passphrase", (accepted(found, Case::LockedKey), Never)),
        ("signed without the passphrase", (of(found, SIGNED, Case::LockedKey), Never)),
    ];
    let why = [
        "no file opened without its passphrase, each did with it, and no client without it could sign",
        "some files or connections tell otherwise: the series of outcomes tells which",
    ];
    all_or_nothing(statement, shown, why)
}

pub(super) fn agent_holds_it(found: &Found) -> Claim {
    let statement = Statement {
        id: "agent-holds-it",
        text: "ssh-agent holds the decrypted key, so you enter the passphrase once",
        source: post(),
    };
    let shown = vec![
        ("accepted, with the key in the agent alone", (accepted(found, Case::Agent), Always)),
        ("connections in which the agent signed once", (found.named(SIGNED_ONCE), Always)),
    ];
    let why = [
        "with the key's file removed, the agent alone held it, was asked for one signature, and every connection was \
         accepted without a passphrase",
        "some connections with an agent ended otherwise: the series of outcomes tells which",
    ];
    all_or_nothing(statement, shown, why)
}

/// Encrypted data would be no shorter than the data, and the public key would recover them. That can only be refuted, and only for the
/// types of key that were looked at: a signature that is as long proves nothing, nor does one that does not hold.
pub(super) fn encrypted_with_private_key(found: &Found) -> Claim {
    let data = Figure::new("length of what is signed", found.named(SIGNED_BYTES));
    let signature = Figure::new("length of the signature", found.named(SIGNATURE_BYTES));
    let verified = found.named(VERIFIED).predicted(Always.share());
    let verified = Figure::new("signatures that hold as RFC 8032 says", &verified);
    let hash = Figure::new(RECOVERED_HASH, found.named(RECOVERED_HASH));
    let text = Figure::new(RECOVERED_TEXT, found.named(RECOVERED_TEXT));
    let all = |share: &Figure| share.measured().map(|share| share.value == Always.share());
    let is_shorter = signature.measured().zip(data.measured()).map(|(signature, data)| signature.high < data.low);
    let holds = all(&verified);
    let refutes = is_shorter == Some(true) && holds == Some(true);
    // A block that is neither tells nothing.
    let is_told_of_rsa = [&hash, &text].map(all).contains(&Some(true));
    let mut cases = Vec::new();
    if refutes {
        cases.push((KeyType::Ed25519.words(), vec![Part::above(&signature, &data)]));
    }
    if refutes && is_told_of_rsa {
        cases.push(("RSA", vec![Part::always(&text)]));
    }
    let rule = if cases.is_empty() { Rule::not_tested() } else { Rule::under("the type of key", cases) };
    let is_told = is_shorter.is_some() && holds.is_some();
    Statement {
        id: "encrypted-with-private-key",
        text: "A signature is a message encrypted with the private key",
        source: post(),
    }
    .judge_by(vec![data, signature, verified, hash, text], rule, |verdict| match verdict {
        Verdict::Differs if is_told_of_rsa => {
            "with an Ed25519 key the client sends a signature that verifies as in RFC 8032 and is shorter than the signed data (256 \
             bytes and the user's name), so it cannot be that data encrypted; from every RSA signature the public key recovers the \
             padded hash of the data, and not the data"
        }
        Verdict::Differs => {
            "with an Ed25519 key the client sends a signature that verifies as in RFC 8032 and is shorter than the signed data (256 \
             bytes and the user's name), so it cannot be that data encrypted; RSA signatures were not checked"
        }
        _ if !is_told => "nothing was signed here, or it was not looked at whether it holds",
        _ => "some signatures do not hold by RFC 8032, or are as long as the data: this does not tell",
    })
}

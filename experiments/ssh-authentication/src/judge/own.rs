//! This project's own claims.

use harness::claims::Finding;
use harness::record::{ClaimFigure, Estimate, Verdict, unit};

use super::{Evidence, all_or_nothing, predicted_share};
use crate::cases::Case;
use crate::costs::What;
use crate::keys::KeyType;

pub(super) fn question_first(evidence: &Evidence) -> Finding {
    let right = evidence.outcome(Case::RightKey);
    let several = evidence.outcome(Case::SeveralKeys);
    let unlisted = evidence.outcome(Case::UnlistedKey);
    let (verdict, why) = all_or_nothing(
        &[right.asked_first.always(), several.asked_first.always(), unlisted.signed.never()],
        "every signature followed the server's word that the key would do, by both ends' accounts; for a key that is not \
         listed none was made",
        "some signatures came unasked, or the two ends tell of different requests",
    );
    Finding {
        id: "question-first",
        statement: "OpenSSH's client asks whether a key would do before it signs with it",
        source: None,
        figures: vec![
            predicted_share("right key: asked before signing", right.asked_first, 1.0),
            predicted_share("several keys: asked before signing", several.asked_first, 1.0),
            predicted_share("signed with a key that is not listed", unlisted.signed, 0.0),
        ],
        verdict,
        why,
    }
}

pub(super) fn signature_binds_session(evidence: &Evidence) -> Finding {
    let own = evidence.outcome(Case::ModelKey);
    let other = evidence.outcome(Case::OtherSession);
    let (verdict, why) = all_or_nothing(
        &[
            own.accepted.always(),
            other.signed.always(),
            other.accepted.never(),
            evidence.verified.always(),
            evidence.own_session.always(),
            evidence.replayed.never(),
        ],
        "the server refused every signature that was made for another session's identifier and was right otherwise; no two \
         connections had the same identifier",
        "some signatures were worth something in another connection, or nothing in their own",
    );
    Finding {
        id: "signature-binds-session",
        statement: "A signature is worth nothing in another connection: the session's identifier is signed with the rest",
        source: None,
        figures: vec![
            predicted_share("accepted with a signature for another session", other.accepted, 0.0),
            predicted_share("accepted with the model's signature for this session", own.accepted, 1.0),
            predicted_share("signatures that hold in their own session", evidence.verified, 1.0),
            predicted_share("signatures that hold in another session", evidence.replayed, 0.0),
            predicted_share("session identifiers that no other connection had", evidence.own_session, 1.0),
        ],
        verdict,
        why,
    }
}

/// From this ratio on, a cost is another one, not the same give or take.
const CLEARLY_MORE: f64 = 2.0;

pub(super) fn key_type_cost(evidence: &Evidence) -> Finding {
    let ratio = |kind: KeyType, what: What| evidence.ratios.get(&(kind, what));
    let sign = ratio(KeyType::Rsa4096, What::Sign);
    let connect = ratio(KeyType::Rsa4096, What::Connect);
    let label = |kind: KeyType, what: &str| format!("{what}: {} over ed25519", kind.name());
    let (verdict, why) = match (sign, connect) {
        (Some(sign), Some(connect)) => judge_costs(sign, connect),
        _ => (Verdict::NotTested, "no times were measured here; the record says why"),
    };
    Finding {
        id: "key-type-cost",
        statement: "Signing with RSA costs many times what it costs with Ed25519, and a whole connection takes about as long",
        source: None,
        figures: vec![
            ClaimFigure::new(label(KeyType::Rsa4096, "signing"), unit::RATIO, sign.cloned()),
            ClaimFigure::new(
                label(KeyType::Rsa3072, "signing"),
                unit::RATIO,
                ratio(KeyType::Rsa3072, What::Sign).cloned(),
            ),
            ClaimFigure::new(
                label(KeyType::EcdsaP256, "signing"),
                unit::RATIO,
                ratio(KeyType::EcdsaP256, What::Sign).cloned(),
            ),
            ClaimFigure::new(
                label(KeyType::Rsa4096, "checking"),
                unit::RATIO,
                ratio(KeyType::Rsa4096, What::Verify).cloned(),
            ),
            ClaimFigure::new(
                label(KeyType::Rsa4096, "making the key"),
                unit::RATIO,
                ratio(KeyType::Rsa4096, What::Generate).cloned(),
            ),
            ClaimFigure::new(label(KeyType::Rsa4096, "whole connection"), unit::RATIO, connect.cloned()),
        ],
        verdict,
        why: why.to_owned(),
    }
}

fn judge_costs(sign: &Estimate, connect: &Estimate) -> (Verdict, &'static str) {
    let signing_costs = sign.low > CLEARLY_MORE;
    let connecting_does_not = connect.high < CLEARLY_MORE;
    match (signing_costs, connecting_does_not) {
        (true, true) => (
            Verdict::Reproduced,
            "signing takes clearly longer, but the key exchange and the server's deliberate waits take most of the time",
        ),
        (true, false) => (Verdict::Depends, "signing takes so much longer that the whole connection feels it"),
        (false, _) => (Verdict::Differs, "signing takes about as long with both"),
    }
}

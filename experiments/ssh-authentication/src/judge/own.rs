//! This project's own claims.

use harness::claims::{Figure, Statement};
use harness::quantities::Quantities;
use harness::record::{Claim, Verdict};
use harness::rules::Rule;

use super::{ALWAYS, NEVER, accepted, all_or_nothing, of};
use crate::cases::Case;
use crate::costs::What;
use crate::keys::KeyType;
use crate::quantities::{ASKED_FIRST, OWN_SESSION, REPLAYED, SIGNED, VERIFIED};
use crate::series::costs::{RATIOS, SECONDS_RATIO, at};

pub(super) fn question_first(found: &Quantities) -> Claim {
    let statement = Statement {
        id: "question-first",
        text: "OpenSSH's client asks whether a key would do before it signs with it",
        source: None,
    };
    let shown = vec![
        ("right key: asked before signing", (of(found, ASKED_FIRST, Case::RightKey), ALWAYS)),
        ("several keys: asked before signing", (of(found, ASKED_FIRST, Case::SeveralKeys), ALWAYS)),
        ("signed with a key that is not listed", (of(found, SIGNED, Case::UnlistedKey), NEVER)),
    ];
    let why = [
        "every signature followed the server's word that the key would do, by both ends' accounts; for a key that is not \
         listed none was made",
        "some signatures came unasked, or the two ends tell of different requests",
    ];
    all_or_nothing(statement, shown, Vec::new(), why)
}

pub(super) fn signature_binds_session(found: &Quantities) -> Claim {
    let statement = Statement {
        id: "signature-binds-session",
        text: "A signature is worth nothing in another connection: the session's identifier is signed with the rest",
        source: None,
    };
    let named = |name| found.named(name).clone();
    let shown = vec![
        ("accepted with a signature for another session", (accepted(found, Case::OtherSession), NEVER)),
        ("accepted with the model's signature for this session", (accepted(found, Case::ModelKey), ALWAYS)),
        ("signatures that hold in their own session", (named(VERIFIED), ALWAYS)),
        ("signatures that hold in another session", (named(REPLAYED), NEVER)),
        ("session identifiers that no other connection had", (named(OWN_SESSION), ALWAYS)),
    ];
    let beside = vec![(of(found, SIGNED, Case::OtherSession), ALWAYS)];
    let why = [
        "the server refused every signature that was made for another session's identifier and was right otherwise; no two \
         connections had the same identifier",
        "some signatures were worth something in another connection, or nothing in their own",
    ];
    all_or_nothing(statement, shown, beside, why)
}

/// From this ratio on, a cost is another one, not the same give or take.
const CLEARLY_MORE: f64 = 2.0;

/// Differs where signing costs about the same, and depends where the whole connection feels that it does not.
pub(super) fn key_type_cost(found: &Quantities) -> Claim {
    let figure = |what: &str, kind: KeyType, done| {
        Figure::new(format!("{what}: {} over ed25519", kind.name()), &found.at(RATIOS, &at(kind, done), SECONDS_RATIO))
    };
    let figures = vec![
        figure("signing", KeyType::Rsa4096, What::Sign),
        figure("signing", KeyType::Rsa3072, What::Sign),
        figure("signing", KeyType::EcdsaP256, What::Sign),
        figure("checking", KeyType::Rsa4096, What::Verify),
        figure("making the key", KeyType::Rsa4096, What::Generate),
        figure("whole connection", KeyType::Rsa4096, What::Connect),
    ];
    let signing_costs = figures[0].surely_above(CLEARLY_MORE);
    let connecting_does_not = figures[5].surely_below(CLEARLY_MORE);
    let is_told = signing_costs.is_some() && connecting_does_not.is_some();
    let rule = if is_told { Rule::Given(signing_costs, vec![connecting_does_not]) } else { Rule::NotTested };
    Statement {
        id: "key-type-cost",
        text: "Signing with RSA costs many times what it costs with Ed25519, and a whole connection takes about as long",
        source: None,
    }
    .judge(figures, &rule, |verdict| match verdict {
            Verdict::Reproduced => {
                "signing takes clearly longer, but the key exchange and the server's deliberate waits take most of the time"
            }
            Verdict::Depends => "signing takes so much longer that the whole connection feels it",
            Verdict::Differs => "signing takes about as long with both",
            _ => "no times were measured here; the record says why",
    })
}

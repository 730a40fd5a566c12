//! This project's own claims.

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::{Claim, Verdict};
use harness::verdicts::{Part, Rule};

use super::{Always, Never, accepted, all_or_nothing, of};
use crate::cases::Case;
use crate::costs::What;
use crate::keys::KeyType;
use crate::quantities::{ASKED_FIRST, OWN_SESSION, REPLAYED, SIGNED, VERIFIED};
use crate::series::costs::{RATIOS, SECONDS_RATIO, at};

pub(super) fn question_first(found: &Found) -> Claim {
    let statement = Statement {
        id: "question-first",
        text: "OpenSSH's client asks whether a key would do before it signs with it",
        source: None,
    };
    let shown = vec![
        ("right key: asked before signing", (of(found, ASKED_FIRST, Case::RightKey), Always)),
        ("several keys: asked before signing", (of(found, ASKED_FIRST, Case::SeveralKeys), Always)),
        ("signed with a key that is not listed", (of(found, SIGNED, Case::UnlistedKey), Never)),
    ];
    let why = [
        "every signature followed the server's word that the key would do, by both ends' accounts; for a key that is not \
         listed none was made",
        "some signatures came unasked, or the two ends tell of different requests",
    ];
    all_or_nothing(statement, shown, why)
}

pub(super) fn signature_binds_session(found: &Found) -> Claim {
    let statement = Statement {
        id: "signature-binds-session",
        text: "A signature is worth nothing in another connection: the session's identifier is signed with the rest",
        source: None,
    };
    let named = |name| found.named(name);
    let shown = vec![
        ("accepted with a signature for another session", (accepted(found, Case::OtherSession), Never)),
        ("signed for another session", (of(found, SIGNED, Case::OtherSession), Always)),
        ("accepted with the model's signature for this session", (accepted(found, Case::ModelKey), Always)),
        ("signatures that hold in their own session", (named(VERIFIED), Always)),
        ("signatures that hold in another session", (named(REPLAYED), Never)),
        ("session identifiers that no other connection had", (named(OWN_SESSION), Always)),
    ];
    let why = [
        "the server refused every signature that was made for another session's identifier and was right otherwise; no two \
         connections had the same identifier",
        "some signatures were worth something in another connection, or nothing in their own",
    ];
    all_or_nothing(statement, shown, why)
}

pub(super) fn key_type_cost(found: &Found) -> Claim {
    let figure = |what: &str, kind: KeyType, done| {
        Figure::new(format!("{what}: {} over Ed25519", kind.words()), found.at(RATIOS, &at(kind, done), SECONDS_RATIO))
    };
    let figures = vec![
        figure("signing", KeyType::Rsa4096, What::Sign),
        figure("signing", KeyType::Rsa3072, What::Sign),
        figure("signing", KeyType::EcdsaP256, What::Sign),
        figure("checking", KeyType::Rsa4096, What::Verify),
        figure("making the key", KeyType::Rsa4096, What::Generate),
        figure("whole connection", KeyType::Rsa4096, What::Connect),
    ];
    let [signing, connecting] = [&figures[0], &figures[5]];
    let rule = Rule::all([Part::above(signing, 2.0), Part::above(connecting, 0.9), Part::below(connecting, 1.1)]);
    Statement {
        id: "key-type-cost",
        text: "Signing with RSA-4096 takes over twice as long as with Ed25519, and yet a whole connection takes as long, within 10%",
        source: None,
    }
    .judge_by(figures, rule, |verdict| match verdict {
        Verdict::Holds => {
            "signing takes more than twice as long, yet the whole connection takes as long within 10%"
        }
        Verdict::Undecided => "",
        _ => "signing takes no more than twice as long, or the whole connection takes longer, too",
    })
}

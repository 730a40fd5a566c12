//! This project's own claims.

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::{Claim, Verdict};
use harness::verdicts::{Part, Rule};

use super::{Always, Never, accepted, all_or_nothing, of, openssh};
use crate::cases::Case;
use crate::costs::What;
use crate::keys::KeyType;
use crate::login_time::Sockets;
use crate::quantities::{ASKED_FIRST, OWN_SESSION, REPLAYED, SIGNED, VERIFIED};
use crate::series::costs::{RATIOS, SECONDS_RATIO, at};
use crate::series::login_time::{ACCEPT, ACK, HELD, LOGIN_TIME, SLEPT_SHARE, SOCKETS};

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

/// Rivals of the explanation by Nagle's algorithm and a delayed acknowledgement would leave the wait where either is off: a slow
/// server, a slow client, or the server's own small segments.
pub(super) fn delayed_acknowledgement(found: &Found) -> Claim {
    let figure = |label: &str, sockets: Sockets, measure| {
        Figure::new(label, found.at(LOGIN_TIME, &[(SOCKETS, sockets.name().into())], measure))
    };
    let figures = vec![
        figure("until accepted: sockets as OpenSSH sets them", Sockets::AsOpenssh, ACCEPT),
        figure("the client's kernel keeps the request back", Sockets::AsOpenssh, HELD),
        figure("the packet before it waits for its acknowledgement", Sockets::AsOpenssh, ACK),
        figure("until accepted: TCP_NODELAY at the server", Sockets::ServerNodelay, ACCEPT),
        figure("until accepted: TCP_NODELAY at the client", Sockets::ClientNodelay, ACCEPT),
        figure("until accepted: acknowledgements at once", Sockets::QuickAck, ACCEPT),
    ];
    let (waits, others) = figures.split_at(4);
    let parts = waits.iter().map(|figure| Part::above(figure, 0.03));
    let rule = Rule::all(parts.chain(others.iter().map(|figure| Part::below(figure, 0.01))));
    let kernel = found.machine().map_or("the kernel", |machine| &*machine.kernel);
    Statement {
        id: "delayed-acknowledgement",
        text: format!(
            "With {} over loopback, the client's request for the service leaves over 30 ms late: it waits for the acknowledgement of \
             the packet before",
            openssh(found)
        ),
        source: None,
    }
    .judge_by(figures, rule, |verdict| match verdict {
        Verdict::Holds => format!(
            "on {kernel}: with TCP_NODELAY at the client, or acknowledgements at once, the server accepts within 10 ms; with \
             TCP_NODELAY at the server alone the wait stays"
        ),
        Verdict::Undecided => String::new(),
        _ => format!("on {kernel} the request is not kept back, or the wait does not go where it should"),
    })
}

pub(super) fn sleeps_by_design(found: &Found) -> Claim {
    let at = [(SOCKETS, Sockets::AsOpenssh.name().into())];
    let share = Figure::new("share of the time in which the server sleeps", found.at(LOGIN_TIME, &at, SLEPT_SHARE));
    let rule = Rule::all([Part::above(&share, 0.5)]);
    Statement {
        id: "sleeps-by-design",
        text: format!(
            "From its acceptance of the service on, the server of {} sleeps through over half of a login",
            openssh(found)
        ),
        source: None,
    }
    .judge_by(vec![share], rule, |verdict| match verdict {
        Verdict::Holds => "its own log says before which answers it sleeps, and how long",
        Verdict::Undecided => "",
        _ => "it sleeps less",
    })
}

//! What was published about gRPC.

use harness::claims::{Figure, Statement};
use harness::record::{Claim, Verdict};
use harness::verdicts::{Part, Rule, bound_of_none};

use super::sources::grpc_guide;
use crate::groups::Group;
use crate::quantities::{RowFigures, Share};

pub(super) fn is_off_by_default(found: &RowFigures) -> Claim {
    let [with, without] = [
        ("noticed it while they were watched, with keepalive", Group::GrpcCallsWithKeepalive),
        ("noticed it, by default", Group::GrpcCallsByDefault),
    ]
    .map(|(which, group)| Figure::new(format!("share of calls that {which}"), found.share(Share::Noticing, group)));
    let rule = Rule::all([Part::above(&with, &without)]);
    let rows = found.rows(Group::GrpcCallsWithKeepalive);
    let rows =
        rows.map(|row| Figure::new(format!("{}, {}", row.program.name(), row.settings_text()), found.noticed(row)));
    Statement {
        id: "grpc-keepalive-is-off",
        text: "gRPC has a keepalive of its own, and clients do not use it by default",
        source: grpc_guide(),
    }
    .judge_by([with, without].into_iter().chain(rows).collect(), rule, |verdict| match verdict {
        Verdict::Reproduced => {
            "with the defaults calls to a lost server noticed nothing while they were watched; with keepalive they failed"
        }
        Verdict::Differs => "with the defaults calls to a lost server failed as often as with keepalive",
        _ => "there were too few calls to tell those with keepalive from those without",
    })
}

pub(super) fn too_many_pings(found: &RowFigures) -> Claim {
    let share = Figure::new(
        "share of calls that failed because of too many pings",
        found.share(Share::ByThatError, Group::StrictServer),
    );
    let rule = Rule::all([Part::occurs(&share)]);
    let none = share.measured().map(bound_of_none);
    let rows = found.rows(Group::StrictServer).map(|row| Figure::new("grpcio, pings every second", found.noticed(row)));
    Statement {
        id: "too-many-pings",
        text: "gRPC's servers end connections whose clients, with a call open, ping more often than every 5 minutes",
        source: grpc_guide(),
    }
    .judge_by([share].into_iter().chain(rows).collect(), rule, |verdict| match verdict {
        Verdict::Reproduced => Some(
            "calls to a server that is well failed because of too many pings. After how many is not judged: what the \
             server sends itself starts its count anew"
                .to_owned(),
        ),
        Verdict::Differs => Some(format!("no call failed because of too many pings: {}", none?)),
        _ => Some("no call failed so, and there were too few to say that none does".to_owned()),
    })
}

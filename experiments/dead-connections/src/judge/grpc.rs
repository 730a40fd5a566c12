//! What was published about gRPC.

use harness::claims::{Figure, Statement};
use harness::record::{Claim, Verdict};
use harness::verdicts::{Part, Rule, bound_of_none};

use super::sources::{grpc_guide, grpc_proposal};
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

/// Below this share of trials, a server that permits pings is said to let connections be.
const RARELY: f64 = 0.5;

pub(super) fn pings_without_calls(found: &RowFigures) -> Claim {
    let share = |server: &str, group| {
        Figure::new(
            format!("share of idle connections that the server ended, {server}"),
            found.share(Share::Noticing, group),
        )
    };
    let strict = share("permitting a ping every 0.5 s during calls", Group::StrictServerWithoutCalls);
    let permitting = share("permitting the same without calls", Group::PermittingServer);
    let rule = Rule::all([Part::occurs(&strict), Part::above(&strict, &permitting), Part::below(&permitting, RARELY)]);
    let rows = found.rows(Group::StrictServerWithoutCalls);
    let rows = rows.map(|row| Figure::new("grpcio, idle, pings every second", found.noticed(row)));
    Statement {
        id: "pings-without-calls",
        text: "While no call is open, a gRPC server permits a ping every two hours, however often it permits them during calls, \
               unless it permits pings without calls, too",
        source: grpc_proposal(),
    }
    .judge_by([strict, permitting].into_iter().chain(rows).collect(), rule, |verdict| match verdict {
        Verdict::Reproduced => {
            "the server ended idle connections whose client pinged each second, and none while they were watched once it \
             permitted that without calls. That two hours between pings are enough was not waited for"
        }
        Verdict::Differs => "the server's permission made no difference while connections were watched",
        Verdict::NotTested => "this run had no gRPC connection without a call to a server that counts pings",
        _ => "there were too few connections to tell one kind of server from the other",
    })
}

//! What was published about gRPC.

use harness::claims::{Figure, Statement};
use harness::record::{Claim, Verdict};
use harness::rules::Rule;

use super::figures::judge_directly;
use super::sources::grpc_guide;
use crate::groups::Group;
use crate::quantities::{Found, Share, is_all};

pub(super) fn is_off_by_default(found: &Found) -> Claim {
    let with_keepalive = found.rows(Group::GrpcCalls).filter(|row| row.settings.grpc.is_some());
    let figures = with_keepalive
        .map(|row| Figure::new(format!("{}, {}", row.program.name(), row.settings_text()), found.noticed(row)));
    let statement = Statement {
        id: "grpc-keepalive-is-off",
        text: "gRPC has a keepalive of its own, and clients do not use it by default",
        source: grpc_guide(),
    };
    judge_directly(
        statement,
        figures.collect(),
        found.confirmed(Group::GrpcCalls),
        "with the defaults a call to a lost server noticed nothing while it was watched; with keepalive it failed when \
         the model says",
    )
}

pub(super) fn too_many_pings(found: &Found) -> Claim {
    let all = |share| is_all(found.share(share, Group::StrictServer));
    let as_many_pings = [all(Share::NearTheMedian), all(Share::WithinBounds)];
    let figures =
        found.rows(Group::StrictServer).map(|row| Figure::new("grpcio, pings every second", found.noticed(row)));
    let statement = Statement {
        id: "too-many-pings",
        text: "gRPC's servers end connections whose clients ping more often than every 5 minutes",
        source: grpc_guide(),
    };
    statement.judge(figures.collect(), &Rule::Given(all(Share::ByThatError), as_many_pings.into()), |verdict| {
        match verdict {
            Verdict::Reproduced => {
                "each call to a server that is well failed, after as many pings as the documentation says"
            }
            Verdict::Depends => {
                "each call to a server that is well failed because of too many pings, but not after as many as the \
                 documentation's rule gives, and not always as many"
            }
            Verdict::Differs => "not every call failed because of too many pings",
            _ => "gRPC's own server was not there",
        }
    })
}

//! What was published about gRPC.

use dead_connections_model::{Pattern, Scenario};
use harness::record::{Claim, Verdict};

use super::figures::{confirmed, judge_directly, measured};
use super::sources::grpc_guide;
use crate::condition::Program;
use crate::measured::Row;
use crate::settings::nothing;

pub(super) fn is_off_by_default(rows: &[Row]) -> Claim {
    let calls_nobody = |row: &&Row| {
        let condition = &row.condition;
        condition.program != Program::Tcp
            && condition.scenario == Scenario::DropOutbound
            && condition.pattern == Pattern::Awaiting
            && condition.settings.kernel == nothing().kernel
    };
    let with = |row: &&Row| calls_nobody(row) && row.condition.settings.grpc.is_some();
    let (verdict, why) = judge_directly(
        confirmed(rows.iter().filter(calls_nobody)),
        "with the defaults a call to a lost server noticed nothing while it was watched; with keepalive it failed when \
         the model says",
    );
    let figure =
        |row: &Row| measured(&format!("{}, {}", row.condition.program.name(), row.condition.settings_text()), row);
    Claim {
        id: "grpc-keepalive-is-off".to_owned(),
        statement: "gRPC has a keepalive of its own, and clients do not use it by default".to_owned(),
        source: grpc_guide(),
        figures: rows.iter().filter(with).map(figure).collect(),
        verdict,
        why,
    }
}

pub(super) fn too_many_pings(rows: &[Row]) -> Claim {
    let strict = || {
        rows.iter().filter(|row| row.condition.program == Program::Grpcio && row.condition.scenario == Scenario::Alive)
    };
    let ended = |row: &Row| {
        let sign = row.predicted.sign(&row.condition);
        row.seen.iter().all(|seen| seen.noticed.as_ref().is_some_and(|noticed| noticed.sign == sign))
    };
    let all = |test: &dyn Fn(&Row) -> bool| strict().map(test).reduce(|all, each| all && each);
    let (verdict, why) = match (all(&ended), all(&|row| row.median_agrees() && row.agreeing() == row.seen.len() as u64))
    {
        (None, _) | (_, None) => (Verdict::NotTested, "gRPC's own server was not there"),
        (Some(true), Some(true)) => (
            Verdict::Reproduced,
            "each call to a server that is well failed, after as many pings as the documentation says",
        ),
        (Some(true), Some(false)) => (
            Verdict::Depends,
            "each call to a server that is well failed because of too many pings, but not after as many as the \
             documentation's rule gives, and not always as many",
        ),
        (Some(false), _) => (Verdict::Differs, "not every call failed because of too many pings"),
    };
    Claim {
        id: "too-many-pings".to_owned(),
        statement: "gRPC's servers end connections whose clients ping more often than every 5 minutes".to_owned(),
        source: grpc_guide(),
        figures: strict().map(|row| measured("grpcio, pings every second", row)).collect(),
        verdict,
        why: why.to_owned(),
    }
}

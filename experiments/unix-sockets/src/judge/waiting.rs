//! Why two cores are slower than one. An end that sleeps has to be woken, and so has its core, if it went idle meanwhile. Ends
//! that spin need neither, and share all else with ends that sleep on two cores: what one core writes, the other has to fetch.

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::Claim;
use harness::verdicts::{Part, Rule};

use super::times;
use crate::conditions::{COMPARED, EXCHANGES};
use crate::series::{OVER_BLOCK, OVER_ONE};
use crate::waiting::Waiting;
use sockets::cores::Cores;

/// A claim on every exchange over both kinds of socket, with a core for each end.
fn on_two_cores(
    found: &Found,
    statement: Statement,
    (waiting, measure): (Waiting, &str),
    part: fn(&Figure, f64) -> Part,
) -> Claim {
    let figures: Vec<(String, Figure)> = EXCHANGES
        .into_iter()
        .flat_map(|pattern| COMPARED.map(|transport| (pattern, transport)))
        .map(|(pattern, transport)| {
            let settings = [
                ("pattern", pattern.name().into()),
                ("transport", transport.name().into()),
                ("cores", Cores::Apart.name().into()),
                ("waiting", waiting.name().into()),
            ];
            let label = format!("{}, {}", pattern.words(), transport.words());
            (label.clone(), Figure::new(label, found.at("waiting", &settings, measure)))
        })
        .collect();
    let cases = figures.iter().map(|(label, figure)| (label.clone(), vec![part(figure, 1.0)]));
    let rule = Rule::under("what is exchanged, and over which kind of socket", cases);
    let said: Vec<String> =
        figures.iter().filter_map(|(label, figure)| Some(format!("{} ({label})", times(figure)?))).collect();
    let measured = format!("they are {} as fast", said.join(", "));
    let figures = figures.into_iter().map(|(_, figure)| figure).collect();
    statement.judge_by(figures, rule, |_| measured)
}

/// Ends that sleep lose by a second core.
pub(super) fn two_cores_are_slower(found: &Found) -> Claim {
    let statement = Statement {
        id: "two-cores-are-slower",
        text: "Two ends that sleep until the other is done are slower with a core each than together on one",
        source: None,
    };
    on_two_cores(found, statement, (Waiting::Block, OVER_ONE), Part::below)
}

/// Ends that spin do not.
pub(super) fn waking(found: &Found) -> Claim {
    let statement = Statement {
        id: "waking-is-the-price",
        text: "With a core each, two ends that spin instead of sleeping are faster than two that sleep on one core",
        source: None,
    };
    on_two_cores(found, statement, (Waiting::Spin, OVER_ONE), Part::above)
}

/// Some of what waking costs is the waking of the core itself.
pub(super) fn idle_cores(found: &Found) -> Claim {
    let statement = Statement {
        id: "idle-cores-cost",
        text: "Two ends that sleep, with a core each, are faster if their cores are kept from going idle",
        source: None,
    };
    on_two_cores(found, statement, (Waiting::BlockAwake, OVER_BLOCK), Part::above)
}

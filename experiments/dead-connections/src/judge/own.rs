//! This project's own claims: how well the model does, and whether it matters how and where packets are dropped.

use harness::claims::{Figure, Statement};
use harness::record::{Claim, Estimate, Verdict};
use harness::verdicts::{Part, Rule, bound_of_none};

use crate::condition::{Condition, Role};
use crate::groups::Group;
use crate::measured::{TOLERANCE, TOLERANCE_S};
use crate::quantities::{RowFigures, Share};

/// How many trials lie within the model's bounds, and how many rows within the plain tolerance. The first is judged: there
/// are many of them.
struct Agreement {
    figures: [Figure; 2],
    rule: Rule,
    /// How rare a trial is that does not agree, where all do.
    bound: Option<String>,
}

impl Agreement {
    fn of(found: &RowFigures, group: Group) -> Self {
        let tolerance =
            format!("within {} % of the predicted time or {TOLERANCE_S} s, by that call and error", TOLERANCE * 100.0);
        let share = found.within_bounds(group);
        let bound = share.measured.as_ref().map(|&Estimate { n, low, .. }| {
            let disagreeing = Estimate::between(n, 0.0, [0.0, 1.0 - low]);
            format!("disagreement: {}", bound_of_none(&disagreeing))
        });
        let trials = Figure::new("share of trials within the model's bounds", share);
        let rule = Rule::all([Part::always(&trials)]);
        let near = found.share(Share::NearTheMedian, group);
        let rows = Figure::new(format!("share of rows whose median lies {tolerance}"), near);
        Self { figures: [trials, rows], rule, bound }
    }
}

/// Why it is open whether all trials agree.
const FEW: &str = "every trial agrees, but there were few; a full run has enough";

pub(super) fn model_agrees(found: &RowFigures) -> Claim {
    let Agreement { figures, rule, bound } = Agreement::of(found, Group::Known);
    let at_hand = "The bounds were made with these rows at hand: the rows held out tell more";
    Statement { id: "model-agrees", text: "The model says when, by which call and with which error", source: None }
        .judge_by(figures.into(), rule, |verdict| match verdict {
            Verdict::Holds => Some(format!("every trial agrees ({}). {at_hand}", bound?)),
            Verdict::DoesNotHold => Some(format!("not all do: the rows tell which. {at_hand}")),
            _ => Some(FEW.to_owned()),
        })
}

pub(super) fn held_out_agrees(found: &RowFigures) -> Claim {
    let Agreement { figures, rule, bound } = Agreement::of(found, Group::HeldOut);
    let without = "The model's rules had been made without them. A row with tcp_retries2 4 was among them until, on two \
                   machines, two of its seven trials ended sooner than the bounds, which hold timers late by parts since";
    Statement {
        id: "held-out",
        text: "For settings that were not tried while it was made, the model says when, by which call and with which error",
        source: None,
    }
    .judge_by(figures.into(), rule, |verdict| match verdict {
        Verdict::Holds => Some(format!("every trial agrees ({}). {without}", bound?)),
        Verdict::DoesNotHold => Some(format!("not all do: the rows tell which. {without}")),
        _ => Some(FEW.to_owned()),
    })
}

/// Below this share of trials, a setting is said not to end a wait.
const RARELY: f64 = 0.5;

pub(super) fn acknowledged_requests(found: &RowFigures) -> Claim {
    let [timeout, keepalive] =
        [("a user timeout alone", Group::AcknowledgedUserTimeout), ("keepalive", Group::AcknowledgedKeepalive)].map(
            |(what, group)| Figure::new(format!("share of waits ended, {what}"), found.share(Share::Noticing, group)),
        );
    let rule = Rule::all([Part::above(&keepalive, &timeout), Part::below(&timeout, RARELY)]);
    let none = timeout.measured().map(bound_of_none);
    let groups = [Group::AcknowledgedUserTimeout, Group::AcknowledgedKeepalive];
    let rows = groups.into_iter().flat_map(|group| found.rows(group));
    let rows = rows.map(|row| Figure::new(row.settings_text(), found.noticed(row)));
    Statement {
        id: "acknowledged-requests",
        text: "Once a request is acknowledged, keepalive ends the wait for a reply that is lost, and a user timeout alone does not",
        source: None,
    }
    .judge_by([timeout.clone(), keepalive].into_iter().chain(rows).collect(), rule, |verdict| match verdict {
        Verdict::Holds => Some(format!("by a user timeout of 3 s alone, no wait ended within ten seconds: {}", none?)),
        Verdict::DoesNotHold => Some("a user timeout alone ended waits, or keepalive did not: the rows tell which".to_owned()),
        Verdict::NotTested => Some("this run lost no reply to an acknowledged request".to_owned()),
        _ => Some("there were too few waits to tell".to_owned()),
    })
}

/// How much a time may differ that is alike: by a tenth, as for every time.
const ALIKE: f64 = 0.1;

/// For each row that was lost in two ways, the ratio of its time in this role to the usual one.
fn ratios(found: &RowFigures, role: Role) -> Vec<Figure> {
    let label = |row: &Condition| format!("{}, {}, {}", row.settings_text(), row.pattern_text(), row.scenario_text());
    found.others(role).map(|row| Figure::new(label(row), found.ratio(row))).collect()
}

pub(super) fn means_do_not_matter(found: &RowFigures) -> Claim {
    let ratios = ratios(found, Role::OtherMeans);
    let rule =
        Rule::all(ratios.iter().flat_map(|ratio| [Part::above(ratio, 1.0 - ALIKE), Part::below(ratio, 1.0 + ALIKE)]));
    Statement {
        id: "drops-are-alike",
        text: "It makes no difference whether a firewall (nftables) or the routing table on the way drops the packets: the times \
               differ by less than a tenth",
        source: None,
    }
    .judge_by(ratios, rule, |verdict| match verdict {
        Verdict::Holds => "each row that was lost both ways took as long",
        Verdict::DoesNotHold => "some rows that were lost both ways took other times: the series of drops tells which",
        Verdict::NotTested => "packets could be dropped in one way only",
        _ => "",
    })
}

/// Below this ratio of its times a request ends noticeably sooner: a smaller difference is too little to plan with.
const SOONER: f64 = 0.95;

pub(super) fn own_drops_end_sooner(found: &RowFigures) -> Claim {
    let all: Vec<(&Condition, Figure)> = found.others(Role::OwnEnd).zip(ratios(found, Role::OwnEnd)).collect();
    // First those that decide.
    let (awaiting, idle): (Vec<_>, Vec<_>) = all.into_iter().partition(|(row, _)| row.is_awaiting());
    let cases: Vec<(String, Vec<Part>)> =
        awaiting.iter().map(|(row, ratio)| (row.settings_text(), vec![Part::below(ratio, SOONER)])).collect();
    let ratios = awaiting.into_iter().chain(idle).map(|(_, ratio)| ratio).collect();
    let rule = if cases.is_empty() { Rule::not_tested() } else { Rule::under("what ends the request", cases) };
    Statement {
        id: "own-drops-end-sooner",
        text: "A request whose packets this very machine drops ends at least 5% sooner than one whose packets are lost on the \
               way, with the same settings",
        source: None,
    }
    .judge_by(ratios, rule, |verdict| match verdict {
        Verdict::Holds => {
            "it took less time in every row. Why was not measured: perhaps because the kernel knows that the segment was not \
             sent, and tries again by another timer. Idle connections with keepalive are shown, and not judged"
        }
        Verdict::Depends => {
            "it did with some settings, and took about as long with others: the rows tell which. Why was not measured: perhaps \
             because the kernel knows that the segment was not sent, and tries again by another timer. Idle connections with \
             keepalive are shown, and not judged"
        }
        Verdict::DoesNotHold => "no row took 5% less: the series of drops has their times",
        Verdict::NotTested => "this run dropped no packets on this machine",
        _ => "",
    })
}

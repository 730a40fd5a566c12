//! This project's own claims: how well the model does, and that the way of dropping packets is no matter.

use harness::record::{Claim, ClaimFigure, Verdict, unit};
use harness::statistics::{median, share};

use crate::condition::Role;
use crate::measured::{Row, TOLERANCE, TOLERANCE_S, pairs_by_means};
use crate::series::said;

/// What the plain tolerance is, in words.
fn tolerance() -> String {
    format!("within {} % of the predicted time or {TOLERANCE_S} s, by that call and error", TOLERANCE * 100.0)
}

fn share_figure(label: &str, agreeing: u64, of: u64) -> ClaimFigure {
    ClaimFigure::new(label, unit::SHARE, (of > 0).then(|| share(agreeing, of))).predicted(1.0)
}

/// How many trials lie within the model's bounds, and how many rows within the plain tolerance.
fn agreement<'a>(rows: impl Iterator<Item = &'a Row> + Clone) -> (Vec<ClaimFigure>, Option<bool>) {
    let trials: u64 = rows.clone().map(|row| row.seen.len() as u64).sum();
    let agreeing: u64 = rows.clone().map(Row::agreeing).sum();
    let all = rows.clone().count() as u64;
    let medians = rows.filter(|row| row.median_agrees()).count() as u64;
    let figures = vec![
        share_figure("share of trials within the model's bounds", agreeing, trials),
        share_figure(&format!("share of rows whose median lies {}", tolerance()), medians, all),
    ];
    (figures, (all > 0).then_some(agreeing == trials && medians == all))
}

fn verdict(agrees: Option<bool>, none: &str, all: &str, some: &str) -> (Verdict, String) {
    let (verdict, why) = match agrees {
        None => (Verdict::NotTested, none),
        Some(true) => (Verdict::Reproduced, all),
        Some(false) => (Verdict::Depends, some),
    };
    (verdict, why.to_owned())
}

pub(super) fn model_agrees(rows: &[Row]) -> Claim {
    let (figures, agrees) = agreement(rows.iter().filter(|row| row.condition.role != Role::HeldOut));
    let (verdict, why) = verdict(
        agrees,
        "nothing was measured",
        "every trial and every row agrees. The bounds were made with these rows at hand: the rows held out tell more",
        "not all do: the rows tell which. The bounds were made with these rows at hand: the rows held out tell more",
    );
    Claim {
        id: "model-agrees".to_owned(),
        statement: "The model says when, by which call and with which error".to_owned(),
        source: None,
        figures,
        verdict,
        why,
    }
}

pub(super) fn held_out_agrees(rows: &[Row]) -> Claim {
    let (figures, agrees) = agreement(rows.iter().filter(|row| row.condition.role == Role::HeldOut));
    let (verdict, why) = verdict(
        agrees,
        "this run had none of these rows",
        "every trial and every row agrees, and the model's rules had been made without them",
        "not all do: the rows tell which. The model's rules had been made without them, and stay as they were",
    );
    Claim {
        id: "held-out".to_owned(),
        statement: "The model says so too for settings that had not been tried while it was made".to_owned(),
        source: None,
        figures,
        verdict,
        why,
    }
}

/// Whether two rows tell the same, by the plain tolerance.
fn alike((one, other): &(&Row, &Row)) -> bool {
    let same_words = said(one, |noticed| &noticed.sign) == said(other, |noticed| &noticed.sign)
        && said(one, |noticed| noticed.call.name()) == said(other, |noticed| noticed.call.name());
    let medians =
        [one, other].map(|row| row.seconds()).map(|seconds| (!seconds.is_empty()).then(|| median(&seconds).value));
    let near = match medians {
        [Some(one), Some(other)] => (one - other).abs() <= (TOLERANCE * one).max(TOLERANCE_S),
        [None, None] => true,
        _ => false,
    };
    same_words && near
}

pub(super) fn means_do_not_matter(rows: &[Row]) -> Claim {
    let pairs = pairs_by_means(rows);
    let agreeing = pairs.iter().filter(|pair| alike(pair)).count();
    let (verdict, why) = verdict(
        (!pairs.is_empty()).then_some(agreeing == pairs.len()),
        "packets could be dropped in one way only",
        "each row that was lost both ways ended alike",
        "some rows that were lost both ways ended differently: the series of drops tells which",
    );
    let label = "share of pairs of rows with the same call and error, and medians as near as the tolerance";
    Claim {
        id: "drops-are-alike".to_owned(),
        statement: "Whether a firewall (nftables) or the routing table drops the packets is no matter".to_owned(),
        source: None,
        figures: vec![share_figure(label, agreeing as u64, pairs.len() as u64)],
        verdict,
        why,
    }
}

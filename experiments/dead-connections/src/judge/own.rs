//! This project's own claims: how well the model does, and that the way of dropping packets is no matter.

use harness::claims::{Figure, Statement};
use harness::quantities::Quantity;
use harness::record::{Claim, Verdict};
use harness::rules::Rule;

use crate::groups::Group;
use crate::measured::{TOLERANCE, TOLERANCE_S};
use crate::quantities::{Found, Share, is_all};

/// Why: where nothing was measured, where all of it agrees, and where not all does.
struct Words {
    none: &'static str,
    all: &'static str,
    some: &'static str,
}

/// Of shares that should be the whole: where one is not, it depends on what the rows tell.
fn judge(id: &'static str, text: &'static str, shares: &[(String, &Quantity)], words: &Words) -> Claim {
    let parts: Option<Vec<bool>> = shares.iter().map(|(_, share)| is_all(share)).collect();
    let rule = match parts {
        Some(parts) => Rule::Given(Some(true), parts.into_iter().map(Some).collect()),
        None => Rule::NotTested,
    };
    let figures = shares.iter().map(|(label, share)| Figure::new(label, share)).collect();
    Statement { id, text, source: None }.judge(figures, &rule, |verdict| match verdict {
        Verdict::NotTested => words.none,
        Verdict::Reproduced => words.all,
        _ => words.some,
    })
}

/// How many trials lie within the model's bounds, and how many rows within the plain tolerance.
fn agreement(found: &Found, group: Group) -> [(String, &Quantity); 2] {
    let tolerance =
        format!("within {} % of the predicted time or {TOLERANCE_S} s, by that call and error", TOLERANCE * 100.0);
    [
        ("share of trials within the model's bounds".to_owned(), found.share(Share::WithinBounds, group)),
        (format!("share of rows whose median lies {tolerance}"), found.share(Share::NearTheMedian, group)),
    ]
}

pub(super) fn model_agrees(found: &Found) -> Claim {
    judge(
        "model-agrees",
        "The model says when, by which call and with which error",
        &agreement(found, Group::Known),
        &Words {
            none: "nothing was measured",
            all: "every trial and every row agrees. The bounds were made with these rows at hand: the rows held out tell more",
            some: "not all do: the rows tell which. The bounds were made with these rows at hand: the rows held out tell more",
        },
    )
}

pub(super) fn held_out_agrees(found: &Found) -> Claim {
    judge(
        "held-out",
        "The model says so too for settings that had not been tried while it was made",
        &agreement(found, Group::HeldOut),
        &Words {
            none: "this run had none of these rows",
            all: "every trial and every row agrees, and the model's rules had been made without them",
            some: "not all do: the rows tell which. The model's rules had been made without them, and stay as they were",
        },
    )
}

pub(super) fn means_do_not_matter(found: &Found) -> Claim {
    let label = "share of pairs of rows with the same call and error, and medians as near as the tolerance";
    judge(
        "drops-are-alike",
        "Whether a firewall (nftables) or the routing table drops the packets is no matter",
        &[(label.to_owned(), found.alike())],
        &Words {
            none: "packets could be dropped in one way only",
            all: "each row that was lost both ways ended alike",
            some: "some rows that were lost both ways ended differently: the series of drops tells which",
        },
    )
}

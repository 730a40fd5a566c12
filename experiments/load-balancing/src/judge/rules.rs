//! The article's claims.

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::{Claim, PublishedValue};
use harness::verdicts::{Margin, Part, Rule};
use load_balancing_model::Strategy::Random;
use load_balancing_model::exact::{self, Scope};

use super::figures::{any_over, idle, imbalance, mean, quantile, server_over};
use super::{article, percent, why};
use crate::conditions::{TWO_CHOICES, placement};
use crate::quantities::{AT_OR_OVER, LEAST_FALL, LEAST_GROWTH};

/// For a mean published in whole items.
const WHOLE: Margin = Margin::Rounding(0.5);
/// For a share published in whole percent.
const WHOLE_PERCENT: Margin = Margin::Rounding(0.005);

/// A figure of which this many items were published, counted.
fn counted(figure: Figure, items: f64) -> Figure {
    figure.held_against(PublishedValue::exactly(items), Margin::AS_IT_IS)
}

/// Holds if the median server is full, and about half of the servers hold more than they have room for.
pub(super) fn half_at_capacity(found: &Found) -> Claim {
    let ten = placement(1000, 10, Random);
    let at_or_over = Figure::new("share of servers at or over 100 items at 10 servers", found.named(AT_OR_OVER));
    let about_half = Margin::Within(0.05, "about half is from 45% to 55%");
    let over = server_over(found, ten, 100).held_against(PublishedValue::exactly(0.5), about_half);
    let [full, overloaded] = [&at_or_over, &over].map(|figure| figure.value().map(percent));
    let median = counted(quantile(found, ten, "median", "p50_items"), 100.0);
    let items = median.value();
    let rule = Rule::all([Part::within(&median), Part::within(&over)]);
    let figures = vec![median, at_or_over, over];
    Statement {
        id: "half-at-capacity",
        text: "1,000 items placed at random on 10 servers with room for 100 each: the median server is full, and about \
                    half of the servers get more than 100.",
        source: article(),
    }
    .judge_by(figures, rule, |_| {
        Some(format!(
            "The median server holds {} items; {} of the servers hold more than 100, and {} hold 100 or more.",
            items?, overloaded?, full?
        ))
    })
}

/// Holds if 13 is the smallest number of servers of which fewer than 1% are over capacity.
pub(super) fn thirteen_servers(found: &Found) -> Claim {
    let (items, capacity) = (1000, 100);
    let thirteen = placement(items, 13, Random);
    let needed = exact::servers_needed(items, capacity, 0.01, Scope::Server);
    let over = server_over(found, thirteen, capacity);
    let too_few = server_over(found, placement(items, 12, Random), capacity);
    let why = why(
        over.value().map(percent),
        |share| {
            format!(
                "With 13 servers {share} of the servers are over capacity, and 12 are too few; this counts servers, not \
                 placements in which any server is over."
            )
        },
        |share| {
            format!(
                "With 13 servers {share} of the servers are over capacity; the fewest for 1% are {}.",
                count(needed)
            )
        },
    );
    let p99 = counted(quantile(found, thirteen, "p99", "p99_items"), 97.0);
    let rule = Rule::all([Part::within(&p99), Part::below(&over, 0.01), Part::above(&too_few, 0.01)]);
    let figures = vec![p99, over, too_few];
    Statement {
        id: "thirteen-servers",
        text: "1,000 items at random, room for 100 on each server: 13 servers are needed so that fewer than 1% of the \
                    servers are overloaded; their 99th percentile is 97 items.",
        source: article(),
    }
    .judge_by(figures, rule, why)
}

/// Holds if 14 is the smallest number of servers of which fewer than 1 in 1,000 are over capacity.
pub(super) fn fourteen_servers(found: &Found) -> Claim {
    let (items, capacity) = (1000, 100);
    let fourteen = placement(items, 14, Random);
    let needed = exact::servers_needed(items, capacity, 0.001, Scope::Server);
    let over = server_over(found, fourteen, capacity);
    let too_few = server_over(found, placement(items, 13, Random), capacity);
    let why = why(
        over.value().map(percent),
        |share| format!("With 14 servers {share} of the servers are over capacity, and 13 are too few for 0.1%."),
        |share| {
            format!(
                "With 14 servers {share} of the servers are over capacity; the fewest for 0.1% are {}.",
                count(needed)
            )
        },
    );
    let p999 = counted(quantile(found, fourteen, "p99.9", "p999_items"), 98.0);
    let rule = Rule::all([Part::within(&p999), Part::below(&over, 0.001), Part::above(&too_few, 0.001)]);
    let figures = vec![p999, over, too_few];
    Statement {
        id: "fourteen-servers",
        text: "Judged by the 99.9th percentile, 1,000 items at random with room for 100 on each server need 14 servers; \
                    it is 98 items there.",
        source: article(),
    }
    .judge_by(figures, rule, why)
}

/// Differs as published; the reason names the number of servers that the figures do belong to, if it is 13.
pub(super) fn idle_share(found: &Found) -> Claim {
    let (thirteen, fourteen) = (placement(1000, 13, Random), placement(1000, 14, Random));
    const PUBLISHED: f64 = 0.23;
    let at_thirteen = idle(found, thirteen);
    let belongs_to_thirteen = at_thirteen.value().is_some_and(|idle| (idle - PUBLISHED).abs() < 0.005);
    let at_fourteen = idle(found, fourteen).held_against(PublishedValue::exactly(PUBLISHED), WHOLE_PERCENT);
    let whose = if belongs_to_thirteen { "; the published figures are those of 13 servers" } else { "" };
    let why = why(
        at_fourteen.value().map(percent),
        |idle| format!("With 14 servers {idle} of the capacity is idle."),
        |idle| format!("1,000 items on 14 servers leave {idle} of the capacity idle{whose}."),
    );
    let mean_of_fourteen = mean(found, fourteen).held_against(PublishedValue::exactly(77.0), WHOLE);
    let rule = Rule::all([Part::within(&at_fourteen), Part::within(&mean_of_fourteen)]);
    let figures = vec![at_fourteen, mean_of_fourteen, at_thirteen, mean(found, thirteen)];
    Statement {
        id: "idle-share",
        text: "With 14 servers the average server holds 77 of its 100 items, so 23% of the capacity is idle.",
        source: article(),
    }
    .judge_by(figures, rule, why)
}

/// Holds if 11 is the smallest number of servers of which fewer than 1 in 1,000 are over capacity.
pub(super) fn eleven_servers_for_ten_thousand(found: &Found) -> Claim {
    let (items, capacity) = (10_000, 1000);
    let eleven = placement(items, 11, Random);
    let needed = exact::servers_needed(items, capacity, 0.001, Scope::Server);
    let over = server_over(found, eleven, capacity);
    let why = why(
        over.value().map(percent),
        |share| format!("With 11 servers {share} of the servers are over capacity, and 10 are too few."),
        |share| {
            format!(
                "With 11 servers {share} of the servers are over capacity; the fewest for 0.1% are {}.",
                count(needed)
            )
        },
    );
    let mut figures = vec![
        counted(quantile(found, eleven, "p99", "p99_items"), 977.0),
        counted(quantile(found, eleven, "p99.9", "p999_items"), 999.0),
        mean(found, eleven).held_against(PublishedValue::exactly(909.0), WHOLE),
        idle(found, eleven).held_against(PublishedValue::exactly(0.09), WHOLE_PERCENT),
    ];
    let too_few = server_over(found, placement(items, 10, Random), capacity);
    let bounds = [Part::below(&over, 0.001), Part::above(&too_few, 0.001)];
    let rule = Rule::all(figures.iter().map(Part::within).chain(bounds));
    figures.extend([over, too_few, any_over(found, eleven, capacity)]);
    Statement {
        id: "eleven-servers-for-ten-thousand",
        text: "10,000 items at random, room for 1,000 on each server: with 11 servers fewer than 1 in 1,000 are \
                    overloaded, and only 9% of the capacity is idle.",
        source: article(),
    }
    .judge_by(figures, rule, why)
}

/// Holds if 28 is the smallest number of servers of which fewer than 1% are over a capacity of 50.
pub(super) fn twenty_eight_servers(found: &Found) -> Claim {
    let (items, capacity) = (1000, 50);
    let twenty_eight = placement(items, 28, Random);
    let needed = exact::servers_needed(items, capacity, 0.01, Scope::Server);
    let over = server_over(found, twenty_eight, capacity);
    let why = why(
        over.value().map(percent),
        |share| format!("With 28 servers {share} of the servers are over capacity, and 27 are too few for 1%."),
        |share| {
            format!(
                "With 28 servers {share} of the servers are over capacity; the fewest for 1% are {}.",
                count(needed)
            )
        },
    );
    let mut figures = vec![
        counted(quantile(found, twenty_eight, "p99", "p99_items"), 50.0),
        counted(quantile(found, placement(items, 26, Random), "p99", "p99_items"), 53.0),
    ];
    let too_few = server_over(found, placement(items, 27, Random), capacity);
    let bounds = [Part::below(&over, 0.01), Part::above(&too_few, 0.01)];
    let rule = Rule::all(figures.iter().map(Part::within).chain(bounds));
    figures.extend([over, too_few]);
    Statement {
        id: "twenty-eight-servers",
        text: "When the room on each server halves to 50, twice 13 servers are not enough: at 26 the 99th percentile is \
                    53 items, and 28 servers are needed.",
        source: article(),
    }
    .judge_by(figures, rule, why)
}

/// Holds if the imbalance grows from each number of servers to the next and shrinks from each number of items to the next.
pub(super) fn imbalance_scaling(found: &Found) -> Claim {
    let figure = |items, servers, published, rounding| {
        imbalance(found, placement(items, servers, Random))
            .held_against(PublishedValue::exactly(published), Margin::Rounding(rounding))
    };
    let (many, few) = (figure(1000, 1000, 4.0, 0.05), figure(1000, 10, 1.23, 0.005));
    let why = why(
        many.value().zip(few.value()),
        |(many, few)| {
            format!(
                "1,000 items give {few:.2} on 10 servers and {many:.2} on 1,000; 100 times the items even that out."
            )
        },
        |(many, few)| format!("1,000 items give {few:.2} on 10 servers and {many:.2} on 1,000."),
    );
    let least = [
        Figure::new("least growth of the imbalance from one number of servers to the next", found.named(LEAST_GROWTH)),
        Figure::new("least fall of the imbalance from one number of items to the next", found.named(LEAST_FALL)),
    ];
    let bounds = least.each_ref().map(|least| Part::above(least, 1.0));
    let mut figures = vec![many, few, figure(100_000, 1000, 1.24, 0.005)];
    let rule = Rule::all(figures.iter().map(Part::within).chain(bounds));
    figures.extend(least);
    Statement {
        id: "imbalance-scaling",
        text: "The imbalance (99th percentile over mean) grows with the number of servers and shrinks with the number \
                    of items.",
        source: article(),
    }
    .judge_by(figures, rule, why)
}

/// Holds if the 99.9th percentiles are those published, which are within the capacities. No closed form is known of them.
pub(super) fn two_choices_eleven_servers(found: &Found) -> Claim {
    let (eleven, twenty_one) = (placement(1000, 11, TWO_CHOICES), placement(1000, 21, TWO_CHOICES));
    let p999 = |placement, published| counted(quantile(found, placement, "p99.9", "p999_items"), published);
    let (at_eleven, at_twenty_one) = (p999(eleven, 93.0), p999(twenty_one, 50.0));
    let (items, halved) = (at_eleven.value(), at_twenty_one.value());
    let why = |_| Some(format!("The 99.9th percentile is {} items on 11 servers, and {} on 21.", items?, halved?));
    let figures = vec![at_eleven, at_twenty_one];
    let rule = Rule::all(figures.iter().map(Part::within));
    Statement {
        id: "two-choices-eleven-servers",
        text: "When each item goes to the emptier of two random servers, 1,000 items need only 11 servers with room for \
                    100 each (99.9th percentile: 93 items), or 21 with room for 50.",
        source: article(),
    }
    .judge_by(figures, rule, why)
}

fn count(servers: Option<u32>) -> String {
    servers.map_or_else(|| "more than the model knows".to_owned(), |servers| servers.to_string())
}

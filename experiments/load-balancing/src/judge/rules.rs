//! The article's claims.

use harness::claims::{Figure, Statement};
use harness::quantities::Quantities;
use harness::record::{Claim, Estimate, PublishedValue};
use harness::rules::{Margin, Rule, surely_less};
use load_balancing_model::Strategy::Random;
use load_balancing_model::exact::{self, Scope};

use super::figures::{any_over, idle, imbalance, mean, quantile, server_over};
use super::{article, percent, why};
use crate::conditions::{TWO_CHOICES, placement};
use crate::quantities::AT_OR_OVER;

/// Counted figures have no digits that were rounded away.
const COUNTED: Margin = Margin::None;
/// Half an item, for a mean published in whole items.
const WHOLE: Margin = Margin::Within(0.5);
/// Half a percent, for a share published in whole percent.
const WHOLE_PERCENT: Margin = Margin::Within(0.005);
/// "About half" is taken to mean from 45% to 55%.
const ABOUT: Margin = Margin::Within(0.05);

/// Holds if about half of the servers are at or over capacity.
pub(super) fn half_at_capacity(found: &Quantities) -> Claim {
    let ten = placement(1000, 10, Random);
    let at_or_over = Figure::new("share of servers at or over 100 items at 10 servers", found.named(AT_OR_OVER))
        .published(PublishedValue::exactly(0.5), ABOUT);
    let share = percent(at_or_over.value());
    let median = quantile(found, ten, "median", "p50_items").published(PublishedValue::exactly(100.0), COUNTED);
    let why = why(
        format!("The median server holds {} items, and {share} of the servers hold 100 or more.", median.value()),
        format!("The median server holds {} items, and {share} of the servers hold 100 or more.", median.value()),
    );
    let figures = vec![median, at_or_over];
    Statement {
        id: "half-at-capacity",
        text: "1,000 items placed at random on 10 servers with room for 100 each: the median server is full, so about \
                    half of the servers are at or over capacity.",
        source: article(),
    }
    .judge(figures, &Rule::Reproduced(true), why)
}

/// Holds if 13 is the smallest number of servers of which fewer than 1% are over capacity.
pub(super) fn thirteen_servers(found: &Quantities) -> Claim {
    let (items, capacity) = (1000, 100);
    let thirteen = placement(items, 13, Random);
    let needed = exact::servers_needed(items, capacity, 0.01, Scope::Server);
    let over = server_over(found, thirteen, capacity);
    let share = percent(over.value());
    let why = why(
        format!(
            "With 13 servers {share} of the servers are over capacity, and 12 are too few; this counts servers, not \
             placements in which any server is over."
        ),
        format!("With 13 servers {share} of the servers are over capacity; the fewest for 1% are {}.", count(needed)),
    );
    let figures = vec![
        quantile(found, thirteen, "p99", "p99_items").published(PublishedValue::exactly(97.0), COUNTED),
        over,
        server_over(found, placement(items, 12, Random), capacity),
    ];
    Statement {
        id: "thirteen-servers",
        text: "1,000 items at random, room for 100 on each server: 13 servers are needed so that fewer than 1% of the \
                    servers are overloaded; their 99th percentile is 97 items.",
        source: article(),
    }
    .judge(figures, &Rule::Reproduced(needed == Some(13)), why)
}

/// Differs as published; the reason names the number of servers that the figures do belong to, if it is 13.
pub(super) fn idle_share(found: &Quantities) -> Claim {
    let (thirteen, fourteen) = (placement(1000, 13, Random), placement(1000, 14, Random));
    let published = || PublishedValue::exactly(0.23);
    let at_thirteen = idle(found, thirteen);
    let belongs_to_thirteen = idle(found, thirteen).published(published(), WHOLE_PERCENT).agrees();
    let at_fourteen = idle(found, fourteen).published(published(), WHOLE_PERCENT);
    let idle_now = percent(at_fourteen.value());
    let whose = if belongs_to_thirteen == Some(true) { "; the published figures are those of 13 servers" } else { "" };
    let why = why(
        format!("With 14 servers {idle_now} of the capacity is idle."),
        format!("1,000 items on 14 servers leave {idle_now} of the capacity idle{whose}."),
    );
    let figures = vec![
        at_fourteen,
        mean(found, fourteen).published(PublishedValue::exactly(77.0), WHOLE),
        at_thirteen,
        mean(found, thirteen),
    ];
    Statement {
        id: "idle-share",
        text: "With 14 servers the average server holds 77 of its 100 items, so 23% of the capacity is idle.",
        source: article(),
    }
    .judge(figures, &Rule::Reproduced(true), why)
}

/// Holds if 11 is the smallest number of servers of which fewer than 1 in 1,000 are over capacity.
pub(super) fn eleven_servers_for_ten_thousand(found: &Quantities) -> Claim {
    let (items, capacity) = (10_000, 1000);
    let eleven = placement(items, 11, Random);
    let needed = exact::servers_needed(items, capacity, 0.001, Scope::Server);
    let over = server_over(found, eleven, capacity);
    let share = percent(over.value());
    let why = why(
        format!("With 11 servers {share} of the servers are over capacity, and 10 are too few."),
        format!("With 11 servers {share} of the servers are over capacity; the fewest for 0.1% are {}.", count(needed)),
    );
    let figures = vec![
        quantile(found, eleven, "p99", "p99_items").published(PublishedValue::exactly(977.0), COUNTED),
        quantile(found, eleven, "p99.9", "p999_items").published(PublishedValue::between(997.0, 999.0), COUNTED),
        mean(found, eleven).published(PublishedValue::exactly(909.0), WHOLE),
        idle(found, eleven).published(PublishedValue::exactly(0.09), WHOLE_PERCENT),
        over,
        any_over(found, eleven, capacity),
    ];
    Statement {
        id: "eleven-servers-for-ten-thousand",
        text: "10,000 items at random, room for 1,000 on each server: with 11 servers fewer than 1 in 1,000 are \
                    overloaded, and only 9% of the capacity is idle.",
        source: article(),
    }
    .judge(figures, &Rule::Reproduced(needed == Some(11)), why)
}

/// Holds if 28 is the smallest number of servers of which fewer than 1% are over a capacity of 50.
pub(super) fn twenty_eight_servers(found: &Quantities) -> Claim {
    let (items, capacity) = (1000, 50);
    let twenty_eight = placement(items, 28, Random);
    let needed = exact::servers_needed(items, capacity, 0.01, Scope::Server);
    let over = server_over(found, twenty_eight, capacity);
    let share = percent(over.value());
    let why = why(
        format!("With 28 servers {share} of the servers are over capacity, and 27 are too few for 1%."),
        format!("With 28 servers {share} of the servers are over capacity; the fewest for 1% are {}.", count(needed)),
    );
    let figures = vec![
        quantile(found, twenty_eight, "p99", "p99_items").published(PublishedValue::exactly(50.0), COUNTED),
        quantile(found, placement(items, 26, Random), "p99", "p99_items")
            .published(PublishedValue::exactly(53.0), COUNTED),
        over,
    ];
    Statement {
        id: "twenty-eight-servers",
        text: "When the room on each server halves to 50, twice 13 servers are not enough: at 26 the 99th percentile is \
                    53 items, and 28 servers are needed.",
        source: article(),
    }
    .judge(figures, &Rule::Reproduced(needed == Some(28)), why)
}

/// Holds if the measured imbalance never falls with the servers and never grows with the items, beyond the intervals.
pub(super) fn imbalance_scaling(found: &Quantities) -> Claim {
    let figure = |items, servers, published, rounding| {
        imbalance(found, placement(items, servers, Random))
            .published(PublishedValue::exactly(published), Margin::Within(rounding))
    };
    let figures =
        vec![figure(1000, 1000, 4.0, 0.05), figure(1000, 10, 1.23, 0.005), figure(100_000, 1000, 1.24, 0.005)];
    let (many, few) = (ratio(figures[0].value()), ratio(figures[1].value()));
    let why = why(
        format!("1,000 items give {few} on 10 servers and {many} on 1,000; 100 times the items even that out."),
        format!("1,000 items give {few} on 10 servers and {many} on 1,000."),
    );
    Statement {
        id: "imbalance-scaling",
        text: "The imbalance (99th percentile over mean) grows with the number of servers and shrinks with the number \
                    of items.",
        source: article(),
    }
    .judge(figures, &Rule::Reproduced(grows_with_servers(found) && shrinks_with_items(found)), why)
}

const SCALED_ITEMS: [u64; 5] = [1000, 2000, 5000, 10_000, 100_000];
const SCALED_SERVERS: [u32; 5] = [3, 10, 25, 100, 1000];

fn grows_with_servers(found: &Quantities) -> bool {
    SCALED_ITEMS
        .iter()
        .all(|&items| SCALED_SERVERS.windows(2).all(|pair| !less_imbalanced(found, (items, pair[1]), (items, pair[0]))))
}

fn shrinks_with_items(found: &Quantities) -> bool {
    SCALED_SERVERS.iter().all(|&servers| {
        SCALED_ITEMS.windows(2).all(|pair| !less_imbalanced(found, (pair[0], servers), (pair[1], servers)))
    })
}

/// Whether the imbalance of the first setting is surely less than that of the second.
fn less_imbalanced(found: &Quantities, (items, servers): (u64, u32), (than_items, than_servers): (u64, u32)) -> bool {
    let measured = |items, servers| -> Option<Estimate> {
        imbalance(found, placement(items, servers, Random)).measured().cloned()
    };
    measured(items, servers)
        .zip(measured(than_items, than_servers))
        .is_some_and(|(one, other)| surely_less(&one, &other))
}

/// Holds if at most 1 in 1,000 servers is over capacity in either case.
pub(super) fn two_choices_eleven_servers(found: &Quantities) -> Claim {
    let (eleven, twenty_one) = (placement(1000, 11, TWO_CHOICES), placement(1000, 21, TWO_CHOICES));
    let p999 = |placement, published| {
        quantile(found, placement, "p99.9", "p999_items").published(PublishedValue::exactly(published), COUNTED)
    };
    let figures = vec![p999(eleven, 93.0), p999(twenty_one, 50.0)];
    let (at_eleven, at_twenty_one) = (figures[0].value(), figures[1].value());
    let why = |_| format!("The 99.9th percentile is {at_eleven} items on 11 servers, and {at_twenty_one} on 21.");
    Statement {
        id: "two-choices-eleven-servers",
        text: "When each item goes to the emptier of two random servers, 1,000 items need only 11 servers with room for \
                    100 each (99.9th percentile: 93 items), or 21 with room for 50.",
        source: article(),
    }
    .judge(figures, &Rule::Reproduced(at_eleven <= 100.0 && at_twenty_one <= 50.0), why)
}

/// A count of placed items says nothing of requests.
pub(super) fn two_choices_cost() -> Claim {
    Statement {
        id: "two-choices-cost",
        text: "Choosing between two servers costs a second query for each request.",
        source: article(),
    }
    .judge(Vec::new(), &Rule::NotTested, |_| {
        "It follows from the method, but this experiment sends no requests, so it measures no cost.".to_owned()
    })
}

fn ratio(value: f64) -> String {
    format!("{value:.2}")
}

fn count(servers: Option<u32>) -> String {
    servers.map_or_else(|| "more than the model knows".to_owned(), |servers| servers.to_string())
}

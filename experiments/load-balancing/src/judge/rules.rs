//! The article's claims.

use harness::record::{Claim, PublishedValue, Verdict};
use load_balancing_model::Strategy::Random;
use load_balancing_model::exact::{self, Scope};

use super::figures::{any_over, idle, imbalance, mean, quantile, server_over};
use super::{Finding, article, percent};
use crate::conditions::{TWO_CHOICES, placement};
use crate::series;
use crate::simulate::Outcomes;

/// Counted figures have no digits that were rounded away.
const COUNTED: f64 = 0.0;
/// Half a percent, for a share published in whole percent.
const WHOLE_PERCENT: f64 = 0.005;
/// "About half" is taken to mean from 45% to 55%.
const ABOUT: f64 = 0.05;

/// Holds if about half of the servers are at or over capacity.
pub(super) fn half_at_capacity(outcomes: &Outcomes) -> Claim {
    let (capacity, ten) = (100, placement(1000, 10, Random));
    // At or over 100 is over 99.
    let at_or_over = server_over(outcomes, ten, capacity - 1).published(PublishedValue::exactly(0.5), ABOUT);
    let at_or_over = at_or_over.labelled("share of servers at or over 100 items at 10 servers");
    let share = percent(at_or_over.measured());
    let median = quantile(outcomes, ten, "median", 0.5).published(PublishedValue::exactly(100.0), COUNTED);
    Finding {
        id: "half-at-capacity",
        statement: "1,000 items placed at random on 10 servers with room for 100 each: the median server is full, so about \
                    half of the servers are at or over capacity.",
        source: article(),
        agrees: format!("The median server holds {} items, and {share} of the servers hold 100 or more.", median.measured()),
        differs: format!("The median server holds {} items, and {share} of the servers hold 100 or more.", median.measured()),
        figures: vec![median, at_or_over],
        holds: true,
    }
    .judge()
}

/// Holds if 13 is the smallest number of servers of which fewer than 1% are over capacity.
pub(super) fn thirteen_servers(outcomes: &Outcomes) -> Claim {
    let (items, capacity) = (1000, 100);
    let thirteen = placement(items, 13, Random);
    let needed = exact::servers_needed(items, capacity, 0.01, Scope::Server);
    let over = server_over(outcomes, thirteen, capacity);
    let share = percent(over.measured());
    Finding {
        id: "thirteen-servers",
        statement: "1,000 items at random, room for 100 on each server: 13 servers are needed so that fewer than 1% of the \
                    servers are overloaded; their 99th percentile is 97 items.",
        source: article(),
        agrees: format!(
            "With 13 servers {share} of the servers are over capacity, and 12 are too few; this counts servers, not \
             placements in which any server is over."
        ),
        differs: format!("With 13 servers {share} of the servers are over capacity; the fewest for 1% are {}.", count(needed)),
        figures: vec![
            quantile(outcomes, thirteen, "p99", 0.99).published(PublishedValue::exactly(97.0), COUNTED),
            over,
            server_over(outcomes, placement(items, 12, Random), capacity),
        ],
        holds: needed == Some(13),
    }
    .judge()
}

/// Differs as published; the reason names the number of servers that the figures do belong to, if it is 13.
pub(super) fn idle_share(outcomes: &Outcomes) -> Claim {
    let capacity = 100;
    let (thirteen, fourteen) = (placement(1000, 13, Random), placement(1000, 14, Random));
    let published = || PublishedValue::exactly(0.23);
    let at_thirteen = idle(outcomes, thirteen, capacity);
    let belongs_to_thirteen = idle(outcomes, thirteen, capacity).published(published(), WHOLE_PERCENT).agrees();
    let at_fourteen = idle(outcomes, fourteen, capacity).published(published(), WHOLE_PERCENT);
    let idle_now = percent(at_fourteen.measured());
    let whose = if belongs_to_thirteen { "; the published figures are those of 13 servers" } else { "" };
    Finding {
        id: "idle-share",
        statement: "With 14 servers the average server holds 77 of its 100 items, so 23% of the capacity is idle.",
        source: article(),
        agrees: format!("With 14 servers {idle_now} of the capacity is idle."),
        differs: format!("1,000 items on 14 servers leave {idle_now} of the capacity idle{whose}."),
        figures: vec![
            at_fourteen,
            mean(outcomes, fourteen).published(PublishedValue::exactly(77.0), 0.5),
            at_thirteen,
            mean(outcomes, thirteen),
        ],
        holds: true,
    }
    .judge()
}

/// Holds if 11 is the smallest number of servers of which fewer than 1 in 1,000 are over capacity.
pub(super) fn eleven_servers_for_ten_thousand(outcomes: &Outcomes) -> Claim {
    let (items, capacity) = (10_000, 1000);
    let eleven = placement(items, 11, Random);
    let needed = exact::servers_needed(items, capacity, 0.001, Scope::Server);
    let over = server_over(outcomes, eleven, capacity);
    let share = percent(over.measured());
    Finding {
        id: "eleven-servers-for-ten-thousand",
        statement: "10,000 items at random, room for 1,000 on each server: with 11 servers fewer than 1 in 1,000 are \
                    overloaded, and only 9% of the capacity is idle.",
        source: article(),
        agrees: format!("With 11 servers {share} of the servers are over capacity, and 10 are too few."),
        differs: format!(
            "With 11 servers {share} of the servers are over capacity; the fewest for 0.1% are {}.",
            count(needed)
        ),
        figures: vec![
            quantile(outcomes, eleven, "p99", 0.99).published(PublishedValue::exactly(977.0), COUNTED),
            quantile(outcomes, eleven, "p99.9", 0.999).published(PublishedValue::between(997.0, 999.0), COUNTED),
            mean(outcomes, eleven).published(PublishedValue::exactly(909.0), 0.5),
            idle(outcomes, eleven, capacity).published(PublishedValue::exactly(0.09), WHOLE_PERCENT),
            over,
            any_over(outcomes, eleven, capacity),
        ],
        holds: needed == Some(11),
    }
    .judge()
}

/// Holds if 28 is the smallest number of servers of which fewer than 1% are over a capacity of 50.
pub(super) fn twenty_eight_servers(outcomes: &Outcomes) -> Claim {
    let (items, capacity) = (1000, 50);
    let twenty_eight = placement(items, 28, Random);
    let needed = exact::servers_needed(items, capacity, 0.01, Scope::Server);
    let over = server_over(outcomes, twenty_eight, capacity);
    let share = percent(over.measured());
    Finding {
        id: "twenty-eight-servers",
        statement: "When the room on each server halves to 50, twice 13 servers are not enough: at 26 the 99th percentile is \
                    53 items, and 28 servers are needed.",
        source: article(),
        agrees: format!("With 28 servers {share} of the servers are over capacity, and 27 are too few for 1%."),
        differs: format!("With 28 servers {share} of the servers are over capacity; the fewest for 1% are {}.", count(needed)),
        figures: vec![
            quantile(outcomes, twenty_eight, "p99", 0.99).published(PublishedValue::exactly(50.0), COUNTED),
            quantile(outcomes, placement(items, 26, Random), "p99", 0.99)
                .published(PublishedValue::exactly(53.0), COUNTED),
            over,
        ],
        holds: needed == Some(28),
    }
    .judge()
}

/// Holds if the measured imbalance never falls with the servers and never grows with the items, beyond the intervals.
pub(super) fn imbalance_scaling(outcomes: &Outcomes) -> Claim {
    let figure = |items, servers, published, rounding| {
        imbalance(outcomes, placement(items, servers, Random)).published(PublishedValue::exactly(published), rounding)
    };
    let figures =
        vec![figure(1000, 1000, 4.0, 0.05), figure(1000, 10, 1.23, 0.005), figure(100_000, 1000, 1.24, 0.005)];
    let (many, few) = (ratio(figures[0].measured()), ratio(figures[1].measured()));
    Finding {
        id: "imbalance-scaling",
        statement: "The imbalance (99th percentile over mean) grows with the number of servers and shrinks with the number \
                    of items.",
        source: article(),
        agrees: format!("1,000 items give {few} on 10 servers and {many} on 1,000; 100 times the items even that out."),
        differs: format!("1,000 items give {few} on 10 servers and {many} on 1,000."),
        holds: grows_with_servers(outcomes) && shrinks_with_items(outcomes),
        figures,
    }
    .judge()
}

const SCALED_ITEMS: [u64; 5] = [1000, 2000, 5000, 10_000, 100_000];
const SCALED_SERVERS: [u32; 5] = [3, 10, 25, 100, 1000];

fn grows_with_servers(outcomes: &Outcomes) -> bool {
    SCALED_ITEMS.iter().all(|&items| {
        SCALED_SERVERS.windows(2).all(|pair| !less_imbalanced(outcomes, (items, pair[1]), (items, pair[0])))
    })
}

fn shrinks_with_items(outcomes: &Outcomes) -> bool {
    SCALED_SERVERS.iter().all(|&servers| {
        SCALED_ITEMS.windows(2).all(|pair| !less_imbalanced(outcomes, (pair[0], servers), (pair[1], servers)))
    })
}

/// Whether the first setting's interval of the imbalance lies below the second's.
fn less_imbalanced(outcomes: &Outcomes, (items, servers): (u64, u32), (than_items, than_servers): (u64, u32)) -> bool {
    let measured = |items, servers| {
        let placement = placement(items, servers, Random);
        series::imbalance(&placement, outcomes.of(placement))
    };
    measured(items, servers).high < measured(than_items, than_servers).low
}

/// Holds if at most 1 in 1,000 servers is over capacity in either case.
pub(super) fn two_choices_eleven_servers(outcomes: &Outcomes) -> Claim {
    let (eleven, twenty_one) = (placement(1000, 11, TWO_CHOICES), placement(1000, 21, TWO_CHOICES));
    let p999 = |placement, published| {
        quantile(outcomes, placement, "p99.9", 0.999).published(PublishedValue::exactly(published), COUNTED)
    };
    let figures = vec![p999(eleven, 93.0), p999(twenty_one, 50.0)];
    let (at_eleven, at_twenty_one) = (figures[0].measured(), figures[1].measured());
    let why = format!("The 99.9th percentile is {at_eleven} items on 11 servers, and {at_twenty_one} on 21.");
    Finding {
        id: "two-choices-eleven-servers",
        statement: "When each item goes to the emptier of two random servers, 1,000 items need only 11 servers with room for \
                    100 each (99.9th percentile: 93 items), or 21 with room for 50.",
        source: article(),
        agrees: why.clone(),
        differs: why,
        holds: at_eleven <= 100.0 && at_twenty_one <= 50.0,
        figures,
    }
    .judge()
}

/// A count of placed items says nothing of requests.
pub(super) fn two_choices_cost() -> Claim {
    Claim {
        id: "two-choices-cost".to_owned(),
        statement: "Choosing between two servers costs a second query for each request.".to_owned(),
        source: article(),
        figures: Vec::new(),
        verdict: Verdict::NotTested,
        why: "It follows from the method, but this experiment sends no requests, so it measures no cost.".to_owned(),
    }
}

fn ratio(value: f64) -> String {
    format!("{value:.2}")
}

fn count(servers: Option<u32>) -> String {
    servers.map_or_else(|| "more than the model knows".to_owned(), |servers| servers.to_string())
}

//! The published table; see published.md for where it comes from.

use harness::record::Source;
use load_balancing_model::Strategy;

use crate::conditions::TWO_CHOICES;

const TABLE: &str = include_str!("../published.csv");

/// A row of the published table, in items per server.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    pub strategy: Strategy,
    pub items: u64,
    pub servers: u32,
    /// p50, p95, p99 and p99.9.
    pub quantiles: [u64; 4],
    /// p99 over the mean.
    pub imbalance: f64,
}

/// The article.
pub(crate) fn source() -> Source {
    Source {
        title: "Evan Jones, “Random Load Balancing is Unevenly Distributed”".to_owned(),
        url: "https://www.evanjones.ca/random-load-balancing-is-uneven.html".to_owned(),
    }
}

/// All rows.
pub(crate) fn rows() -> Vec<Row> {
    TABLE.lines().skip(1).map(|line| parse(line).unwrap_or_else(|| panic!("published.csv: {line}"))).collect()
}

fn parse(line: &str) -> Option<Row> {
    let fields: Vec<&str> = line.split(',').collect();
    let &[strategy, items, servers, p50, p95, p99, p999, _mean, imbalance, _items_per_server] = &fields[..] else {
        return None;
    };
    let items: u64 = items.parse().ok()?;
    let mut quantiles = [0; 4];
    for (quantile, share) in quantiles.iter_mut().zip([p50, p95, p99, p999]) {
        *quantile = (share.parse::<f64>().ok()? * items as f64).round() as u64;
    }
    Some(Row {
        strategy: match strategy {
            "random" => Strategy::Random,
            "two_choices" => TWO_CHOICES,
            _ => return None,
        },
        items,
        servers: servers.parse().ok()?,
        quantiles,
        imbalance: imbalance.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read() {
        let rows = rows();
        assert_eq!(rows.len(), 88);
        let thirteen = rows.iter().find(|row| (row.strategy, row.items, row.servers) == (Strategy::Random, 1000, 13));
        assert_eq!(thirteen.unwrap().quantiles, [77, 91, 97, 104]);
    }

    #[test]
    fn published_shares_are_whole_items() {
        for line in TABLE.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let items: f64 = fields[1].parse().unwrap();
            for share in &fields[3..7] {
                let loads = share.parse::<f64>().unwrap() * items;
                assert!((loads - loads.round()).abs() < 1e-6, "{line}: {loads}");
            }
        }
    }

    #[test]
    fn a_broken_row_is_no_row() {
        for line in
            ["", "random,1000", "least,1000,3,0.1,0.1,0.1,0.1,0.1,1,333", "random,x,3,0.1,0.1,0.1,0.1,0.1,1,333"]
        {
            assert_eq!(parse(line), None);
        }
    }
}

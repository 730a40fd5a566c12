//! What gets measured: ways to lose a peer, what the program was doing, and what was set.

mod held_out;
mod long;
mod paths;
mod recorded;
mod rows;

use std::path::Path;
use std::time::Duration;

use dead_connections_model::{Pattern, Scenario, Settings};
use harness::record::{Profile, Skipped};
use namespaces::Means;

use crate::capture;
use crate::condition::{Condition, Program, Role};
use crate::place::{NEEDS_NFT, Place};
use crate::predicted;

pub(crate) use long::{long_ones, waited_for};

/// How often a row is repeated in a full run: fewer than six have no interval of 95%.
const REPETITIONS: u32 = 7;
/// How many connections are lost at the same time: they mostly wait.
const AT_ONCE: usize = 24;
/// How long is watched where nothing is to be noticed.
const WATCHED: Duration = Duration::from_secs(10);
const WATCHED_QUICKLY: Duration = Duration::from_secs(6);
/// What takes longer is not waited for.
const AT_MOST: Duration = Duration::from_secs(70);
/// Rows that take longer are left out of a quick run.
const AT_MOST_QUICKLY: Duration = Duration::from_secs(15);
/// How long is watched beyond the latest that is predicted.
const MARGIN: Duration = Duration::from_secs(3);

/// A row that is watched somewhat longer than the model says is needed, or for `watched` if it says never or not soon.
pub(crate) fn new_condition(
    program: Program,
    scenario: Scenario,
    pattern: Pattern,
    settings: Settings,
    watched: Duration,
) -> Condition {
    let means = Means::Routing;
    let mut condition =
        Condition { program, scenario, pattern, settings, means, role: Role::Known, watched, is_recorded: false };
    let latest = predicted::predict(&condition).latest().map(|latest| latest + MARGIN);
    condition.watched = latest.filter(|&latest| latest < AT_MOST).unwrap_or(watched);
    condition
}

/// Every row there is, where nothing is missing, in the order in which a run has them.
pub(crate) fn all_rows() -> Vec<Condition> {
    let kinds = [rows::tcp, rows::tonic, held_out::held_out, paths::delayed, rows::grpcio];
    let rows: Vec<Condition> = kinds.iter().flat_map(|rows| rows(WATCHED)).map(|row| row.by(Means::Firewall)).collect();
    let again = again(&rows);
    rows.into_iter().chain(again).collect()
}

/// Some rows again, with packets dropped by other means, or elsewhere. Their packets are not recorded.
fn again(rows: &[Condition]) -> Vec<Condition> {
    let unrecorded = |row: &Condition| Condition { is_recorded: false, ..*row };
    let by_routing = rows.iter().filter(|row| rows::is_lost_twice(row));
    let by_routing = by_routing.map(|row| unrecorded(row).by(Means::Routing).in_role(Role::OtherMeans));
    let here = rows.iter().filter(|row| rows::is_lost_here_too(row));
    let here = here.map(|row| unrecorded(row).by(Means::OwnFirewall).in_role(Role::OwnEnd));
    by_routing.chain(here).collect()
}

/// Everything a run measures.
pub(crate) struct Conditions {
    /// How often each row is repeated.
    pub repetitions: u32,
    /// How many connections are lost at the same time.
    pub at_once: usize,
    /// The rows that can be measured here.
    pub rows: Vec<Condition>,
    /// The rows that take minutes, if there is the time, all side by side.
    pub waited: Vec<Condition>,
    /// What cannot, or is not.
    pub skipped: Vec<Skipped>,
}

impl Conditions {
    /// The conditions that can be measured at this place and with this Python; overnight, also those that take minutes.
    pub(crate) fn of(profile: Profile, overnight: bool, place: &Place, python: Result<&Path, &Skipped>) -> Self {
        let (repetitions, watched) = match profile {
            Profile::Quick => (1, WATCHED_QUICKLY),
            Profile::Full => (REPETITIONS, WATCHED),
        };
        let mut conditions =
            Self { repetitions, at_once: AT_ONCE, rows: Vec::new(), waited: Vec::new(), skipped: Vec::new() };
        let rows = [rows::tcp(watched), rows::tonic(watched), held_out::held_out(watched), paths::delayed(watched)];
        for row in rows.into_iter().flatten() {
            conditions.add(row.by(place.usual_means()), profile, place);
        }
        match python {
            Ok(_) => rows::grpcio(watched)
                .into_iter()
                .for_each(|row| conditions.add(row.by(place.usual_means()), profile, place)),
            Err(skipped) => conditions.skipped.push(skipped.clone()),
        }
        conditions.record_some(place);
        conditions.add_other_means(place);
        if overnight && matches!(place, Place::Namespaces(_)) {
            conditions.waited = waited_for().into_iter().map(|row| row.by(place.usual_means())).collect();
            // A wait whose first seconds a picture shows is recorded to its end.
            let recorded: Vec<Condition> = conditions.rows.iter().filter(|row| row.is_recorded).copied().collect();
            for row in &mut conditions.waited {
                row.is_recorded = recorded.iter().any(|other| other.is_as(row));
            }
        }
        conditions
    }

    fn add(&mut self, row: Condition, profile: Profile, place: &Place) {
        let skipped =
            |why: &str, needs: &str| Skipped { what: row.text(), why: why.to_owned(), needs: needs.to_owned() };
        match place.lacks_for(&row) {
            Some(lack) => self.skipped.push(skipped(&lack.why, lack.needs)),
            None if profile == Profile::Quick && row.watched > AT_MOST_QUICKLY => {
                self.skipped.push(skipped("it takes too long for a quick run", "--profile full"));
            }
            None => self.rows.push(row),
        }
    }

    /// Chooses the rows whose packets are recorded.
    fn record_some(&mut self, place: &Place) {
        if matches!(place, Place::Loopback { .. }) {
            return;
        }
        if let Some(why) = capture::why_not() {
            self.skipped.push(Skipped {
                what: "recording packets".to_owned(),
                why: why.to_string(),
                needs: "the right to open packet sockets (CAP_NET_RAW)".to_owned(),
            });
            return;
        }
        for row in &mut self.rows {
            row.is_recorded = recorded::is_worth_it(row);
        }
    }

    /// Some rows again, with packets dropped by other means.
    fn add_other_means(&mut self, place: &Place) {
        let Place::Namespaces(namespaces) = place else { return };
        if let Some(why) = namespaces.without_nft() {
            self.skipped.push(Skipped {
                what: "dropping packets by a firewall as well as by routing".to_owned(),
                why: why.to_owned(),
                needs: NEEDS_NFT.to_owned(),
            });
            return;
        }
        let again = again(&self.rows);
        self.rows.extend(again);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::settings::nothing;

    #[test]
    fn no_two_rows_of_a_role_look_alike_in_the_record() {
        let mut seen = HashSet::new();
        for row in all_rows() {
            let looks = (row.text(), row.delay(), row.role.name());
            assert!(seen.insert(looks.clone()), "{looks:?}");
        }
    }

    #[test]
    fn rows_held_out_have_settings_that_no_known_row_has() {
        let rows = all_rows();
        let (held_out, known): (Vec<&Condition>, Vec<&Condition>) =
            rows.iter().partition(|row| row.role == Role::HeldOut);
        for row in held_out {
            let same = |other: &&Condition| {
                (other.scenario, other.pattern, other.settings) == (row.scenario, row.pattern, row.settings)
            };
            assert!(!known.iter().any(same), "{}", row.text());
        }
    }

    #[test]
    fn a_full_run_watches_for_less_than_eight_minutes() {
        let watched: Duration = all_rows().iter().map(|row| row.watched * REPETITIONS).sum();
        assert!(watched / (AT_ONCE as u32) < Duration::from_secs(8 * 60), "{watched:?}");
    }

    #[test]
    fn an_overnight_run_waits_for_all_that_takes_from_seconds_to_twenty_minutes() {
        let waited = waited_for();
        assert!(waited.iter().all(|row| (10..20 * 60).contains(&row.watched.as_secs())));
        let is_in_time = |row: &Condition| {
            let latest = predicted::predict(row).latest().map(|latest| latest.as_secs());
            row.settings.grpc.is_none() && latest.is_some_and(|seconds| (10..20 * 60).contains(&seconds))
        };
        let all = long_ones().into_iter().filter(is_in_time).count();
        assert!(all > 60 && waited.len() == all, "{} of {all}", waited.len());
        assert!(waited.iter().any(|row| row.is_awaiting() && row.settings == nothing()));
        let recorded =
            |row: &Condition| all_rows().iter().any(|other| recorded::is_worth_it(other) && other.is_as(row));
        assert!(waited.iter().any(|row| row.is_awaiting() && recorded(row)), "the picture of the trap runs to its end");
    }
}

//! Rows whose packets are recorded: one for each thing that Linux does about a peer that is gone, and all with a round
//! trip time.

use dead_connections_model::settings::{MILLISECOND, SECOND};
use dead_connections_model::{Pattern, Scenario, Settings};

use crate::condition::{Condition, Program};
use crate::settings::{grpc, keepalive, nothing, retries, syn, user_timeout};

pub(super) fn is_worth_it(row: &Condition) -> bool {
    row.round_trip().is_some() || rows().contains(&(row.program, row.scenario, row.pattern, row.settings))
}

fn rows() -> [(Program, Scenario, Pattern, Settings); 13] {
    use Pattern::{Awaiting, Connecting, Idle};
    use Program::{Tcp, Tonic};
    use Scenario::{DropOutbound, OwnLinkDown, PeerExits, PeerHangs};
    let writes = |ms| Pattern::Writes { every_us: ms * MILLISECOND };
    let reboots = Scenario::PeerReboots { back_us: SECOND };
    [
        (Tcp, DropOutbound, Idle, keepalive(1, 1, 3)),
        (Tcp, DropOutbound, Idle, user_timeout(3.0, keepalive(1, 1, 3))),
        (Tcp, DropOutbound, Awaiting, user_timeout(3.0, nothing())),
        (Tcp, DropOutbound, Awaiting, retries(3, nothing())),
        // The trap: keepalive is on, and not one probe is sent.
        (Tcp, DropOutbound, Awaiting, keepalive(1, 1, 3)),
        (Tcp, reboots, Idle, keepalive(2, 1, 3)),
        (Tcp, reboots, Awaiting, nothing()),
        (Tcp, PeerExits, writes(500), nothing()),
        (Tcp, PeerHangs, writes(100), user_timeout(3.0, nothing())),
        (Tcp, OwnLinkDown, Awaiting, user_timeout(3.0, nothing())),
        (Tcp, DropOutbound, Connecting, syn(2, 4)),
        (Tonic, DropOutbound, Idle, grpc(1, 2, true)),
        (Tonic, PeerHangs, Awaiting, grpc(1, 2, false)),
    ]
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::{Role, paths, rows as measured};
    use super::*;

    #[test]
    fn each_recorded_row_is_measured_once() {
        let all = [measured::tcp(Duration::ZERO), measured::tonic(Duration::ZERO)].concat();
        for row in rows() {
            let same = |other: &&Condition| row == (other.program, other.scenario, other.pattern, other.settings);
            assert_eq!(all.iter().filter(same).count(), 1, "{row:?}");
        }
        assert_eq!(all.iter().filter(|row| is_worth_it(row)).count(), rows().len());
    }

    #[test]
    fn every_row_with_a_round_trip_time_is_recorded_and_held_out() {
        let delayed = paths::delayed(Duration::ZERO);
        assert!(delayed.iter().all(|row| is_worth_it(row) && row.role == Role::HeldOut && row.needs_namespaces()));
        assert!(delayed.iter().any(|row| row.path_text() == "relay, 400 ms"));
    }
}

//! Rows with a round trip time that is to be felt: below the smallest retransmission timeout, and above it. The rules of
//! the model had been made when these were first measured.

use std::time::Duration;

use dead_connections_model::settings::MILLISECOND;
use dead_connections_model::{Pattern, Scenario};

use super::new_condition;
use crate::condition::{Condition, Program, Role};
use crate::settings::{keepalive, nothing, over, retries, syn, user_timeout};

pub(super) fn delayed(watched: Duration) -> Vec<Condition> {
    use Pattern::{Awaiting, Connecting, Idle};
    use Scenario::{DropOutbound, FirewallRejects, PeerExits};
    let reboots = |ms| Scenario::PeerReboots { back_us: ms * MILLISECOND };
    let rows = [
        (DropOutbound, Idle, over(100, keepalive(1, 1, 3))),
        (DropOutbound, Awaiting, over(100, user_timeout(3.0, nothing()))),
        (DropOutbound, Awaiting, over(400, user_timeout(3.0, nothing()))),
        (DropOutbound, Awaiting, over(100, retries(2, nothing()))),
        (DropOutbound, Awaiting, over(400, retries(2, nothing()))),
        (DropOutbound, Connecting, over(400, syn(1, 4))),
        (PeerExits, Idle, over(100, nothing())),
        (PeerExits, Connecting, over(400, nothing())),
        (reboots(500), Connecting, over(400, nothing())),
        (FirewallRejects, Connecting, over(100, nothing())),
        (reboots(1000), Idle, over(100, keepalive(2, 1, 3))),
        (reboots(1000), Awaiting, over(400, nothing())),
    ];
    rows.map(|(scenario, pattern, settings)| {
        new_condition(Program::Tcp, scenario, pattern, settings, watched).in_role(Role::HeldOut)
    })
    .into()
}

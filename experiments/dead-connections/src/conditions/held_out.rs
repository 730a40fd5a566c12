//! Rows that were not there while the model's rules and their tolerance were made, and whose settings had not been tried:
//! what the model says of them, it says without having seen the like. A rule that these rows prove wrong may be put
//! right, but then they are held out no longer, and others have to take their place.

use std::time::Duration;

use dead_connections_model::settings::{MILLISECOND, SECOND};
use dead_connections_model::{Pattern, Scenario};

use super::new_condition;
use crate::condition::{Condition, Program, Role};
use crate::settings::{HASTY_NEIGHBOUR, grpc, keepalive, nothing, on_link, retries, syn, user_timeout};

pub(super) fn held_out(watched: Duration) -> Vec<Condition> {
    use Pattern::{Awaiting, Connecting, Idle};
    use Program::{Tcp, Tonic};
    use Scenario::{DropInbound, DropOutbound, HostVanishes, OwnLinkDown, PeerHangs, PeerHangsThenVanishes};
    let writes = |ms| Pattern::Writes { every_us: ms * MILLISECOND };
    let rows = [
        (Tcp, DropOutbound, Idle, keepalive(3, 2, 2)),
        (Tcp, DropInbound, Idle, keepalive(2, 3, 1)),
        (Tcp, DropOutbound, Idle, user_timeout(4.5, keepalive(2, 3, 4))),
        // Two trials that Cloudflare published.
        (Tcp, DropOutbound, Idle, keepalive(5, 3, 3)),
        (Tcp, DropOutbound, Idle, user_timeout(5.0, keepalive(1, 11, 3))),
        (Tcp, DropOutbound, Awaiting, user_timeout(4.5, nothing())),
        (Tcp, DropInbound, Awaiting, user_timeout(1.5, keepalive(5, 5, 5))),
        (Tcp, DropOutbound, writes(250), user_timeout(2.5, nothing())),
        (Tcp, DropInbound, writes(300), retries(2, nothing())),
        (Tcp, DropInbound, writes(400), retries(4, nothing())),
        (Tcp, HostVanishes, Awaiting, on_link(HASTY_NEIGHBOUR, retries(4, nothing()))),
        (Tcp, OwnLinkDown, Idle, keepalive(2, 1, 2)),
        (Tcp, OwnLinkDown, Awaiting, user_timeout(5.0, nothing())),
        (Tcp, Scenario::PeerReboots { back_us: 4 * SECOND }, Awaiting, nothing()),
        (Tcp, Scenario::PeerReboots { back_us: SECOND }, Idle, keepalive(4, 2, 3)),
        (Tcp, Scenario::FirewallForgets { after_us: 3 * SECOND, resets: false }, Idle, keepalive(5, 2, 1)),
        (Tcp, Scenario::FirewallForgets { after_us: SECOND, resets: false }, Awaiting, retries(2, nothing())),
        (Tcp, PeerHangs, writes(100), user_timeout(5.0, nothing())),
        (Tcp, PeerHangsThenVanishes, writes(100), user_timeout(2.0, nothing())),
        (Tcp, DropInbound, Connecting, syn(4, 4)),
        (Tcp, DropOutbound, Connecting, syn(2, 1)),
        (Tonic, DropOutbound, Awaiting, grpc(2, 1, false)),
        (Tonic, DropInbound, Idle, grpc(2, 3, true)),
        (Tonic, PeerHangs, Awaiting, grpc(3, 1, false)),
    ];
    rows.map(|(program, scenario, pattern, settings)| {
        new_condition(program, scenario, pattern, settings, watched).in_role(Role::HeldOut)
    })
    .into()
}

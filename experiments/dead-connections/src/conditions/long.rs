//! What only the model is asked, since it takes minutes or hours: Linux's defaults, and what is recommended.

use std::time::Duration;

use models::tcp_failure::settings::SECOND;
use models::tcp_failure::{GrpcKeepalive, Keepalive, Kernel, Neighbour, Pattern, Scenario, Settings};

use super::settings::{keepalive, nothing, on_link, retries, syn, user_timeout};
use super::{Condition, Program};

pub(crate) fn long_ones() -> Vec<Condition> {
    use Pattern::{Awaiting, Connecting, Idle};
    use Scenario::{DropOutbound, HostVanishes, OwnLinkDown};
    let linux = Settings { keepalive: Some(Keepalive::default()), ..nothing() };
    let recommended = keepalive(15, 15, 5);
    let with_timeout = user_timeout(90.0, recommended);
    let often = Pattern::Writes { every_us: SECOND };
    let grpc_server_minimum = Settings { grpc: Some(GrpcKeepalive::default()), ..nothing() };
    let before_linux_6_5 = syn(Kernel::default().syn_retries, 0);
    let rows = [
        (DropOutbound, Idle, linux),
        (DropOutbound, Idle, recommended),
        (DropOutbound, Idle, with_timeout),
        (DropOutbound, Awaiting, nothing()),
        (DropOutbound, Awaiting, recommended),
        (DropOutbound, Awaiting, with_timeout),
        (DropOutbound, often, recommended),
        (DropOutbound, often, with_timeout),
        (DropOutbound, Awaiting, retries(8, nothing())),
        (HostVanishes, Awaiting, on_link(Neighbour::default(), nothing())),
        (OwnLinkDown, Awaiting, nothing()),
        (DropOutbound, Connecting, nothing()),
        (DropOutbound, Connecting, before_linux_6_5),
        (DropOutbound, Awaiting, grpc_server_minimum),
    ];
    // They are not measured, so for no time.
    rows.map(|(scenario, pattern, settings)| Condition::new(Program::Tcp, scenario, pattern, settings, Duration::ZERO))
        .into()
}

//! The queues' lengths alone, as a Markov chain: the second oracle, which shares no clock, no departure and no random number
//! with the first. For Poisson arrivals, exponential work and fresh information.

use random::Below;

use crate::outcome::{Outcome, count};
use crate::policy::Chooser;
use crate::setting::{Arrivals, Information, Service, Setting};
use crate::source;
use rand_core::Rng;

/// The positions at which so many `requests` arrive after the first `warm_up`, or nothing where the lengths alone do not tell
/// what comes next.
///
/// Each step is an arrival, with a chance in proportion to their rate, or one of the servers that may complete a request: one
/// that is empty does nothing ("uniformisation"). Arrivals see the lengths as they are over time (Wolff 1982), so that their
/// positions give the times in system.
pub fn run(setting: &Setting, requests: u32, warm_up: u32, seed: u64, repetition: u32) -> Option<Outcome> {
    let is_told = (setting.arrivals(), setting.service()) == (Arrivals::Poisson, Service::Exponential)
        && (!setting.asks() || setting.information() == Information::Fresh);
    if !is_told {
        return None;
    }
    // Beyond those of the other simulations, which are two for each repetition.
    let mut rng = random::stream(seed ^ u64::MAX, repetition.into());
    let mut chooser = Chooser::new(setting, source::choices(seed ^ u64::MAX, repetition));
    let any = Below::new(setting.servers());
    let mut lengths = vec![0; setting.servers() as usize];
    let arrives = setting.utilisation() / (setting.utilisation() + 1.0);
    let mut positions = Vec::new();
    let mut arrived = 0;
    while arrived < warm_up + requests {
        let uniform = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        if uniform < arrives {
            let balancer = chooser.balancer();
            let server = chooser.choose(balancer, |server| lengths[server as usize]);
            lengths[server as usize] += 1;
            if arrived >= warm_up {
                count(&mut positions, lengths[server as usize]);
            }
            arrived += 1;
        } else {
            let length = &mut lengths[any.draw(&mut rng) as usize];
            *length = length.saturating_sub(1_u32);
        }
    }
    Some(Outcome::of_exponential(positions))
}

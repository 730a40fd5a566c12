//! How a server is chosen, given what is known of the queues.

use random::{Below, Xoshiro256PlusPlus};

use crate::setting::{Policy, Setting, Ties};

/// Chooses server after server.
#[derive(Debug, Clone)]
pub(crate) struct Chooser {
    rng: Xoshiro256PlusPlus,
    policy: Policy,
    any: Below,
    /// For picks without replacement: the servers in some order, whose first few are the last picks; and what is below how many
    /// are left at each pick.
    order: Vec<u32>,
    left: Vec<Below>,
    balancers: Below,
    /// The server whose turn it is, by balancer.
    next: Vec<u32>,
}

impl Chooser {
    pub(crate) fn new(setting: &Setting, rng: Xoshiro256PlusPlus) -> Self {
        let (servers, policy) = (setting.servers(), setting.policy());
        let (order, left) = match policy {
            Policy::Best { choices, replacement: false } => {
                ((0..servers).collect(), (0..choices).map(|picked| Below::new(servers - picked)).collect())
            }
            _ => (Vec::new(), Vec::new()),
        };
        let balancers = setting.balancers();
        let next = vec![0; balancers as usize];
        Self { rng, policy, any: Below::new(servers), order, left, balancers: Below::new(balancers), next }
    }

    /// The balancer that the next request comes to.
    #[inline(always)]
    pub(crate) fn balancer(&mut self) -> u32 {
        if self.next.len() == 1 { 0 } else { self.balancers.draw(&mut self.rng) }
    }

    /// The server that a balancer sends a request to. `load` returns what it knows of a queue's length, and is asked only of
    /// servers that are looked at.
    #[inline(always)]
    pub(crate) fn choose(&mut self, balancer: u32, mut load: impl FnMut(u32) -> u32) -> u32 {
        match self.policy {
            Policy::Random => self.any.draw(&mut self.rng),
            Policy::Best { choices, replacement } => {
                let mut best = self.pick(0, replacement);
                if choices == 1 {
                    return best;
                }
                let mut least = load(best);
                for pick in 1..choices {
                    let server = self.pick(pick, replacement);
                    let load = load(server);
                    if load < least {
                        (best, least) = (server, load);
                    }
                }
                best
            }
            Policy::Least { ties } => {
                let (mut least, mut first, mut equals) = (u32::MAX, 0, 0);
                for server in 0..self.any.bound() {
                    match load(server) {
                        less if less < least => (least, first, equals) = (less, server, 1),
                        same if same == least => equals += 1,
                        _ => {}
                    }
                }
                match ties {
                    Ties::First => first,
                    Ties::Random => self.one_of(equals, first, |&server| load(server) == least),
                }
            }
            Policy::RoundRobin => {
                let next = &mut self.next[balancer as usize];
                let server = *next;
                *next = (server + 1) % self.any.bound();
                server
            }
            Policy::Idle => {
                let (mut idle, mut first) = (0, 0);
                for server in (0..self.any.bound()).rev() {
                    if load(server) == 0 {
                        (idle, first) = (idle + 1, server);
                    }
                }
                match idle {
                    0 => self.any.draw(&mut self.rng),
                    _ => self.one_of(idle, first, |&server| load(server) == 0),
                }
            }
        }
    }

    #[inline(always)]
    fn pick(&mut self, pick: u32, replacement: bool) -> u32 {
        if replacement {
            return self.any.draw(&mut self.rng);
        }
        let other = pick + self.left[pick as usize].draw(&mut self.rng);
        self.order.swap(pick as usize, other as usize);
        self.order[pick as usize]
    }

    /// One of `how_many` servers that are `meant`, the first of which is `first`, with equal chances.
    #[inline(always)]
    fn one_of(&mut self, how_many: u32, first: u32, meant: impl FnMut(&u32) -> bool) -> u32 {
        if how_many == 1 {
            return first;
        }
        let which = Below::new(how_many).draw(&mut self.rng);
        let found = (first..self.any.bound()).filter(meant).nth(which as usize);
        found.expect("they have been counted")
    }
}

//! What the balancer knows of the queues.

use crate::servers::{Past, Servers};
use crate::setting::{Information, Setting};

/// What the balancer knows, kept up to date.
#[derive(Debug, Clone)]
pub(crate) enum Knowledge {
    /// Everything at once; or nothing, where no choice rests on it.
    Fresh,
    Copied(Copied),
    Aged {
        age: f64,
        past: Past,
    },
}

/// Each balancer's copy of the lengths. They are made anew in turn, at every multiple of `every`.
#[derive(Debug, Clone)]
pub(crate) struct Copied {
    every: f64,
    /// Number of copies made so far, and the time of the next.
    made: f64,
    next: f64,
    /// The copied lengths, by balancer and server.
    lengths: Vec<Vec<u32>>,
    /// Whether what a balancer sends is added to its copy.
    own: bool,
}

impl Knowledge {
    pub(crate) fn new(setting: &Setting) -> Self {
        let copied = |age, own| {
            let every = age / f64::from(setting.balancers());
            let lengths = vec![vec![0; setting.servers() as usize]; setting.balancers() as usize];
            Self::Copied(Copied { every, made: 0.0, next: every, lengths, own })
        };
        match setting.information() {
            _ if !setting.asks() => Self::Fresh,
            Information::Fresh => Self::Fresh,
            Information::Renewed(age) => copied(age, false),
            Information::Own(age) => copied(age, true),
            Information::Aged(age) => Self::Aged { age, past: Past::new(setting.servers()) },
        }
    }

    /// Before a request at `now` is sent to a server.
    #[inline(always)]
    pub(crate) fn update(&mut self, now: f64, servers: &mut Servers) {
        if let Self::Copied(copied) = self
            && now >= copied.next
        {
            copied.renew(now, servers);
        }
    }

    /// What a balancer knows at `now` of a server's length.
    #[inline(always)]
    pub(crate) fn length(&mut self, balancer: u32, server: u32, now: f64, servers: &mut Servers) -> u32 {
        match self {
            Self::Fresh => servers.length(server, now),
            Self::Copied(copied) => copied.lengths[balancer as usize][server as usize],
            Self::Aged { age, past } => past.length(server, now - *age),
        }
    }

    /// A balancer sends a request to a server at `arrival`, and it is done at `departure`.
    #[inline(always)]
    pub(crate) fn sent(&mut self, balancer: u32, server: u32, arrival: f64, departure: f64) {
        match self {
            Self::Copied(copied) if copied.own => copied.lengths[balancer as usize][server as usize] += 1,
            Self::Fresh | Self::Copied(_) => {}
            Self::Aged { past, .. } => past.push(server, arrival, departure),
        }
    }
}

impl Copied {
    fn renew(&mut self, now: f64, servers: &mut Servers) {
        let before = self.made;
        self.made = (now / self.every).floor();
        // The quotient is rounded, and so off by one at most. (Where it is so large that adding one changes nothing, a copy is
        // made anew for every request.)
        if (self.made + 1.0) * self.every <= now {
            self.made += 1.0;
        } else if self.made * self.every > now {
            self.made -= 1.0;
        }
        self.next = (self.made + 1.0) * self.every;
        // Each balancer's last one, the oldest first: queues forget what is done.
        let balancers = self.lengths.len();
        for back in (0..balancers).rev() {
            let number = self.made - back as f64;
            if number <= before && back > 0 {
                continue;
            }
            // All that arrived before `now` arrived before this moment, or the copy had been made then.
            let time = (number * self.every).min(now);
            let copy = &mut self.lengths[(number % balancers as f64) as usize];
            for (server, length) in (0..).zip(copy) {
                *length = servers.length(server, time);
            }
        }
    }
}

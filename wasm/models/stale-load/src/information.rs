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

/// A copy of the lengths that is made anew at every multiple of `every`.
#[derive(Debug, Clone)]
pub(crate) struct Copied {
    every: f64,
    /// How many times it has been made, and when it is next.
    made: f64,
    next: f64,
    lengths: Vec<u32>,
    /// Whether what the balancer sends is added to it.
    own: bool,
}

impl Knowledge {
    pub(crate) fn new(setting: &Setting) -> Self {
        let copied = |every, own| {
            Self::Copied(Copied { every, made: 0.0, next: every, lengths: vec![0; setting.servers() as usize], own })
        };
        match setting.information() {
            _ if !setting.asks() => Self::Fresh,
            Information::Fresh => Self::Fresh,
            Information::Renewed(every) => copied(every, false),
            Information::Own(every) => copied(every, true),
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

    /// What is known at `now` of a server's length.
    #[inline(always)]
    pub(crate) fn length(&mut self, server: u32, now: f64, servers: &mut Servers) -> u32 {
        match self {
            Self::Fresh => servers.length(server, now),
            Self::Copied(copied) => copied.lengths[server as usize],
            Self::Aged { age, past } => past.length(server, now - *age),
        }
    }

    /// A request is sent to a server at `arrival`, and done at `departure`.
    #[inline(always)]
    pub(crate) fn sent(&mut self, server: u32, arrival: f64, departure: f64) {
        match self {
            Self::Copied(copied) if copied.own => copied.lengths[server as usize] += 1,
            Self::Fresh | Self::Copied(_) => {}
            Self::Aged { past, .. } => past.push(server, arrival, departure),
        }
    }
}

impl Copied {
    fn renew(&mut self, now: f64, servers: &mut Servers) {
        self.made = (now / self.every).floor();
        // The quotient is rounded, and so off by one at most. (Where it is so large that adding one changes nothing, the copy is
        // made anew for every request.)
        if (self.made + 1.0) * self.every <= now {
            self.made += 1.0;
        } else if self.made * self.every > now {
            self.made -= 1.0;
        }
        self.next = (self.made + 1.0) * self.every;
        // All that arrived before `now` arrived before this moment, or the copy had been made then.
        let time = (self.made * self.every).min(now);
        for (server, length) in (0..).zip(&mut self.lengths) {
            *length = servers.length(server, time);
        }
    }
}

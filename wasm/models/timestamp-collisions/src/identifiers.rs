//! Identifiers made from a clock: what people use instead of a bare timestamp, as pure state machines.
//!
//! Each is given the clock's reading (and random bits where it wants some) and returns an identifier; none reads a clock
//! itself, so that a clock that stands still, jumps or runs backwards can be put before it. [`Scheme::promise`] says how
//! far each keeps identifiers apart; the tests hold it to that.

use std::fmt;

use rand_core::Rng;

use limits::{LimitError, check};
use random::{Xoshiro256PlusPlus, stream};

const NS_PER_MS: u64 = 1_000_000;

limits::named! {
    /// How far identifiers are kept apart.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Scope {
        /// Not even one thread's are.
        Nowhere = "nowhere",
        /// Those of one thread are.
        Thread = "within a thread",
        /// Those of all threads of one process.
        Process = "within a process",
        /// Those of all processes of one machine.
        Machine = "within a machine",
        /// All there are.
        Everywhere = "everywhere",
    }
}

/// What a scheme promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Promise {
    /// How far no two identifiers can be equal, whatever the clock does.
    pub certain: Scope,
    /// How far two equal ones are so unlikely that people rely on it; at least as far as `certain`.
    pub probable: Scope,
    /// The condition for that.
    pub condition: &'static str,
}

limits::named! {
    /// A way to make identifiers.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Scheme("scheme") {
        /// The reading itself.
        Timestamp = "timestamp",
        /// The reading, its low bits replaced by the thread's number: [`ThreadBits`].
        ThreadBits = "thread-bits",
        /// One clock for all threads that always moves: [`Increasing`].
        Increasing = "increasing",
        /// Hybrid logical clock: [`Hybrid`].
        Hybrid = "hybrid",
        /// UUID version 7 of milliseconds and random bits alone: [`uuid_v7`].
        UuidV7 = "uuid-v7",
        /// UUID version 7 with a counter that all threads share: [`UuidV7Counter`].
        UuidV7Counter = "uuid-v7-counter",
        /// ULID in its monotonic form, shared by all threads: [`Ulid`].
        Ulid = "ulid",
        /// Milliseconds, machine number and sequence number: [`Snowflake`].
        Snowflake = "snowflake",
    }
}

impl Scheme {
    /// How far it keeps identifiers apart.
    pub fn promise(self) -> Promise {
        use Scope::{Everywhere, Nowhere, Process};
        let promise = |certain, probable, condition| Promise { certain, probable, condition };
        match self {
            Self::Timestamp => promise(Nowhere, Nowhere, "nothing: threads read the same value, and so may one thread"),
            Self::ThreadBits => promise(Process, Process, "every thread has a number of its own that fits the bits"),
            Self::Increasing => promise(Process, Process, "all threads share its one word of memory"),
            Self::Hybrid => promise(
                Everywhere,
                Everywhere,
                "every process has a number of its own, and restarts only after its last identifier's time",
            ),
            Self::UuidV7 => {
                promise(Nowhere, Everywhere, "74 random bits per millisecond, from a generator seeded well")
            }
            Self::UuidV7Counter => promise(
                Process,
                Everywhere,
                "the counter is shared by all threads; between processes, 32 random bits and the counter's random start",
            ),
            Self::Ulid => promise(
                Process,
                Everywhere,
                "the generator is shared by all threads; between processes, 80 random bits per millisecond",
            ),
            Self::Snowflake => promise(
                Everywhere,
                Everywhere,
                "every process has a machine number of its own, and waits while the clock is behind its last identifier",
            ),
        }
    }
}

/// The later of now and the moment after the last: a clock that never repeats itself, though the one below it may.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Increasing {
    /// The smallest identifier that may come next; the one before it was the last.
    next: u64,
}

impl Increasing {
    /// `max(now, last + 1)`.
    pub fn next(&mut self, now: u64) -> u64 {
        let identifier = now.max(self.next);
        self.next = identifier + 1;
        identifier
    }
}

/// One thread's timestamps with the thread's number in the low bits: no memory is shared.
///
/// What is left of the time, in steps of `2^bits`, goes through [`Increasing`], so that a thread whose clock stands still
/// does not repeat itself either; at more than one identifier per step it runs ahead of the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThreadBits {
    bits: u32,
    thread: u64,
    time: Increasing,
}

impl ThreadBits {
    /// The generator of one thread, numbered below `2^bits`, 1 to 16 bits.
    pub fn new(bits: u32, thread: u32) -> Result<Self, LimitError> {
        check("bits", bits.into(), 1..=16)?;
        check("thread", thread.into(), 0..=(1 << bits) - 1)?;
        Ok(Self { bits, thread: thread.into(), time: Increasing::default() })
    }

    /// The thread's next identifier.
    pub fn next(&mut self, now: u64) -> u64 {
        self.time.next(now >> self.bits) << self.bits | self.thread
    }
}

/// A hybrid logical clock's time: physical, then logical. Ordered as the pair.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct HybridTime {
    /// The latest physical time that was seen.
    pub physical: u64,
    /// Events since it was first seen.
    pub logical: u32,
}

/// A process's hybrid logical clock (Kulkarni, Demirbas, Madappa, Avva and Leone 2014), as far as a process alone needs it:
/// close to physical time, and no event has the time of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hybrid {
    node: u16,
    last: HybridTime,
}

impl Hybrid {
    /// The clock of the process with this number.
    pub fn new(node: u16) -> Self {
        Self { node, last: HybridTime::default() }
    }

    /// The time of an event.
    pub fn next(&mut self, now: u64) -> HybridTime {
        self.last = if now > self.last.physical {
            HybridTime { physical: now, logical: 0 }
        } else if let Some(logical) = self.last.logical.checked_add(1) {
            HybridTime { physical: self.last.physical, logical }
        } else {
            // 2^32 events without the clock moving: the physical part stands in for it.
            HybridTime { physical: self.last.physical + 1, logical: 0 }
        };
        self.last
    }

    /// A time with the process's number below it, as one number: unlike any other process's.
    pub fn identifier(&self, time: HybridTime) -> u128 {
        u128::from(time.physical) << 48 | u128::from(time.logical) << 16 | u128::from(self.node)
    }
}

/// The bits of a UUID version 7 (RFC 9562): 48 of milliseconds, version, 12 bits, variant, 62 bits.
fn uuid_v7_of(ms: u64, payload: u128) -> u128 {
    let (high, low) = (payload >> 62 & 0xfff, payload & ((1 << 62) - 1));
    u128::from(ms & ((1 << 48) - 1)) << 80 | 0x7 << 76 | high << 64 | 0b10 << 62 | low
}

/// UUID version 7 without a counter: the millisecond and 74 random bits.
pub fn uuid_v7(now: u64, random: &mut impl Rng) -> u128 {
    let payload = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
    uuid_v7_of(now / NS_PER_MS, payload & ((1 << 74) - 1))
}

/// UUID version 7 with a counter of 42 bits before 32 random ones (RFC 9562, section 6.2, methods 1 and 2).
///
/// The counter starts each millisecond at a random value whose top bit is clear, and counts by one; a clock that steps
/// back is ignored until it has caught up. A counter that overflows moves the millisecond on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UuidV7Counter {
    last: Option<(u64, u64)>,
}

impl UuidV7Counter {
    const COUNTER_BITS: u32 = 42;

    /// The next identifier.
    pub fn next(&mut self, now: u64, random: &mut impl Rng) -> u128 {
        let ms = now / NS_PER_MS;
        let fresh = |random: &mut dyn FnMut() -> u64| random() >> (64 - Self::COUNTER_BITS + 1);
        let (ms, counter) = match self.last {
            Some((last, counter)) if ms <= last => {
                if counter + 1 < 1 << Self::COUNTER_BITS {
                    (last, counter + 1)
                } else {
                    (last + 1, fresh(&mut || random.next_u64()))
                }
            }
            _ => (ms, fresh(&mut || random.next_u64())),
        };
        self.last = Some((ms, counter));
        uuid_v7_of(ms, u128::from(counter) << 32 | u128::from(random.next_u64() >> 32))
    }
}

/// ULID, monotonic: 48 bits of milliseconds, 80 random bits, which count up by one within a millisecond.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ulid {
    last: Option<u128>,
}

impl Ulid {
    const RANDOM_BITS: u32 = 80;

    /// The next identifier. A clock that steps back is ignored until it has caught up.
    pub fn next(&mut self, now: u64, random: &mut impl Rng) -> u128 {
        let ms = now / NS_PER_MS;
        let identifier = match self.last {
            // An overflow of the random bits carries into the millisecond, so that the order holds.
            Some(last) if u128::from(ms) <= last >> Self::RANDOM_BITS => last + 1,
            _ => {
                let bits = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
                u128::from(ms) << Self::RANDOM_BITS | bits >> (128 - Self::RANDOM_BITS)
            }
        };
        self.last = Some(identifier);
        identifier
    }
}

/// Twitter's Snowflake: 41 bits of milliseconds, 10 of machine, 12 of sequence, in a positive 64-bit integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Snowflake {
    epoch_ms: u64,
    machine: u64,
    last_ms: u64,
    next_sequence: u64,
}

/// A Snowflake generator has nothing to give until the clock shows this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotBefore {
    /// The time that the clock has to show, in nanoseconds.
    pub now: u64,
}

impl fmt::Display for NotBefore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no identifier before the clock shows {} ns", self.now)
    }
}

impl std::error::Error for NotBefore {}

impl Snowflake {
    const SEQUENCE_BITS: u32 = 12;
    const MACHINE_BITS: u32 = 10;

    /// The generator of a machine, numbered from 0 to 1023, with milliseconds counted from `epoch_ms`.
    pub fn new(machine: u32, epoch_ms: u64) -> Result<Self, LimitError> {
        check("machine", machine.into(), 0..=(1 << Self::MACHINE_BITS) - 1)?;
        Ok(Self { epoch_ms, machine: machine.into(), last_ms: epoch_ms, next_sequence: 0 })
    }

    /// The next identifier; refused while the clock is behind the last one, or the millisecond's 4096 are used up.
    pub fn next(&mut self, now: u64) -> Result<u64, NotBefore> {
        let ms = now / NS_PER_MS;
        if ms > self.last_ms {
            (self.last_ms, self.next_sequence) = (ms, 0);
        } else if ms < self.last_ms {
            return Err(NotBefore { now: self.last_ms * NS_PER_MS });
        } else if self.next_sequence >> Self::SEQUENCE_BITS > 0 {
            return Err(NotBefore { now: (self.last_ms + 1) * NS_PER_MS });
        }
        let sequence = self.next_sequence;
        self.next_sequence += 1;
        let time = self.last_ms - self.epoch_ms;
        Ok(time << (Self::MACHINE_BITS + Self::SEQUENCE_BITS) | self.machine << Self::SEQUENCE_BITS | sequence)
    }
}

/// One process's generators of a scheme: one for all threads, or one for each where the scheme shares nothing.
#[derive(Debug, Clone)]
pub struct Process {
    state: State,
    random: Xoshiro256PlusPlus,
}

#[derive(Debug, Clone)]
enum State {
    Timestamp,
    ThreadBits(Vec<ThreadBits>),
    Increasing(Increasing),
    Hybrid(Hybrid),
    UuidV7,
    UuidV7Counter(UuidV7Counter),
    Ulid(Ulid),
    Snowflake(Snowflake),
}

impl Process {
    /// The generators of process `number`, 0 to 1023, with this many threads, 1 to 256. The number also parts the random
    /// bits of processes with the same seed.
    pub fn new(scheme: Scheme, number: u32, threads: u32, seed: u64) -> Result<Self, LimitError> {
        check("process", number.into(), 0..=1_023)?;
        check("threads", threads.into(), 1..=256)?;
        let state = match scheme {
            Scheme::Timestamp => State::Timestamp,
            Scheme::ThreadBits => {
                let bits = (u32::BITS - (threads - 1).leading_zeros()).max(1);
                State::ThreadBits((0..threads).map(|thread| ThreadBits::new(bits, thread)).collect::<Result<_, _>>()?)
            }
            Scheme::Increasing => State::Increasing(Increasing::default()),
            Scheme::Hybrid => State::Hybrid(Hybrid::new(number as u16)),
            Scheme::UuidV7 => State::UuidV7,
            Scheme::UuidV7Counter => State::UuidV7Counter(UuidV7Counter::default()),
            Scheme::Ulid => State::Ulid(Ulid::default()),
            Scheme::Snowflake => State::Snowflake(Snowflake::new(number, 0)?),
        };
        Ok(Self { state, random: stream(seed, number.into()) })
    }

    /// The identifier that a thread (counted from 0; a number beyond the last wraps around) makes of a reading in
    /// nanoseconds. Where the scheme has to wait, it is the one it makes at the end of the wait.
    pub fn next(&mut self, thread: u32, now: u64) -> u128 {
        match &mut self.state {
            State::Timestamp => now.into(),
            State::ThreadBits(threads) => {
                let thread = thread as usize % threads.len();
                threads[thread].next(now).into()
            }
            State::Increasing(clock) => clock.next(now).into(),
            State::Hybrid(clock) => {
                let time = clock.next(now);
                clock.identifier(time)
            }
            State::UuidV7 => uuid_v7(now, &mut self.random),
            State::UuidV7Counter(counter) => counter.next(now, &mut self.random),
            State::Ulid(ulid) => ulid.next(now, &mut self.random),
            State::Snowflake(snowflake) => {
                let identifier = snowflake.next(now).or_else(|NotBefore { now }| snowflake.next(now));
                identifier.expect("the moment it asked to wait for is not refused").into()
            }
        }
    }
}

#[cfg(test)]
mod tests;

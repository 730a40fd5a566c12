//! Two transactions and a trigger: does the rule hold whatever the order of their steps?
//!
//! Two people are on call, and each transaction takes one of them off. A trigger looks whether somebody is left, and refuses
//! otherwise. The levels are PostgreSQL's: read committed looks at what is committed when a statement starts, repeatable read and
//! serializable at what was when the transaction took its snapshot, and serializable ends one of two transactions that each read what
//! the other wrote ("write skew"; Berenson and others 1995, Cahill and others 2008, Ports and Grittner 2012).

use std::error::Error;
use std::fmt;

/// How many steps each transaction has: it begins and takes its snapshot, it writes and the trigger looks, it commits.
pub const STEPS: usize = 3;

/// A transaction: 0 or 1.
pub type Who = usize;

limits::named! {
    /// How far transactions are kept apart.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Level("level") {
        /// PostgreSQL's default.
        ReadCommitted = "read-committed",
        /// Snapshot isolation.
        RepeatableRead = "repeatable-read",
        /// Every outcome is one of running one after the other.
        Serializable = "serializable",
    }
}

limits::named! {
    /// The lock that the trigger takes before it looks.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Guard("guard") {
        /// Nothing.
        None = "none",
        /// Locks on the rows of all who are on call (`select … for update`).
        ForUpdate = "for-update",
        /// One lock that belongs to the rule (`pg_advisory_xact_lock`).
        Advisory = "advisory-lock",
    }
}

/// Whose turn it is, step by step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Order([Who; 2 * STEPS]);

/// A text that is no order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderError;

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "this is no order of two transactions of {STEPS} steps; write 1 and 2 {STEPS} times each, such as 121212"
        )
    }
}

impl Error for OrderError {}

impl Order {
    /// Every order: 20.
    pub fn all() -> Vec<Self> {
        let bits = 0_u32..1 << (2 * STEPS);
        bits.filter(|bits| bits.count_ones() as usize == STEPS)
            .map(|bits| Self(std::array::from_fn(|place| (bits >> (2 * STEPS - 1 - place) & 1) as usize)))
            .collect()
    }

    /// Reads an order such as `112122`.
    ///
    /// # Errors
    ///
    /// The text has something else than 1 three times and 2 three times.
    pub fn parse(text: &str) -> Result<Self, OrderError> {
        Self::all().into_iter().find(|order| order.to_string() == text).ok_or(OrderError)
    }

    /// Whose turn it is, step by step.
    pub fn turns(&self) -> &[Who] {
        &self.0
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|who| write!(f, "{}", who + 1))
    }
}

limits::named! {
    /// A step of a transaction.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Act as "ActName" {
        /// The transaction begins, and takes its snapshot.
        Begin = "begin",
        /// The transaction takes its person off call, and the trigger looks.
        Write = "write",
        /// The transaction commits.
        Commit = "commit",
    }
}

limits::named! {
    /// Outcome of a step.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Effect as "EffectName" {
        /// The step was done.
        Done = "done",
        /// The step has to wait until the other transaction has ended, and its later steps with it.
        Waits = "waits",
        /// The trigger refused it: nobody would be left.
        Refused = "refused",
        /// The database ended the transaction: it could not be put before or after the other.
        Aborted = "aborted",
        /// The transaction had ended already.
        Ended = "ended",
    }
}

/// A step as it went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// Whose step.
    pub who: Who,
    /// The step that was due.
    pub act: Act,
    /// Outcome of a step.
    pub effect: Effect,
    /// How many others the trigger saw on call; nothing where it did not look.
    pub seen: Option<u32>,
}

limits::named! {
    /// How a transaction ended.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum End("end") {
        /// The transaction committed.
        Committed = "committed",
        /// The trigger refused it.
        Refused = "refused",
        /// The database ended it.
        Aborted = "aborted",
    }
}

/// How a race went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// How each transaction ended.
    pub ends: [End; 2],
    /// True if the rule is broken in the end: both committed, and nobody is on call.
    pub broken: bool,
    /// Every step; one that waited stands there again when it went on.
    pub events: Vec<Event>,
}

/// Runs the transactions in an order.
pub fn run(order: Order, level: Level, guard: Guard) -> Outcome {
    let mut race = Race { level, guard, transactions: Default::default(), events: Vec::new() };
    for who in order.turns() {
        race.turn(*who);
    }
    let ends = [0, 1].map(|who| race.transactions[who].end.unwrap_or(End::Aborted));
    Outcome { ends, broken: ends == [End::Committed; 2], events: race.events }
}

/// Number of orders in which the rule is broken in the end.
pub fn broken(level: Level, guard: Guard) -> u32 {
    Order::all().into_iter().filter(|order| run(*order, level, guard).broken).count() as u32
}

#[derive(Debug, Clone, Copy, Default)]
struct Transaction {
    /// How many of its steps are done.
    done: usize,
    /// True if the other had committed when the snapshot was taken.
    saw_other_committed: bool,
    /// Steps whose turn came while it waited.
    waiting: usize,
    /// True if the transaction has taken its person off and not ended: then it holds its locks.
    wrote: bool,
    end: Option<End>,
}

struct Race {
    level: Level,
    guard: Guard,
    transactions: [Transaction; 2],
    events: Vec<Event>,
}

impl Race {
    fn turn(&mut self, who: Who) {
        let act = [Act::Begin, Act::Write, Act::Commit]
            [(self.transactions[who].done + self.transactions[who].waiting).min(2)];
        let other = 1 - who;
        let holds_locks = self.transactions[other].wrote && self.transactions[other].end.is_none();
        let must_wait = act == Act::Write && self.guard != Guard::None && holds_locks;
        if self.transactions[who].waiting > 0 || must_wait {
            self.transactions[who].waiting += 1;
            self.say(who, act, Effect::Waits, None);
            return;
        }
        self.act(who, act);
        // Whatever waited for it goes on.
        if self.transactions[who].end.is_some() {
            for _ in 0..std::mem::take(&mut self.transactions[other].waiting) {
                self.turn(other);
            }
        }
    }

    fn say(&mut self, who: Who, act: Act, effect: Effect, seen: Option<u32>) {
        self.events.push(Event { who, act, effect, seen });
    }

    fn act(&mut self, who: Who, act: Act) {
        let other_committed = self.transactions[1 - who].end == Some(End::Committed);
        self.transactions[who].done += 1;
        if self.transactions[who].end.is_some() {
            return self.say(who, act, Effect::Ended, None);
        }
        // The snapshot is older than what is committed.
        let is_stale = other_committed && !self.transactions[who].saw_other_committed;
        match act {
            Act::Begin => {
                self.transactions[who].saw_other_committed = other_committed;
                self.say(who, act, Effect::Done, None);
            }
            Act::Write => {
                let conflicts = is_stale
                    && match (self.level, self.guard) {
                        (Level::Serializable, _) | (Level::RepeatableRead, Guard::ForUpdate) => true,
                        (Level::ReadCommitted, _) | (Level::RepeatableRead, Guard::None | Guard::Advisory) => false,
                    };
                if conflicts {
                    return self.end(who, act, End::Aborted, Effect::Aborted, None);
                }
                let sees_other_off = match self.level {
                    Level::ReadCommitted => other_committed,
                    _ => self.transactions[who].saw_other_committed,
                };
                if sees_other_off {
                    return self.end(who, act, End::Refused, Effect::Refused, Some(0));
                }
                self.transactions[who].wrote = true;
                self.say(who, act, Effect::Done, Some(1));
            }
            // Each has read what the other wrote.
            Act::Commit if self.level == Level::Serializable && is_stale => {
                self.end(who, act, End::Aborted, Effect::Aborted, None);
            }
            Act::Commit => self.end(who, act, End::Committed, Effect::Done, None),
        }
    }

    fn end(&mut self, who: Who, act: Act, end: End, effect: Effect, seen: Option<u32>) {
        self.transactions[who].end = Some(end);
        self.say(who, act, effect, seen);
    }
}

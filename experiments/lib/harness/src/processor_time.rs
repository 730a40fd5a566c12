//! Who else used the processors while a run measured: other programs, and, of a virtual machine, whoever shares its hardware.
//!
//! The kernel counts for each process how long it ran, and how long the children did that it has waited for, with theirs
//! (`/proc/PID/stat`). So the sum over all processes that there are grows by what was done, whoever has ended meanwhile. An
//! experiment ends what it starts, servers, containers and all, before it returns, and it falls to this process or to nobody:
//! what the others' sum has grown by at the end of a run is not the run's. Nobody has to look at who runs while figures are
//! measured, and it costs two looks at `/proc`. (The load average, by contrast, lags by a minute, and counts the run before.)
//! Threads of the kernel are left out, since they work for the run as well as for others.
//!
//! In a container `/proc` shows nobody outside. There, others are what all processors did for programs (`/proc/stat`) and this
//! process, with its children, did not.

use std::fs;
use std::process;

use crate::record::ProcessorTime;

/// So many ticks of all processors together are enough to tell shares of: a second of a single one.
const ENOUGH_TICKS: u64 = 100;

/// The kernel's counts at one moment, in its ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Counted {
    machine: MachineTicks,
    /// This process and the children that it has waited for.
    own: u64,
    /// All other processes that there are, and theirs; none in a container.
    others: Option<u64>,
}

impl Counted {
    /// The counts so far; `None` where the system tells nobody.
    pub(crate) fn now() -> Option<Self> {
        let machine = machine_ticks(&fs::read_to_string("/proc/stat").ok()?)?;
        let own = Process::read(process::id())?.ticks;
        Some(Self { machine, own, others: ticks_of_others() })
    }

    /// Shares of processor time that others used between `self` and `now`; `None` where that was too short to tell.
    pub(crate) fn until(self, now: Self) -> Option<ProcessorTime> {
        let passed = now.machine.since(self.machine);
        let all = passed.all();
        let others = match (self.others, now.others) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => passed.of_programs().saturating_sub(now.own.saturating_sub(self.own)),
        };
        let share = |ticks: u64| (ticks.min(all) as f64 / all as f64 * 1e4).round() / 1e4;
        (all >= ENOUGH_TICKS).then(|| ProcessorTime { others_share: share(others), stolen_share: share(passed.steal) })
    }
}

/// The sum over all processes but this one and the kernel's threads; `None` in a container, which shows no such threads.
fn ticks_of_others() -> Option<u64> {
    /// Process id of the parent of all threads of the kernel.
    const KTHREADD: u32 = 2;
    if fs::read_to_string(format!("/proc/{KTHREADD}/comm")).ok()? != "kthreadd\n" {
        return None;
    }
    let entries = fs::read_dir("/proc").ok()?.flatten();
    let others = entries.filter_map(|entry| {
        let id: u32 = entry.file_name().to_str()?.parse().ok()?;
        let Process { parent, ticks } = (id != KTHREADD && id != process::id()).then(|| Process::read(id))??;
        (parent != KTHREADD).then_some(ticks)
    });
    Some(others.fold(0, u64::saturating_add))
}

/// A process as it was when it was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Process {
    /// The number of its parent.
    parent: u32,
    /// As user and as system, its own and of the children that it has waited for.
    ticks: u64,
}

impl Process {
    fn read(id: u32) -> Option<Self> {
        Self::from_stat(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
    }

    /// From `/proc/ID/stat` (proc_pid_stat(5)): field 4, and 14 to 17. The second, its name, may hold anything, and ends with the
    /// last parenthesis.
    fn from_stat(stat: &str) -> Option<Self> {
        const FIELDS_FROM_PARENT_TO_USER: usize = 9;
        let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(1);
        let parent = fields.next()?.parse().ok()?;
        let mut fields = fields.skip(FIELDS_FROM_PARENT_TO_USER).map(|field| field.parse::<u64>().ok());
        let ticks = [fields.next()??, fields.next()??, fields.next()??, fields.next()??];
        Some(Self { parent, ticks: ticks.into_iter().try_fold(0, u64::checked_add)? })
    }
}

/// Ticks of all processors together, by what they did (proc_stat(5)).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct MachineTicks {
    user: u64,
    nice: u64,
    system: u64,
    idle: u64,
    iowait: u64,
    irq: u64,
    softirq: u64,
    steal: u64,
}

impl MachineTicks {
    /// Idle time may be counted back now and then; then none has passed.
    fn since(self, before: Self) -> Self {
        Self {
            user: self.user.saturating_sub(before.user),
            nice: self.nice.saturating_sub(before.nice),
            system: self.system.saturating_sub(before.system),
            idle: self.idle.saturating_sub(before.idle),
            iowait: self.iowait.saturating_sub(before.iowait),
            irq: self.irq.saturating_sub(before.irq),
            softirq: self.softirq.saturating_sub(before.softirq),
            steal: self.steal.saturating_sub(before.steal),
        }
    }

    fn all(self) -> u64 {
        let Self { user, nice, system, idle, iowait, irq, softirq, steal } = self;
        [user, nice, system, idle, iowait, irq, softirq, steal].into_iter().fold(0, u64::saturating_add)
    }

    /// Ticks of programs, and of the kernel for them; not of interrupts, which only some kernels count for processes too.
    fn of_programs(self) -> u64 {
        [self.user, self.nice, self.system].into_iter().fold(0, u64::saturating_add)
    }
}

/// From the first line of `/proc/stat`, `cpu  USER NICE SYSTEM IDLE IOWAIT IRQ SOFTIRQ STEAL …`; old kernels have fewer. What
/// a virtual machine's guests ran, further on, is in the first two already.
fn machine_ticks(stat: &str) -> Option<MachineTicks> {
    let mut words = stat.lines().next()?.split_ascii_whitespace();
    if words.next()? != "cpu" {
        return None;
    }
    let ticks: Vec<u64> = words.take(8).map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let [user, nice, system, idle] = *ticks.first_chunk()?;
    let later = |index: usize| ticks.get(index).copied().unwrap_or(0);
    Some(MachineTicks { user, nice, system, idle, iowait: later(4), irq: later(5), softirq: later(6), steal: later(7) })
}

#[cfg(test)]
mod tests;

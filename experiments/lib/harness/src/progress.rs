//! Progress of a run: a bar with the time left on a terminal, a line now and then elsewhere.

use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::note;

/// Interval between lines where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Columns of the bar on a terminal that is wide enough.
const BAR: usize = 40;

/// Columns of what stands behind the bar, at most.
const BEHIND_BAR: usize = 30;

/// Display of the progress of a run; any thread may advance it.
pub(crate) enum Progress {
    /// Nothing is shown.
    Silent,
    /// A bar that is drawn over and over.
    Bar(ProgressBar),
    /// A line now and then.
    Lines(Lines),
}

impl Progress {
    /// Shown on standard error.
    pub(crate) fn visible() -> Self {
        if !stderr().is_terminal() {
            return Self::Lines(Lines::new());
        }
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
        let (_, columns) = Term::stderr().size();
        let width = usize::from(columns).saturating_sub(BEHIND_BAR).clamp(1, BAR);
        let style =
            ProgressStyle::with_template(&format!("{{bar:{width}}} {{percent:>3}}%  {{elapsed}} gone, {{eta}} left"))
                .expect("the template is well formed");
        bar.set_style(style);
        bar.enable_steady_tick(Duration::from_millis(200));
        Self::Bar(bar)
    }

    /// There is `amount` more to do; the unit is the experiment's own, as long as it is proportional to time.
    pub(crate) fn expect(&self, amount: u64) {
        match self {
            Self::Silent => {}
            Self::Bar(bar) => bar.inc_length(amount),
            Self::Lines(lines) => _ = lines.all.fetch_add(amount, Ordering::Relaxed),
        }
    }

    /// `amount` of it is done.
    pub(crate) fn advance(&self, amount: u64) {
        match self {
            Self::Silent => {}
            Self::Bar(bar) => bar.inc(amount),
            Self::Lines(lines) => lines.advance(amount),
        }
    }

    /// Takes the bar away.
    pub(crate) fn clear(&self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

/// A line now and then, for logs.
pub(crate) struct Lines {
    all: AtomicU64,
    done: AtomicU64,
    started: Instant,
    last: Mutex<Instant>,
}

impl Lines {
    fn new() -> Self {
        let started = Instant::now();
        Self { all: AtomicU64::new(0), done: AtomicU64::new(0), started, last: Mutex::new(started) }
    }

    fn advance(&self, amount: u64) {
        let done = self.done.fetch_add(amount, Ordering::Relaxed) + amount;
        let mut last = self.last.lock().expect("no thread fails while it writes a line");
        if last.elapsed() >= LINE_EVERY {
            *last = Instant::now();
            note(line(done, self.all.load(Ordering::Relaxed), self.started.elapsed()));
        }
    }
}

fn line(done: u64, all: u64, gone: Duration) -> String {
    let share = done as f64 / all.max(1) as f64;
    let told = format!("{:3.0}%  {} s gone", 100.0 * share, gone.as_secs());
    if done == 0 {
        return told;
    }
    let left = gone.as_secs_f64() * (1.0 - share) / share;
    format!("{told}, {left:.0} s left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_the_time_left_from_the_time_gone() {
        assert_eq!(line(25, 100, Duration::from_secs(10)), " 25%  10 s gone, 30 s left");
        assert_eq!(line(100, 100, Duration::from_secs(10)), "100%  10 s gone, 0 s left");
        assert_eq!(line(0, 100, Duration::from_secs(10)), "  0%  10 s gone");
    }
}

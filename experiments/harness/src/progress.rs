//! How far a run is: a bar with the time left on a terminal, a line now and then elsewhere.

use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How often a line is written where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// How far a run is; may be told from any thread.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// When the last plain line was written; `None` where none are.
    plain: Option<Mutex<Instant>>,
    started: Instant,
}

impl Progress {
    /// Not shown at all.
    pub(crate) fn silent() -> Self {
        Self { bar: ProgressBar::hidden(), plain: None, started: Instant::now() }
    }

    /// Shown on standard error.
    pub(crate) fn visible() -> Self {
        let started = Instant::now();
        if stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{bar:40} {percent:>3}%  {elapsed} gone, {eta} left  {msg}")
                .expect("the template is well formed");
            bar.set_style(style);
            bar.enable_steady_tick(Duration::from_millis(200));
            Self { bar, plain: None, started }
        } else {
            Self { bar: ProgressBar::hidden(), plain: Some(Mutex::new(started)), started }
        }
    }

    /// There is `amount` more to do; the unit is the experiment's own, as long as it is proportional to time.
    pub(crate) fn expect(&self, amount: u64) {
        self.bar.inc_length(amount);
    }

    /// `amount` of it is done.
    pub(crate) fn advance(&self, amount: u64) {
        self.bar.inc(amount);
        if let Some(last) = &self.plain {
            let mut last = last.lock().expect("no thread fails while it writes a line");
            if last.elapsed() >= LINE_EVERY {
                *last = Instant::now();
                eprintln!("{}", self.line());
            }
        }
    }

    /// Takes the bar away.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    fn line(&self) -> String {
        let (done, all) = (self.bar.position(), self.bar.length().unwrap_or(0).max(1));
        let gone = self.started.elapsed();
        let left = gone.mul_f64(all.saturating_sub(done) as f64 / done.max(1) as f64);
        format!("{:3.0}%  {} s gone, {} s left", 100.0 * done as f64 / all as f64, gone.as_secs(), left.as_secs())
    }
}

//! The two threads of an exchange, and where they run.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use std::{panic, thread};

use sockets::cores::{Cores, End, allowed, current, thread_time};

use crate::exchange_error::ExchangeError;

/// How many cores this program may use.
pub(crate) fn usable() -> usize {
    allowed().map_or(1, |cores| cores.len())
}

/// Does `work` in a thread of its own, there.
pub(crate) fn alone<T: Send>(
    cores: Cores,
    work: impl FnOnce() -> Result<T, ExchangeError> + Send,
) -> Result<T, ExchangeError> {
    thread::scope(|scope| joined(scope.spawn(|| timed(cores, End::First, work)))).map(|(done, _)| done)
}

/// Does both in threads of their own, there, and tells the processor time that they took together.
///
/// Each side owns its end of what joins them, so that when one fails the other finds its peer gone and ends as well.
pub(crate) fn both<S: Send, A: Send>(
    cores: Cores,
    serve: impl FnOnce() -> Result<S, ExchangeError> + Send,
    ask: impl FnOnce() -> Result<A, ExchangeError> + Send,
) -> Result<(S, A, Duration), ExchangeError> {
    let (served, asked) = thread::scope(|scope| {
        let serve = scope.spawn(|| timed(cores, End::First, serve));
        let ask = scope.spawn(|| timed(cores, End::Second, ask));
        (joined(serve), joined(ask))
    });
    match (served, asked) {
        (Ok((served, here)), Ok((asked, there))) => Ok((served, asked, here + there)),
        // Where one found the other gone, the other knows why.
        (Err(error), Ok(_)) | (Ok(_), Err(error)) => Err(error),
        (Err(served), Err(asked)) => Err(if served.is_consequence() { asked } else { served }),
    }
}

/// Where the server's thread was when it last sent: whoever asks learns from it how often both were on the same core.
#[derive(Debug, Default)]
pub(crate) struct Whereabouts(AtomicUsize);

impl Whereabouts {
    /// This thread is about to send.
    pub(crate) fn tell(&self) {
        self.0.store(current(), Ordering::Relaxed);
    }

    /// True if whoever told last did so on this core.
    pub(crate) fn is_here(&self) -> bool {
        self.0.load(Ordering::Relaxed) == current()
    }
}

fn timed<T>(
    cores: Cores,
    end: End,
    work: impl FnOnce() -> Result<T, ExchangeError>,
) -> Result<(T, Duration), ExchangeError> {
    cores.enter(end)?;
    let before = thread_time();
    let done = work()?;
    Ok((done, thread_time() - before))
}

fn joined<T>(thread: thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_kept_on_one_core_or_on_two_or_on_none() {
        let where_it_runs = || Ok(allowed()?);
        let (serving, asking, _) = both(Cores::One, where_it_runs, where_it_runs).unwrap();
        assert_eq!((serving.len(), serving), (1, asking));
        let (serving, asking, _) = both(Cores::All, where_it_runs, where_it_runs).unwrap();
        assert_eq!((serving.len(), asking.len()), (usable(), usable()));
        if usable() > 1 {
            let (serving, asking, _) = both(Cores::Apart, where_it_runs, where_it_runs).unwrap();
            assert_eq!((serving.len(), asking.len()), (1, 1));
            assert_ne!(serving, asking);
        }
    }

    #[test]
    fn the_processor_time_of_both_is_told() {
        let work = || {
            let before = thread_time();
            while thread_time() - before < Duration::from_millis(20) {}
            Ok(())
        };
        let (.., cpu) = both(Cores::One, work, work).unwrap();
        assert!((40..400).contains(&cpu.as_millis()), "{cpu:?}");
    }

    #[test]
    fn of_two_errors_the_cause_is_told_and_not_its_consequence() {
        let gone = || Err::<(), _>(ExchangeError::PeerGone { came: 1, wanted: 2 });
        let broken = || Err::<(), _>(ExchangeError::Call(std::io::ErrorKind::BrokenPipe.into()));
        let wrong = || Err::<(), _>(ExchangeError::Wrong { position: 3 });
        for error in [
            both(Cores::All, gone, wrong).err(),
            both(Cores::All, wrong, gone).err(),
            both(Cores::All, broken, wrong).err(),
            both(Cores::All, wrong, broken).err(),
            both(Cores::All, wrong, || Ok(())).err(),
            both(Cores::All, || Ok(()), wrong).err(),
        ] {
            assert!(matches!(error, Some(ExchangeError::Wrong { position: 3 })), "{error:?}");
        }
    }
}

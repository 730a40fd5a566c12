//! Where the two threads of an exchange run.

use std::time::Duration;
use std::{panic, thread};

use clap::ValueEnum;
use sockets::cores::{allowed, pin, thread_time};

use crate::channel::ExchangeError;

/// Where the two threads of an exchange run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
pub(crate) enum Cores {
    /// Wherever the system puts them.
    All,
    /// Both on the first core that this program may use.
    One,
}

impl Cores {
    pub(crate) const BOTH: [Self; 2] = [Self::All, Self::One];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::One => "one",
        }
    }

    /// In words.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::All => "all cores",
            Self::One => "one core",
        }
    }

    /// Keeps this thread there.
    fn enter(self) -> Result<(), ExchangeError> {
        if self == Self::One {
            let first = allowed()?.into_iter().next().ok_or(ExchangeError::NoCore)?;
            pin(first)?;
        }
        Ok(())
    }
}

/// How many cores this program may use.
pub(crate) fn usable() -> usize {
    allowed().map_or(1, |cores| cores.len())
}

/// Does `work` in a thread of its own, there.
pub(crate) fn alone<T: Send>(
    cores: Cores,
    work: impl FnOnce() -> Result<T, ExchangeError> + Send,
) -> Result<T, ExchangeError> {
    thread::scope(|scope| joined(scope.spawn(|| timed(cores, work)))).map(|(done, _)| done)
}

/// Does both in threads of their own, there, and tells the processor time that they took together.
///
/// Each side owns its end of what joins them, so that when one fails the other finds its peer gone and ends as well.
pub(crate) fn together<S: Send, A: Send>(
    cores: Cores,
    serve: impl FnOnce() -> Result<S, ExchangeError> + Send,
    ask: impl FnOnce() -> Result<A, ExchangeError> + Send,
) -> Result<(S, A, Duration), ExchangeError> {
    let (served, asked) = thread::scope(|scope| {
        let serve = scope.spawn(|| timed(cores, serve));
        let ask = scope.spawn(|| timed(cores, ask));
        (joined(serve), joined(ask))
    });
    match (served, asked) {
        (Ok((served, here)), Ok((asked, there))) => Ok((served, asked, here + there)),
        // Where one found the other gone, the other knows why.
        (Err(error), Ok(_)) | (Ok(_), Err(error)) => Err(error),
        (Err(served), Err(asked)) => Err(if served.is_consequence() { asked } else { served }),
    }
}

fn timed<T>(cores: Cores, work: impl FnOnce() -> Result<T, ExchangeError>) -> Result<(T, Duration), ExchangeError> {
    cores.enter()?;
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
    fn both_threads_are_kept_on_one_core_and_on_all_neither_is() {
        let where_it_runs = || Ok(allowed()?);
        let (serving, asking, _) = together(Cores::One, where_it_runs, where_it_runs).unwrap();
        assert_eq!((serving.len(), serving), (1, asking));
        let (serving, asking, _) = together(Cores::All, where_it_runs, where_it_runs).unwrap();
        assert_eq!((serving.len(), asking.len()), (usable(), usable()));
    }

    #[test]
    fn the_processor_time_of_both_is_told() {
        let work = || {
            let before = thread_time();
            while thread_time() - before < Duration::from_millis(20) {}
            Ok(())
        };
        let (.., cpu) = together(Cores::One, work, work).unwrap();
        assert!((40..400).contains(&cpu.as_millis()), "{cpu:?}");
    }

    #[test]
    fn of_two_errors_the_cause_is_told_and_not_its_consequence() {
        let gone = || Err::<(), _>(ExchangeError::PeerGone { came: 1, wanted: 2 });
        let broken = || Err::<(), _>(ExchangeError::Call(std::io::ErrorKind::BrokenPipe.into()));
        let wrong = || Err::<(), _>(ExchangeError::Wrong { position: 3 });
        for error in [
            together(Cores::All, gone, wrong).err(),
            together(Cores::All, wrong, gone).err(),
            together(Cores::All, broken, wrong).err(),
            together(Cores::All, wrong, broken).err(),
            together(Cores::All, wrong, || Ok(())).err(),
            together(Cores::All, || Ok(()), wrong).err(),
        ] {
            assert!(matches!(error, Some(ExchangeError::Wrong { position: 3 })), "{error:?}");
        }
    }
}

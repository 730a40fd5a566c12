//! How a child ended, from its exit status and from what it said.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

/// The exit status of a child that was given a wrong answer.
const WRONG: i32 = 3;
/// The exit status of a child whose threads did not end.
const HUNG: i32 = 4;
/// The exit status of a Go program whose runtime gave up.
const GO_GAVE_UP: i32 = 2;
pub(crate) const SIGABRT: i32 = 6;
pub(crate) const SIGSEGV: i32 = 11;
const SIGKILL: i32 = 9;

/// The way that a child ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    /// Alive when its time was over, with all its answers right.
    Survived,
    /// Death by this signal.
    Signal(i32),
    /// An answer that a variable is not set which always was.
    Missing,
    /// An answer with another value than any that was ever set.
    Torn,
    /// A name was not resolved.
    Unanswered,
    /// Its threads did not end when they were to.
    Hung,
}

impl Kind {
    /// True for a child that was given a wrong answer and lived on.
    pub(crate) fn is_wrong_answer(self) -> bool {
        matches!(self, Self::Missing | Self::Torn | Self::Unanswered)
    }
}

/// How one child ended, and how long after its threads had started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub kind: Kind,
    pub after: Duration,
}

/// A child as this program saw it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seen<'a> {
    /// `None` if it had to be ended.
    pub status: Option<ExitStatus>,
    /// All that it wrote.
    pub said: &'a str,
    /// From its start, as far as this program could see it, to its end.
    pub lasted: Duration,
}

/// How a child ended; the reason if it was none of the ways that a trial can end, so that it tells nothing.
pub(crate) fn classify(seen: Seen) -> Result<Outcome, String> {
    let words = || seen.said.lines().map(|line| line.split_once(' ').unwrap_or((line, "")));
    let reported = |word: &str| words().any(|(said, _)| said == word);
    let puzzled = |what: String| {
        let last = seen.said.lines().rev().find(|line| !line.trim().is_empty());
        Err(last.map_or_else(|| what.clone(), |line| format!("{what}: {}", line.trim())))
    };
    let Some(status) = seen.status else { return Ok(Outcome { kind: Kind::Hung, after: seen.lasted }) };
    if !reported("started") {
        return puzzled(format!("it never started ({status})"));
    }
    let wrong = words().find_map(|(word, _)| match word {
        "null" => Some(Kind::Missing),
        "torn" => Some(Kind::Torn),
        "unanswered" => Some(Kind::Unanswered),
        _ => None,
    });
    let kind = match (status.signal(), status.code()) {
        // Somebody else's doing, such as the system's for want of memory.
        (Some(SIGKILL), _) => return puzzled("it was killed from outside".to_owned()),
        (Some(signal), _) => Kind::Signal(signal),
        (None, Some(0)) if reported("survived") => Kind::Survived,
        (None, Some(WRONG)) if wrong.is_some() => wrong.expect("it is there"),
        (None, Some(HUNG)) => Kind::Hung,
        (None, Some(GO_GAVE_UP)) if seen.said.contains("SIGSEGV") => Kind::Signal(SIGSEGV),
        (None, Some(GO_GAVE_UP)) if seen.said.contains("SIGABRT") => Kind::Signal(SIGABRT),
        _ => return puzzled(format!("it ended with {status}")),
    };
    Ok(Outcome { kind, after: reported_time(kind, words()).unwrap_or(seen.lasted) })
}

/// The time of the end by the child's own report: more exact than the end of the process, which takes the system a moment.
fn reported_time<'a>(kind: Kind, mut words: impl Iterator<Item = (&'a str, &'a str)>) -> Option<Duration> {
    let of_signal;
    let word = match kind {
        Kind::Survived => "survived",
        Kind::Missing => "null",
        Kind::Torn => "torn",
        Kind::Unanswered => "unanswered",
        Kind::Hung => "hung",
        Kind::Signal(signal) => {
            of_signal = signal.to_string();
            &of_signal
        }
    };
    words.find_map(|(said, number)| if said == word { number.parse().ok().map(Duration::from_nanos) } else { None })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LASTED: Duration = Duration::from_millis(5);

    fn of(status: i32, said: &str) -> Result<Outcome, String> {
        classify(Seen { status: Some(ExitStatus::from_raw(status)), said, lasted: LASTED })
    }

    fn exited(code: i32, said: &str) -> Result<Outcome, String> {
        of(code << 8, said)
    }

    fn outcome(kind: Kind, nanoseconds: u64) -> Result<Outcome, String> {
        Ok(Outcome { kind, after: Duration::from_nanos(nanoseconds) })
    }

    #[test]
    fn a_child_that_lived_survived() {
        assert_eq!(exited(0, "started 0\nsurvived 70000123\n"), outcome(Kind::Survived, 70_000_123));
    }

    #[test]
    fn a_signal_counts_from_when_the_child_said_it_came() {
        assert_eq!(of(SIGSEGV, "started 0\n11 1500\n"), outcome(Kind::Signal(SIGSEGV), 1_500));
        assert_eq!(of(SIGABRT, "started 0\nmalloc(): corrupted\n6 9\n"), outcome(Kind::Signal(SIGABRT), 9));
    }

    #[test]
    fn a_signal_that_left_no_time_to_speak_counts_from_the_end() {
        assert_eq!(of(SIGSEGV, "started 0\n"), Ok(Outcome { kind: Kind::Signal(SIGSEGV), after: LASTED }));
        // A core that was dumped (bit 7) changes nothing.
        assert_eq!(of(SIGSEGV | 0x80, "started\n"), Ok(Outcome { kind: Kind::Signal(SIGSEGV), after: LASTED }));
    }

    #[test]
    fn wrong_answers_are_told_apart() {
        assert_eq!(exited(3, "started 0\nnull 7\n"), outcome(Kind::Missing, 7));
        assert_eq!(exited(3, "started 0\ntorn 8\n"), outcome(Kind::Torn, 8));
        assert_eq!(exited(3, "started 0\nunanswered 9\n"), outcome(Kind::Unanswered, 9));
        // Another thread crashed before the process was gone.
        assert_eq!(exited(3, "started 0\n11 6\nnull 7\n"), outcome(Kind::Missing, 7));
    }

    #[test]
    fn a_child_whose_threads_do_not_end_hangs() {
        assert_eq!(exited(4, "started 0\nhung 70000000\n"), outcome(Kind::Hung, 70_000_000));
        let ended = classify(Seen { status: None, said: "started 0\n", lasted: LASTED });
        assert_eq!(ended, Ok(Outcome { kind: Kind::Hung, after: LASTED }));
    }

    #[test]
    fn go_tells_of_a_signal_in_words() {
        let said = "started\nfatal error: unexpected signal during runtime execution\n[signal SIGSEGV: segmentation \
                    violation code=0x1]\n";
        assert_eq!(exited(2, said), Ok(Outcome { kind: Kind::Signal(SIGSEGV), after: LASTED }));
        assert_eq!(exited(2, "started\nSIGABRT: abort\n").map(|outcome| outcome.kind), Ok(Kind::Signal(SIGABRT)));
    }

    #[test]
    fn a_child_that_could_not_try_tells_nothing() {
        assert_eq!(
            exited(5, "pthread_create: Resource temporarily unavailable\n").unwrap_err().matches(": ").count(),
            3
        );
        assert!(exited(0, "started 0\n").is_err(), "it said nothing of surviving");
        assert!(exited(3, "started 0\n").is_err(), "it said nothing of an answer");
        assert!(exited(2, "started\npanic: no such thing\n").is_err());
        assert!(of(SIGSEGV, "").unwrap_err().contains("never started"));
        assert!(of(SIGKILL, "started 0\n").unwrap_err().contains("from outside"));
    }
}

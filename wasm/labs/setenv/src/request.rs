//! From names and numbers as JavaScript has them to what the model of the environment accepts.

use std::fmt;

use limits::ArgumentError;
use limits::{LimitError, check, check_number};
use setenv_model::explore::{self, Counts};
use setenv_model::{Implementation, Locking, Name, Operation, Setup, ThreadId, Value};

use crate::run::Run;

/// Steps of a schedule: more than any run has.
pub const MOST_STEPS: u64 = 1_000;

/// Why a request was refused.
#[derive(Debug, Clone, PartialEq)]
pub enum Error {
    /// A number is outside its limits.
    Limit(LimitError),
    /// A list is none.
    List(ArgumentError),
    /// No library has this name.
    UnknownLibrary(String),
    /// No locking has this name.
    UnknownLocking(String),
    /// That is no operation.
    UnknownOperation(String),
    /// That is no thread.
    UnknownThread(char),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(error) => error.fmt(f),
            Self::List(error) => error.fmt(f),
            Self::UnknownLibrary(name) => {
                let names = Implementation::ALL.map(library_name).join(", ");
                write!(f, "library is {name:?}; it must be one of {names}")
            }
            Self::UnknownLocking(name) => {
                let names = Locking::ALL.map(locking_name).join(", ");
                write!(f, "locking is {name:?}; it must be one of {names}")
            }
            Self::UnknownOperation(text) => {
                write!(
                    f,
                    "operation is {text:?}; it must be get-NAME, set-NAME-VALUE or unset-NAME, each by its number"
                )
            }
            Self::UnknownThread(thread) => write!(f, "thread is {thread:?}; it must be 1 or 2"),
        }
    }
}

impl std::error::Error for Error {}

impl From<LimitError> for Error {
    fn from(error: LimitError) -> Self {
        Self::Limit(error)
    }
}

impl From<ArgumentError> for Error {
    fn from(error: ArgumentError) -> Self {
        Self::List(error)
    }
}

/// What a library is called.
pub fn library_name(implementation: Implementation) -> &'static str {
    match implementation {
        Implementation::OldGlibc => "old-glibc",
        Implementation::Glibc => "glibc-2.41",
        Implementation::Musl => "musl",
        Implementation::Illumos => "illumos",
    }
}

/// What a way of locking is called.
pub fn locking_name(locking: Locking) -> &'static str {
    match locking {
        Locking::AsItIs => "as-it-is",
        Locking::InGetenv => "in-getenv",
        Locking::UntilCopied => "until-copied",
    }
}

/// What two threads are about to do, checked.
#[derive(Debug, Clone)]
pub struct Question(Setup);

impl Question {
    /// Variables by their numbers; all of them have the value 0. Operations as in [`Error::UnknownOperation`], with commas.
    pub fn new(
        library: &str,
        locking: &str,
        variables: &[u32],
        set_before: bool,
        room: f64,
        threads: [&str; 2],
    ) -> Result<Self, Error> {
        let implementation = Implementation::ALL
            .into_iter()
            .find(|&known| library_name(known) == library)
            .ok_or_else(|| Error::UnknownLibrary(library.to_owned()))?;
        let locking = Locking::ALL
            .into_iter()
            .find(|&known| locking_name(known) == locking)
            .ok_or_else(|| Error::UnknownLocking(locking.to_owned()))?;
        let variables = variables.iter().map(|&name| Ok((Name(number("name", name)?), Value(0))));
        let [first, second] = threads;
        let setup = Setup {
            implementation,
            locking,
            variables: variables.collect::<Result<_, Error>>()?,
            set_before,
            room: check_number("room", room, 0..=Setup::MOST_ROOM)? as u8,
            threads: [operations(first)?, operations(second)?],
        };
        setup.world()?;
        Ok(Self(setup))
    }

    /// How many of all runs end in which way.
    pub fn count(&self) -> Result<Counts, Error> {
        Ok(explore::count(&self.0)?)
    }

    /// The shortest run that fails, up to the step in which it does.
    pub fn shortest_failure(&self) -> Result<Option<String>, Error> {
        Ok(explore::shortest_failure(&self.0)?.map(|schedule| written(&schedule)))
    }

    /// The run in which the second thread comes as soon as the first holds a pointer, and the steps until the second is done.
    pub fn interrupted(&self) -> Result<(String, usize), Error> {
        let (schedule, second_done) = explore::interrupted(&self.0)?;
        Ok((written(&schedule), second_done))
    }

    /// Plays a schedule such as "1221". A thread that cannot take its step takes none.
    pub fn replay(&self, schedule: &str) -> Result<Run, Error> {
        check("steps", schedule.len() as u64, 0..=MOST_STEPS)?;
        let threads = schedule.chars().map(|thread| match thread {
            '1' => Ok(0),
            '2' => Ok(1),
            other => Err(Error::UnknownThread(other)),
        });
        let threads: Vec<ThreadId> = threads.collect::<Result<_, _>>()?;
        Ok(Run::of(&self.0, &threads)?)
    }
}

/// A schedule as it stands in an address: the number of the thread of each step, from 1.
pub fn written(schedule: &[ThreadId]) -> String {
    schedule.iter().map(|&thread| if thread == 0 { '1' } else { '2' }).collect()
}

fn operations(text: &str) -> Result<Vec<Operation>, Error> {
    let words = text.split(',').filter(|word| !word.is_empty());
    // One more than there may be is enough to be refused for it.
    words.take(Setup::MOST_OPERATIONS as usize + 1).map(operation).collect()
}

fn operation(text: &str) -> Result<Operation, Error> {
    let unknown = || Error::UnknownOperation(text.chars().take(40).collect());
    let parsed = |word: &str| word.parse().map_err(|_| unknown());
    let parts: Vec<&str> = text.split('-').collect();
    Ok(match parts[..] {
        ["get", name] => Operation::Get(Name(number("name", parsed(name)?)?)),
        ["set", name, value] => {
            Operation::Set(Name(number("name", parsed(name)?)?), Value(number("value", parsed(value)?)?))
        }
        ["unset", name] => Operation::Unset(Name(number("name", parsed(name)?)?)),
        _ => return Err(unknown()),
    })
}

fn number(field: &'static str, value: u32) -> Result<u8, LimitError> {
    Ok(check(field, u64::from(value), 0..=Setup::LARGEST_NUMBER)? as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(first: &str, second: &str) -> Result<Question, Error> {
        Question::new("old-glibc", "as-it-is", &[0], true, 0.0, [first, second])
    }

    #[test]
    fn the_published_crash_is_found_and_replayed() {
        let question = ask("get-0", "set-1-2").unwrap();
        let schedule = question.shortest_failure().unwrap().unwrap();
        // The setter has given the old array back and not yet told where the new one is: the reader takes the old one, and looks.
        assert_eq!(schedule, "22222211");
        let run = question.replay(&schedule).unwrap();
        assert_eq!(written(&run.schedule), schedule);
        assert_eq!(run.states.len(), schedule.len() + 1);
    }

    #[test]
    fn the_setter_comes_while_the_reader_holds_the_array() {
        let (schedule, second_done) = ask("get-0", "set-1-2").unwrap().interrupted().unwrap();
        assert!(schedule.starts_with("12") && schedule.ends_with("21"), "{schedule}");
        assert_eq!(second_done, schedule.len() - 1);
    }

    #[test]
    fn steps_that_nobody_can_take_are_left_out() {
        let question = ask("set-1-1", "set-1-2").unwrap();
        // The first thread holds the lock that the second one needs.
        assert_eq!(written(&question.replay("1221").unwrap().schedule), "11");
        let all = "1".repeat(99);
        assert!(question.replay(&all).unwrap().schedule.len() < 20);
    }

    #[test]
    fn whatever_is_wrong_is_said() {
        let refused = |first: &str| ask(first, "").unwrap_err().to_string();
        assert_eq!(
            refused("set-1"),
            r#"operation is "set-1"; it must be get-NAME, set-NAME-VALUE or unset-NAME, each by its number"#
        );
        assert_eq!(refused("get-10"), "name is 10; it must be from 0 to 9");
        assert_eq!(refused("get-0,get-0,get-0,get-0,get-0"), "operations is 4; it must be from 0 to 3");
        let replay = |schedule: &str| ask("get-0", "").unwrap().replay(schedule).map(|_| ()).unwrap_err().to_string();
        assert_eq!(replay("13"), "thread is '3'; it must be 1 or 2");
        assert_eq!(replay(&"1".repeat(1001)), "steps is 1,001; it must be from 0 to 1,000");
    }
}

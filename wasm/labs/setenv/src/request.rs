//! From names and numbers as JavaScript has them to what the model of the environment accepts, which checks their limits.

use limits::{ArgumentError, check};
use setenv_model::{Implementation, Locking, Name, Operation, Setup, ThreadId, Value};

/// Steps of a schedule: more than any run of the lab has.
pub const MOST_STEPS: u64 = 200;

/// The setup of two threads. Variables are given by their numbers, and all of them have the value 0.
pub fn setup(
    library: &str,
    locking: &str,
    variables: &[u32],
    set_before: bool,
    room: u32,
    [first, second]: [&str; 2],
) -> Result<Setup, ArgumentError> {
    let setup = Setup {
        implementation: Implementation::parse(library)?,
        locking: Locking::parse(locking)?,
        variables: variables.iter().map(|&name| (Name(name), Value(0))).collect(),
        set_before,
        room,
        threads: [operations(first)?, operations(second)?],
    };
    setup.world()?;
    Ok(setup)
}

/// A schedule such as "1221".
pub fn schedule(steps: &str) -> Result<Vec<ThreadId>, ArgumentError> {
    check("steps", steps.len() as u64, 0..=MOST_STEPS)?;
    let thread = |thread| match thread {
        '1' => Ok(0),
        '2' => Ok(1),
        other => Err(ArgumentError::Name { field: "thread", given: other.into(), names: &["1", "2"] }),
    };
    steps.chars().map(thread).collect()
}

/// A schedule as it stands in an address: the number of the thread of each step, from 1.
pub fn written(schedule: &[ThreadId]) -> String {
    schedule.iter().map(|&thread| if thread == 0 { '1' } else { '2' }).collect()
}

fn operations(text: &str) -> Result<Vec<Operation>, ArgumentError> {
    let words = text.split(',').filter(|word| !word.is_empty());
    // One more than there may be is enough to be refused for it.
    words.take(Setup::MOST_OPERATIONS as usize + 1).map(operation).collect()
}

fn operation(text: &str) -> Result<Operation, ArgumentError> {
    let unknown = || {
        let given = text.chars().take(40).collect();
        ArgumentError::Name { field: "operation", given, names: &["get-NAME", "set-NAME-VALUE", "unset-NAME"] }
    };
    let number = |word: &str| word.parse().map_err(|_| unknown());
    let parts: Vec<&str> = text.split('-').collect();
    Ok(match parts[..] {
        ["get", name] => Operation::Get(Name(number(name)?)),
        ["set", name, value] => Operation::Set(Name(number(name)?), Value(number(value)?)),
        ["unset", name] => Operation::Unset(Name(number(name)?)),
        _ => return Err(unknown()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_wrong_is_said() {
        let ask = |first: &str| setup("old-glibc", "as-it-is", &[0], true, 0, [first, ""]);
        let refused = |first: &str| ask(first).unwrap_err().to_string();
        assert_eq!(refused("set-1"), r#"operation is "set-1"; it must be one of get-NAME, set-NAME-VALUE, unset-NAME"#);
        assert_eq!(refused("get-10"), "name is 10; it must be from 0 to 9");
        assert_eq!(refused("get-0,get-0,get-0,get-0,get-0"), "operations is 4; it must be from 0 to 3");
        let steps = |steps: &str| schedule(steps).unwrap_err().to_string();
        assert_eq!(steps("13"), r#"thread is "3"; it must be one of 1, 2"#);
        assert_eq!(steps(&"1".repeat(201)), "steps is 201; it must be from 0 to 200");
    }
}

//! The same names on systems where no balancers are started.

use harness::record::Skipped;
use harness::{Failure, NoCommands, Run};

use super::{Condition, Measured, One, Watch};

/// No commands of its own.
pub(crate) type Command = NoCommands;

pub(crate) fn amount(_: &Run) -> u64 {
    0
}

pub(crate) fn measure(_: &Run) -> Result<Measured, Failure> {
    let skipped = Skipped {
        what: "real balancers".to_owned(),
        why: "this is no Linux".to_owned(),
        needs: "Linux, nginx, HAProxy and Caddy".to_owned(),
    };
    Ok(Measured { skipped: vec![skipped], ..Measured::default() })
}

pub(crate) fn measure_one(condition: Condition, _: &Watch, _: Option<u16>, _: u64) -> Result<One, Failure> {
    let what = format!("cannot start {}: this is no Linux", condition.balancer.name());
    Err(Failure::Missing { what, needs: "Linux".to_owned() })
}

pub(crate) fn execute(command: Command) -> Result<(), Failure> {
    command.never()
}

//! What every experiment shares: command line, schedule, statistics, progress, machine, record.

pub mod record;
pub mod schema;

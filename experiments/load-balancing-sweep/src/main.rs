//! `load-balancing-sweep run` simulates everything, `run --shard I/N --out PART` a part of it, and `merge` puts parts together.

use std::process::ExitCode;

fn main() -> ExitCode {
    sharding::main::<load_balancing_sweep::Sweep>()
}

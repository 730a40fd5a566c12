//! The published table end to end: the time that the whole load-balancing experiment takes on this machine's cores.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use harness::Run;
use harness::record::{Dimension, Measure, Point, Profile, Series, Skipped};
use harness::statistics::median;

/// Runs the experiment in the profile of this run: once in a quick run, six times in a full one: fewer have no interval of 95%.
pub(crate) fn measure(run: &Run) -> Result<Series, Skipped> {
    let (name, profile, times) = match run.profile {
        Profile::Quick => ("load balancing, 200 repetitions", "quick", 1),
        Profile::Full => ("load balancing, 10,000 repetitions", "full", 6),
    };
    let program = program().ok_or_else(|| skipped("its program has not been built"))?;
    let seconds = (0..times).map(|_| time(&program, profile)).collect::<Result<Vec<_>, _>>()?;
    Ok(series(name, &seconds))
}

/// How long one run takes, in seconds.
fn time(program: &Path, profile: &str) -> Result<f64, Skipped> {
    // Among cargo's output, under one name: what a killed run leaves is written over by the next.
    let out = program.with_file_name("load-balancing-for-speed.json");
    let start = Instant::now();
    let ending = Command::new(program)
        .args(["run", "--quiet", "--profile", profile, "--out"])
        .arg(&out)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let seconds = start.elapsed().as_secs_f64();
    // Only its time is of interest.
    let _ = std::fs::remove_file(&out);
    match ending {
        Ok(status) if status.success() => Ok(seconds),
        Ok(status) => Err(skipped(&format!("it ended with {status}"))),
        Err(error) => Err(skipped(&format!("it could not be started: {error}"))),
    }
}

/// The experiment's binary, which Cargo puts beside this one.
fn program() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?.with_file_name("load-balancing");
    program.is_file().then_some(program)
}

fn series(name: &str, seconds: &[f64]) -> Series {
    Series::new("end-to-end", "The published table and the planner's curves, on all cores")
        .dimensions([Dimension::new("case", "Case", None)])
        .measures([Measure::median("duration_seconds", "Duration", "s")])
        .points([Point::new([("case", name.into())]).value("duration_seconds", median(seconds))])
}

fn skipped(why: &str) -> Skipped {
    Skipped {
        what: "The published table end to end".to_owned(),
        why: why.to_owned(),
        needs: "`cargo build --release --package load-balancing`".to_owned(),
    }
}

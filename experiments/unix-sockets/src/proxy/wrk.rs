//! The load: wrk, and how its report is read.

use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;

use harness::Failure;
use serde_json::Value;
use supervisor::{ProgramError, Workplace};

use super::network::Network;

/// The published benchmark's, too.
pub(super) const THREADS: usize = 2;
/// The published benchmark's, too.
pub(super) const CONNECTIONS: usize = 10;
/// How long wrk loads in one turn: it knows whole seconds only.
pub(super) const DURATION: Duration = Duration::from_secs(1);
/// How long wrk may take longer.
const GRACE: Duration = Duration::from_secs(15);
/// The name of the script below in the run's folder.
pub(super) const SCRIPT_NAME: &str = "report.lua";
/// Makes wrk report in a way that programs can read.
pub(super) const SCRIPT: &str = include_str!("report.lua");
/// What the report's line begins with.
const MARK: &str = "report: ";

/// What one turn of wrk's came to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Report {
    /// Answers, right or not.
    pub(super) answers: u64,
    /// Answers whose status says that something is wrong.
    pub(super) wrong: u64,
    /// Connections and requests that came to nothing.
    pub(super) broken: u64,
    /// All that was read, in bytes.
    pub(super) bytes: u64,
    /// How long it took, in seconds.
    pub(super) seconds: f64,
    /// The median time from request to answer, in seconds.
    pub(super) p50_seconds: f64,
    /// Its 99th percentile, in seconds.
    pub(super) p99_seconds: f64,
}

impl Report {
    /// Right answers a second.
    pub(super) fn rate(&self) -> f64 {
        (self.answers - self.wrong) as f64 / self.seconds
    }

    /// The share of what was asked for that failed.
    pub(super) fn failed_share(&self) -> f64 {
        (self.wrong + self.broken) as f64 / (self.answers + self.broken).max(1) as f64
    }

    /// True if that many bytes can be that many answers of this length, but for what was on its way at the end; always true
    /// where some answers failed.
    pub(super) fn fits(&self, answer_bytes: usize) -> bool {
        let answers = self.answers.saturating_mul(answer_bytes as u64);
        self.wrong + self.broken > 0 || self.bytes.abs_diff(answers) <= (CONNECTIONS * answer_bytes) as u64
    }
}

/// Why a report cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Unusable {
    /// wrk wrote no line with a report.
    Missing,
    /// A figure is missing, or cannot be.
    Figure(&'static str),
}

impl fmt::Display for Unusable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => formatter.write_str("wrk made no report"),
            Self::Figure(name) => write!(formatter, "wrk's report has no usable figure '{name}'"),
        }
    }
}

/// Loads the server there, once; the script lies in the folder. The inner error says what went wrong with wrk.
pub(super) fn load(
    network: &Network,
    workplace: &Workplace,
    address: SocketAddr,
) -> Result<Result<Report, String>, Failure> {
    let words = [
        "wrk".to_owned(),
        format!("--threads={THREADS}"),
        format!("--connections={CONNECTIONS}"),
        format!("--duration={}s", DURATION.as_secs()),
        format!("--script={}", workplace.folder().join(SCRIPT_NAME).display()),
        format!("http://{address}/"),
    ];
    let words = network.words(&words);
    match workplace.succeed(workplace.command(&words[0]).args(&words[1..]), DURATION + GRACE) {
        Ok(said) => Ok(parse(&said.stdout).map_err(|why| why.to_string())),
        // In a container's network, `nsenter` has become wrk.
        Err(ProgramError::Failed { status, last, .. }) => {
            Ok(Err(ProgramError::Failed { program: "wrk".to_owned(), status, last }.into_reason()?))
        }
        Err(error) => Ok(Err(error.into_reason()?)),
    }
}

/// Reads what wrk wrote.
pub(super) fn parse(output: &str) -> Result<Report, Unusable> {
    let line = output.lines().rev().find_map(|line| line.strip_prefix(MARK)).ok_or(Unusable::Missing)?;
    let report: Value = serde_json::from_str(line).map_err(|_| Unusable::Missing)?;
    let count = |name: &'static str| report[name].as_u64().ok_or(Unusable::Figure(name));
    let seconds = |name: &'static str| {
        let microseconds = report[name].as_f64().filter(|time| time.is_finite() && *time >= 0.0);
        microseconds.map(|time| time / 1e6).ok_or(Unusable::Figure(name))
    };
    let read = Report {
        answers: count("requests")?,
        wrong: count("status")?,
        broken: [count("connect")?, count("read")?, count("write")?, count("timeout")?]
            .into_iter()
            .try_fold(0_u64, u64::checked_add)
            .ok_or(Unusable::Figure("connect"))?,
        bytes: count("bytes")?,
        seconds: seconds("duration")?,
        p50_seconds: seconds("p50")?,
        p99_seconds: seconds("p99")?,
    };
    // More than can be counted, more failures than answers, or no time at all, cannot be.
    if read.answers.checked_add(read.broken).is_none() {
        return Err(Unusable::Figure("requests"));
    }
    if read.wrong > read.answers {
        return Err(Unusable::Figure("status"));
    }
    if read.seconds < 1e-6 {
        return Err(Unusable::Figure("duration"));
    }
    if read.p50_seconds > read.p99_seconds {
        return Err(Unusable::Figure("p99"));
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"Running 1s test @ http://127.0.0.1:8080/
  2 threads and 10 connections
report: {"requests":3000,"status":30,"connect":1,"read":2,"write":3,"timeout":4,"bytes":450000,"duration":1500000,"p50":250.0,"p99":1000}
"#;

    #[test]
    fn a_report_is_read() {
        let report = parse(GOOD).unwrap();
        assert_eq!((report.answers, report.wrong, report.broken, report.bytes), (3000, 30, 10, 450_000));
        assert_eq!((report.seconds, report.p50_seconds, report.p99_seconds), (1.5, 250e-6, 1e-3));
        assert_eq!(report.rate(), 1980.0);
        assert_eq!(report.failed_share(), 40.0 / 3010.0);
    }

    #[test]
    fn hostile_reports_are_refused() {
        assert_eq!(parse(""), Err(Unusable::Missing));
        assert_eq!(parse("report: not JSON"), Err(Unusable::Missing));
        assert_eq!(parse("unable to connect to 127.0.0.1:1 Connection refused"), Err(Unusable::Missing));
        for (from, to, figure) in [
            ("3000", "-1", "requests"),
            ("3000", "1.5", "requests"),
            ("3000", "1e3", "requests"),
            ("3000", "\"many\"", "requests"),
            ("\"requests\":3000,", "", "requests"),
            ("\"status\":30", "\"status\":3001", "status"),
            ("\"connect\":1", "\"connect\":18446744073709551615", "connect"),
            ("\"connect\":1", "\"connect\":18446744073709551000", "requests"),
            ("1500000", "0", "duration"),
            ("1500000", "-3", "duration"),
            ("1500000", "1e-320", "duration"),
            ("1500000", "null", "duration"),
            ("\"p50\":250.0", "\"p50\":2500", "p99"),
            ("\"p99\":1000", "\"p99\":-1000", "p99"),
        ] {
            assert_eq!(parse(&GOOD.replace(from, to)), Err(Unusable::Figure(figure)), "{to}");
        }
        // Figures that JSON cannot hold.
        assert_eq!(parse(&GOOD.replace("1000", "nan")), Err(Unusable::Missing));
    }

    #[test]
    fn a_run_without_any_answer_is_a_report_too() {
        let report = r#"report: {"requests":0,"status":0,"connect":10,"read":0,"write":0,"timeout":0,"bytes":0,"duration":1000000,"p50":0,"p99":0}"#;
        let report = parse(report).unwrap();
        assert_eq!((report.rate(), report.failed_share()), (0.0, 1.0));
        let nothing = Report { broken: 0, ..report };
        assert_eq!(nothing.failed_share(), 0.0);
    }

    #[test]
    fn answers_of_another_length_do_not_fit() {
        let report = Report { wrong: 0, broken: 0, ..parse(GOOD).unwrap() };
        assert!(report.fits(150));
        assert!(Report { bytes: report.bytes + 1500, ..report }.fits(150));
        assert!(!Report { bytes: report.bytes + 1501, ..report }.fits(150));
        assert!(!report.fits(151));
    }
}

//! Place, time and method of a measurement.

use std::collections::BTreeMap;

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Place, time and method of a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// Start of the run, UTC, RFC 3339 with seconds.
    #[schemars(regex(pattern = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$"))]
    pub time: String,
    /// The git commit of the sources, 40 hexadecimal digits, or `unknown`.
    #[schemars(regex(pattern = "^([0-9a-f]{40}|unknown)$"))]
    pub commit: String,
    /// True if the sources differed from that commit.
    pub dirty: bool,
    /// The command that repeats the run, from the top of a checkout.
    pub command: String,
    /// Thoroughness of the run.
    pub profile: Profile,
    /// The seed every random choice derives from; at most 2^53 - 1, so that JavaScript reads it exactly.
    #[schemars(range(max = 9_007_199_254_740_991u64))]
    pub seed: u64,
    /// Duration of the run, in seconds.
    pub duration_seconds: f64,
    /// The compiler, such as `rustc 1.95.0 (59807616e 2026-04-14)`.
    pub toolchain: String,
    /// The machine.
    pub machine: Machine,
    /// The programs and libraries that were measured, each with its version; records of before this field have none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub programs: BTreeMap<String, String>,
    /// Speed of fixed work before, while and after the figures were measured; none where they do not depend on time, and in records of
    /// before this field.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub yardstick: Vec<YardstickReading>,
    /// Use of the processors by others during the run; none where figures do not depend on time or the system does not report it, and
    /// in records of before this field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor_time: Option<ProcessorTime>,
}

/// Use of the processors by others during a run, as shares of the time of all of them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProcessorTime {
    /// Programs that are no part of the run: the time of all programs, without the run's own processes.
    pub others_share: f64,
    /// Other guests of the hypervisor (steal time).
    pub stolen_share: f64,
}

/// Speed of fixed work at one moment of a run: each time is the median over batches. Two records with different readings differ by
/// their machines, or by the moments.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct YardstickReading {
    /// Time of the reading, in seconds from the start of the run.
    pub at_seconds: f64,
    /// An empty system call (`getppid`), in seconds.
    pub system_call_seconds: f64,
    /// One step of a generator of random numbers (64-bit xorshift, each step waiting for the one before), in seconds.
    pub arithmetic_step_seconds: f64,
    /// Copying memory that no second-level cache holds, in bytes per second.
    pub copy_bytes_per_second: f64,
}

/// Thoroughness of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// Ends within a minute: to try things out, never published.
    Quick,
    /// What is published; at most ten minutes on two cores.
    Full,
}

/// The machine a record comes from. No host name, user name or path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// Short name, also the record's file name, such as `amd-1a-02-2-core-vm`: the processor's vendor, family and model
    /// (hexadecimal), the cores, and the kind of machine.
    #[schemars(regex(pattern = "^[a-z0-9]+(-[a-z0-9]+)*$"))]
    pub id: String,
    /// Processor model as the system reports it.
    pub cpu_model: String,
    /// The processor by numbers; records of before this field lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<Processor>,
    /// The caches of one core, the nearest first; records of before this field have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub caches: Vec<Cache>,
    /// Processors the run could use.
    pub logical_cores: u32,
    /// Main memory in bytes.
    pub memory_bytes: u64,
    /// `x86_64`, `aarch64`, …
    pub architecture: String,
    /// Kernel name and release.
    pub kernel: String,
    /// Parameters of the kernel's start that can change figures, such as `mitigations=off`; none that could name a machine, a disk or a
    /// user.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kernel_parameters: Vec<String>,
    /// Operating system and version.
    pub os: String,
    /// C library and version, of the system.
    pub libc: String,
    /// Kernel clock source, where there is one.
    pub clock_source: Option<String>,
    /// TCP congestion control, where there is one.
    pub congestion_control: Option<String>,
    /// Hypervisor or container, if recognised.
    pub virtualisation: Option<String>,
    /// One-minute load average just before the run.
    pub load_before: Option<f64>,
}

/// A processor by the numbers that its maker gave it: other numbers are other hardware, whatever its name says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Processor {
    /// Its maker, such as `AMD`, `Intel`, `Arm` or `Apple`.
    pub vendor: String,
    /// x86: the family, such as 26.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<u32>,
    /// x86: the model within the family. Arm: the part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<u32>,
    /// x86: the stepping. Arm: the revision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stepping: Option<u32>,
}

/// One cache as a core sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cache {
    /// 1 is the nearest to the core.
    pub level: u32,
    /// Its contents.
    pub holds: CacheContents,
    /// Its size in bytes, shared with other cores or not.
    pub size_bytes: u64,
}

/// Contents of a cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CacheContents {
    /// Data.
    Data,
    /// Instructions.
    Instructions,
    /// Both.
    Both,
}

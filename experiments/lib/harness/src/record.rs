//! The record: what an experiment publishes, and the only thing the site knows of a measurement.
//!
//! The JSON Schema in `experiments/lib/harness/record.schema.json` and the site's TypeScript types are generated from these
//! types. Units are SI base units (or a counted thing: items, repetitions) and stand in the name of the measure.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rule::{Margins, Rule};

/// The version of the record's format; raised when a field changes its meaning or goes.
pub const SCHEMA_VERSION: u32 = 2;

/// One machine's published results of one experiment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Measurement record")]
pub struct Record {
    /// Always [`SCHEMA_VERSION`].
    #[schemars(extend("const" = SCHEMA_VERSION))]
    pub schema_version: u32,
    /// The experiment's slug, such as `load-balancing`; also the folder the record lies in.
    #[schemars(regex(pattern = "^[a-z0-9]+(-[a-z0-9]+)*$"))]
    pub experiment: String,
    /// Where, when and how it was measured.
    pub provenance: Provenance,
    /// What was measured, by series.
    pub series: Vec<Series>,
    /// Figures that claims stand on and that no series has, by name; records written before they were kept have none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub quantities: BTreeMap<String, Quantity>,
    /// Published statements, judged by the experiment from the series and quantities alone: newer code judges them again.
    pub claims: Vec<Claim>,
    /// What was not measured, and why.
    pub skipped: Vec<Skipped>,
    /// What a reader should know before trusting the figures (noise, outliers, load).
    pub warnings: Vec<String>,
}

/// Where, when and how a record was measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// Start of the run, UTC, RFC 3339 with seconds.
    #[schemars(regex(pattern = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$"))]
    pub time: String,
    /// The git commit of the sources, 40 hexadecimal digits, or `unknown`.
    #[schemars(regex(pattern = "^([0-9a-f]{40}|unknown)$"))]
    pub commit: String,
    /// Whether the sources differed from that commit.
    pub dirty: bool,
    /// The command that repeats the run, from the top of a checkout.
    pub command: String,
    /// How thorough the run was.
    pub profile: Profile,
    /// The seed every random choice derives from; at most 2^53 - 1, so that JavaScript reads it exactly.
    #[schemars(range(max = 9_007_199_254_740_991u64))]
    pub seed: u64,
    /// How long the run took, in seconds.
    pub duration_seconds: f64,
    /// The compiler, such as `rustc 1.95.0 (59807616e 2026-04-14)`.
    pub toolchain: String,
    /// The files and folders that decide the figures, from the top of a checkout.
    #[schemars(length(min = 1))]
    pub sources: Vec<String>,
    /// SHA-256 over [`Provenance::sources`] (hexadecimal); where the tree's own differs, the record is older than the code.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub source_hash: String,
    /// What has changed in the sources since the run without changing what they measure, the latest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carried_over: Vec<CarriedOver>,
    /// The machine.
    pub machine: Machine,
    /// The programs and libraries that were measured, each with its version; records written before this was kept have
    /// none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub programs: BTreeMap<String, String>,
    /// How fast the machine did the same fixed work before, while and after the figures were measured; none where they do
    /// not depend on time, and in records written before this was kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub yardstick: Vec<YardstickReading>,
    /// Who else used the processors during the run; none where figures do not depend on time or the system does not tell,
    /// and in records written before this was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor_time: Option<ProcessorTime>,
}

/// A change of the sources behind a record that changes no figure, so that nothing has to be measured again: somebody has
/// looked at it and says so. What hashes the sources cannot know it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CarriedOver {
    /// [`Provenance::source_hash`] until then.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub source_hash: String,
    /// What changed, and why no figure does, in one sentence.
    pub because: String,
}

/// Who else used the processors during a run, as shares of the time of all of them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProcessorTime {
    /// Programs that are no part of the run: all the time that programs took, without the run's own processes.
    pub others_share: f64,
    /// A hypervisor, for others than this virtual machine (steal time).
    pub stolen_share: f64,
}

/// How fast the machine did fixed work at one moment of a run: each time is the median over batches. Whoever compares two
/// records sees whether the machines differ, or the moments.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct YardstickReading {
    /// When it was taken, in seconds from the start of the run.
    pub at_seconds: f64,
    /// An empty system call (`getppid`), in seconds.
    pub system_call_seconds: f64,
    /// One step of a generator of random numbers (64-bit xorshift, each step waiting for the one before), in seconds.
    pub arithmetic_step_seconds: f64,
    /// Copying memory that no second-level cache holds.
    pub copy_bytes_per_second: f64,
}

/// How thorough a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    /// Which processor it is by number; records written before this was kept lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<Processor>,
    /// The caches of one core, the nearest first; those of records written before this was kept are not known.
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
    /// What the kernel was started with that can change figures, such as `mitigations=off`; nothing that could name a
    /// machine, a disk or a user.
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
    /// Hypervisor or container, where one was recognised.
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
    /// What it holds.
    pub holds: CacheContents,
    /// Its size in bytes, shared with other cores or not.
    pub size_bytes: u64,
}

/// What a cache holds.
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

/// One table of results: points in some dimensions, each with the same measures.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// Name in the record, such as `published-table`.
    pub id: String,
    /// What it shows, in a few words.
    pub title: String,
    /// What tells its points apart.
    pub dimensions: Vec<Dimension>,
    /// What several of them are called together, if a reader takes them as one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Label>,
    /// What is known of each point.
    pub measures: Vec<Measure>,
    /// What else was seen at each point: not how much, but which.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<Outcome>,
    /// Where `published` values come from, if any point has them.
    pub published_source: Option<Source>,
    /// The results.
    pub points: Vec<Point>,
}

/// Something that was set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dimension {
    /// Key in [`Point::at`].
    pub name: String,
    /// For an axis or a table head.
    pub title: String,
    /// Unit, if it has one.
    pub unit: Option<String>,
    /// Whether it says nothing of some points, such as the interval of probes where none are sent.
    #[serde(default, skip_serializing_if = "is_false")]
    pub optional: bool,
    /// What a reader sees for each setting that is a text; none where the settings are themselves what a reader sees, such
    /// as names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<String, String>,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl Dimension {
    /// A dimension from its parts, in the order of the fields, that says something of every point.
    pub fn new(name: &str, title: &str, unit: Option<&str>) -> Self {
        Self {
            name: name.to_owned(),
            title: title.to_owned(),
            unit: unit.map(str::to_owned),
            optional: false,
            words: BTreeMap::new(),
        }
    }

    /// With what a reader sees for each setting. There may be more than occur: those are left out when the record is made.
    pub fn words<'a>(self, words: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Self { words: owned(words), ..self }
    }

    /// The same, where it says nothing of some points.
    pub fn optional(self) -> Self {
        Self { optional: true, ..self }
    }
}

fn owned<'a>(words: impl IntoIterator<Item = (&'a str, &'a str)>) -> BTreeMap<String, String> {
    words.into_iter().map(|(key, words)| (key.to_owned(), words.to_owned())).collect()
}

/// What a reader takes as one though several dimensions say it: `keepalive 1/1/3` for idle time, interval and probes.
/// Programs look points up by the settings; the words are [`Point::label`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// For a table head.
    pub title: String,
    /// The dimensions, by name, whose place it takes.
    pub dimensions: Vec<String>,
}

/// Something that ends in one of several ways, such as by one error or another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// Key in [`Point::outcomes`] and [`Point::predicted_outcomes`].
    pub name: String,
    /// For a table head.
    pub title: String,
    /// What a reader sees for each way; none where the ways are themselves what a reader sees, such as `ETIMEDOUT`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<String, String>,
}

impl Outcome {
    /// An outcome from its parts, in the order of the fields; ways that do not occur are left out when the record is made.
    pub fn new<'a>(name: &str, title: &str, words: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Self { name: name.to_owned(), title: title.to_owned(), words: owned(words) }
    }
}

/// Units of what has none.
pub mod unit {
    /// A part of a whole, such as 0.02: pages write it in percent.
    pub const SHARE: &str = "share";
    /// A ratio, and whatever else is a bare number.
    pub const RATIO: &str = "1";
}

/// Something that was measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    /// Key in [`Point::values`], with the unit: `p99_items`, `throughput_bytes_per_second`.
    pub name: String,
    /// For an axis or a table head.
    pub title: String,
    /// Unit, such as `s` or `items`; `share` for a part of a whole, `1` for a ratio (see [`unit`]).
    pub unit: String,
    /// What `value` is: `median`, `share`, `pooled quantile`, `median of ratios`, …
    pub statistic: String,
    /// Whether it was simulated, from a seed, and no system was measured.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub simulated: bool,
    /// How the 95% interval was made: `order statistics`, `Wilson`, … In words, for readers: programs ask
    /// [`Self::certainty`].
    pub interval: String,
    /// How far a value of it may be held against another run's. Records written before this was kept don't say, and all their
    /// measures count as having intervals.
    #[serde(default, skip_serializing_if = "Certainty::is_by_interval")]
    pub certainty: Certainty,
}

/// How far a value may be held against another run's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Certainty {
    /// It has an interval.
    #[default]
    ByInterval,
    /// It would be the same each time: any other value is another finding.
    Certain,
    /// It has no interval and may be another the next time, or it is no finding, as what was set.
    Open,
}

impl Certainty {
    /// What a record need not say.
    fn is_by_interval(&self) -> bool {
        *self == Self::ByInterval
    }
}

/// How intervals were made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interval<'a> {
    /// In this way: `order statistics`, `Wilson`, …
    By(&'a str),
    /// They need none: what would be the same every time.
    Certain,
    /// There are none.
    None,
}

impl<'a> From<&'a str> for Interval<'a> {
    fn from(way: &'a str) -> Self {
        Self::By(way)
    }
}

impl Measure {
    /// A measure from its parts, in the order of the fields.
    pub fn new<'a>(name: &str, title: &str, unit: &str, statistic: &str, interval: impl Into<Interval<'a>>) -> Self {
        let (interval, certainty) = match interval.into() {
            Interval::By(way) => (way, Certainty::ByInterval),
            Interval::Certain => ("none: the answer is the same every time", Certainty::Certain),
            Interval::None => ("none", Certainty::Open),
        };
        Self {
            name: name.to_owned(),
            title: title.to_owned(),
            unit: unit.to_owned(),
            statistic: statistic.to_owned(),
            simulated: false,
            interval: interval.to_owned(),
            certainty,
        }
    }

    /// The same of a simulation.
    pub fn simulated(mut self) -> Self {
        self.simulated = true;
        self
    }
}

/// One point of a series.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// The settings, by dimension. A dimension that is optional may be missing.
    pub at: BTreeMap<String, Setting>,
    /// What the settings of the series' [`Label`] come to, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// What was measured there, by measure.
    pub values: BTreeMap<String, Estimate>,
    /// Exact values (a closed form), by measure.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub exact: BTreeMap<String, f64>,
    /// Values a model predicts, by measure.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub predicted: BTreeMap<String, f64>,
    /// What somebody else published, by measure; see [`Series::published_source`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub published: BTreeMap<String, f64>,
    /// How often it ended in which way, by outcome.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub outcomes: BTreeMap<String, BTreeMap<String, u64>>,
    /// In which way a model has it end, by outcome.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub predicted_outcomes: BTreeMap<String, String>,
}

/// The value of a dimension.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Setting {
    /// A quantity.
    Number(f64),
    /// A name.
    Text(String),
}

/// A measured value with its 95% interval; where [`Self::confidence`] is there, it is one of so much confidence only.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Estimate {
    /// How many observations stand behind it.
    pub n: u64,
    /// The estimate; [`Measure::statistic`] says of what.
    pub value: f64,
    /// Lower end of the 95% interval.
    pub low: f64,
    /// Upper end of the 95% interval.
    pub high: f64,
    /// Smallest observation, where observations were kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// Largest observation, where observations were kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// How sure the interval is where observations are too few for one of 95%, as a share: it is then their range. The rule
    /// decides nothing by such an interval. Records written before this was kept lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
}

/// A named figure: what was measured, and what is exact or predicted of it. Where nothing was measured (a machine lacked the
/// program), a claim on it is not tested.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Quantity {
    /// Unit, as in a [`Measure`].
    pub unit: String,
    /// What this run measured, if it could.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<Estimate>,
    /// The exact value, where there is a closed form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<f64>,
    /// What a model predicts, where it is only a model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub predicted: Option<f64>,
}

/// A published statement and what this run says of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Name in the record and in the page's address, such as `thirteen-servers`.
    pub id: String,
    /// The statement, in this project's words.
    pub statement: String,
    /// Who published it; `None` for this project's own finding.
    pub source: Option<Source>,
    /// The figures it stands or falls with; the first is the one a summary shows.
    pub figures: Vec<ClaimFigure>,
    /// What the verdict depends on; records written before rules were kept lack it. See [`crate::verdicts::judge_again`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Rule>,
    /// What the rule says.
    pub verdict: Verdict,
    /// Why, in one sentence.
    pub why: String,
}

/// One figure of a claim: as published, as measured, as computed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimFigure {
    /// What it is, such as `p99 at 13 servers`.
    pub label: String,
    /// Unit, such as `s` or `items`; `share` for a part of a whole, `1` for a ratio (see [`unit`]).
    pub unit: String,
    /// The published value, or its ends where a range was published.
    pub published: Option<PublishedValue>,
    /// Which values count as the published one, where it is judged; records written before margins were kept lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margins: Option<Margins>,
    /// What this run measured.
    pub measured: Option<Estimate>,
    /// The exact value, where there is a closed form.
    pub exact: Option<f64>,
    /// What a model predicts, where it is only a model.
    pub predicted: Option<f64>,
}

/// A published value; `low` equals `high` unless a range was published.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PublishedValue {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Where a published statement can be read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Author and title.
    pub title: String,
    /// Address, which pages link to: of the web and of nothing that a browser would run.
    #[schemars(regex(pattern = "^https?://[^\\s]+$"))]
    pub url: String,
}

/// What a run says of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// What was measured is what was published.
    Reproduced,
    /// It is something else.
    Differs,
    /// The noise, or too few repeats, does not let this run say.
    Undecided,
    /// It holds under some conditions that the statement does not name, and fails under others.
    Depends,
    /// Nobody observed it: a model gives it that was tested elsewhere.
    Follows,
    /// This run could not tell.
    NotTested,
    /// A statement of this project itself, which what was measured bears out.
    Holds,
    /// A statement of this project itself, which what was measured contradicts.
    DoesNotHold,
}

/// Something that was not measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Skipped {
    /// What.
    pub what: String,
    /// Why not.
    pub why: String,
    /// What the machine would need.
    pub needs: String,
}

impl Skipped {
    /// What was not measured, why not, and what the machine would need.
    pub fn new(what: impl Into<String>, why: impl Into<String>, needs: impl Into<String>) -> Self {
        Self { what: what.into(), why: why.into(), needs: needs.into() }
    }
}

//! What a run found, in short: its claims beside the published record, and the figures that differ most from it.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use crate::published::Published;
use crate::readable::readable;
use crate::record::{
    Certainty, Claim, ClaimFigure, Estimate, Machine, Measure, Numbers, Point, Profile, Provenance, Record,
    SeriesWords, Setting, Skipped, Verdict, unit,
};

/// How many of the figures that differ are shown.
const SHOWN: usize = 3;

/// What a run found, in short; `--json` writes it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Summary {
    /// The experiment's slug.
    pub experiment: String,
    /// Where the run's record lies, from the folder that it was started in.
    pub record: String,
    pub profile: Profile,
    /// The machine's name.
    pub machine: String,
    pub duration_seconds: f64,
    /// The published records that could be read.
    pub published: Vec<PublishedRun>,
    pub claims: Vec<ClaimInShort>,
    /// How the run's figures compare with a published record's; none where there is none.
    pub comparison: Option<Comparison>,
    pub skipped: Vec<Skipped>,
    pub warnings: Vec<String>,
    /// What is wrong with published records.
    pub notes: Vec<String>,
}

/// A published record: whose, and when it was made.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct PublishedRun {
    pub machine: String,
    /// Whether it is this run's machine, by its name.
    pub is_this_machine: bool,
    pub time: String,
    pub profile: Profile,
}

/// A claim by its first figure, which is the one that a summary shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ClaimInShort {
    pub id: String,
    pub statement: String,
    pub figure: Option<ClaimFigure>,
    pub verdict: Verdict,
    /// What each published record has of it, in their order; none where a record lacks the claim.
    pub published: Vec<Option<PublishedClaim>>,
}

/// What a published record has of a claim.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct PublishedClaim {
    /// The same figure, if it has it.
    pub figure: Option<ClaimFigure>,
    pub verdict: Verdict,
}

/// A run's figures beside those of a published record.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Comparison {
    /// The machine of the record: the run's own where one is published of it, else the first one.
    pub machine: String,
    /// How thorough the record's run was.
    pub profile: Profile,
    /// How many figures both have with a 95% interval.
    pub compared: usize,
    /// Of how many of them the intervals do not meet.
    pub apart: usize,
    /// The ones that lie farthest apart.
    pub farthest: Vec<Difference>,
}

/// A figure whose intervals do not meet.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Difference {
    pub figure: String,
    pub unit: String,
    pub measured: Estimate,
    pub published: Estimate,
    /// By how many times at least one is larger: the ratio of the ends that face each other. None where one of them is zero.
    pub factor: Option<f64>,
}

impl Summary {
    /// Of a run's record, which was written to `path`. All records have their words and claims with them.
    pub(crate) fn of(record: &Record, path: String, published: &Published) -> Self {
        let machine = &record.provenance.machine.id;
        let machines = || published.records.iter().chain([record]).map(|it| &it.provenance.machine);
        let name = |machine: &Machine| machine.name_among(machines());
        let runs = published.records.iter().map(|it| PublishedRun {
            machine: name(&it.provenance.machine),
            is_this_machine: it.provenance.machine.id == *machine,
            time: it.provenance.time.clone(),
            profile: it.provenance.profile,
        });
        let own = published.records.iter().find(|it| it.provenance.machine.id == *machine);
        let against = own.or(published.records.first());
        Self {
            experiment: record.experiment.clone(),
            record: path,
            profile: record.provenance.profile,
            machine: name(&record.provenance.machine),
            duration_seconds: record.provenance.duration_seconds,
            published: runs.collect(),
            claims: claims_of(record).iter().map(|claim| ClaimInShort::of(claim, &published.records)).collect(),
            comparison: against.map(|published| Comparison::of(record, published, name(&published.provenance.machine))),
            skipped: record.skipped.clone(),
            warnings: record.warnings.clone(),
            notes: published.notes.clone(),
        }
    }
}

fn claims_of(record: &Record) -> &[Claim] {
    record.judged.as_ref().map(|judged| &*judged.claims).unwrap_or_default()
}

impl ClaimInShort {
    fn of(claim: &Claim, records: &[Record]) -> Self {
        let figure = claim.figures.first();
        let published = records.iter().map(|record| {
            let there = claims_of(record).iter().find(|there| there.id == claim.id)?;
            let same = |there: &&ClaimFigure| figure.is_some_and(|own| is_same(own, there));
            Some(PublishedClaim { figure: there.figures.iter().find(same).cloned(), verdict: there.verdict })
        });
        Self {
            id: claim.id.clone(),
            statement: claim.statement.clone(),
            figure: figure.cloned(),
            verdict: claim.verdict,
            published: published.collect(),
        }
    }
}

fn is_same(figure: &ClaimFigure, other: &ClaimFigure) -> bool {
    (&figure.label, &figure.unit) == (&other.label, &other.unit)
}

/// A figure by what tells it from others, with its name in words and its unit.
struct NamedFigure {
    key: String,
    name: String,
    unit: String,
    estimate: Estimate,
    /// Then nothing says whether it is exact or has no interval where its ends are one.
    of_a_claim: bool,
}

impl Comparison {
    fn of(record: &Record, published: &Record, machine: String) -> Self {
        let there: HashMap<String, Estimate> =
            known(published).into_iter().map(|NamedFigure { key, estimate, .. }| (key, estimate)).collect();
        let mut seen = HashSet::new();
        let (mut compared, mut apart) = (0, Vec::new());
        for NamedFigure { key, name, unit, estimate, of_a_claim } in known(record) {
            let Some(published) = there.get(&key) else { continue };
            let is_certain = [&estimate, published].iter().all(|estimate| estimate.low == estimate.high);
            // Many a claim stands on a figure of a series, or on another claim's: it counts once.
            let is_known = !seen.insert(format!("{estimate:?} {published:?}"));
            if of_a_claim && (is_certain || is_known) {
                continue;
            }
            compared += 1;
            if let Some(factor) = apart_by(&estimate, published) {
                apart.push(Difference {
                    figure: name,
                    unit,
                    measured: estimate,
                    published: published.clone(),
                    factor: factor.is_finite().then_some(factor),
                });
            }
        }
        let size = |difference: &Difference| difference.factor.unwrap_or(f64::INFINITY);
        apart.sort_by(|a, b| size(b).total_cmp(&size(a)));
        let number = apart.len();
        apart.truncate(SHOWN);
        let Provenance { profile, .. } = published.provenance;
        Self { machine, profile, compared, apart: number, farthest: apart }
    }
}

/// The ratio of the ends that face each other where the intervals do not meet.
fn apart_by(a: &Estimate, b: &Estimate) -> Option<f64> {
    let (lower, upper) = if a.high < b.low {
        (a.high, b.low)
    } else if b.high < a.low {
        (b.high, a.low)
    } else {
        return None;
    };
    Some(if lower > 0.0 {
        upper / lower
    } else if upper < 0.0 {
        lower / upper
    } else {
        f64::INFINITY
    })
}

/// What a record measured, and has a 95% interval of: figures of series, then of claims.
fn known(record: &Record) -> Vec<NamedFigure> {
    let of_claims = claims_of(record).iter().flat_map(|claim| {
        claim.figures.iter().filter_map(|figure| {
            let ClaimFigure { label, unit, measured, .. } = figure;
            let key = format!("claim\0{}\0{label}\0{unit}", claim.id);
            let name = format!("{}: {label}", claim.id);
            Some(NamedFigure { key, name, unit: unit.clone(), estimate: measured.clone()?, of_a_claim: true })
        })
    });
    let of_series = described(record).filter(|(words, _)| !is_of_single_rounds(words)).flat_map(|(words, numbers)| {
        numbers.points.iter().flat_map(move |point| {
            let measures = words.measures.iter().filter(|measure| has_interval(measure));
            measures.filter_map(move |measure| {
                let at = serde_json::to_string(&point.at).unwrap_or_default();
                Some(NamedFigure {
                    key: format!("series\0{}\0{at}\0{}\0{}", words.id, measure.name, measure.unit),
                    name: format!("{}: {}: {}", words.title, settings(words, point), measure.title),
                    unit: measure.unit.clone(),
                    estimate: point.values.get(&measure.name)?.clone(),
                    of_a_claim: false,
                })
            })
        })
    });
    of_series.chain(of_claims).filter(|known| known.estimate.confidence.is_none()).collect()
}

/// The series of a record that were measured as today, with their words.
fn described(record: &Record) -> impl Iterator<Item = (&SeriesWords, &Numbers)> {
    let words = record.words.iter().flat_map(|words| &words.series);
    words.filter_map(|words| {
        let numbers = record.series.iter().find(|numbers| numbers.id == words.id)?;
        (numbers.method == words.method).then_some((words, numbers))
    })
}

/// The first round of one run has nothing to do with another's.
fn is_of_single_rounds(series: &SeriesWords) -> bool {
    series.dimensions.iter().any(|dimension| dimension.name == "round")
}

/// Or needs none. What was set, or counts the tries, is no finding, and differs between a quick run and a full one.
fn has_interval(measure: &Measure) -> bool {
    measure.certainty != Certainty::Open
}

/// The settings of a point in words.
fn settings(series: &SeriesWords, point: &Point) -> String {
    let said: Vec<&String> = series
        .dimensions
        .iter()
        .filter(|dimension| point.at.contains_key(&dimension.name))
        .flat_map(|dimension| &dimension.says)
        .collect();
    let words = series.dimensions.iter().filter(|dimension| !said.contains(&&dimension.name)).filter_map(|dimension| {
        Some(match point.at.get(&dimension.name)? {
            Setting::Text(text) => dimension.words.get(text).unwrap_or(text).clone(),
            Setting::Number(number) => {
                let title = &dimension.title;
                // Of `Servers`, in servers, the unit says nothing new.
                let unit = dimension.unit.as_deref().filter(|unit| !title.to_lowercase().contains(unit));
                format!("{title} {}", readable(*number, unit.unwrap_or(unit::RATIO)))
            }
        })
    });
    words.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
pub(crate) mod tests;

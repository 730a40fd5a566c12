//! Summary of a run: its claims, each with that of the published records.

use serde::Serialize;

use crate::published::Published;
use crate::record::{Claim, ClaimFigure, Machine, Profile, Record, Skipped, Verdict};

/// Summary of a run; `--json` writes it.
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
    pub skipped: Vec<NotMeasured>,
    pub warnings: Vec<String>,
    /// Faults of published records.
    pub notes: Vec<String>,
}

/// A condition that was not measured.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct NotMeasured {
    #[serde(flatten)]
    pub skipped: Skipped,
    /// The command that mends it, if one does.
    pub mend: Option<String>,
}

/// A published record: whose, and when it was made.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct PublishedRun {
    pub machine: String,
    /// True for this run's machine.
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
    /// The same claim in each published record, in their order; `None` where a record lacks it.
    pub published: Vec<Option<PublishedClaim>>,
}

/// A claim in a published record.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct PublishedClaim {
    /// The same figure, if it has it.
    pub figure: Option<ClaimFigure>,
    pub verdict: Verdict,
}

impl Summary {
    /// Summary of a run's record, which was written to `path`; `mend` finds the command that mends what was not measured. All records
    /// have their words and claims with them.
    pub(crate) fn new(
        record: &Record,
        path: String,
        published: &Published,
        mend: impl Fn(&Skipped) -> Option<String>,
    ) -> Self {
        let machine = &record.provenance.machine.id;
        let machines = || published.records.iter().chain([record]).map(|it| &it.provenance.machine);
        let name = |machine: &Machine| machine.name_among(machines());
        let runs = published.records.iter().map(|it| PublishedRun {
            machine: name(&it.provenance.machine),
            is_this_machine: it.provenance.machine.id == *machine,
            time: it.provenance.time.clone(),
            profile: it.provenance.profile,
        });
        Self {
            experiment: record.experiment.clone(),
            record: path,
            profile: record.provenance.profile,
            machine: name(&record.provenance.machine),
            duration_seconds: record.provenance.duration_seconds,
            published: runs.collect(),
            claims: claims_of(record).iter().map(|claim| ClaimInShort::new(claim, &published.records)).collect(),
            skipped: record
                .skipped
                .iter()
                .map(|skipped| NotMeasured { skipped: skipped.clone(), mend: mend(skipped) })
                .collect(),
            warnings: record.warnings.clone(),
            notes: published.notes.clone(),
        }
    }
}

fn claims_of(record: &Record) -> &[Claim] {
    record.judged.as_ref().map(|judged| &*judged.claims).unwrap_or_default()
}

impl ClaimInShort {
    fn new(claim: &Claim, records: &[Record]) -> Self {
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

#[cfg(test)]
pub(crate) mod tests;

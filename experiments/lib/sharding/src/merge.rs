//! Merging all parts of one run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use harness::record::Profile;

use crate::part::{Part, read};
use crate::{Counts, Divisible, PartError};

/// Name of the entry that describes the parts in a merged record, among the programs.
pub const MERGED: &str = "merged from parts";

/// A whole run.
#[derive(Debug)]
pub(crate) struct Merged {
    pub profile: Profile,
    pub seed: u64,
    /// Number of parts, start of the first, their total duration and their machines, in words.
    pub description: String,
    /// Counts by condition.
    pub counts: Vec<Counts>,
}

/// Reads parts, in any order, and adds them up in the order of their numbers.
///
/// # Errors
/// The files are not all parts of one run of this very code; or, unless `unclean` allows it, they are of a build whose sources differed from
/// their commit, so that nobody knows what it was made of.
pub(crate) fn merge<D: Divisible>(files: &[PathBuf], unclean: bool) -> Result<Merged, PartError> {
    let mut parts: BTreeMap<u32, (&PathBuf, Part)> = BTreeMap::new();
    let mut first: Option<(&PathBuf, Identity)> = None;
    for file in files {
        let part = read::<D>(file)?;
        if part.provenance.dirty && !unclean {
            return Err(PartError::Unclean { file: file.clone() });
        }
        let identity = Identity::new(&part);
        match &first {
            None => first = Some((file, identity)),
            Some((first, known)) => {
                if let Some(differs) = identity.differs(known) {
                    return Err(PartError::OtherRun { file: file.clone(), first: (*first).clone(), differs });
                }
            }
        }
        let shard = part.shard;
        if let Some((other, _)) = parts.insert(shard.index(), (file, part)) {
            return Err(PartError::Twice { part: shard.to_string(), files: [other.clone(), file.clone()] });
        }
    }
    let Some((_, Identity { profile, seed, parts: of })) = first else {
        return Err(PartError::Lost { parts: vec![1], of: 1 });
    };
    let lost: Vec<u32> = (1..=of).filter(|index| !parts.contains_key(index)).collect();
    if !lost.is_empty() {
        return Err(PartError::Lost { parts: lost, of });
    }
    let description = describe(parts.values().map(|(_, part)| part));
    let mut counts = vec![Counts::default(); D::conditions(profile).len()];
    for (_, part) in parts.values() {
        counts.iter_mut().zip(&part.counts).for_each(|(sum, own)| sum.merge(own));
    }
    Ok(Merged { profile, seed, description, counts })
}

/// Properties that all parts of a run have in common, besides the code.
struct Identity {
    profile: Profile,
    seed: u64,
    parts: u32,
}

impl Identity {
    fn new(part: &Part) -> Self {
        Self { profile: part.provenance.profile, seed: part.provenance.seed, parts: part.shard.parts() }
    }

    /// The differences to another run's, if any.
    fn differs(&self, known: &Self) -> Option<String> {
        let name = |profile| if profile == Profile::Quick { "quick" } else { "full" };
        if self.profile != known.profile {
            Some(format!("profile {}, not {}", name(self.profile), name(known.profile)))
        } else if self.seed != known.seed {
            Some(format!("seed {}, not {}", self.seed, known.seed))
        } else {
            (self.parts != known.parts).then(|| format!("{} parts, not {}", self.parts, known.parts))
        }
    }
}

fn describe<'a>(parts: impl Iterator<Item = &'a Part> + Clone) -> String {
    let first = parts.clone().map(|part| &*part.provenance.time).min().unwrap_or_default();
    let seconds: f64 = parts.clone().map(|part| part.provenance.duration_seconds).sum();
    let machines: BTreeSet<&str> = parts.clone().map(|part| &*part.provenance.machine.id).collect();
    let machines = machines.into_iter().collect::<Vec<_>>().join(", ");
    format!("{}, the first begun {first}, {seconds:.1} s in all, on {machines}", parts.count())
}

//! All parts of one run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use harness::record::Profile;

use crate::part::{Part, read};
use crate::{Counts, Divisible, PartError};

/// The name under which a merged record keeps what its parts were, beside the programs.
pub const MERGED: &str = "merged from parts";

/// The whole of a run.
#[derive(Debug)]
pub(crate) struct Merged {
    pub profile: Profile,
    pub seed: u64,
    /// How many parts there were, when the first began, how long they ran and where.
    pub in_words: String,
    /// By condition.
    pub counts: Vec<Counts>,
}

/// Reads parts, in whichever order, and adds them up in the order of their numbers.
///
/// # Errors
/// They are not all parts of one run of this very code. Nobody knows what an unclean build was made of: those of one are merged
/// only where that is `unclean`'s wish.
pub(crate) fn merge<D: Divisible>(files: &[PathBuf], unclean: bool) -> Result<Merged, PartError> {
    let mut parts: BTreeMap<u32, (&PathBuf, Part)> = BTreeMap::new();
    let mut first: Option<(&PathBuf, Identity)> = None;
    for file in files {
        let part = read::<D>(file)?;
        if part.provenance.dirty && !unclean {
            return Err(PartError::Unclean { file: file.clone() });
        }
        let identity = Identity::of(&part);
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
    let Some((_, Identity { profile, seed, of })) = first else {
        return Err(PartError::Lost { parts: vec![1], of: 1 });
    };
    let lost: Vec<u32> = (1..=of).filter(|index| !parts.contains_key(index)).collect();
    if !lost.is_empty() {
        return Err(PartError::Lost { parts: lost, of });
    }
    let in_words = in_words(parts.values().map(|(_, part)| part));
    let mut counts = vec![Counts::default(); D::conditions(profile).len()];
    for (_, part) in parts.values() {
        counts.iter_mut().zip(&part.counts).for_each(|(sum, own)| sum.merge(own));
    }
    Ok(Merged { profile, seed, in_words, counts })
}

/// What all parts of a run have in common, beside the code.
struct Identity {
    profile: Profile,
    seed: u64,
    of: u32,
}

impl Identity {
    fn of(part: &Part) -> Self {
        Self { profile: part.provenance.profile, seed: part.provenance.seed, of: part.shard.of() }
    }

    /// What another has otherwise, if it has.
    fn differs(&self, known: &Self) -> Option<String> {
        let name = |profile| if profile == Profile::Quick { "quick" } else { "full" };
        if self.profile != known.profile {
            Some(format!("profile {}, not {}", name(self.profile), name(known.profile)))
        } else if self.seed != known.seed {
            Some(format!("seed {}, not {}", self.seed, known.seed))
        } else {
            (self.of != known.of).then(|| format!("{} parts, not {}", self.of, known.of))
        }
    }
}

fn in_words<'a>(parts: impl Iterator<Item = &'a Part> + Clone) -> String {
    let first = parts.clone().map(|part| &*part.provenance.time).min().unwrap_or_default();
    let seconds: f64 = parts.clone().map(|part| part.provenance.duration_seconds).sum();
    let machines: BTreeSet<&str> = parts.clone().map(|part| &*part.provenance.machine.id).collect();
    let machines = machines.into_iter().collect::<Vec<_>>().join(", ");
    format!("{}, the first begun {first}, {seconds:.1} s in all, on {machines}", parts.count())
}

//! How much of a large book is read, and how long it takes to its plan; against reading all of it. The large ones are made of a
//! small one and a hole: no disk has them, so that only the programs' own work is timed.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use harness::record::Profile;
use harness::schedule::interleaved;
use harness::{Failure, Run, Warning};
use static_page_model::samples::{Member, Sample, archive};

use crate::memory::of_plan;
use crate::planning::{splice, whole};
use crate::workplace::Workplace;

/// Megabytes of the hole.
const MEGABYTES: [u64; 5] = [1, 10, 100, 1000, 3000];
const MEGABYTE: u64 = 1_000_000;
/// A book that is larger is not read as a whole: its memory need not be there.
const LARGEST_WHOLE: u64 = 1000 * MEGABYTE;
/// The same in a quick run.
const LARGEST_WHOLE_QUICK: u64 = 100 * MEGABYTE;

/// How often the memory of a plan is asked: the fewest of which a median has an interval.
const PROCESSES: u32 = 6;

/// A book of a size.
pub(crate) struct Size {
    /// Of the hole, which is nearly all of it.
    pub bytes: u64,
    /// What was read of it to the plan.
    pub read: u64,
    /// Seconds from opening the file to the plan, each time.
    pub splice: Vec<f64>,
    /// The same where the whole file is read first; empty where it is too large.
    pub whole: Vec<f64>,
    /// The most memory that a process has which plans and ends, in bytes, each time; and where it reads the whole file.
    pub peak: Vec<f64>,
    pub whole_peak: Vec<f64>,
}

/// A book whose last entry is a hole of so many bytes. Its checksum says nothing of the hole, which nobody reads.
fn write_book(path: &Path, hole: u64) -> std::io::Result<()> {
    let mut members = Sample::new(2).members();
    members.push(Member::stored("hole.bin", Vec::new()));
    let small = archive(&members, false);
    let records: usize = members.iter().map(|member| 46 + member.name.len()).sum();
    let start = small.len() - 22 - records;
    let (head, tail) = small.split_at(start);
    let mut tail = tail.to_vec();
    let size = u32::try_from(hole).expect("it is below 4 GB");
    let record = records - 46 - "hole.bin".len();
    for at in [record + 20, record + 24] {
        tail[at..at + 4].copy_from_slice(&size.to_le_bytes());
    }
    let moved = start as u32 + size;
    tail[records + 16..records + 20].copy_from_slice(&moved.to_le_bytes());
    let mut file = File::create(path)?;
    file.write_all(head)?;
    file.seek(SeekFrom::Start(start as u64 + hole))?;
    file.write_all(&tail)
}

/// Times all sizes, both ways, in random order.
pub(crate) fn all(run: &Run, place: &Workplace) -> Result<Vec<Size>, Failure> {
    let (rounds, largest) = match run.profile {
        Profile::Quick => (8, LARGEST_WHOLE_QUICK),
        Profile::Full => (30, LARGEST_WHOLE),
    };
    let failed = |error: std::io::Error| Failure::Failed(format!("cannot make a large book: {error}"));
    let mut sizes = Vec::new();
    for megabytes in MEGABYTES {
        let path = place.path(&format!("{megabytes}-mb.epub"));
        write_book(&path, megabytes * MEGABYTE).map_err(failed)?;
        let size = Size {
            bytes: megabytes * MEGABYTE,
            read: 0,
            splice: Vec::new(),
            whole: Vec::new(),
            peak: Vec::new(),
            whole_peak: Vec::new(),
        };
        sizes.push((path, size));
    }
    let mut conditions: Vec<(usize, bool)> = (0..sizes.len()).map(|index| (index, false)).collect();
    conditions.extend((0..sizes.len()).filter(|&index| sizes[index].1.bytes <= largest).map(|index| (index, true)));
    let work = |(index, is_whole): (usize, bool)| if is_whole { 1 + MEGABYTES[index] } else { 1 };
    let turns = interleaved(conditions.len(), 1, rounds, run.seed);
    run.expect(turns.iter().map(|turn| work(conditions[turn.condition])).sum());
    for turn in turns {
        let (index, is_whole) = conditions[turn.condition];
        let (path, size) = &mut sizes[index];
        let (seconds, read) = if is_whole { whole(path)? } else { splice(path)? };
        if !turn.warm_up {
            if is_whole { &mut size.whole } else { &mut size.splice }.push(seconds);
        }
        if !is_whole {
            size.read = size.read.max(read);
        }
        run.advance(work(conditions[turn.condition]))?;
    }
    let named = |size: &Size, how: &str| format!("{} MB, {how}", size.bytes / MEGABYTE);
    let splices = sizes.iter().map(|(_, size)| (named(size, "spliced"), size.splice.as_slice()));
    let wholes = sizes.iter().filter(|(_, size)| !size.whole.is_empty());
    let wholes = wholes.map(|(_, size)| (named(size, "whole"), size.whole.as_slice()));
    Warning::of_samples(splices.chain(wholes)).into_iter().for_each(|warning| run.warn(warning));
    // The program of unit tests has no command `plan`.
    if !cfg!(test) {
        let check = || run.advance(0);
        for (path, size) in &mut sizes {
            for _ in 0..PROCESSES {
                size.peak.push(of_plan(place, path, false, &check)?);
                if !size.whole.is_empty() {
                    size.whole_peak.push(of_plan(place, path, true, &check)?);
                }
            }
        }
    }
    for (path, _) in &sizes {
        let _ = fs::remove_file(path);
    }
    Ok(sizes.into_iter().map(|(_, size)| size).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_with_a_hole_is_read_as_little_as_a_small_one() {
        let folder = tempfile::tempdir().unwrap();
        let read = [1, 3000].map(|megabytes| {
            let path = folder.path().join("book.epub");
            write_book(&path, megabytes * MEGABYTE).unwrap();
            assert!(fs::metadata(&path).unwrap().len() > megabytes * MEGABYTE);
            splice(&path).unwrap().1
        });
        assert!(read[0] == read[1] && read[0] < 70_000, "{read:?}");
    }
}

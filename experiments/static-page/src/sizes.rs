//! How much of a large book is read, and how long it takes to its plan; against reading all of it. The large ones are made of a
//! small one and a hole: no disk has them, so that only the programs' own work is timed.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use harness::record::{Profile, Skipped};
use harness::schedule::interleaved;
use harness::{Failure, Run, Warning, own_files, undisturbed};
use static_page_model::samples::{Member, Sample, with_hole};
use supervisor::Workplace;

use crate::planning::{splice, whole};

/// Megabytes of the hole.
const MEGABYTES: [u64; 5] = [1, 10, 100, 1000, 3000];
const MEGABYTE: u64 = 1_000_000;
/// A quick run reads none as a whole that is larger.
const LARGEST_WHOLE_QUICK: u64 = 100 * MEGABYTE;
/// Chapters of the books that have few and many entries: 12 and 10,000 with all others. Both have this size.
const CHAPTERS: [u32; 2] = [5, 9993];
const BYTES_OF_MANY: u64 = 100 * MEGABYTE;

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
}

/// What is read of a book with so many entries.
pub(crate) struct Many {
    pub entries: u64,
    pub read: u64,
}

/// Plans for books of few and of many entries.
pub(crate) fn by_entries(folder: &Path) -> Result<Vec<Many>, Failure> {
    let planned = |chapters: u32| -> Result<Many, Failure> {
        let mut members = Sample { chapters, ..Sample::new(2) }.members();
        // Nobody reads them.
        members
            .iter_mut()
            .filter(|member| member.name.starts_with("chapter-"))
            .for_each(|member| member.content.clear());
        let path = folder.join("many.epub");
        let entries = members.len() as u64 + 1;
        write_book(&path, members, BYTES_OF_MANY).map_err(not_made)?;
        let read = splice(&path)?.1;
        let _ = own_files::remove(&path);
        Ok(Many { entries, read })
    };
    CHAPTERS.into_iter().map(planned).collect()
}

fn not_made(error: std::io::Error) -> Failure {
    Failure::system("cannot make a large book", error)
}

/// The sizes of which all may be read at once: a third of the memory that is free has to do.
pub(crate) fn readable(profile: Profile, skipped: &mut Vec<Skipped>) -> Vec<u64> {
    let sizes = MEGABYTES.map(|megabytes| megabytes * MEGABYTE).into_iter();
    if profile == Profile::Quick {
        return sizes.filter(|&size| size <= LARGEST_WHOLE_QUICK).collect();
    }
    let most = free_bytes().unwrap_or(0) / 3;
    let (readable, others): (Vec<u64>, Vec<u64>) = sizes.partition(|&size| size <= most);
    skipped.extend(others.into_iter().map(|size| Skipped {
        what: format!("reading all of a book of {} MB", size / MEGABYTE),
        why: "too little of this machine’s memory is free".to_owned(),
        needs: format!("{} MB of free memory", 3 * size / MEGABYTE),
    }));
    readable
}

/// The memory that is left for programs, in bytes: Linux's `MemAvailable` (proc_meminfo(5)).
fn free_bytes() -> Option<u64> {
    let lines = fs::read_to_string("/proc/meminfo").ok()?;
    let line = lines.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
}

/// Writes a book with a hole of so many bytes, which takes no room on a disk.
fn write_book(path: &Path, members: Vec<Member>, hole: u64) -> std::io::Result<()> {
    // Archives without ZIP64 have no larger ones.
    let [head, tail] = with_hole(members, u32::try_from(hole).expect("the largest book has 3 GB"));
    let mut file = File::create(path)?;
    file.write_all(&head)?;
    file.seek(SeekFrom::Start(head.len() as u64 + hole))?;
    file.write_all(&tail)
}

/// Times all sizes, in random order: by pieces, and those that are `readable` as a whole as well.
pub(crate) fn all(run: &Run, place: &Workplace<'_>, readable: &[u64]) -> Result<Vec<Size>, Failure> {
    let rounds = if run.profile == Profile::Quick { 8 } else { 60 };
    let mut sizes = Vec::new();
    for megabytes in MEGABYTES {
        let path = place.folder().join(format!("{megabytes}-mb.epub"));
        write_book(&path, Sample::new(2).members(), megabytes * MEGABYTE).map_err(not_made)?;
        sizes.push((path, Size { bytes: megabytes * MEGABYTE, read: 0, splice: Vec::new(), whole: Vec::new() }));
    }
    let mut conditions: Vec<(usize, bool)> = (0..sizes.len()).map(|index| (index, false)).collect();
    conditions
        .extend((0..sizes.len()).filter(|&index| readable.contains(&sizes[index].1.bytes)).map(|index| (index, true)));
    let work = |(index, is_whole): (usize, bool)| if is_whole { 1 + MEGABYTES[index] } else { 1 };
    let turns = interleaved(conditions.len(), 1, rounds, run.seed);
    run.expect(turns.iter().map(|turn| work(conditions[turn.condition])).sum());
    for turn in turns {
        let (index, is_whole) = conditions[turn.condition];
        let (path, size) = &mut sizes[index];
        let (seconds, read) = undisturbed(|| if is_whole { whole(path) } else { splice(path) })??;
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
    for (path, _) in &sizes {
        let _ = own_files::remove(path);
    }
    Ok(sizes.into_iter().map(|(_, size)| size).collect())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_system_tells_how_much_memory_is_left() {
        assert!(free_bytes().unwrap() > MEGABYTE);
    }

    #[test]
    fn more_is_read_of_a_book_with_more_entries() {
        let folder = tempfile::tempdir().unwrap();
        let found = by_entries(folder.path()).unwrap();
        assert_eq!(found.iter().map(|many| many.entries).collect::<Vec<_>>(), [12, 10_000]);
        assert!(found[0].read + 500_000 < found[1].read);
    }

    #[test]
    fn a_book_with_a_hole_is_read_as_little_as_a_small_one() {
        let folder = tempfile::tempdir().unwrap();
        let read = [1, 3000].map(|megabytes| {
            let path = folder.path().join("book.epub");
            write_book(&path, Sample::new(2).members(), megabytes * MEGABYTE).unwrap();
            assert!(fs::metadata(&path).unwrap().len() > megabytes * MEGABYTE);
            splice(&path).unwrap().1
        });
        assert!(read[0] == read[1] && read[0] < 70_000, "{read:?}");
    }
}

//! Trials that took minutes, kept until their run is over: a run that is started again after one that was ended takes them up,
//! if neither was the program compiled anew meanwhile nor the machine started anew.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{env, fs};

use dead_connections_model::Call;
use harness::{Failure, own_files};
use supervisor::cargos_output;

use crate::capture::{Direction, Kind, Packet, Recorded};
use crate::client::Noticed;
use crate::condition::Condition;
use crate::trial::Seen;

/// What is older is of no use: the record is of one day.
const AT_MOST: Duration = Duration::from_secs(86_400);

/// How a trial was noticed, if it was (after nanoseconds, in which call, by what), the segments sent, and the packets recorded.
type Trial = (Option<(u64, String, String)>, Option<u64>, Option<Vec<KeptPacket>>);
/// A packet: nanoseconds after the recording's zero (what passed before is kept as at zero), whose, what for, bytes of data.
type KeptPacket = (u64, Direction, Kind, u32);
/// What a file holds: of which program and which start of the machine it is, and the trials of each row.
type Content = (String, BTreeMap<String, Vec<Trial>>);

/// What is kept, for runs of one program.
pub(crate) struct Kept {
    /// Among cargo's output; `None` where this program lies elsewhere: then nothing is kept.
    file: Option<PathBuf>,
    content: Content,
}

impl Kept {
    /// Opens the trials that a run of this very program has kept on this machine.
    pub(crate) fn open() -> Self {
        let program = env::current_exe().unwrap_or_default();
        // Compiled anew, it counts as another program: its code may be another.
        let compiled = fs::metadata(&program).and_then(|metadata| metadata.modified()).ok();
        let start = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
        let file = compiled.and(cargos_output()).map(|target| target.join("dead-connections-waited.json"));
        Self::at(file, &format!("{compiled:?} {start}"))
    }

    fn at(file: Option<PathBuf>, of: &str) -> Self {
        let bytes = file.as_ref().filter(|file| is_recent(file)).and_then(|file| fs::read(file).ok());
        let content = bytes.and_then(|bytes| content_in(&bytes, of));
        Self { file, content: content.unwrap_or_else(|| (of.to_owned(), BTreeMap::new())) }
    }

    /// What was seen of a row, in exactly these settings.
    pub(crate) fn seen(&self, condition: &Condition) -> Vec<Seen> {
        let trials = self.content.1.get(&key(condition)).map_or(&[][..], Vec::as_slice);
        trials.iter().filter_map(seen).collect()
    }

    /// Keeps one trial more. The file is replaced whole, so that there is never half a one.
    pub(crate) fn keep(&mut self, condition: &Condition, seen: &Seen) -> Result<(), Failure> {
        let noticed = seen.noticed.as_ref();
        let noticed = noticed.map(|it| (it.after.as_nanos() as u64, it.call.name().to_owned(), it.sign.clone()));
        let trial = (noticed, seen.segments, seen.recorded.as_ref().map(packets));
        self.content.1.entry(key(condition)).or_default().push(trial);
        let Some(file) = &self.file else { return Ok(()) };
        let text = serde_json::to_vec(&self.content).expect("it is text and numbers");
        let new = file.with_extension("new");
        fs::write(&new, text)
            .and_then(|()| fs::rename(new, file))
            .map_err(|error| Failure::system(format!("cannot write {}", file.display()), error))
    }

    /// The run is over: the next begins anew.
    pub(crate) fn forget(self) {
        if let Some(file) = self.file {
            // There is none where nothing was waited for.
            let _ = own_files::remove(&file);
        }
    }
}

/// What a file holds, if it is of this program and start of the machine.
fn content_in(bytes: &[u8], of: &str) -> Option<Content> {
    serde_json::from_slice::<Content>(bytes).ok().filter(|(kept_of, _)| kept_of == of)
}

fn is_recent(file: &PathBuf) -> bool {
    let age = fs::metadata(file).ok().and_then(|metadata| metadata.modified().ok()?.elapsed().ok());
    age.is_some_and(|age| age < AT_MOST)
}

/// All that a row's trials depend on, this kernel's clock rate included.
fn key(condition: &Condition) -> String {
    format!("{condition:?}")
}

fn seen((noticed, segments, packets): &Trial) -> Option<Seen> {
    let noticed = match noticed {
        None => None,
        Some((after, call, sign)) => {
            let calls = [Call::Read, Call::Write, Call::Connect, Call::Rpc];
            let call = calls.into_iter().find(|known| known.name() == call)?;
            Some(Noticed { after: Duration::from_nanos(*after), call, sign: sign.clone() })
        }
    };
    Some(Seen { noticed, segments: *segments, recorded: packets.as_deref().map(recorded) })
}

fn packets(recorded: &Recorded) -> Vec<KeptPacket> {
    let after = |at: Instant| at.saturating_duration_since(recorded.zero).as_nanos() as u64;
    let packets = recorded.packets.iter();
    packets.map(|&Packet { at, direction, kind, length }| (after(at), direction, kind, length)).collect()
}

fn recorded(packets: &[KeptPacket]) -> Recorded {
    let zero = Instant::now();
    let packet = |&(after, direction, kind, length): &KeptPacket| Packet {
        at: zero + Duration::from_nanos(after),
        direction,
        kind,
        length,
    };
    Recorded { packets: packets.iter().map(packet).collect(), zero }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::all_rows;

    fn noticed() -> Seen {
        let noticed =
            Noticed { after: Duration::from_nanos(938_700_000_001), call: Call::Read, sign: "ETIMEDOUT".to_owned() };
        Seen { noticed: Some(noticed), segments: Some(17), recorded: None }
    }

    #[test]
    fn what_is_kept_is_taken_up_by_the_same_program_for_the_same_settings_alone() {
        let folder = tempfile::tempdir().unwrap();
        own_files::claim(folder.path()).unwrap();
        let file = Some(folder.path().join("kept.json"));
        let rows = all_rows();
        let nothing = Seen { noticed: None, segments: None, recorded: None };
        let mut kept = Kept::at(file.clone(), "this program");
        kept.keep(&rows[0], &noticed()).unwrap();
        kept.keep(&rows[0], &nothing).unwrap();
        let again = Kept::at(file.clone(), "this program");
        assert_eq!(again.seen(&rows[0]), [noticed(), nothing]);
        assert_eq!(again.seen(&rows[1]), []);
        let longer = Condition { watched: rows[0].watched + Duration::from_secs(1), ..rows[0] };
        assert_eq!(again.seen(&longer), []);
        assert_eq!(Kept::at(file.clone(), "another program").seen(&rows[0]), []);
        again.forget();
        assert_eq!(Kept::at(file, "this program").seen(&rows[0]), []);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn recorded_packets_are_kept_with_their_times_since_zero() {
        let packets = [(0, Direction::Out, Kind::Data, 1), (938_700_000_001, Direction::In, Kind::Reset, 0)];
        let trial = Seen { recorded: Some(recorded(&packets)), ..noticed() };
        let folder = tempfile::tempdir().unwrap();
        let file = Some(folder.path().join("kept.json"));
        let row = all_rows()[0];
        Kept::at(file.clone(), "this program").keep(&row, &trial).unwrap();
        let again = Kept::at(file, "this program").seen(&row);
        assert_eq!(again[0].recorded.as_ref().map(super::packets), Some(packets.to_vec()));
    }

    #[test]
    fn a_broken_file_is_as_good_as_none_and_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("kept.json");
        fs::write(&file, "[\"this program\", {\"").unwrap();
        let rows = all_rows();
        let mut kept = Kept::at(Some(file.clone()), "this program");
        assert_eq!(kept.seen(&rows[0]), []);
        kept.keep(&rows[0], &noticed()).unwrap();
        assert_eq!(Kept::at(Some(file), "this program").seen(&rows[0]), [noticed()]);
    }
}

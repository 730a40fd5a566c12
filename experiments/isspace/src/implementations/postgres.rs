//! PostgreSQL's `btrim()`: a cluster in the run's folder, which its server opens by itself, without a socket (`--single`).

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use rustix::process::geteuid;
use supervisor::{ProgramError, Workplace};

use super::{Call, Implementation, collect};
use crate::answer::{Answer, Garbled};

pub(super) const TRIM: Call = ("postgresql-btrim", "btrim(), trim()");

/// Folder into which Debian puts the versions that are installed.
const INSTALLED: &str = "/usr/lib/postgresql";
/// Making a cluster takes a second.
const LIMIT: Duration = Duration::from_secs(60);
/// `nobody` and `nogroup`, as on every Debian.
const NOBODY: u32 = 65534;

/// An answer in the form of the other programs', on a line of its own. U+0000 can't be in a text.
const QUERY: &str = "select 'version ' || current_setting('server_version') || chr(10) || 'postgresql-btrim 110000' || \
                     coalesce(string_agg(' ' || to_hex(n), '' order by n), '') || chr(10) as answer \
                     from generate_series(1, 1114111) n \
                     where n not between 55296 and 57343 and btrim(chr(n) || 'x' || chr(n)) = 'x'\n";

pub(super) fn ask(place: &Workplace<'_>) -> Result<Vec<Implementation>, ProgramError> {
    let programs = programs()?;
    let cannot =
        |error: std::io::Error| ProgramError::Unusable(format!("the cluster's folder cannot be given away: {error}"));
    let folder = place.make("postgresql")?;
    let is_root = geteuid().is_root();
    if is_root {
        // Neither program works for root: another user has to come to its own folder in the run's.
        fs::set_permissions(place.folder(), fs::Permissions::from_mode(0o711)).map_err(cannot)?;
        chown(&folder, Some(NOBODY), Some(NOBODY)).map_err(cannot)?;
    }
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).map_err(cannot)?;
    let in_folder = |program: &str| -> Command {
        let mut command = place.command(programs.join(program));
        command.current_dir(&folder).env("HOME", &folder).env("TMPDIR", &folder);
        if is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    };
    let mut initdb = in_folder("initdb");
    initdb.args(["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync", "-D", "data"]);
    place.succeed(&mut initdb, LIMIT)?;
    let mut server = in_folder("postgres");
    server.args(["--single", "-D", "data", "-c", "fsync=off", "-c", "dynamic_shared_memory_type=mmap", "postgres"]);
    let said = place.succeed(server.stdin(place.input(QUERY)?), LIMIT)?.stdout;
    Ok(collect_from(&said)?)
}

/// Reads what the server prints: `1: answer = "…"` and its type, between lines about the column.
fn collect_from(said: &str) -> Result<Vec<Implementation>, Garbled> {
    let missing = || Garbled::Missing(TRIM.0.to_owned());
    let (_, rest) = said.split_once("answer = \"").ok_or_else(missing)?;
    let (lines, _) = rest.split_once('"').ok_or_else(missing)?;
    let answer = Answer::parse(&format!("{lines}end\n"))?;
    // Debian adds its own version: `15.18 (Debian 15.18-0+deb12u1)`.
    let version = answer.about("version").and_then(|version| version.split(' ').next()).ok_or_else(missing)?;
    collect(&answer, "PostgreSQL", version, &[(TRIM, TRIM.0)])
}

/// The folder of the newest version's programs.
fn programs() -> Result<PathBuf, ProgramError> {
    let versions = fs::read_dir(INSTALLED).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let number = |path: &Path| path.file_name()?.to_str()?.parse::<u32>().ok();
    let newest = versions.filter(|path| path.join("bin/initdb").is_file()).max_by_key(|path| number(path));
    newest.map(|path| path.join("bin")).ok_or_else(|| ProgramError::Absent("initdb".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_is_found_in_what_the_server_prints() {
        let said = "\nbackend> \t 1: answer\t(typeid = 25)\n\t----\n\t 1: answer = \"version 15.18 (Debian)\n\
                    postgresql-btrim 110000 20\n\"\t(typeid = 25)\n\t----\nbackend> ";
        let [trim] = &collect_from(said).unwrap()[..] else { panic!("it is one") };
        assert_eq!((trim.version.as_str(), trim.said.spaces.iter().collect::<Vec<_>>()), ("15.18", vec![&0x20]));
        assert!(collect_from("backend> ").is_err());
        assert!(collect_from("answer = \"version 15\n\"").is_err());
    }
}

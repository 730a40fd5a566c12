//! Packages of Debian's releases, which the machine's own `apt-get` fetches.
//!
//! They come from the mirror that the machine uses anyway, with the checks that `apt-get` always makes (the archive's
//! signature); its settings point it to folders of this run's own. A package is compared with the checksum in the index once
//! more before it is unpacked, also when it was kept from an earlier run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use harness::own_files;
use sha2::{Digest, Sha256};
use supervisor::{ProgramError, Workplace};

use super::output_of;
use super::package_index::{Package, find};

/// The keys of Debian's releases, of the package debian-archive-keyring. Where they are elsewhere, apt knows.
const KEYS: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";
/// Mirrors that are tried: a machine may have other archives than Debian's.
const MIRRORS: usize = 4;
/// How long fetching may take, from all mirrors together.
const TIMEOUT: Duration = Duration::from_secs(90);
const SHORT: Duration = Duration::from_secs(20);

/// A package of one of Debian's releases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DebianPackage {
    /// Name, such as `libc6`.
    pub name: &'static str,
    /// Code name of the release, such as `trixie`.
    pub suite: &'static str,
}

/// A package that lies unpacked in the run's folder.
pub(super) struct Unpacked {
    /// Folder that stands for the root of the system.
    pub root: PathBuf,
    /// Version of the package, such as `2.41-12`.
    pub version: String,
    /// Package and release of the library, for the record: `libc6 2.41-12 of Debian trixie`.
    pub origin: String,
}

impl DebianPackage {
    /// Fetches the package, unless it was kept, and unpacks it beside the system, which is not touched.
    pub(super) fn unpack(self, place: &Workplace<'_>) -> Result<Unpacked, ProgramError> {
        let (package, file) = self.package(place)?;
        let root = place.folder().join(self.cache_name());
        output_of(place, place.command_as_user("dpkg-deb").arg("--extract").arg(file).arg(&root), SHORT)?;
        let Self { name, suite } = self;
        let origin = format!("{name} {} of Debian {suite}", package.version);
        Ok(Unpacked { root, version: package.version, origin })
    }

    /// Name of the folder in which the package is kept from run to run.
    fn cache_name(self) -> String {
        format!("{}-{}", self.name, self.suite)
    }

    /// The package with what the index says of it: as kept, or fetched; one that was changed since is fetched anew.
    fn package(self, place: &Workplace<'_>) -> Result<(Package, PathBuf), ProgramError> {
        let kept = || place.cached(&self.cache_name(), |into| self.fetch(place, into));
        let folder = kept()?;
        self.package_in(&folder).or_else(|_| {
            let removed = own_files::remove(&folder).map_err(|error| error.to_string());
            removed.map_err(ProgramError::Unusable)?;
            self.package_in(&kept()?).map_err(ProgramError::Unusable)
        })
    }

    fn package_in(self, kept: &Path) -> Result<(Package, PathBuf), String> {
        let stanza = fs::read_to_string(kept.join(STANZA)).map_err(|error| error.to_string())?;
        let package = find(&stanza, self.name).map_err(|error| error.to_string())?;
        let file = kept.join(FILE);
        check_file(&package, &file)?;
        Ok((package, file))
    }

    /// Fetches the package and its stanza of the index, from the first mirror that has them.
    fn fetch(self, place: &Workplace<'_>, into: &Path) -> Result<(), ProgramError> {
        let asked = ["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"];
        let mirrors = output_of(place, place.command_as_user("apt-get").args(asked), SHORT)?;
        let until = Instant::now() + TIMEOUT;
        let mut tried: Vec<&str> = Vec::new();
        let mut why = "apt-get knows no mirror: its list of sources is empty".to_owned();
        let fetched = place.folder().join("fetched");
        for mirror in mirrors.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if tried.contains(&mirror) || tried.len() == MIRRORS || Instant::now() > until {
                continue;
            }
            tried.push(mirror);
            let _ = own_files::remove(&fetched);
            match self.fetch_from(place, mirror, &fetched, until) {
                Ok(stanza) => {
                    let failed =
                        |error: io::Error| ProgramError::Unusable(format!("the package cannot be kept: {error}"));
                    fs::write(into.join(STANZA), stanza).map_err(failed)?;
                    fs::copy(only_package(&fetched).map_err(ProgramError::Unusable)?, into.join(FILE))
                        .map_err(failed)?;
                    return self.package_in(into).map(drop).map_err(ProgramError::Unusable);
                }
                Err(error) => why = error.into_reason()?,
            }
        }
        Err(ProgramError::Unusable(without_addresses(&why)))
    }

    fn fetch_from(
        self,
        place: &Workplace<'_>,
        mirror: &str,
        folder: &Path,
        until: Instant,
    ) -> Result<String, ProgramError> {
        let failed = |error: io::Error| ProgramError::Unusable(format!("{}: {error}", folder.display()));
        let useless = |why: &str| ProgramError::Unusable(why.to_owned());
        for part in ["lists/partial", "archives/partial"] {
            fs::create_dir_all(folder.join(part)).map_err(failed)?;
        }
        let keys = if Path::new(KEYS).is_file() { format!("Signed-By: {KEYS}\n") } else { String::new() };
        let sources = folder.join("debian.sources");
        let suite = self.suite;
        let text = format!("Types: deb\nURIs: {mirror}\nSuites: {suite}\nComponents: main\nTargets: Packages\n{keys}");
        fs::write(&sources, text).map_err(failed)?;
        fs::write(folder.join("status"), "").map_err(failed)?;
        apt_get(place, folder, &["update"], until)?;
        apt_get(place, folder, &["download", self.name], until)?;
        let index = fs::read_dir(folder.join("lists")).map_err(failed)?.filter_map(|entry| Some(entry.ok()?.path()));
        let index = index.into_iter().find(|path| path.to_string_lossy().ends_with("_Packages"));
        let index =
            fs::read_to_string(index.ok_or_else(|| useless("apt-get left no package index"))?).map_err(failed)?;
        let is_it = |stanza: &&str| find(stanza, self.name).is_ok();
        index
            .split("\n\n")
            .find(is_it)
            .map(str::to_owned)
            .ok_or_else(|| useless("the package index has no such package"))
    }
}

/// Names of what is kept.
const STANZA: &str = "Packages";
const FILE: &str = "package.deb";

/// Checks that the file is the one that the index tells of.
fn check_file(package: &Package, file: &Path) -> Result<(), String> {
    let bytes = fs::read(file).map_err(|error| format!("the package cannot be read: {error}"))?;
    let sha256: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    if (bytes.len() as u64, sha256) == (package.bytes, package.sha256.clone()) {
        Ok(())
    } else {
        Err("the package is not the one that the index tells of: its checksum or its length differs".to_owned())
    }
}

/// With everything that it writes in this folder, and sources of our own.
fn apt_get(place: &Workplace<'_>, folder: &Path, words: &[&str], until: Instant) -> Result<String, ProgramError> {
    let path = |name: &str| folder.join(name).display().to_string();
    let mut command = place.command_as_user("apt-get");
    for (setting, value) in [
        ("Dir::Etc::SourceList", path("debian.sources")),
        ("Dir::Etc::SourceParts", "/nonexistent".to_owned()),
        ("Dir::State", path("")),
        ("Dir::State::Lists", path("lists")),
        ("Dir::State::status", path("status")),
        ("Dir::Cache", path("")),
        ("Dir::Cache::Archives", path("archives")),
        ("Acquire::GzipIndexes", "false".to_owned()),
        ("Acquire::Languages", "none".to_owned()),
        ("Acquire::Retries", "1".to_owned()),
        ("Acquire::http::Timeout", "15".to_owned()),
        ("Acquire::https::Timeout", "15".to_owned()),
        // No hooks of other packages.
        ("APT::Update::Post-Invoke-Success::", "true".to_owned()),
        // The folder is this user's alone.
        ("APT::Sandbox::User", String::new()),
        ("APT::Get::List-Cleanup", "false".to_owned()),
    ] {
        command.arg("-o").arg(format!("{setting}={value}"));
    }
    let timeout = until.saturating_duration_since(Instant::now());
    output_of(place, command.args(["-qq"]).args(words).current_dir(folder).env("TMPDIR", folder), timeout)
}

/// The one package in this folder.
fn only_package(folder: &Path) -> Result<PathBuf, String> {
    let files = fs::read_dir(folder).map_err(|error| error.to_string())?.filter_map(|entry| Some(entry.ok()?.path()));
    let is_package = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "deb");
    files.into_iter().find(is_package).ok_or_else(|| "apt-get left no package".to_owned())
}

/// A mirror's address says where this machine stands, and is no part of a record.
fn without_addresses(text: &str) -> String {
    let is_address = |word: &&str| word.contains("://");
    let words = text.split_whitespace().map(|word| if is_address(&word) { "the mirror" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_that_was_changed_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILE);
        // SHA-256 of `abc`: FIPS 180-4's example.
        let sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let package = Package { version: "1".into(), sha256: sha256.into(), bytes: 3 };
        fs::write(&file, "abc").unwrap();
        assert_eq!(check_file(&package, &file), Ok(()));
        for other in ["abd", "abcd", ""] {
            fs::write(&file, other).unwrap();
            assert!(check_file(&package, &file).unwrap_err().contains("checksum"), "{other}");
        }
    }

    #[test]
    fn no_address_of_a_mirror_gets_into_the_record() {
        let said = without_addresses("apt-get: E: Failed to fetch http://mirror.example/debian/x 404 Not Found");
        assert_eq!(said, "apt-get: E: Failed to fetch the mirror 404 Not Found");
    }
}

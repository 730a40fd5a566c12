//! A newer C library from Debian's own packages, unpacked beside the system's, which is not touched, and run through its
//! own loader.
//!
//! The machine's own `apt-get` fetches it, from the mirror that the machine uses anyway and with the checks that it always
//! makes (the archive's signature); its settings point it to folders of this run's own. The package is held against the
//! checksum in the index once more before it is unpacked, also when it was kept from an earlier run.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use harness::own_files;
use harness::record::Skipped;
use sha2::{Digest, Sha256};
use supervisor::kept;

use super::Ready;
use super::commands::output_of;
use super::package_index::{Package, find};
use super::programs::{own, version_of};

/// The release of Debian after the one whose C library crashes: the first with glibc 2.41.
const SUITE: &str = "trixie";
const PACKAGE: &str = "libc6";
/// The keys of Debian's releases, of the package debian-archive-keyring. Where they are elsewhere, apt knows.
const KEYS: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";
/// Mirrors that are tried: a machine may have other archives than Debian's.
const MIRRORS: usize = 4;
/// How long fetching may take, from all mirrors together.
const TIMEOUT: Duration = Duration::from_secs(90);
const SHORT: Duration = Duration::from_secs(20);

/// The newer library, with the child that was compiled for the machine's own.
pub(super) fn newer(folder: &Path) -> Result<Ready, Skipped> {
    let skipped = |why| Skipped {
        what: format!("a newer glibc, of Debian's release {SUITE}"),
        why,
        needs: "apt-get with a mirror of Debian's, dpkg-deb, and `cc` of the packages gcc and libc6-dev".to_owned(),
    };
    let own = own(folder)?;
    let (package, file) = package(folder).map_err(skipped)?;
    let unpacked = folder.join("newer");
    let mut unpack = Command::new("dpkg-deb");
    output_of(unpack.arg("--extract").arg(file).arg(&unpacked), SHORT).map_err(skipped)?;
    let loader = loader_in(&unpacked).ok_or_else(|| skipped("the package has no loader in it".to_owned()))?;
    let child = own.child.to_string_lossy().into_owned();
    let version = version_of(&loader, &child).map_err(skipped)?;
    if release(&version) <= release(&own.version) {
        return Err(skipped(format!("it is {version}, no newer than the machine's own")));
    }
    let version = format!("{version} ({PACKAGE} {} of Debian {SUITE})", package.version);
    Ok(Ready { loader: loader.into_iter().map(OsString::from).collect(), child: own.child, library: None, version })
}

/// `glibc 2.36` is (2, 36).
fn release(version: &str) -> Option<(u32, u32)> {
    let (major, minor) = version.split_whitespace().nth(1)?.split_once('.')?;
    Some((major.parse().ok()?, minor.split('.').next()?.parse().ok()?))
}

/// The package with what the index says of it: as kept, or fetched.
fn package(folder: &Path) -> Result<(Package, PathBuf), String> {
    let kept = kept(env!("CARGO_PKG_NAME"), folder).join(format!("{PACKAGE}-{SUITE}"));
    if let Ok(found) = kept_package(&kept) {
        return Ok(found);
    }
    let fetched = folder.join("fetched");
    let stanza = fetch(&fetched)?;
    let package = find(&stanza, PACKAGE).map_err(|error| error.to_string())?;
    let file = only_package(&fetched)?;
    is_as_told(&package, &file)?;
    keep(&kept, &stanza, &file);
    Ok((package, file))
}

/// Names of what is kept.
const STANZA: &str = "Packages";
const FILE: &str = "package.deb";

/// Kept for the next run, if that can be; the file last, and under its name only when it is whole. What a killed run left of
/// it is written over; whether it is the right one is looked at before it is used.
fn keep(kept: &Path, stanza: &str, file: &Path) {
    let part = kept.join("package.part");
    let copied = fs::create_dir_all(kept)
        .and_then(|()| fs::write(kept.join(STANZA), stanza))
        .and_then(|()| fs::copy(file, &part))
        .and_then(|_| fs::rename(&part, kept.join(FILE)));
    if copied.is_err() {
        let _ = own_files::remove(&part);
    }
}

fn kept_package(kept: &Path) -> Result<(Package, PathBuf), String> {
    let stanza = fs::read_to_string(kept.join(STANZA)).map_err(|error| error.to_string())?;
    let package = find(&stanza, PACKAGE).map_err(|error| error.to_string())?;
    let file = kept.join(FILE);
    is_as_told(&package, &file)?;
    Ok((package, file))
}

/// Whether the file is the one that the index tells of.
fn is_as_told(package: &Package, file: &Path) -> Result<(), String> {
    let bytes = fs::read(file).map_err(|error| format!("the package cannot be read: {error}"))?;
    let sha256: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    if (bytes.len() as u64, sha256) == (package.bytes, package.sha256.clone()) {
        Ok(())
    } else {
        Err("the package is not the one that the index tells of: its checksum or its length differs".to_owned())
    }
}

/// Fetches index and package into a folder of their own, from the first mirror that has them. The package's stanza of the
/// index.
fn fetch(folder: &Path) -> Result<String, String> {
    let asked = ["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"];
    let mirrors = output_of(Command::new("apt-get").args(asked), SHORT)?;
    let until = Instant::now() + TIMEOUT;
    let mut tried: Vec<&str> = Vec::new();
    let mut why = "apt-get knows no mirror: its list of sources is empty".to_owned();
    for mirror in mirrors.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if tried.contains(&mirror) || tried.len() == MIRRORS || Instant::now() > until {
            continue;
        }
        tried.push(mirror);
        let _ = own_files::remove(folder);
        match fetch_from(mirror, folder, until) {
            Ok(stanza) => return Ok(stanza),
            Err(said) => why = said,
        }
    }
    Err(without_addresses(&why))
}

fn fetch_from(mirror: &str, folder: &Path, until: Instant) -> Result<String, String> {
    let failed = |error: io::Error| format!("{}: {error}", folder.display());
    for part in ["lists/partial", "archives/partial"] {
        fs::create_dir_all(folder.join(part)).map_err(failed)?;
    }
    let keys = if Path::new(KEYS).is_file() { format!("Signed-By: {KEYS}\n") } else { String::new() };
    let sources = folder.join("debian.sources");
    let text = format!("Types: deb\nURIs: {mirror}\nSuites: {SUITE}\nComponents: main\nTargets: Packages\n{keys}");
    fs::write(&sources, text).map_err(failed)?;
    fs::write(folder.join("status"), "").map_err(failed)?;
    apt_get(folder, &["update"], until)?;
    apt_get(folder, &["download", PACKAGE], until)?;
    let index = fs::read_dir(folder.join("lists")).map_err(failed)?.filter_map(|entry| Some(entry.ok()?.path()));
    let index = index.into_iter().find(|path| path.to_string_lossy().ends_with("_Packages"));
    let index = fs::read_to_string(index.ok_or("apt-get left no package index")?).map_err(failed)?;
    let is_it = |stanza: &&str| find(stanza, PACKAGE).is_ok();
    index.split("\n\n").find(is_it).map(str::to_owned).ok_or_else(|| format!("the package index has no {PACKAGE}"))
}

/// With everything that it writes in this folder, and sources of our own.
fn apt_get(folder: &Path, words: &[&str], until: Instant) -> Result<String, String> {
    let path = |name: &str| folder.join(name).display().to_string();
    let mut command = Command::new("apt-get");
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
        // What other packages want done after an update is no business of ours.
        ("APT::Update::Post-Invoke-Success::", "true".to_owned()),
        // The folder is this user's alone.
        ("APT::Sandbox::User", String::new()),
        ("APT::Get::List-Cleanup", "false".to_owned()),
    ] {
        command.arg("-o").arg(format!("{setting}={value}"));
    }
    let timeout = until.saturating_duration_since(Instant::now());
    output_of(command.args(["-qq"]).args(words).current_dir(folder).env("TMPDIR", folder), timeout)
}

/// The one package in this folder.
fn only_package(folder: &Path) -> Result<PathBuf, String> {
    let files = fs::read_dir(folder).map_err(|error| error.to_string())?.filter_map(|entry| Some(entry.ok()?.path()));
    let is_package = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "deb");
    files.into_iter().find(is_package).ok_or_else(|| "apt-get left no package".to_owned())
}

/// Its loader, told where its libraries are: words before the program.
fn loader_in(unpacked: &Path) -> Option<Vec<String>> {
    let mut folders = vec![unpacked.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries: Vec<PathBuf> = fs::read_dir(&folder).ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        let named = |start: &str| {
            let is_it =
                |path: &&PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(start));
            entries.iter().find(is_it)
        };
        if let (Some(loader), Some(_)) = (named("ld-linux"), named("libc.so.6")) {
            let text = |path: &Path| path.display().to_string();
            return Some(vec![text(loader), "--library-path".to_owned(), text(&folder)]);
        }
        let is_folder = |path: &PathBuf| fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir());
        folders.extend(entries.into_iter().filter(is_folder));
    }
    None
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
    fn releases_are_compared_as_numbers() {
        assert!(release("glibc 2.41") > release("glibc 2.36"));
        assert!(release("glibc 2.100") > release("glibc 2.41"));
        assert_eq!(release("glibc 2.36.9000"), Some((2, 36)));
        assert_eq!(release("something"), None);
    }

    #[test]
    fn a_package_that_was_changed_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILE);
        // SHA-256 of `abc`: FIPS 180-4's example.
        let sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let package = Package { version: "1".into(), sha256: sha256.into(), bytes: 3 };
        fs::write(&file, "abc").unwrap();
        assert_eq!(is_as_told(&package, &file), Ok(()));
        for other in ["abd", "abcd", ""] {
            fs::write(&file, other).unwrap();
            assert!(is_as_told(&package, &file).unwrap_err().contains("checksum"), "{other}");
        }
    }

    #[test]
    fn what_is_kept_is_used_again_only_if_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let kept = folder.path().join("kept");
        assert!(kept_package(&kept).is_err());
        let file = folder.path().join("a.deb");
        fs::write(&file, "abc").unwrap();
        let stanza = "Package: libc6\nVersion: 2.41-1\nSize: 3\nSHA256: \
                      ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n";
        keep(&kept, stanza, &file);
        assert_eq!(kept_package(&kept).unwrap().0.version, "2.41-1");
        fs::write(kept.join(FILE), "ab").unwrap();
        assert!(kept_package(&kept).is_err());
    }

    #[test]
    fn the_loader_is_found_beside_its_library() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(loader_in(folder.path()), None);
        let libraries = folder.path().join("usr/lib/x86_64-linux-gnu");
        fs::create_dir_all(&libraries).unwrap();
        fs::create_dir_all(folder.path().join("usr/share")).unwrap();
        for name in ["ld-linux-x86-64.so.2", "libc.so.6"] {
            fs::write(libraries.join(name), "").unwrap();
        }
        let words = loader_in(folder.path()).unwrap();
        assert_eq!(words[1..], ["--library-path".to_owned(), libraries.display().to_string()]);
        assert!(words[0].ends_with("ld-linux-x86-64.so.2"));
    }

    #[test]
    fn no_address_of_a_mirror_gets_into_the_record() {
        let said = without_addresses("apt-get: E: Failed to fetch http://mirror.example/debian/x 404 Not Found");
        assert_eq!(said, "apt-get: E: Failed to fetch the mirror 404 Not Found");
    }
}

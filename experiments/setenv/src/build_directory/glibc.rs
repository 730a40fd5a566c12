//! Newer releases of glibc from Debian's packages, run through their own loaders.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use supervisor::{ProgramError, Workplace};

use super::Ready;
use super::debian::DebianPackage;
use super::programs::{own, version_of};

/// The C library of the first release of Debian with glibc 2.41, which keeps old arrays.
pub(super) const NEWER: DebianPackage = DebianPackage { name: "libc6", suite: "trixie" };
/// The C library of Debian's next release.
pub(super) const CURRENT: DebianPackage = DebianPackage { name: "libc6", suite: "forky" };

/// A library that is newer than the machine's own, with the child that was compiled for that.
pub(super) fn unpacked(place: &Workplace<'_>, package: DebianPackage) -> Result<Ready, ProgramError> {
    let own = own(place)?;
    let unpacked = package.unpack(place)?;
    let loader = loader_in(&unpacked.root)
        .ok_or_else(|| ProgramError::Unusable("the package has no loader in it".to_owned()))?;
    let child = own.child.to_string_lossy().into_owned();
    let version = version_of(&loader, &child)?;
    if release(&version) <= release(&own.version) {
        return Err(ProgramError::Unusable(format!("it is {version}, no newer than the machine's own")));
    }
    let version = format!("{version} ({})", unpacked.origin);
    Ok(Ready { loader: loader.into_iter().map(OsString::from).collect(), child: own.child, library: None, version })
}

/// `glibc 2.36` is (2, 36).
fn release(version: &str) -> Option<(u32, u32)> {
    let (major, minor) = version.split_whitespace().nth(1)?.split_once('.')?;
    Some((major.parse().ok()?, minor.split('.').next()?.parse().ok()?))
}

/// The unpacked library's loader, told where its libraries are: words before the program.
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
}

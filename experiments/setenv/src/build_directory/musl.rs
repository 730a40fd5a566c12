//! The child in C, statically linked to musl: to the machine's own, and to that of Debian's next release.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use supervisor::{ProgramError, Workplace};

use super::Ready;
use super::debian::DebianPackage;
use super::programs::child_by;

/// The headers, the static library and the compiler's specification of the current release.
const CURRENT: DebianPackage = DebianPackage { name: "musl-dev", suite: "forky" };
/// How long a loader may take to say its version.
const SHORT: Duration = Duration::from_secs(10);

/// The child with the machine's own musl.
pub(super) fn own(place: &Workplace<'_>) -> Result<Ready, ProgramError> {
    let child = child_by(place, "musl-gcc", "child-musl", &["-static"])?;
    Ok(Ready { loader: Vec::new(), child: child.into(), library: None, version: own_version(place) })
}

/// The child with a musl that lies unpacked: as `musl-gcc` compiles it, which is the compiler with a specification of paths.
pub(super) fn current(place: &Workplace<'_>) -> Result<Ready, ProgramError> {
    let unpacked = CURRENT.unpack(place)?;
    let found = specification_in(&unpacked.root);
    let text = found.and_then(|path| fs::read_to_string(path).ok());
    let text = text.ok_or_else(|| ProgramError::Unusable("the package has no musl-gcc.specs in it".to_owned()))?;
    let specification = place.write("musl-current.specs", moved_to(&text, &unpacked.root))?;
    let options = ["-static", &format!("-specs={}", specification.display())];
    let child = child_by(place, "cc", "child-musl-current", &options)?;
    let version = format!("musl {} ({})", upstream_of(&unpacked.version), unpacked.origin);
    Ok(Ready { loader: Vec::new(), child: child.into(), library: None, version })
}

/// The specification in an unpacked package.
fn specification_in(root: &Path) -> Option<PathBuf> {
    let folders = fs::read_dir(root.join("usr/lib")).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    folders.map(|folder| folder.join("musl-gcc.specs")).find(|path| path.is_file())
}

/// A specification of files below `/usr`, of the same files below another root.
fn moved_to(specification: &str, root: &Path) -> String {
    specification.replace("/usr/", &format!("{}/usr/", root.display()))
}

/// The version of the program in that of a Debian package: `1.2.6` of `1.2.6-1`.
fn upstream_of(version: &str) -> &str {
    version.rsplit_once('-').map_or(version, |(upstream, _)| upstream)
}

/// musl has no way to ask it from within. Its loader, which comes with it, tells when it is run without a program, and fails.
fn own_version(place: &Workplace<'_>) -> String {
    let loaders = fs::read_dir("/lib").into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let is_one = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("ld-musl-"));
    let said = loaders.into_iter().find(is_one).and_then(|loader| place.run(&mut place.command(loader), SHORT).ok());
    match said.iter().flat_map(|said| said.stderr.lines()).find_map(|line| line.strip_prefix("Version ")) {
        Some(version) => format!("musl {}", version.trim()),
        None => "musl".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_specification_names_files_below_its_root() {
        let specification = "-isystem /usr/include/x -L/usr/lib/x -dynamic-linker /lib/ld-musl.so.1";
        let moved = "-isystem /new/usr/include/x -L/new/usr/lib/x -dynamic-linker /lib/ld-musl.so.1";
        assert_eq!(moved_to(specification, Path::new("/new")), moved);
    }

    #[test]
    fn a_packages_revision_is_no_part_of_the_version() {
        assert_eq!(["1.2.6-1", "1.2.5-3.1~deb13u1", "1.2.6"].map(upstream_of), ["1.2.6", "1.2.5", "1.2.6"]);
    }
}

//! Cache of packages that experiments fetch once, by the registry's own client, for their next runs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io, process};

use harness::own_files;
use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};

use crate::{ProgramError, Workplace, cache_folder};

/// The folder of this name in another. Where it is not there yet, `fetch` fills one aside, which gets the name when it is whole.
fn fetched_once(
    all: &Path,
    name: &str,
    fetch: impl FnOnce(&Path) -> Result<(), ProgramError>,
) -> Result<PathBuf, ProgramError> {
    let folder = all.join(name);
    if folder.is_dir() {
        return Ok(folder);
    }
    remove_abandoned(all, name);
    // Another run may fetch it at the same time.
    let aside = all.join(format!("{name}-{}.part", process::id()));
    let cannot = |error: io::Error| ProgramError::Unusable(format!("{name} cannot be kept: {error}"));
    own_files::remove(&aside).and_then(|()| fs::create_dir_all(&aside)).map_err(cannot)?;
    let fetched = fetch(&aside).and_then(|()| match fs::rename(&aside, &folder) {
        // The other run was faster.
        Err(_) if folder.is_dir() => Ok(()),
        renamed => renamed.map_err(cannot),
    });
    let _ = own_files::remove(&aside);
    fetched.map(|()| folder)
}

/// Timeout of a fetch.
const LIMIT: Duration = Duration::from_secs(180);

impl Workplace<'_> {
    /// The folder of this name among Cargo's output ([`cache_folder`]). Where it is missing, `fetch` fills one aside, which gets the
    /// name when it is whole.
    ///
    /// # Errors
    /// The folder cannot be filled or made.
    pub fn cached(
        &self,
        name: &str,
        fetch: impl FnOnce(&Path) -> Result<(), ProgramError>,
    ) -> Result<PathBuf, ProgramError> {
        fetched_once(&cache_folder(self.runs.experiment(), self.folder()), name, fetch)
    }

    /// The folder of this name with the jars of artefacts of Maven Central, each by its group, name and version; and with those of all
    /// that they depend on, if so asked.
    ///
    /// # Errors
    /// There is no `mvn`, or Maven Central is not reached; or the run is to end.
    pub fn cached_jars(
        &self,
        name: &str,
        artefacts: &[[&str; 3]],
        with_dependencies: bool,
    ) -> Result<PathBuf, ProgramError> {
        self.cached(name, |into| {
            let project = self.write("pom.xml", maven_project(artefacts))?;
            let mut client = self.command_as_user("mvn");
            client.args(maven_words(&project, self.folder(), into));
            client.arg(format!("-DexcludeTransitive={}", !with_dependencies));
            self.succeed(&mut client, LIMIT).map(drop)
        })
    }

    /// The folder below whose `node_modules` a package of npm lies.
    ///
    /// # Errors
    /// There is no `npm`, or its registry is not reached; or the run is to end.
    pub fn cached_package(&self, package: &str, version: &str) -> Result<PathBuf, ProgramError> {
        self.cached(&format!("{package}-{version}"), |into| {
            let mut client = self.command_as_user("npm");
            self.succeed(client.args(npm_words(package, version, into)), LIMIT).map(drop)
        })
    }
}

/// Removes what runs that were killed have left half fetched.
fn remove_abandoned(all: &Path, name: &str) {
    for file in fs::read_dir(all).into_iter().flatten().flatten() {
        let file_name = file.file_name();
        let aside =
            file_name.to_str().and_then(|text| text.strip_prefix(name)?.strip_prefix('-')?.strip_suffix(".part"));
        let run = aside.and_then(|number| Pid::from_raw(number.parse().ok()?));
        if run.is_some_and(|run| test_kill_process(run) == Err(Errno::SRCH)) {
            let _ = own_files::remove(&file.path());
        }
    }
}

/// The `pom.xml` of a project that needs artefacts of Maven Central, each by its group, name and version.
fn maven_project(artefacts: &[[&str; 3]]) -> String {
    let dependency = |[group, name, version]: &[&str; 3]| {
        format!(
            "<dependency><groupId>{group}</groupId><artifactId>{name}</artifactId><version>{version}</version></dependency>"
        )
    };
    let dependencies: String = artefacts.iter().map(dependency).collect();
    format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion><groupId>local</groupId>\
         <artifactId>to-keep</artifactId><version>1</version><dependencies>{dependencies}</dependencies></project>\n"
    )
}

/// Arguments of `mvn` that copy a project's dependencies into a folder. Its own cache is in `run`, a folder that goes with the
/// run.
fn maven_words(project: &Path, run: &Path, into: &Path) -> Vec<OsString> {
    let joined = |name: &str, path: &Path| [name.as_ref(), path.as_os_str()].into_iter().collect::<OsString>();
    vec![
        "-q".into(),
        "-B".into(),
        "-f".into(),
        project.into(),
        joined("-Dmaven.repo.local=", &run.join("maven")),
        "dependency:copy-dependencies".into(),
        joined("-DoutputDirectory=", into),
    ]
}

/// Arguments of `npm` that install a package below `node_modules` of a folder and run none of its scripts.
fn npm_words(package: &str, version: &str, into: &Path) -> Vec<OsString> {
    let options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"].map(OsString::from);
    let words: [OsString; 3] = ["install".into(), "--prefix".into(), into.into()];
    words.into_iter().chain(options).chain([format!("{package}@{version}").into()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder like Cargo's, in which all is ours.
    fn claimed() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        own_files::claim(folder.path()).unwrap();
        folder
    }

    #[test]
    fn what_is_kept_is_fetched_once_and_never_half() {
        let all = claimed();
        let fetched = |fetch: fn(&Path) -> Result<(), ProgramError>| fetched_once(all.path(), "it", fetch);
        let failed = fetched(|aside| {
            fs::write(aside.join("half"), "").unwrap();
            Err(ProgramError::Unusable("no network".to_owned()))
        });
        assert_eq!(failed.unwrap_err().to_string(), "no network");
        assert_eq!(fs::read_dir(all.path()).unwrap().count(), 0);
        let folder = fetched(|aside| {
            fs::write(aside.join("whole"), "").unwrap();
            Ok(())
        })
        .unwrap();
        assert!(folder.ends_with("it") && folder.join("whole").is_file());
        assert_eq!(fetched(|_| unreachable!("it is there")).unwrap(), folder);
        assert_eq!(fs::read_dir(all.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_a_killed_run_has_left_half_fetched_is_removed() {
        let all = claimed();
        let mut child = process::Command::new("true").spawn().unwrap();
        let killed = all.path().join(format!("it-{}.part", child.id()));
        child.wait().unwrap();
        // Another run's, which goes on, and what is named otherwise.
        let kept = [
            format!("it-{}.part", std::os::unix::process::parent_id()),
            "it-1.part.old".to_owned(),
            "another-1.part".to_owned(),
        ];
        for name in &kept {
            fs::create_dir(all.path().join(name)).unwrap();
        }
        fs::create_dir(&killed).unwrap();
        fetched_once(all.path(), "it", |_| Ok(())).unwrap();
        assert!(!killed.exists());
        assert!(kept.iter().all(|name| all.path().join(name).is_dir()));
    }

    #[test]
    fn a_run_that_was_slower_takes_what_the_other_has_fetched() {
        let all = claimed();
        let folder = fetched_once(all.path(), "it", |aside| {
            fs::create_dir(all.path().join("it")).unwrap();
            fs::write(all.path().join("it/theirs"), "").unwrap();
            fs::write(aside.join("ours"), "").unwrap();
            Ok(())
        });
        assert!(folder.unwrap().join("theirs").is_file());
        assert_eq!(fs::read_dir(all.path()).unwrap().count(), 1);
    }

    #[test]
    fn clients_are_told_what_to_fetch_and_where_to() {
        let project = maven_project(&[["org.w3c", "epubcheck", "5.3.0"], ["org", "bsh", "2"]]);
        assert!(
            project.contains("<groupId>org.w3c</groupId><artifactId>epubcheck</artifactId><version>5.3.0</version>")
        );
        assert_eq!(project.matches("<dependency>").count(), 2);
        let [project, run, into] = ["pom.xml", "/run", "/kept"].map(Path::new);
        let words = maven_words(project, run, into);
        for word in ["pom.xml", "-Dmaven.repo.local=/run/maven", "-DoutputDirectory=/kept"] {
            assert!(words.contains(&word.into()), "{word}");
        }
        let words = npm_words("jszip", "3.10.1", into);
        assert_eq!(words[..3], ["install", "--prefix", "/kept"]);
        assert_eq!(words.last().unwrap(), "jszip@3.10.1");
    }
}

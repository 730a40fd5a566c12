//! What experiments fetch once, by its registry's own client, and keep for their next runs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io, process};

use harness::own_files;
use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};

/// The folder of this name in another, [`kept`](crate::kept) for instance. Where it is not there yet, `fetch` fills one aside, which
/// gets the name when it is whole; `failed` makes an error of why it could not.
///
/// # Errors
/// It is not there and cannot be fetched or made.
pub fn fetched_once<E>(
    all: &Path,
    name: &str,
    failed: impl Fn(String) -> E,
    fetch: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<PathBuf, E> {
    let folder = all.join(name);
    if folder.is_dir() {
        return Ok(folder);
    }
    remove_abandoned(all, name);
    // Another run may fetch it at the same time.
    let aside = all.join(format!("{name}-{}.part", process::id()));
    let cannot = |error: io::Error| failed(format!("{name} cannot be kept: {error}"));
    own_files::remove(&aside).and_then(|()| fs::create_dir_all(&aside)).map_err(cannot)?;
    let fetched = fetch(&aside).and_then(|()| match fs::rename(&aside, &folder) {
        // It was faster.
        Err(_) if folder.is_dir() => Ok(()),
        renamed => renamed.map_err(cannot),
    });
    let _ = own_files::remove(&aside);
    fetched.map(|()| folder)
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
pub fn maven_project(artefacts: &[[&str; 3]]) -> String {
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

/// What to tell `mvn`, so that it puts what a project needs into a folder. Its own cache is in `run`, a folder that goes with
/// the run.
pub fn maven_words(project: &Path, run: &Path, into: &Path) -> Vec<OsString> {
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

/// What to tell `npm`, so that it puts a package below `node_modules` of a folder and runs none of its scripts.
pub fn npm_words(package: &str, version: &str, into: &Path) -> Vec<OsString> {
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
        let fetched = |fetch: fn(&Path) -> Result<(), String>| fetched_once(all.path(), "it", |why| why, fetch);
        let failed = fetched(|aside| {
            fs::write(aside.join("half"), "").unwrap();
            Err("no network".to_owned())
        });
        assert_eq!(failed, Err("no network".to_owned()));
        assert_eq!(fs::read_dir(all.path()).unwrap().count(), 0);
        let folder = fetched(|aside| fs::write(aside.join("whole"), "").map_err(|error| error.to_string())).unwrap();
        assert!(folder.ends_with("it") && folder.join("whole").is_file());
        assert_eq!(fetched(|_| unreachable!("it is there")), Ok(folder));
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
        fetched_once(all.path(), "it", |why| why, |_| Ok(())).unwrap();
        assert!(!killed.exists());
        assert!(kept.iter().all(|name| all.path().join(name).is_dir()));
    }

    #[test]
    fn a_run_that_was_slower_takes_what_the_other_has_fetched() {
        let all = claimed();
        let folder = fetched_once(
            all.path(),
            "it",
            |why| why,
            |aside| {
                fs::create_dir(all.path().join("it")).unwrap();
                fs::write(all.path().join("it/theirs"), "").unwrap();
                fs::write(aside.join("ours"), "").map_err(|error| error.to_string())
            },
        );
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

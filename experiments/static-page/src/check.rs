//! EPUBCheck, the W3C's checker of books: fetched from Maven Central once, and kept among cargo's output.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use harness::Failure;
use supervisor::kept;

use crate::workplace::{Trouble, Workplace};

pub(crate) const VERSION: &str = "5.3.0";

/// Where its archives are.
pub(crate) struct Checker {
    libraries: PathBuf,
}

impl Checker {
    /// Finds or fetches it. It takes seconds for a book: of tests, only those that may take long ask it.
    pub(crate) fn find(place: &Workplace, check: &dyn Fn() -> Result<(), Failure>) -> Result<Self, Trouble> {
        if !may_judge() {
            return Err(Trouble::Told("a test that has to be short asks no checker".to_owned()));
        }
        let all = kept(env!("CARGO_PKG_NAME"), &place.path(""));
        let libraries = all.join(format!("epubcheck-{VERSION}"));
        let told = |error: std::io::Error| Trouble::Told(format!("EPUBCheck cannot be kept: {error}"));
        if !libraries.is_dir() {
            // Under its name only when it is whole.
            let part = all.join("epubcheck.part");
            let _ = fs::remove_dir_all(&part);
            fs::create_dir_all(&part).map_err(told)?;
            fetch(place, &part, check).inspect_err(|_| drop(fs::remove_dir_all(&part)))?;
            fs::rename(&part, &libraries).map_err(told)?;
        }
        Ok(Self { libraries })
    }

    /// How many errors a book has, fatal ones among them.
    pub(crate) fn errors(
        &self,
        place: &Workplace,
        book: &Path,
        check: &dyn Fn() -> Result<(), Failure>,
    ) -> Result<u32, Trouble> {
        let mut libraries = self.libraries.clone().into_os_string();
        libraries.push("/*");
        // It ends with 1 where there are errors, which is no trouble; it writes what it found first.
        // A short run gains nothing from the second compiler and from collectors that work beside it.
        let script = "java -XX:-UsePerfData -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Djava.io.tmpdir=. -cp \"$1\" \
                      com.adobe.epubcheck.tool.Checker \"$2\" 2>&1; exit 0";
        let words: [OsString; 5] =
            ["-c".into(), script.into(), "epubcheck".into(), libraries, book.as_os_str().to_owned()];
        let said = place.run("sh", words, Duration::from_secs(60), check)?;
        errors_in(&said).ok_or_else(|| Trouble::Told("EPUBCheck did not say how many errors there are".to_owned()))
    }
}

#[cfg(not(test))]
fn may_judge() -> bool {
    true
}

#[cfg(test)]
fn may_judge() -> bool {
    testkit::runs_all()
}

/// What Maven is to fetch it for.
fn project() -> String {
    format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion><groupId>local</groupId>\
         <artifactId>epubcheck-and-all</artifactId><version>1</version><dependencies><dependency><groupId>org.w3c</groupId>\
         <artifactId>epubcheck</artifactId><version>{VERSION}</version></dependency></dependencies></project>\n"
    )
}

fn fetch(place: &Workplace, into: &Path, check: &dyn Fn() -> Result<(), Failure>) -> Result<(), Trouble> {
    let project = place.write("pom.xml", project()).map_err(Trouble::Ours)?;
    let words: Vec<OsString> = vec![
        "-q".into(),
        "-B".into(),
        "-f".into(),
        project.into(),
        // Its own cache goes with the run's folder.
        prefixed("-Dmaven.repo.local=", &place.path("maven")),
        "dependency:copy-dependencies".into(),
        prefixed("-DoutputDirectory=", into),
    ];
    place.run("mvn", words, Duration::from_secs(120), check).map(drop)
}

fn prefixed(name: &str, path: &Path) -> OsString {
    let mut word = OsString::from(name);
    word.push(path);
    word
}

/// Of its line `Messages: 0 fatals / 2 errors / 1 warning / 0 infos`.
fn errors_in(said: &str) -> Option<u32> {
    let line = said.lines().find_map(|line| line.strip_prefix("Messages: "))?;
    let count = |name: &str| {
        let part = line.split(" / ").find(|part| part.split(' ').nth(1).is_some_and(|word| word.starts_with(name)))?;
        part.split(' ').next()?.parse::<u32>().ok()
    };
    count("fatal")?.checked_add(count("error")?)
}

#[cfg(test)]
mod tests {
    use fuzzing::{bounded, mutated};
    use proptest::prelude::*;

    use super::*;

    const SAID: &str = "Warning\nMessages: 1 fatal / 2 errors / 3 warnings / 0 infos\n\nEPUBCheck completed\n";

    #[test]
    fn errors_and_fatal_ones_are_counted() {
        assert_eq!(errors_in(SAID), Some(3));
        assert_eq!(errors_in("Messages: 0 fatals / 0 errors / 0 warnings / 0 infos"), Some(0));
        assert_eq!(errors_in("java: no such class"), None);
        assert_eq!(errors_in("Messages: 4294967295 fatals / 1 error"), None);
    }

    proptest! {
        #[test]
        fn fuzz_what_the_checker_says(said in mutated(vec![SAID.into()], vec![b" / ", b"Messages: ", b"\n"])) {
            let text = String::from_utf8_lossy(&said).into_owned();
            bounded(&said, 10_000, 100, || errors_in(&text));
        }
    }
}

//! EPUBCheck, the W3C's checker of books: fetched from Maven Central once, and kept among cargo's output.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use supervisor::{ProgramError, Workplace};

use crate::programs::run_program;

pub(crate) const VERSION: &str = "5.3.0";
/// BeanShell, which calls it for one book after the other: most of what it does for a small book is to start.
const SHELL_VERSION: &str = "2.0b6";
const SCRIPT: &str = "\
for (book : bsh.args) {
  System.out.println(\"Book\");
  new com.adobe.epubcheck.tool.EpubChecker().run(new String[] { book });
}
";

/// Where its archives are.
pub(crate) struct Checker {
    libraries: PathBuf,
}

impl Checker {
    /// Finds or fetches it.
    pub(crate) fn find(place: &Workplace<'_>) -> Result<Self, ProgramError> {
        let name = format!("epubcheck-{VERSION}-beanshell-{SHELL_VERSION}");
        let artefacts = [["org.w3c", "epubcheck", VERSION], ["org.apache-extras.beanshell", "bsh", SHELL_VERSION]];
        Ok(Self { libraries: place.cached_jars(&name, &artefacts, true)? })
    }

    /// How many errors each of some books has, fatal ones among them.
    pub(crate) fn errors(&self, place: &Workplace<'_>, books: &[PathBuf]) -> Result<Vec<u32>, ProgramError> {
        let script = place.write("check.bsh", SCRIPT)?;
        let mut libraries = self.libraries.clone().into_os_string();
        libraries.push("/*");
        // Of its two outputs, errors go to the other. A short run gains nothing from the second compiler and from collectors that
        // work beside it.
        let words = "exec java -XX:-UsePerfData -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Djava.io.tmpdir=. -cp \"$0\" \
                     bsh.Interpreter \"$@\" 2>&1";
        let mut words: Vec<OsString> = vec!["-c".into(), words.into(), libraries, script.into()];
        words.extend(books.iter().map(|book| book.as_os_str().to_owned()));
        let said = run_program(place, "sh", words, Duration::from_secs(120))?;
        errors_in(&said, books.len()).ok_or_else(|| {
            ProgramError::Unusable("EPUBCheck did not say how many errors there are in each book".to_owned())
        })
    }
}

/// Errors of each book, by its line `Messages: 0 fatals / 2 errors / 1 warning / 0 infos`; `None` unless there is one for each.
fn errors_in(said: &str, books: usize) -> Option<Vec<u32>> {
    let each: Vec<&str> = said.split("Book\n").skip(1).collect();
    let counts: Option<Vec<u32>> = each.into_iter().map(errors_of).collect();
    counts.filter(|counts| counts.len() == books)
}

fn errors_of(said: &str) -> Option<u32> {
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

    const SAID: &str = "Warning\nBook\nMessages: 1 fatal / 2 errors / 3 warnings / 0 infos\n\nEPUBCheck completed\n";

    #[test]
    fn errors_and_fatal_ones_are_counted() {
        assert_eq!(errors_in(SAID, 1), Some(vec![3]));
        let two = format!("{SAID}Book\nMessages: 0 fatals / 0 errors / 0 warnings / 0 infos\n");
        assert_eq!(errors_in(&two, 2), Some(vec![3, 0]));
        // A book of which nothing is said.
        assert_eq!(errors_in(&two, 3), None);
        assert_eq!(errors_in(&format!("{SAID}Book\nException in thread"), 2), None);
        assert_eq!(errors_in("java: no such class", 1), None);
        assert_eq!(errors_in("Book\nMessages: 4294967295 fatals / 1 error", 1), None);
    }

    proptest! {
        #[test]
        fn fuzz_what_the_checker_says(said in mutated(vec![SAID.into()], vec![b" / ", b"Messages: ", b"Book\n"])) {
            let text = String::from_utf8_lossy(&said).into_owned();
            bounded(&said, 10_000, 100, || errors_in(&text, 1));
        }
    }
}

//! Browsers for experiments: which are here, and what each needs to run by itself. They are opened in the workplace of a run of
//! [`runs`], so that nothing of them is left, whatever becomes of it.
//!
//! An experiment that uses it has two hidden commands, `supervisor` and `become`, that call [`supervisor::supervise`] and
//! [`supervisor::become_program`].

mod opening;
mod xvfb;

use std::env;
use std::path::PathBuf;

use harness::record::Skipped;

pub use opening::{TIMEOUT, open, runs, start_firefox, start_screen};

/// A browser, by its engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Browser {
    /// Blink's.
    Chromium,
    /// Gecko's.
    Firefox,
    /// WebKitGTK's MiniBrowser.
    WebKit,
}

/// Control of a browser by another program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Driven {
    /// The browser is started, and shows a page.
    No,
    /// WebDriver drives the browser, or, in Firefox, its own Marionette, which needs no program.
    Yes,
}

const CHROMIUM: &[&str] = &["chromium", "google-chrome", "chrome"];
const FIREFOX: &[&str] = &["firefox-esr", "firefox"];
/// Debian keeps it on no path.
const MINI_BROWSER: &[&str] =
    &["/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser", "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser"];

impl Browser {
    /// Each of them.
    pub const ALL: [Self; 3] = [Self::Chromium, Self::Firefox, Self::WebKit];

    /// Its name for readers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chromium => "Chromium",
            Self::Firefox => "Firefox",
            Self::WebKit => "WebKitGTK",
        }
    }

    /// The programs that it needs, each by the names that it may have, and the Debian packages that have them.
    fn needs(self, driven: Driven) -> (&'static [&'static [&'static str]], &'static str) {
        match (self, driven) {
            (Self::Chromium, Driven::No) => (&[CHROMIUM], "package chromium"),
            (Self::Chromium, Driven::Yes) => (&[CHROMIUM, &["chromedriver"]], "packages chromium, chromium-driver"),
            (Self::Firefox, _) => (&[FIREFOX], "package firefox-esr"),
            (Self::WebKit, Driven::No) => (&[MINI_BROWSER, &["Xvfb"]], "packages webkit2gtk-driver, xvfb"),
            (Self::WebKit, Driven::Yes) => {
                (&[MINI_BROWSER, &["WebKitWebDriver"], &["Xvfb"]], "packages webkit2gtk-driver, xvfb")
            }
        }
    }

    /// Paths of its programs: the browser's first, then its driver's.
    ///
    /// # Errors
    /// Some are missing: what the record says of that.
    pub fn find(self, driven: Driven) -> Result<Vec<String>, Skipped> {
        let (programs, packages) = self.needs(driven);
        let (mut found, mut missing) = (Vec::new(), Vec::new());
        for names in programs {
            match names.iter().find_map(|name| locate(name)) {
                Some(path) => found.push(path),
                None => missing.extend(names[0].rsplit('/').next()),
            }
        }
        if missing.is_empty() {
            return Ok(found);
        }
        Err(Skipped {
            what: self.name().to_owned(),
            why: format!("this machine has no {}", missing.join(" and no ")),
            needs: format!("the Debian {packages}"),
        })
    }
}

/// Path of a program, looked for on the path; an absolute name is its own path.
fn locate(name: &str) -> Option<String> {
    // Joining leaves out the folder where the name is a path from the root.
    let folders = env::var_os("PATH").unwrap_or_default();
    let all = env::split_paths(&folders).chain([PathBuf::new()]).map(|folder| folder.join(name));
    all.filter(|path| path.is_absolute() && path.is_file()).find_map(|path| path.into_os_string().into_string().ok())
}

/// With which Chromium has no window and leaves the network alone.
pub fn chromium_arguments() -> Vec<&'static str> {
    let mut arguments = vec![
        "--headless=new",
        "--disable-gpu",
        // Else a run that is killed would leave files there.
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-breakpad",
        "--disable-sync",
        "--no-first-run",
        "--force-device-scale-factor=1",
    ];
    // A container's root has no sandbox.
    if rustix::process::geteuid().is_root() {
        arguments.push("--no-sandbox");
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_on_the_path_and_where_they_are_said_to_be() {
        let shell = locate("sh").unwrap();
        assert!(shell.ends_with("/sh") && locate(&shell) == Some(shell));
        assert_eq!(locate("/no/such/program"), None);
        assert_eq!(locate("no-such-program"), None);
        // Relative to nowhere.
        assert_eq!(locate("src/lib.rs"), None);
    }
}

//! Starts browsers, and what they need, in the folder of a run, whose supervisor ends them.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use harness::Failure;
use supervisor::{Program, Runs, Workplace};

use crate::{Browser, chromium_arguments, xvfb};

/// Limit of a program until it is ready, on a busy machine.
pub const TIMEOUT: Duration = Duration::from_secs(60);

/// Nothing goes over the network by itself; Firefox may be asked at any port that is free.
const FIREFOX_SETTINGS: &str = r#"
user_pref("marionette.port", 0);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
user_pref("toolkit.telemetry.server", "data:,");
"#;

/// Runs of an experiment that opens browsers: files that a screen leaves outside of the run's folder go, too.
pub const fn runs(experiment: &'static str) -> Runs {
    Runs::new(experiment).cleared(xvfb::clear)
}

/// Starts a screen; the environment in which WebKitGTK and its driver use it, drawing by the processor.
///
/// # Errors
/// There is none in time, or the run is to end.
pub fn start_screen(place: &Workplace<'_>) -> Result<Vec<(&'static str, String)>, Failure> {
    let failed = |error| Failure::system("cannot write into the run's folder", error);
    xvfb::prepare(place.folder()).map_err(failed)?;
    let screen = place.start_program(xvfb::NAME, &xvfb::WORDS, &[])?;
    let number = || xvfb::number_in(&screen.log()).ok_or_else(|| "it tells no number of a screen".to_owned());
    let number = screen.wait_for(TIMEOUT, place.checker(), number)?;
    Ok(vec![
        ("DISPLAY", format!(":{number}")),
        ("GDK_BACKEND", "x11".to_owned()),
        ("LIBGL_ALWAYS_SOFTWARE", "1".to_owned()),
        // Without a bus of a session, it would start one.
        ("DBUS_SESSION_BUS_ADDRESS", "disabled:".to_owned()),
        ("NO_AT_BRIDGE", "1".to_owned()),
    ])
}

/// Starts Firefox with a fresh profile, whose folder it gives as well, and these words besides.
///
/// # Errors
/// The profile cannot be written, or Firefox cannot be started.
pub fn start_firefox(place: &Workplace<'_>, program: &str, words: &[&str]) -> Result<(Program, PathBuf), Failure> {
    let profile = place.folder().join("profile");
    let written = fs::create_dir(&profile).and_then(|()| fs::write(profile.join("user.js"), FIREFOX_SETTINGS));
    written.map_err(|error| Failure::system("cannot write Firefox's profile", error))?;
    let all = [&[program, "--headless", "--no-remote", "--profile", "profile"], words].concat();
    let environment = [("MOZ_CRASHREPORTER_DISABLE", "1".to_owned())];
    Ok((place.start_program(Browser::Firefox.name(), &all, &environment)?, profile))
}

/// Opens a page in a browser that [`Browser::find`] has found, and that nothing drives.
///
/// # Errors
/// The browser cannot be started, or the run is to end.
pub fn open(place: &Workplace<'_>, browser: Browser, program: &str, address: &str) -> Result<(), Failure> {
    let (words, environment) = match browser {
        Browser::Chromium => ([chromium_arguments(), vec!["--user-data-dir=profile"]].concat(), Vec::new()),
        Browser::Firefox => return start_firefox(place, program, &[address]).map(drop),
        Browser::WebKit => (Vec::new(), start_screen(place)?),
    };
    place.start_program(browser.name(), &[&[program][..], &words, &[address]].concat(), &environment).map(drop)
}

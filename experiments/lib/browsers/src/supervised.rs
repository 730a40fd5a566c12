//! Starts programs in a folder of the run's own, and ends them and removes the folder whatever becomes of the run.
//!
//! The supervisor starts them: so all that is started is its child, and what a started program starts in its turn becomes its
//! child at the latest when it is orphaned (it is a "subreaper"). When the experiment is done, it ends its children until there are
//! none; what they did is then counted as the experiment's own processor time, whose child it is. If it is killed itself, the
//! system ends what it started, and the next run does the rest.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use harness::Failure;
use supervisor::{Runs, Supervisor, SupervisorOptions, is_running, kill, log_of, persist, processes, start_programs};

use crate::{Browser, chromium_arguments, xvfb};

/// How long a program may take until it is ready, on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);
/// From look to look whether it is.
const PAUSE: Duration = Duration::from_millis(20);

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

/// The temporary folder and the programs of a run, until dropped.
#[derive(Debug)]
pub struct Supervised {
    supervisor: Supervisor,
    folder: PathBuf,
}

/// A program that was started.
#[derive(Debug, Clone)]
pub struct Program {
    name: String,
    id: u32,
    folder: PathBuf,
}

impl Supervised {
    /// With a fresh folder that only this user may enter. What killed runs left is removed first.
    ///
    /// # Errors
    /// There can be no such folder, or no supervisor.
    pub fn start(runs: Runs) -> Result<Self, Failure> {
        runs.remove_left(works_for, clear);
        let folder = runs.make_folder(|_| Ok(()))?;
        Ok(Self { supervisor: Supervisor::over(&folder, &[])?, folder })
    }

    /// The run's own folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Starts a program, whose home and temporary folder are the run's, with these variables on top. What it writes goes to
    /// `NAME.log` there.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start_program(
        &mut self,
        name: &str,
        words: &[&str],
        environment: &[(&str, String)],
    ) -> Result<Program, Failure> {
        let failed = |why| Failure::program(name, format!("cannot be started: {why}"));
        let id = self.supervisor.start_program(name, words, environment)?.map_err(failed)?;
        Ok(Program { name: name.to_owned(), id, folder: self.folder.clone() })
    }

    /// Starts a screen; the environment in which WebKitGTK and its driver use it, drawing by the processor.
    ///
    /// # Errors
    /// There is none in time, or the run is to end.
    pub fn start_screen(
        &mut self,
        check: &dyn Fn() -> Result<(), Failure>,
    ) -> Result<Vec<(&'static str, String)>, Failure> {
        let failed = |error| Failure::system("cannot write into the run's folder", error);
        xvfb::prepare(&self.folder).map_err(failed)?;
        let screen = self.start_program(xvfb::NAME, &xvfb::WORDS, &[])?;
        let number = screen.wait_for(check, || xvfb::number_in(&screen.log()))?;
        Ok(vec![
            ("DISPLAY", format!(":{number}")),
            ("GDK_BACKEND", "x11".to_owned()),
            ("LIBGL_ALWAYS_SOFTWARE", "1".to_owned()),
            // Without a bus of a session, it would start one.
            ("DBUS_SESSION_BUS_ADDRESS", "disabled:".to_owned()),
            ("NO_AT_BRIDGE", "1".to_owned()),
        ])
    }

    /// A fresh profile for Firefox.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn firefox_profile(&self) -> Result<PathBuf, Failure> {
        let profile = self.folder.join("profile");
        let written = fs::create_dir(&profile).and_then(|()| fs::write(profile.join("user.js"), FIREFOX_SETTINGS));
        written.map_err(|error| Failure::system("cannot write Firefox's profile", error))?;
        Ok(profile)
    }

    /// Opens a page in a browser that [`Browser::find`] has found, and that nothing drives.
    ///
    /// # Errors
    /// It cannot be started, or the run is to end.
    pub fn open(
        &mut self,
        browser: Browser,
        program: &str,
        address: &str,
        check: &dyn Fn() -> Result<(), Failure>,
    ) -> Result<Program, Failure> {
        let (words, environment) = match browser {
            Browser::Chromium => ([chromium_arguments(), vec!["--user-data-dir=profile"]].concat(), Vec::new()),
            Browser::Firefox => {
                self.firefox_profile()?;
                (vec!["--headless", "--no-remote", "--profile", "profile"], Vec::new())
            }
            Browser::WebKit => (Vec::new(), self.start_screen(check)?),
        };
        self.start_program(browser.name(), &[&[program][..], &words, &[address]].concat(), &environment)
    }
}

impl Program {
    /// What it has written so far.
    pub fn log(&self) -> String {
        log_in(&self.folder, &self.name)
    }

    /// Tries until it succeeds: as long as the program runs, for a minute at most, and until `check` says that the run is to end.
    ///
    /// # Errors
    /// It ended, is late, or the run is to end.
    pub fn wait_for<T>(
        &self,
        check: &dyn Fn() -> Result<(), Failure>,
        attempt: impl Fn() -> Option<T>,
    ) -> Result<T, Failure> {
        let started = Instant::now();
        loop {
            if let Some(value) = attempt() {
                return Ok(value);
            }
            check()?;
            let failed = |why: &str| {
                let log = self.log();
                let last = log.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it wrote nothing");
                Failure::program(&self.name, format!("{why}: {}", last.trim()))
            };
            if !is_running(self.id) {
                return Err(failed("it ended at once"));
            }
            if started.elapsed() > TIMEOUT {
                return Err(failed(&format!("is not ready after {} s", TIMEOUT.as_secs())));
            }
            thread::sleep(PAUSE);
        }
    }
}

fn log_in(folder: &Path, name: &str) -> String {
    String::from_utf8_lossy(&fs::read(log_of(folder, name)).unwrap_or_default()).into_owned()
}

/// Whether a process has the folder for its home.
fn works_for(id: u32, folder: &Path) -> bool {
    let home = [b"HOME=", folder.as_os_str().as_encoded_bytes()].concat();
    let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
    environment.split(|&byte| byte == 0).any(|variable| variable == home)
}

/// Ends all programs that have a run's folder for their home, whoever started them.
pub fn end_all(folder: &Path) {
    // Some may just have started others.
    persist(|| {
        let there: Vec<u32> = processes()
            .filter(|process| process.is_running() && works_for(process.id, folder))
            .map(|it| it.id)
            .collect();
        there.iter().for_each(|&id| kill(id));
        there.is_empty()
    });
}

/// Removes what a run had outside of its folder, and that. All that it started has ended.
fn clear(folder: &Path) {
    xvfb::clear(folder, &log_in(folder, xvfb::NAME));
    supervisor::remove(folder);
}

/// What the hidden command `supervisor` does: it starts what it is asked for, until its standard input ends.
///
/// # Errors
/// The folder is no run's of this experiment, or the system makes it no subreaper.
pub fn supervise(runs: Runs, options: &SupervisorOptions) -> Result<(), Failure> {
    let folder = options.folder(|folder| runs.made(folder))?;
    start_programs(folder, |command| {
        // The user's own settings, session and screen are no part of the experiment.
        command.env_clear().env("PATH", env::var_os("PATH").unwrap_or_default()).env("LC_ALL", "C.UTF-8");
        for name in ["HOME", "TMPDIR", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"] {
            command.env(name, folder);
        }
        command.env("MOZ_CRASHREPORTER_DISABLE", "1");
    })?;
    end_all(folder);
    clear(folder);
    Ok(())
}

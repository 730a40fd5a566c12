//! Browsers' engines, each driven by what it has: Chromium and WebKitGTK by WebDriver, Firefox by its own Marionette.

mod marionette;
mod screen;
mod supervised;
mod webdriver;
mod xvfb;

use std::env;
use std::fs;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};

use base64ct::{Base64, Encoding};
use harness::record::Skipped;
use harness::{Failure, Run};
use serde_json::{Value, json};
use stacking_context_model::Engine;

use marionette::Marionette;
use supervised::Supervised;
use webdriver::WebDriver;

pub(crate) use supervised::{BecomeOptions, become_program, supervise};

/// The page that all is asked on: in standards mode, and empty.
const PAGE: &str = "data:text/html,<!doctype html><meta charset=utf-8><title>boxes</title><body>";
/// Where Debian keeps the browser of WebKitGTK, which is on no path.
const MINI_BROWSERS: [&str; 2] =
    ["/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser", "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser"];

/// The programs that an engine needs, each by the names it may have, and the Debian packages that have them.
fn needs(engine: Engine) -> (&'static [&'static [&'static str]], &'static str) {
    match engine {
        Engine::Chromium => {
            (&[&["chromium", "google-chrome", "chrome"], &["chromedriver"]], "chromium, chromium-driver")
        }
        Engine::Firefox => (&[&["firefox-esr", "firefox"]], "firefox-esr"),
        Engine::WebKit => (&[&MINI_BROWSERS, &["WebKitWebDriver"], &["Xvfb"]], "webkit2gtk-driver, xvfb"),
    }
}

/// The programs of an engine; which are missing, where some are.
pub(crate) fn programs(engine: Engine) -> Result<Vec<PathBuf>, Skipped> {
    let (parts, packages) = needs(engine);
    let found: Vec<Option<PathBuf>> = parts.iter().map(|names| names.iter().find_map(|name| locate(name))).collect();
    let missing: Vec<&str> = parts
        .iter()
        .zip(&found)
        .filter(|(_, found)| found.is_none())
        .filter_map(|(names, _)| names.first().copied())
        .collect();
    if missing.is_empty() {
        return Ok(found.into_iter().flatten().collect());
    }
    let names: Vec<&str> = missing.iter().map(|name| name.rsplit('/').next().unwrap_or(name)).collect();
    Err(Skipped {
        what: engine.name().to_owned(),
        why: format!("this machine has no {}", names.join(" and no ")),
        needs: format!("the Debian packages {packages}"),
    })
}

/// Where a program lies: on the path, unless its own is given.
fn locate(name: &str) -> Option<PathBuf> {
    if name.starts_with('/') {
        return Some(PathBuf::from(name)).filter(|path| path.is_file());
    }
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// An engine that shows the page. Dropping it ends all that was started, and removes its profile.
pub(crate) struct Browser {
    /// Which.
    pub engine: Engine,
    /// As it tells itself, such as `156.0.8078.79`.
    pub version: String,
    session: Session,
    /// Dropped after the session.
    _programs: Supervised,
}

enum Session {
    Marionette(Marionette),
    WebDriver(WebDriver),
}

impl Browser {
    /// Starts an engine, by the [`programs`] that it needs.
    pub(crate) fn start(engine: Engine, paths: &[PathBuf], run: &Run) -> Result<Self, Failure> {
        let mut programs = Supervised::start()?;
        let paths: Vec<&str> = paths.iter().filter_map(|path| path.to_str()).collect();
        let (session, capabilities) = match (engine, &paths[..]) {
            (Engine::Firefox, [firefox]) => start_firefox(firefox, &mut programs, run)?,
            (Engine::Chromium, [chromium, driver]) => {
                let browser = json!({ "goog:chromeOptions": { "binary": chromium, "args": chromium_arguments() } });
                start_driver(driver, &browser, &[], &mut programs, run)?
            }
            (Engine::WebKit, [browser, driver, _]) => {
                let screen = screen::start(&mut programs, run)?;
                let options = json!({ "binary": browser, "args": ["--automation"] });
                let browser = json!({ "browserName": "MiniBrowser", "webkitgtk:browserOptions": options });
                let environment = [("DISPLAY", &*screen), ("GDK_BACKEND", "x11"), ("LIBGL_ALWAYS_SOFTWARE", "1")];
                start_driver(driver, &browser, &environment, &mut programs, run)?
            }
            _ => return Err(Failure::Failed(format!("{}: a path is not in UTF-8", engine.name()))),
        };
        let version = capabilities["browserVersion"].as_str().unwrap_or("of an unknown version").to_owned();
        let mut browser = Self { engine, version, session, _programs: programs };
        browser.open(PAGE)?;
        Ok(browser)
    }

    fn open(&mut self, address: &str) -> Result<(), Failure> {
        match &mut self.session {
            Session::WebDriver(session) => session.open(address),
            Session::Marionette(session) => session.command("WebDriver:Navigate", &json!({ "url": address })).map(drop),
        }
    }

    /// Runs a script with these arguments, behind which stands the function to call with the answer.
    pub(crate) fn ask(&mut self, script: &str, arguments: Vec<Value>) -> Result<Value, Failure> {
        match &mut self.session {
            Session::WebDriver(session) => session.ask(script, arguments),
            Session::Marionette(session) => {
                let parameters = json!({ "script": script, "args": arguments });
                Ok(session.command("WebDriver:ExecuteAsyncScript", &parameters)?["value"].take())
            }
        }
    }

    /// What is in view, as PNG.
    pub(crate) fn screenshot(&mut self) -> Result<Vec<u8>, Failure> {
        match &mut self.session {
            Session::WebDriver(session) => session.screenshot(),
            Session::Marionette(session) => {
                let answer = session.command("WebDriver:TakeScreenshot", &json!({ "full": false }))?;
                let text = answer["value"].as_str().unwrap_or_default();
                let failed = |_| Failure::Failed("Firefox, asked for a screenshot: its answer is none".to_owned());
                Base64::decode_vec(text).map_err(failed)
            }
        }
    }
}

fn start_firefox(firefox: &str, programs: &mut Supervised, run: &Run) -> Result<(Session, Value), Failure> {
    let profile = programs.folder().join("profile");
    // Any free port; and nothing goes over the network by itself.
    let settings = r#"
        user_pref("marionette.port", 0);
        user_pref("app.update.disabledForTesting", true);
        user_pref("browser.shell.checkDefaultBrowser", false);
        user_pref("browser.startup.page", 0);
        user_pref("datareporting.policy.dataSubmissionEnabled", false);
        user_pref("network.captive-portal-service.enabled", false);
        user_pref("network.connectivity-service.enabled", false);
        user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
        user_pref("toolkit.telemetry.server", "data:,");
    "#;
    let written = fs::create_dir(&profile).and_then(|()| fs::write(profile.join("user.js"), settings));
    written.map_err(|error| Failure::Failed(format!("cannot write Firefox's profile: {error}")))?;
    let path = profile.to_str().unwrap_or_default();
    let words = [firefox, "--headless", "--no-remote", "--marionette", "--profile", path];
    let program = programs.start_program("firefox", &words, &[("MOZ_CRASHREPORTER_DISABLE", "1")])?;
    let mut session = program.wait_for(run, || Marionette::connect(Marionette::port(&profile)?).ok())?;
    let mut answer = session.command("WebDriver:NewSession", &json!({ "capabilities": { "alwaysMatch": {} } }))?;
    let timeouts = json!({ "script": 60_000 });
    session.command("WebDriver:SetTimeouts", &timeouts)?;
    Ok((Session::Marionette(session), answer["capabilities"].take()))
}

fn chromium_arguments() -> Vec<&'static str> {
    let mut arguments = vec![
        "--headless=new",
        "--disable-gpu",
        // Else a run that is killed would leave files there.
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--force-device-scale-factor=1",
        "--window-size=1000,700",
    ];
    // A container's root has no sandbox.
    if rustix::process::geteuid().is_root() {
        arguments.push("--no-sandbox");
    }
    arguments
}

fn start_driver(
    driver: &str,
    capabilities: &Value,
    environment: &[(&str, &str)],
    programs: &mut Supervised,
    run: &Run,
) -> Result<(Session, Value), Failure> {
    let failed = |error| Failure::Failed(format!("no port is free: {error}"));
    let free =
        TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr()).map_err(failed)?;
    let port = free.port();
    let name = Path::new(driver).file_name().and_then(|name| name.to_str()).unwrap_or("driver");
    let program = programs.start_program(name, &[driver, &format!("--port={port}")], environment)?;
    program.wait_for(run, || TcpStream::connect((Ipv4Addr::LOCALHOST, port)).ok())?;
    let (session, capabilities) = WebDriver::connect(port, capabilities)?;
    Ok((Session::WebDriver(session), capabilities))
}

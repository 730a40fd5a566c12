//! Browsers' engines, each driven by what it has: Chromium and WebKitGTK by WebDriver, Firefox by its own Marionette.

mod marionette;
mod webdriver;

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;

use base64ct::{Base64, Encoding};
use browsers::{Driven, Supervised, chromium_arguments};
use harness::record::Skipped;
use harness::{Failure, Run};
use serde_json::{Value, json};
use stacking_context_model::Engine;
use supervisor::Runs;

use marionette::Marionette;
use webdriver::WebDriver;

/// Whose folders are.
pub(crate) const RUNS: Runs = Runs::of(env!("CARGO_PKG_NAME"));
/// The page that all is asked on: in standards mode, and empty.
const PAGE: &str = "data:text/html,<!doctype html><meta charset=utf-8><title>boxes</title><body>";

/// The programs of an engine; which are missing, where some are.
pub(crate) fn programs(engine: Engine) -> Result<Vec<String>, Skipped> {
    let browser = match engine {
        Engine::Chromium => browsers::Browser::Chromium,
        Engine::Firefox => browsers::Browser::Firefox,
        Engine::WebKit => browsers::Browser::WebKit,
    };
    browser.find(Driven::Yes)
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
    pub(crate) fn start(engine: Engine, paths: &[String], run: &Run) -> Result<Self, Failure> {
        let mut programs = Supervised::start(RUNS)?;
        let (session, capabilities) = match engine {
            Engine::Firefox => start_firefox(&paths[0], &mut programs, run)?,
            Engine::Chromium => {
                let arguments = [chromium_arguments(), vec!["--window-size=1000,700"]].concat();
                let browser = json!({ "goog:chromeOptions": { "binary": paths[0], "args": arguments } });
                start_driver(&paths[1], &browser, &[], &mut programs, run)?
            }
            Engine::WebKit => {
                let environment = programs.start_screen(&|| run.advance(0))?;
                let options = json!({ "binary": paths[0], "args": ["--automation"] });
                let browser = json!({ "browserName": "MiniBrowser", "webkitgtk:browserOptions": options });
                start_driver(&paths[1], &browser, &environment, &mut programs, run)?
            }
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
                let failed = |_| Failure::program("Firefox", "asked for a screenshot: its answer is none");
                Base64::decode_vec(text).map_err(failed)
            }
        }
    }
}

fn start_firefox(firefox: &str, programs: &mut Supervised, run: &Run) -> Result<(Session, Value), Failure> {
    let profile = programs.firefox_profile()?;
    let words = [firefox, "--headless", "--no-remote", "--marionette", "--profile", "profile"];
    let program = programs.start_program("firefox", &words, &[])?;
    let connect = || Marionette::connect(Marionette::port(&profile)?).ok();
    let mut session = program.wait_for(&|| run.advance(0), connect)?;
    let mut answer = session.command("WebDriver:NewSession", &json!({ "capabilities": { "alwaysMatch": {} } }))?;
    let timeouts = json!({ "script": 60_000 });
    session.command("WebDriver:SetTimeouts", &timeouts)?;
    Ok((Session::Marionette(session), answer["capabilities"].take()))
}

fn start_driver(
    driver: &str,
    capabilities: &Value,
    environment: &[(&str, String)],
    programs: &mut Supervised,
    run: &Run,
) -> Result<(Session, Value), Failure> {
    let failed = |error| Failure::system("no port is free", error);
    let free =
        TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr()).map_err(failed)?;
    let port = free.port();
    let name = Path::new(driver).file_name().and_then(|name| name.to_str()).unwrap_or("driver");
    let program = programs.start_program(name, &[driver, &format!("--port={port}")], environment)?;
    program.wait_for(&|| run.advance(0), || TcpStream::connect((Ipv4Addr::LOCALHOST, port)).ok())?;
    let (session, capabilities) = WebDriver::connect(port, capabilities)?;
    Ok((Session::WebDriver(session), capabilities))
}

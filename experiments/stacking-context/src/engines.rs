//! Browsers' engines, each driven by what it has: Chromium and WebKitGTK by WebDriver, Firefox by its own Marionette.

mod marionette;
mod webdriver;

use std::net::TcpStream;
use std::path::Path;

use base64ct::{Base64, Encoding};
use browsers::{Driven, TIMEOUT, chromium_arguments};
use harness::Failure;
use harness::record::Skipped;
use serde_json::{Value, json};
use stacking_context_model::Engine;
use supervisor::{Check, Runs, Workplace, free_address};

use marionette::Marionette;
use webdriver::WebDriver;

/// The runs of this experiment.
pub(crate) const RUNS: Runs = browsers::runs(env!("CARGO_PKG_NAME"));
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
pub(crate) struct Browser<'a> {
    /// Which.
    pub engine: Engine,
    /// As it tells itself, such as `156.0.8078.79`.
    pub version: String,
    session: Session,
    /// Dropped after the session.
    _programs: Workplace<'a>,
}

enum Session {
    Marionette(Marionette),
    WebDriver(WebDriver),
}

impl<'a> Browser<'a> {
    /// Starts an engine, by the [`programs`] that it needs.
    pub(crate) fn start(engine: Engine, paths: &[String], check: Check<'a>) -> Result<Self, Failure> {
        let programs = Workplace::open(RUNS, check)?;
        let (session, capabilities) = match engine {
            Engine::Firefox => start_firefox(&paths[0], &programs)?,
            Engine::Chromium => {
                let arguments = [chromium_arguments(), vec!["--window-size=1000,700"]].concat();
                let browser = json!({ "goog:chromeOptions": { "binary": paths[0], "args": arguments } });
                start_driver(&paths[1], &browser, &[], &programs)?
            }
            Engine::WebKit => {
                let environment = browsers::start_screen(&programs)?;
                let options = json!({ "binary": paths[0], "args": ["--automation"] });
                let browser = json!({ "browserName": "MiniBrowser", "webkitgtk:browserOptions": options });
                start_driver(&paths[1], &browser, &environment, &programs)?
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

fn start_firefox(firefox: &str, programs: &Workplace<'_>) -> Result<(Session, Value), Failure> {
    let (program, profile) = browsers::start_firefox(programs, firefox, &["--marionette"])?;
    let connect = || {
        let port = Marionette::port(&profile).ok_or("it tells no port")?;
        Marionette::connect(port).map_err(|error| error.to_string())
    };
    let mut session = program.wait_for(TIMEOUT, programs.checker(), connect)?;
    let mut answer = session.command("WebDriver:NewSession", &json!({ "capabilities": { "alwaysMatch": {} } }))?;
    let timeouts = json!({ "script": 60_000 });
    session.command("WebDriver:SetTimeouts", &timeouts)?;
    Ok((Session::Marionette(session), answer["capabilities"].take()))
}

fn start_driver(
    driver: &str,
    capabilities: &Value,
    environment: &[(&str, String)],
    programs: &Workplace<'_>,
) -> Result<(Session, Value), Failure> {
    let address = free_address()?;
    let port = address.port();
    let name = Path::new(driver).file_name().and_then(|name| name.to_str()).unwrap_or("driver");
    let program = programs.start_program(name, &[driver, &format!("--port={port}")], environment)?;
    let connect = || TcpStream::connect(address).map_err(|error| error.to_string());
    program.wait_for(TIMEOUT, programs.checker(), connect)?;
    let (session, capabilities) = WebDriver::connect(port, capabilities)?;
    Ok((Session::WebDriver(session), capabilities))
}

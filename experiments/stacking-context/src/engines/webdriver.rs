//! A session by WebDriver, one command at a time.

use std::time::Duration;

use fantoccini::wd::{Capabilities, TimeoutConfiguration};
use fantoccini::{Client, ClientBuilder};
use harness::Failure;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

/// How long an answer may take.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A session.
pub(super) struct WebDriver {
    client: Client,
    runtime: Runtime,
}

impl WebDriver {
    /// A new session with the driver at a port of this machine; with its capabilities.
    pub(super) fn connect(port: u16, capabilities: &Value) -> Result<(Self, Value), Failure> {
        let failed = |why: String| Failure::program("the browser's driver", format!("it opens no session: {why}"));
        let unavailable = |error| Failure::system("cannot wait for the browser's driver", error);
        let runtime = Builder::new_current_thread().enable_all().build().map_err(unavailable)?;
        let wanted: Capabilities = capabilities.as_object().cloned().unwrap_or_default();
        let client = runtime.block_on(async {
            let mut builder = ClientBuilder::new(HttpConnector::new());
            let address = format!("http://127.0.0.1:{port}");
            let session = timeout(TIMEOUT, builder.capabilities(wanted).connect(&address)).await;
            let client = session.map_err(|_| failed(late()))?.map_err(|error| failed(error.to_string()))?;
            let timeouts = TimeoutConfiguration::new(Some(Duration::from_secs(60)), None, None);
            client.update_timeouts(timeouts).await.map_err(|error| failed(error.to_string()))?;
            Ok::<_, Failure>(client)
        })?;
        let capabilities = client.capabilities().map_or(Value::Null, |capabilities| json!(capabilities));
        Ok((Self { client, runtime }, capabilities))
    }

    pub(super) fn open(&mut self, address: &str) -> Result<(), Failure> {
        self.done("for a page", |client| async move { client.goto(address).await })
    }

    pub(super) fn ask(&mut self, script: &str, arguments: Vec<Value>) -> Result<Value, Failure> {
        self.done("a script", |client| async move { client.execute_async(script, arguments).await })
    }

    pub(super) fn screenshot(&mut self) -> Result<Vec<u8>, Failure> {
        self.done("for a screenshot", |client| async move { client.screenshot().await })
    }

    fn done<T, F>(&self, what: &str, command: impl FnOnce(Client) -> F) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, fantoccini::error::CmdError>>,
    {
        let failed = |why: String| Failure::program("the browser", format!("asked {what}: {why}"));
        let client = self.client.clone();
        let answer = self.runtime.block_on(async { timeout(TIMEOUT, command(client)).await });
        answer.map_err(|_| failed(late()))?.map_err(|error| failed(error.to_string()))
    }
}

fn late() -> String {
    format!("no answer within {} s", TIMEOUT.as_secs())
}

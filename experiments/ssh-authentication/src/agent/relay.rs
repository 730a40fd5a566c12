//! A recorder between a client and an agent: all that passes, passes through it unchanged.

use std::io::Result;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;

use harness::Failure;

use super::model::ModelAgent;
use super::protocol::{read_message, write_message};

/// A request to the agent, and its answer.
#[derive(Debug, Clone)]
pub(crate) struct Exchange {
    pub request: Vec<u8>,
    pub answer: Vec<u8>,
}

/// Who answers the requests.
#[derive(Debug, Clone)]
pub(crate) enum Behind {
    /// The real agent that listens at this socket.
    Real(PathBuf),
    /// An agent of ours, in this very process.
    Ours(Box<ModelAgent>),
}

/// Listens where clients take it for an agent.
pub(crate) struct Relay {
    socket: PathBuf,
    recorded: Arc<Mutex<Vec<Exchange>>>,
}

impl Relay {
    /// Starts a relay in front of this agent. It ends with this process.
    pub(crate) fn start(socket: PathBuf, agent: Behind) -> std::result::Result<Self, Failure> {
        let failed = |error: std::io::Error| Failure::system(format!("cannot listen at {}", socket.display()), error);
        let listener = UnixListener::bind(&socket).map_err(failed)?;
        let recorded = Arc::new(Mutex::new(Vec::new()));
        let records = recorded.clone();
        thread::spawn(move || {
            while let Ok((client, _)) = listener.accept() {
                let (records, agent) = (records.clone(), agent.clone());
                // What breaks here breaks for the client, who says so.
                thread::spawn(move || relay(client, &agent, &records));
            }
        });
        Ok(Self { socket, recorded })
    }

    /// Where clients find it.
    pub(crate) fn socket(&self) -> &Path {
        &self.socket
    }

    /// What has passed since the last time.
    pub(crate) fn take(&self) -> Vec<Exchange> {
        std::mem::take(&mut self.recorded.lock().expect("no thread fails while it records"))
    }
}

fn relay(mut client: UnixStream, agent: &Behind, records: &Mutex<Vec<Exchange>>) -> Result<()> {
    let mut real = match agent {
        Behind::Real(socket) => Some(UnixStream::connect(socket)?),
        Behind::Ours(_) => None,
    };
    while let Some(request) = read_message(&mut client)? {
        let answer = match (&mut real, agent) {
            (Some(real), _) => {
                write_message(real, &request)?;
                read_message(real)?
            }
            (None, Behind::Ours(ours)) => Some(ours.answer(&request)),
            (None, Behind::Real(_)) => None,
        };
        let Some(answer) = answer else { break };
        // Recorded before it is handed on: whoever has seen the outcome finds it recorded.
        records.lock().expect("no thread fails while it records").push(Exchange { request, answer: answer.clone() });
        write_message(&mut client, &answer)?;
    }
    Ok(())
}

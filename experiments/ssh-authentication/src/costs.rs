//! What each type of key costs: to make, to sign with, to check, and in a whole connection.

use std::collections::BTreeMap;

use harness::statistics::median;
use harness::{Failure, own_files};

use crate::agent::Signed;
use crate::cases::{Client, Holder};
use crate::connection::{Saying, connect};
use crate::keys::{KeyType, public_half};
use crate::observed::connect_and_record;
use crate::place::Place;
use crate::trace::server::verification_seconds;

/// What is done with a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum What {
    /// `ssh-keygen` makes it.
    Generate,
    /// `ssh-agent` answers a request to sign.
    Sign,
    /// The server checks a signature.
    Verify,
    /// From the server's word that authentication may begin to its success.
    Authenticate,
    /// The whole connection: from the client's start to the server's success.
    Connect,
}

impl What {
    /// All, in the order of the record.
    pub(crate) const ALL: [Self; 5] = [Self::Generate, Self::Sign, Self::Verify, Self::Authenticate, Self::Connect];

    /// Name in the record.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Generate => "generate",
            Self::Sign => "sign",
            Self::Verify => "verify",
            Self::Authenticate => "authenticate",
            Self::Connect => "connect",
        }
    }
}

/// Seconds in each round, by what was done.
#[derive(Debug, Clone, Default)]
pub(crate) struct Costs(BTreeMap<(What, KeyType), Vec<f64>>);

impl Costs {
    /// The rounds' seconds; none where it cannot be told here.
    pub(crate) fn of(&self, what: What, kind: KeyType) -> &[f64] {
        self.0.get(&(what, kind)).map_or(&[], Vec::as_slice)
    }

    /// Adds one more round's seconds.
    pub(crate) fn add(&mut self, what: What, kind: KeyType, seconds: f64) {
        self.0.entry((what, kind)).or_default().push(seconds);
    }
}

/// What is measured in one turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Generating,
    Signing,
    Connecting,
}

impl Kind {
    pub(crate) const ALL: [Self; 3] = [Self::Generating, Self::Signing, Self::Connecting];
}

/// How often the agent is asked again for a signature in one turn; the turn's figure is the median.
const SIGNATURES: usize = 9;

/// What a turn found.
#[derive(Debug, Default)]
pub(crate) struct Turn {
    pub costs: Vec<(What, f64)>,
    pub signed: Option<Signed>,
}

/// One turn with a client that has an agent, and one that has the same key's file.
pub(crate) fn turn(place: &Place, kind: Kind, key: KeyType, clients: &Clients) -> Result<Turn, Failure> {
    match kind {
        Kind::Generating => generate(place, key),
        Kind::Signing => sign(place, &clients.with_agent),
        Kind::Connecting => connecting(place, &clients.with_file),
    }
}

/// The clients of one type of key.
#[derive(Debug, Clone)]
pub(crate) struct Clients {
    with_file: Client,
    with_agent: Client,
}

impl Clients {
    /// Makes the key, lists it, and gives it to the agent as well.
    pub(crate) fn prepare(place: &mut Place, kind: KeyType) -> Result<Self, Failure> {
        let (key, _) = place.keys().generate(kind, kind.name(), "")?;
        place.agent.add(&place.programs, &place.workplace, &key, "")?;
        let with_file = Client::listed(&place.user, key.clone())?;
        // Told the public half alone, ssh can't but ask the agent.
        let identities = vec![public_half(&key)];
        let with_agent = Client { identities, holder: Some(Holder::Real), ..with_file.clone() };
        place.list(&with_file)?;
        Ok(Self { with_file, with_agent })
    }
}

fn generate(place: &Place, kind: KeyType) -> Result<Turn, Failure> {
    let (key, ended) = place.keys().generate(kind, "fresh", "")?;
    for file in [public_half(&key), key] {
        own_files::remove(&file)
            .map_err(|error| Failure::system(format!("cannot remove {}", file.display()), error))?;
    }
    Ok(Turn { costs: vec![(What::Generate, ended.seconds)], signed: None })
}

fn connecting(place: &Place, client: &Client) -> Result<Turn, Failure> {
    let connection = connect(place, client, Saying::Little)?;
    let (Some(connect), Some(authenticate)) = (connection.seconds(), connection.authentication_seconds()) else {
        return Err(Failure::program("sshd", "it does not accept a key that it lists"));
    };
    Ok(Turn { costs: vec![(What::Connect, connect), (What::Authenticate, authenticate)], signed: None })
}

fn sign(place: &Place, client: &Client) -> Result<Turn, Failure> {
    let (connection, signed) = connect_and_record(place, client)?;
    let signed =
        signed.into_iter().next().ok_or_else(|| Failure::program("ssh", "it did not ask the agent to sign"))?;
    let mut costs = Vec::new();
    if let Some(seconds) = verification_seconds(&connection.server.lines) {
        costs.push((What::Verify, seconds));
    }
    let seconds: Vec<f64> = (0..SIGNATURES).map(|_| place.agent.sign(&signed.request)).collect::<Result<_, _>>()?;
    costs.push((What::Sign, median(&seconds).value));
    Ok(Turn { costs, signed: Some(signed) })
}

//! What one connection of a case showed.

use harness::Failure;
use ssh_authentication_model::signature::verify;
use ssh_authentication_model::signed::SignedData;

use crate::agent::{Relay, Signed, signed};
use crate::cases::{Case, Client};
use crate::connection::{Connection, Saying, connect};
use crate::place::Place;
use crate::trace::{REQUEST, Trace, client, server};

/// One connection of a case.
#[derive(Debug, Clone)]
pub(crate) struct Observed {
    /// The messages, as the client saw them pass.
    pub trace: Trace,
    /// The requests for authentication, as the server took them.
    pub requests: Vec<server::Request>,
    /// What the agent signed.
    pub signed: Vec<Signed>,
    /// Outcomes of opening the key's file without its passphrase, and with it, where it has one.
    pub opens: Option<(bool, bool)>,
}

impl Observed {
    /// True if the two ends tell of the same requests, in the same order.
    pub(crate) fn ends_agree(&self) -> bool {
        let of_client = self.trace.events.iter().map(|event| event.message).filter(|message| message.number == REQUEST);
        of_client.map(|message| message.detail).eq(self.requests.iter().map(|request| request.detail))
    }
}

/// Connects once, and reads what both ends say.
pub(crate) fn observe(place: &Place, case: Case, client: &Client) -> Result<Observed, Failure> {
    let opens = if case == Case::LockedKey { Some(client.opens(place.keys())?) } else { None };
    let (connection, signed) = connect_and_record(place, client)?;
    let trace = client::parse(&connection.client.lines)
        .ok_or_else(|| Failure::program("ssh", "it says nothing of its connection"))?;
    Ok(Observed { trace, requests: server::requests(&connection.server.lines), signed, opens })
}

/// Connects once, with all that both ends say, and all that the agent signs meanwhile.
pub(crate) fn connect_and_record(place: &Place, client: &Client) -> Result<(Connection, Vec<Signed>), Failure> {
    let relay = client.holder.map(|holder| place.relay(holder));
    if let Some(relay) = relay {
        relay.take();
    }
    let connection = connect(place, client, Saying::Everything)?;
    let exchanges = relay.map(Relay::take).unwrap_or_default();
    let signed = exchanges.iter().filter_map(|exchange| signed(&exchange.request, &exchange.answer)).collect();
    Ok((connection, signed))
}

/// What was signed, read by the model.
pub(crate) fn parse(signed: &Signed) -> Result<SignedData, Failure> {
    let failed = |why: String| {
        Failure::program("ssh", format!("what it let the agent sign is no request to authenticate: {why}"))
    };
    let data = SignedData::parse(&signed.data).map_err(|error| failed(error.to_string()))?;
    if data.encode().bytes != signed.data {
        return Err(failed("its fields do not give the same bytes again".to_owned()));
    }
    Ok(data)
}

/// Verifies the signature over this data, with the model's Ed25519.
pub(crate) fn holds(signed: &Signed, data: &[u8]) -> bool {
    verify(&signed.public_key, &signed.signature, data).is_ok()
}

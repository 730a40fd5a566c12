//! One connection, printed as JSON.

use std::slice;
use std::time::Instant;

use clap::Args;
use harness::{Failure, undisturbed_by_steps};
use serde_json::{Value, json};

use crate::cases::Case;
use crate::keys::KeyType;
use crate::login_time::{Login, Sockets, log_in};
use crate::measured::clients;
use crate::observed::{Observed, observe, parse};
use crate::place::Place;
use crate::rsa::{Recovered, recover};
use crate::trace::{Trace, name};

/// What the command `one` shows.
#[derive(Debug, Clone, Args)]
pub(crate) struct OneOptions {
    /// The type of the client's keys
    #[arg(long, value_enum, default_value = "ed25519")]
    key_type: KeyType,
    /// Who asks for what with which keys
    #[arg(long, value_enum, default_value = "right-key")]
    case: Case,
    /// Times the login, between sockets with such options in a network namespace of their own, and prints its packets
    #[arg(long, value_enum)]
    sockets: Option<Sockets>,
}

/// Connects once; the result as one line of JSON.
pub(crate) fn run(options: &OneOptions) -> Result<String, Failure> {
    if matches!(options.case, Case::ModelKey | Case::OtherSession) && options.key_type != KeyType::Ed25519 {
        return Err(Failure::Usage(format!("--case {}: the model signs with ed25519 alone", options.case.name())));
    }
    let place = Place::set_up(&|| Ok(()))?;
    let mut place = place.map_err(|skipped| Failure::Missing { what: skipped.why, needs: skipped.needs })?;
    let case = options.case;
    let clients = clients(&mut place, slice::from_ref(&case), options.key_type)?;
    if let Some(sockets) = options.sockets {
        let login = undisturbed_by_steps(|| log_in(&place, &clients[&case], sockets))??;
        return Ok(login_json(&login, sockets).to_string());
    }
    let observed = undisturbed_by_steps(|| observe(&place, case, &clients[&case]))??;
    let signed = observed.signed.iter().map(signed_json).collect::<Result<Vec<_>, _>>()?;
    let found = json!({
        "case": case.name(),
        "key_type": options.key_type.name(),
        "program": place.programs.client_version(&place.workplace)?,
        "accepted": observed.trace.is_accepted(),
        "messages": messages_json(&observed.trace),
        "requests": requests_json(&observed),
        "signed": signed,
    });
    Ok(found.to_string())
}

fn login_json(Login { time, requested, packets }: &Login, sockets: Sockets) -> Value {
    let since = |at: Instant| at.checked_duration_since(*requested).map(|since| since.as_secs_f64());
    let packets = packets.iter().filter_map(|packet| {
        Some(json!({ "seconds": since(packet.at)?, "from": packet.from.name(), "bytes": packet.bytes }))
    });
    json!({
        "sockets": sockets.name(),
        "seconds": time.total,
        "accept_seconds": time.until_accepted,
        "held_seconds": time.held,
        "ack_seconds": time.unacknowledged,
        "slept_seconds": time.slept,
        "packets": packets.collect::<Vec<_>>(),
    })
}

fn messages_json(trace: &Trace) -> Vec<Value> {
    let start = trace.start_of_authentication();
    let begun = start.map(|start| trace.events[start].at);
    let message = |(index, event): (usize, &crate::trace::Event)| {
        let in_authentication = start.is_some_and(|start| index >= start);
        json!({
            "from": event.message.from.name(),
            "message": name(event.message.number),
            "number": event.message.number,
            "detail": event.message.detail.name().unwrap_or_default(),
            "seconds": begun.filter(|_| in_authentication).map(|begun| (event.at - begun).as_secs_f64()),
            "seconds_since_connected": (event.at - trace.connected).as_secs_f64(),
        })
    };
    trace.events.iter().enumerate().map(message).collect()
}

fn requests_json(observed: &Observed) -> Vec<Value> {
    let requests = observed.requests.iter();
    requests
        .map(|request| json!({ "method": request.method, "detail": request.detail.name().unwrap_or_default() }))
        .collect()
}

fn signed_json(signed: &crate::agent::Signed) -> Result<Value, Failure> {
    let encoded = parse(signed)?.encode();
    let fields: Vec<Value> = encoded
        .fields
        .iter()
        .filter(|field| field.depth == 0)
        .map(|field| json!({ "field": field.name.name(), "bytes": field.range.len() }))
        .collect();
    let recovered = recover(signed).map(|recovered| match recovered {
        Recovered::PaddedHash => "padded hash",
        Recovered::SignedData => "signed data",
        Recovered::Other => "something else",
    });
    Ok(json!({
        "bytes": signed.data.len(),
        "signature_bytes": signed.signature.len(),
        "fields": fields,
        "recovered": recovered,
    }))
}

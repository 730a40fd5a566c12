//! All that a run measures.

use std::collections::BTreeMap;

use harness::record::{Profile, Skipped};
use harness::schedule::{grouped, interleaved};
use harness::{Failure, Run, Warning, undisturbed_by_steps};

use crate::agent::Signed;
use crate::cases::{Case, Client};
use crate::costs::{Clients, Costs, Kind, What, turn};
use crate::keys::KeyType;
use crate::login_time::{self, LoginTime, Sockets, log_in};
use crate::observed::{Observed, observe};
use crate::place::Place;
use crate::programs::skipped;
use crate::trace::server;

/// Everything.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    /// The connections of each case, by round.
    pub cases: BTreeMap<Case, Vec<Observed>>,
    pub costs: Costs,
    /// What was signed with each type of key, by round.
    pub signed: BTreeMap<KeyType, Vec<Signed>>,
    /// Logins with a listed key, by the options of their sockets and by round.
    pub logins: BTreeMap<Sockets, Vec<LoginTime>>,
    /// What cannot be measured here.
    pub skipped: Vec<Skipped>,
}

impl Rows {
    /// The connections of a case; none where it was not tried.
    pub(crate) fn of(&self, case: Case) -> &[Observed] {
        self.cases.get(&case).map_or(&[], Vec::as_slice)
    }
}

/// How often everything is measured, after one round that does not count.
fn rounds(profile: Profile) -> u32 {
    match profile {
        // The fewest that give a 95% interval of the median.
        Profile::Quick => 6,
        Profile::Full => 25,
    }
}

/// How many connections of each case there are, after one that does not count.
fn connections(profile: Profile) -> u32 {
    match profile {
        Profile::Quick => rounds(profile),
        // All or none of so many is enough to say that an exception is rarer than 1 in 20, with 95% confidence.
        Profile::Full => 80,
    }
}

/// How much longer a turn for a cost takes than a connection, roughly, for the progress bar.
const COST_OF_A_TURN: u64 = 2;

/// Measures everything, or says why nothing can be.
pub(crate) fn measure_all(run: &Run) -> Result<Result<Rows, Skipped>, Failure> {
    let check = || run.advance(0);
    let mut place = match Place::set_up(&check)? {
        Ok(place) => place,
        Err(skipped) => return Ok(Err(skipped)),
    };
    let clients = clients(&mut place, &Case::ALL, KeyType::Ed25519)?;
    if let Some(skipped) = why_nobody_is_let_in(&place, &clients)? {
        return Ok(Err(skipped));
    }
    let keys = KeyType::ALL.map(|kind| Clients::prepare(&mut place, kind));
    let keys: Vec<Clients> = keys.into_iter().collect::<Result<_, _>>()?;

    let rounds = rounds(run.profile);
    let traces = interleaved(Case::ALL.len(), 1, connections(run.profile), run.seed);
    let sizes = Kind::ALL.map(|_| KeyType::ALL.len());
    let costs = grouped(&sizes, 1, rounds, run.seed + 1);
    let why_untimed = login_time::why_not();
    let conditions = if why_untimed.is_none() { Sockets::ALL.len() } else { 0 };
    let logins = interleaved(conditions, 1, rounds, run.seed + 2);
    run.expect((traces.len() + logins.len()) as u64 + costs.len() as u64 * COST_OF_A_TURN);

    run.uses("OpenSSH", place.programs.client_version(&place.workplace)?);
    let mut rows = Rows { skipped: why_untimed.into_iter().collect(), ..Rows::default() };
    for turn in traces {
        let case = Case::ALL[turn.condition];
        let observed = undisturbed_by_steps(|| observe(&place, case, &clients[&case]))??;
        if !turn.warm_up {
            rows.cases.entry(case).or_default().push(observed);
        }
        run.advance(1)?;
    }
    for planned in costs {
        let (kind, key) = (planned.condition / KeyType::ALL.len(), planned.condition % KeyType::ALL.len());
        // Nothing warms up for keys that are made, and they take the longest.
        if planned.warm_up && Kind::ALL[kind] == Kind::Generating {
            run.advance(COST_OF_A_TURN)?;
            continue;
        }
        let done = undisturbed_by_steps(|| turn(&place, Kind::ALL[kind], KeyType::ALL[key], &keys[key]))??;
        if !planned.warm_up {
            let key = KeyType::ALL[key];
            done.costs.into_iter().for_each(|(what, seconds)| rows.costs.add(what, key, seconds));
            rows.signed.entry(key).or_default().extend(done.signed);
        }
        run.advance(COST_OF_A_TURN)?;
    }
    for turn in logins {
        let sockets = Sockets::ALL[turn.condition];
        let login = undisturbed_by_steps(|| log_in(&place, &clients[&Case::RightKey], sockets))??;
        if !turn.warm_up {
            rows.logins.entry(sockets).or_default().push(login.time);
        }
        run.advance(1)?;
    }
    warn_of_noise(&rows.costs, run);
    Ok(Ok(rows))
}

/// Makes the clients of these cases.
pub(crate) fn clients(place: &mut Place, cases: &[Case], kind: KeyType) -> Result<BTreeMap<Case, Client>, Failure> {
    let mut clients = BTreeMap::new();
    for &case in cases {
        let client = case.prepare(kind, place.keys(), place.agents(), &place.user)?;
        place.list(&client)?;
        clients.insert(case, client);
    }
    Ok(clients)
}

/// Some accounts are let in by no key: locked ones, those without a shell.
fn why_nobody_is_let_in(place: &Place, clients: &BTreeMap<Case, Client>) -> Result<Option<Skipped>, Failure> {
    let client = &clients[&Case::RightKey];
    let connection = crate::connection::connect(place, client, crate::connection::Saying::Everything)?;
    if connection.accepted.is_some() {
        return Ok(None);
    }
    let why = server::refusal(&connection.server.lines).unwrap_or("it does not say why");
    let why = format!("sshd refuses the user who runs the experiment whatever the key: {why}");
    Ok(Some(skipped(&why, "a user whom sshd lets in")))
}

fn warn_of_noise(costs: &Costs, run: &Run) {
    let pairs = What::ALL.into_iter().flat_map(|what| KeyType::ALL.map(|kind| (what, kind)));
    let each = pairs.map(|(what, kind)| (format!("{} {}", what.name(), kind.words()), costs.of(what, kind)));
    Warning::of_samples(each.filter(|(_, samples)| !samples.is_empty()))
        .into_iter()
        .for_each(|warning| run.warn(warning));
}

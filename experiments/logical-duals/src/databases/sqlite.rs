//! SQLite, by the module of Python's standard library: rules and races in one process, since nothing there waits for another.

use std::time::Duration;

use logical_duals_model::race::{End, Guard, Order};
use serde_json::{Value, json};
use supervisor::{ProgramError, Workplace};

use super::{Database, OfDatabase, RULES, Raced, Races, RuleOutcome};

const SCRIPT: &str = include_str!("../programs/sqlite_rules.py");
const LIMIT: Duration = Duration::from_secs(60);

pub(super) fn measure(workplace: &Workplace<'_>) -> Result<OfDatabase, ProgramError> {
    workplace.make("sqlite")?;
    let script = workplace.write("sqlite/rules.py", SCRIPT)?;
    let orders: Vec<String> = Order::all().iter().map(ToString::to_string).collect();
    let told = json!({ "orders": orders });
    let mut command = workplace.command("python3");
    command.arg("-I").arg(script).current_dir(workplace.folder().join("sqlite"));
    let said = workplace.run(command.stdin(workplace.input(&told.to_string())?), LIMIT)?;
    let failed = || ProgramError::Unusable(format!("Python's SQLite ended with {}", said.status));
    let found: Value = serde_json::from_str(&said.stdout).map_err(|_| failed())?;
    read(&found).ok_or_else(failed)
}

fn read(found: &Value) -> Option<OfDatabase> {
    let mut outcomes = Vec::new();
    for (key, _) in RULES {
        let tried = &found["rules"][key];
        let [declared, kept, violated] =
            [tried["declared"].as_bool()?, tried["kept"].as_bool()?, tried["violated"].as_bool()?];
        outcomes.extend(RuleOutcome::from_attempts(declared, kept, violated).map(|outcome| (key, outcome)));
    }
    let mut races = Vec::new();
    for level in ["delete", "wal"] {
        let raced: Vec<Raced> = found["races"][level].as_array()?.iter().map(raced).collect::<Option<_>>()?;
        races.push(Races { database: Database::Sqlite, level, guard: Guard::None, model: None, raced });
    }
    Some(OfDatabase {
        database: Database::Sqlite,
        version: found["version"].as_str()?.to_owned(),
        outcomes,
        // A CHECK that calls a function cannot be declared.
        rows: None,
        subquery_says: found["rules"]["check-subquery"]["said"].as_str()?.to_owned(),
        races,
    })
}

fn raced(value: &Value) -> Option<Raced> {
    let end = |who: usize| End::parse(value["ends"][who].as_str()?).ok();
    Some(Raced { ends: [end(0)?, end(1)?], broken: value["broken"].as_bool()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The script's output where every rule holds and every order ends so.
    fn output(declared: &Value, end: &str, broken: &Value) -> Value {
        let rules: serde_json::Map<String, Value> = RULES
            .iter()
            .map(|(key, _)| {
                let tried = json!({ "declared": declared, "kept": true, "violated": false, "said": "no" });
                ((*key).to_owned(), tried)
            })
            .collect();
        let raced = json!([{ "ends": ["committed", end], "broken": broken }]);
        json!({ "version": "3", "rules": rules, "races": { "delete": raced, "wal": raced } })
    }

    #[test]
    fn what_the_script_says_is_read_and_anything_else_is_nothing() {
        let found = read(&output(&json!(true), "refused", &json!(false))).unwrap();
        assert_eq!((found.version.as_str(), found.subquery_says.as_str()), ("3", "no"));
        assert!(found.outcomes.iter().all(|(_, outcome)| *outcome == RuleOutcome::Holds));
        assert_eq!(found.outcomes.len(), RULES.len());
        assert_eq!(found.races[1].raced, [Raced { ends: [End::Committed, End::Refused], broken: false }]);
        for wrong in [
            output(&json!("yes"), "refused", &json!(false)),
            output(&json!(true), "gone", &json!(false)),
            output(&json!(true), "refused", &json!(0)),
            json!([]),
        ] {
            assert!(read(&wrong).is_none(), "{wrong}");
        }
    }
}

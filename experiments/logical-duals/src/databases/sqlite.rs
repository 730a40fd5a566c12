//! SQLite, by the module of Python's standard library: rules and races in one process, since nothing there waits for another.

use std::time::Duration;

use logical_duals_model::race::{End, Guard, Order};
use serde_json::{Value, json};

use super::{Database, MORE_ROWS, ONE_ROW, OfDatabase, RULES, Raced, Races, RuleOutcome};
use crate::workplace::{Check, Trouble, Workplace};

const SCRIPT: &str = include_str!("../programs/sqlite_rules.py");
const LIMIT: Duration = Duration::from_secs(60);

pub(super) fn measure(workplace: &Workplace, check: Check<'_>) -> Result<OfDatabase, Trouble> {
    workplace.make("sqlite")?;
    let script = workplace.write("sqlite/rules.py", SCRIPT)?;
    let orders: Vec<String> = Order::all().iter().map(ToString::to_string).collect();
    let told = json!({ "orders": orders, "one_row": ONE_ROW, "more_rows": MORE_ROWS });
    let mut command = workplace.command("python3");
    command.arg("-I").arg(script).current_dir(workplace.folder().join("sqlite"));
    let said = workplace.run_with(&mut command, &told.to_string(), LIMIT, check)?;
    let failed = || Trouble::Skip(format!("Python's SQLite ended with {}", said.status));
    let found: Value = serde_json::from_str(&said.output).map_err(|_| failed())?;
    read(&found).ok_or_else(failed)
}

fn read(found: &Value) -> Option<OfDatabase> {
    let (mut outcomes, mut rows) = (Vec::new(), Vec::new());
    for (key, _) in RULES {
        let tried = &found["rules"][key];
        let [declared, kept, violated] =
            [tried["declared"].as_bool()?, tried["kept"].as_bool()?, tried["violated"].as_bool()?];
        outcomes.extend(RuleOutcome::of(declared, kept, violated).map(|outcome| (key, outcome)));
        rows.extend(tried["rows"].as_u64().map(|rows| (key, rows)));
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
        rows,
        subquery_says: found["rules"]["check-subquery"]["said"].as_str()?.to_owned(),
        races,
    })
}

fn raced(value: &Value) -> Option<Raced> {
    let end = |who: usize| match value["ends"][who].as_str()? {
        "committed" => Some(End::Committed),
        "refused" => Some(End::Refused),
        "aborted" => Some(End::Aborted),
        _ => None,
    };
    Some(Raced { ends: [end(0)?, end(1)?], broken: value["broken"].as_bool()? })
}

//! What the logical-duals lab calls: a search with two doors, testers that sample, formulas and maps with their duals, and two
//! transactions that race, behind a JavaScript interface.
//!
//! Whatever JavaScript hands over, the answer is a result or a thrown `Error` whose message a reader can act on, never a
//! panic. The checks live in `from_js`, in the modules, which know nothing of JavaScript and are tested natively, and in the model.

pub mod duals;
pub mod search;
pub mod testers;

use duals::{Formulas, Inverted, MAX_MAP};
use from_js::text;
use limits::listed;
use logical_duals_model::formula::{MAX_DOMAIN, MAX_LENGTH};
use logical_duals_model::map::Map;
use logical_duals_model::race::{Act, Effect, Guard, Level, Order, Outcome, run};
use logical_duals_model::walks::{Chance, MAX_BUDGET, MAX_WALK, Walks};
use logical_duals_model::{MAX_DEPTH, MAX_JUG};
use search::{CAPACITIES, Explored, PUZZLES};
use testers::MAX_TESTERS;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const NAMES: &str = r#"
/** A puzzle that can be searched. */
export type PuzzleName = 'jugs' | 'river' | 'river-no-goat';
/** What came of a check that something never happens. */
export type OutcomeName = 'holds' | 'holds-within' | 'fails';
/** How far transactions are kept apart. */
export type LevelName = 'read-committed' | 'repeatable-read' | 'serializable';
/** What a trigger does before it looks. */
export type GuardName = 'none' | 'for-update' | 'advisory-lock';
/** What a transaction does. */
export type ActName = 'begin' | 'write' | 'commit';
/** What came of it. */
export type EffectName = 'done' | 'waits' | 'refused' | 'aborted' | 'ended';
"#;

/// The limits and names, as JSON: `site/wasm-pkg/logical-duals/limits.ts` is made of it.
#[wasm_bindgen]
pub fn limits() -> String {
    let orders: Vec<String> = Order::all().iter().map(Order::to_string).collect();
    let orders: Vec<&str> = orders.iter().map(String::as_str).collect();
    let [puzzles, levels, guards, orders] = [&PUZZLES, &Level::NAMES, &Guard::NAMES, &orders[..]].map(listed);
    format!(
        r#"{{"puzzles":{puzzles},"capacities":{CAPACITIES:?},"goal":[0,{MAX_JUG}],"depth":[1,{MAX_DEPTH}],"length":[1,{MAX_WALK}],"budget":[1,{MAX_BUDGET}],"testers":{MAX_TESTERS},"formula":{MAX_LENGTH},"domain":[0,{MAX_DOMAIN}],"map":{MAX_MAP},"levels":{levels},"guards":{guards},"orders":{orders}}}"#
    )
}

/// Checks that a puzzle's goal never happens within 1 to 40 moves. The goal, 0 to 20 litres in the large jug, counts for the jugs
/// alone.
#[wasm_bindgen]
pub fn explore(
    #[wasm_bindgen(unchecked_param_type = "PuzzleName")] puzzle: &JsValue,
    goal: f64,
    depth: f64,
) -> Result<Exploration, JsError> {
    Ok(Exploration(search::explore(&search::question(&text(puzzle), goal)?, depth)?))
}

/// A check, in the space that it searches.
#[wasm_bindgen]
pub struct Exploration(Explored);

#[wasm_bindgen]
impl Exploration {
    /// What came of it.
    #[wasm_bindgen(getter, unchecked_return_type = "OutcomeName")]
    pub fn outcome(&self) -> String {
        self.0.outcome.name().to_owned()
    }

    /// How many states it looked at: the first ones of all.
    #[wasm_bindgen(getter)]
    pub fn visited(&self) -> u32 {
        self.0.visited
    }

    /// Of how many numbers each state is made.
    #[wasm_bindgen(getter)]
    pub fn width(&self) -> usize {
        self.0.values.first().map_or(0, Vec::len)
    }

    /// Every state that can be reached, in the order in which a search without bounds comes to them: [`width`](Self::width)
    /// numbers each. Litres in the jugs, or the bank (1 is the far one) of farmer, wolf, goat and cabbage.
    #[wasm_bindgen(getter)]
    pub fn values(&self) -> Vec<u32> {
        self.0.values.concat()
    }

    /// For each, how many moves it takes.
    #[wasm_bindgen(getter)]
    pub fn depths(&self) -> Vec<u32> {
        self.0.depths.clone()
    }

    /// For each, the state that it was first come to from; for the first, itself.
    #[wasm_bindgen(getter)]
    pub fn parents(&self) -> Vec<u32> {
        self.0.parents.clone()
    }

    /// For each, 1 where it has the goal.
    #[wasm_bindgen(getter)]
    pub fn goals(&self) -> Vec<u8> {
        self.0.goals.iter().map(|is_goal| u8::from(*is_goal)).collect()
    }

    /// The states of the counterexample, the first included; none where there is none.
    #[wasm_bindgen(getter)]
    pub fn path(&self) -> Vec<u32> {
        self.0.path.clone()
    }

    /// What is done between them, in words.
    #[wasm_bindgen(getter)]
    pub fn moves(&self) -> Vec<String> {
        self.0.moves.clone()
    }
}

/// Testers that take random walks in search of a puzzle's goal.
#[wasm_bindgen]
pub struct Testers {
    walks: Walks,
    chance: Chance,
}

#[wasm_bindgen]
impl Testers {
    /// Walks of 1 to 30 moves.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "PuzzleName")] puzzle: &JsValue,
        goal: f64,
        moves: f64,
    ) -> Result<Testers, JsError> {
        let walks = testers::walks(search::question(&text(puzzle), goal)?, moves)?;
        let chance = walks.chance();
        Ok(Self { walks, chance })
    }

    /// How many of all sequences of moves come to the goal.
    #[wasm_bindgen(getter)]
    pub fn hits(&self) -> u128 {
        self.chance.hits
    }

    /// How many sequences there are.
    #[wasm_bindgen(getter)]
    pub fn sequences(&self) -> u128 {
        self.chance.sequences
    }

    /// The probability that none of 1 to 100,000 walks comes to the goal.
    pub fn miss(&self, budget: f64) -> Result<f64, JsError> {
        Ok(self.chance.miss(testers::budget(budget)?))
    }

    /// The first walk, from 1 on, with which a tester (0 to 999) comes to the goal; 0 where none of so many does.
    #[wasm_bindgen(js_name = firstHit)]
    pub fn first_hit(&self, seed: f64, tester: f64, budget: f64) -> Result<u32, JsError> {
        Ok(testers::first_hit(&self.walks, seed, tester, budget)?)
    }
}

/// Reads a formula of at most 200 characters, and looks at every row of its truth table over a domain of 0 to 6 values.
#[wasm_bindgen]
pub fn formula(
    #[wasm_bindgen(unchecked_param_type = "string")] formula: &JsValue,
    domain: f64,
) -> Result<FormulaTables, JsError> {
    duals::formulas(&text(formula), domain).map(FormulaTables).map_err(|words| JsError::new(&words))
}

/// A formula, its dual, and their truth tables.
#[wasm_bindgen]
pub struct FormulaTables(Formulas);

#[wasm_bindgen]
impl FormulaTables {
    /// As it was understood.
    #[wasm_bindgen(getter)]
    pub fn formula(&self) -> String {
        self.0.formula.clone()
    }

    /// And for or, some for all.
    #[wasm_bindgen(getter)]
    pub fn dual(&self) -> String {
        self.0.dual.clone()
    }

    /// Its negation normal form.
    #[wasm_bindgen(getter)]
    pub fn normal(&self) -> String {
        self.0.normal.clone()
    }

    /// That of its negation: what to check in order to find it.
    #[wasm_bindgen(getter)]
    pub fn negation(&self) -> String {
        self.0.negation.clone()
    }

    /// The atoms; in row r of a table atom a is true where bit a of r is set.
    #[wasm_bindgen(getter)]
    pub fn atoms(&self) -> Vec<String> {
        self.0.atoms.clone()
    }

    /// For each row 1 where the formula is true.
    #[wasm_bindgen(getter)]
    pub fn rows(&self) -> Vec<u8> {
        bits(&self.0.rows)
    }

    /// For each row 1 where its dual is.
    #[wasm_bindgen(getter, js_name = dualRows)]
    pub fn dual_rows(&self) -> Vec<u8> {
        bits(&self.0.dual_rows)
    }

    /// Whether the dual's table is the formula's upside down, with true for false.
    #[wasm_bindgen(getter)]
    pub fn agrees(&self) -> bool {
        self.0.agrees
    }
}

fn bits(rows: &[bool]) -> Vec<u8> {
    rows.iter().map(|is_true| u8::from(*is_true)).collect()
}

/// Reads a map of at most 400 characters and 8 keys, such as `ann: read write; bob: read`, and inverts it, twice.
#[wasm_bindgen]
pub fn invert(#[wasm_bindgen(unchecked_param_type = "string")] map: &JsValue) -> Result<Inversion, JsError> {
    duals::invert(&text(map)).map(Inversion).map_err(|words| JsError::new(&words))
}

/// A map, its dual, and the dual of that.
#[wasm_bindgen]
pub struct Inversion(Inverted);

#[wasm_bindgen]
impl Inversion {
    /// The map.
    #[wasm_bindgen(getter)]
    pub fn map(&self) -> KeysAndValues {
        KeysAndValues(self.0.map.clone())
    }

    /// From its values to its keys.
    #[wasm_bindgen(getter)]
    pub fn dual(&self) -> KeysAndValues {
        KeysAndValues(self.0.dual.clone())
    }

    /// From them back again.
    #[wasm_bindgen(getter)]
    pub fn twice(&self) -> KeysAndValues {
        KeysAndValues(self.0.twice.clone())
    }

    /// Keys that are in neither of the others, for their sets are empty.
    #[wasm_bindgen(getter)]
    pub fn lost(&self) -> Vec<String> {
        self.0.lost.clone()
    }

    /// Whether a value is in a key's set exactly where the key is in the value's.
    #[wasm_bindgen(getter)]
    pub fn law(&self) -> bool {
        self.0.law
    }

    /// Whether the dual of the dual is the map.
    #[wasm_bindgen(getter)]
    pub fn same(&self) -> bool {
        self.0.same
    }
}

/// A map from keys to sets of values.
#[wasm_bindgen]
pub struct KeysAndValues(Map);

#[wasm_bindgen]
impl KeysAndValues {
    /// Its keys.
    #[wasm_bindgen(getter)]
    pub fn keys(&self) -> Vec<String> {
        self.0.keys().to_vec()
    }

    /// Its values.
    #[wasm_bindgen(getter)]
    pub fn values(&self) -> Vec<String> {
        self.0.values().to_vec()
    }

    /// For each key, for each value, 1 where it is in the key's set.
    #[wasm_bindgen(getter)]
    pub fn cells(&self) -> Vec<u8> {
        let values = self.0.values().len();
        (0..self.0.keys().len() * values).map(|cell| u8::from(self.0.has(cell / values, cell % values))).collect()
    }
}

/// Two transactions and a trigger, in any order of their steps.
#[wasm_bindgen]
pub struct Race {
    level: Level,
    guard: Guard,
}

#[wasm_bindgen]
impl Race {
    /// At an isolation level, with what the trigger locks before it looks.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "LevelName")] level: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "GuardName")] guard: &JsValue,
    ) -> Result<Race, JsError> {
        Ok(Self { level: Level::parse(&text(level))?, guard: Guard::parse(&text(guard))? })
    }

    /// For each order, in that of the limits, 1 where the rule is broken in the end.
    pub fn broken(&self) -> Vec<u8> {
        Order::all().into_iter().map(|order| u8::from(run(order, self.level, self.guard).broken)).collect()
    }

    /// What happens in an order such as 112212.
    pub fn play(&self, #[wasm_bindgen(unchecked_param_type = "string")] order: &JsValue) -> Result<Played, JsError> {
        Ok(Played(run(Order::parse(&text(order))?, self.level, self.guard)))
    }
}

/// How a race went.
#[wasm_bindgen]
pub struct Played(Outcome);

#[wasm_bindgen]
impl Played {
    /// Whether the rule is broken in the end.
    #[wasm_bindgen(getter)]
    pub fn broken(&self) -> bool {
        self.0.broken
    }

    /// Every step; one that waited stands there again when it went on.
    #[wasm_bindgen(getter)]
    pub fn events(&self) -> Vec<Event> {
        self.0.events.iter().copied().map(Event).collect()
    }
}

/// A step as it went.
#[wasm_bindgen]
pub struct Event(logical_duals_model::race::Event);

#[wasm_bindgen]
impl Event {
    /// The transaction, 1 or 2.
    #[wasm_bindgen(getter)]
    pub fn who(&self) -> usize {
        self.0.who + 1
    }

    /// What it was to do.
    #[wasm_bindgen(getter, unchecked_return_type = "ActName")]
    pub fn act(&self) -> String {
        let name = match self.0.act {
            Act::Begin => "begin",
            Act::Write => "write",
            Act::Commit => "commit",
        };
        name.to_owned()
    }

    /// What came of it.
    #[wasm_bindgen(getter, unchecked_return_type = "EffectName")]
    pub fn effect(&self) -> String {
        let name = match self.0.effect {
            Effect::Done => "done",
            Effect::Waits => "waits",
            Effect::Refused => "refused",
            Effect::Aborted => "aborted",
            Effect::Ended => "ended",
        };
        name.to_owned()
    }

    /// How many others the trigger saw on call; nothing where it did not look.
    #[wasm_bindgen(getter)]
    pub fn seen(&self) -> Option<u32> {
        self.0.seen
    }
}

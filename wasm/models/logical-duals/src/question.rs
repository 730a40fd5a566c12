//! The puzzles as questions: can it happen, and is it true that it never does?

use limits::ArgumentError;

use crate::puzzles::{jugs, petersen, river, tours};
use crate::tour::{CITIES, Cities};
use crate::{Bounds, Ended, State, Step, System, Verdict, check, find};

/// The largest jug, in litres.
pub const MAX_JUG: u64 = 20;
/// The most colours for Petersen's graph; three are enough.
pub const MAX_COLOURS: u64 = 4;
/// The longest tour that can be asked for, in units of [`Cities`].
const MAX_TOUR: u64 = 2000;

/// A puzzle with a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    puzzle: Puzzle,
    goal: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Puzzle {
    Jugs { capacities: [u32; 2] },
    River { goat_rides: bool },
    Tour { cities: Box<Cities> },
    Petersen,
}

impl Question {
    /// Every name that [`parse`](Self::parse) knows.
    pub const NAMES: [&str; 5] = ["jugs", "river", "river-no-goat", "tour", "petersen"];

    /// The puzzle of a name. What the goal is depends on it:
    ///
    /// - `jugs` (5 and 3 litres): so many litres in the large jug, 0 to 20 (more than it holds is never there);
    /// - `river`, and `river-no-goat` where the goat may not ride: so many of wolf, goat and cabbage across, with the farmer, 1 to 3;
    /// - `tour`: a tour of at most so many units, 1 to 2,000;
    /// - `petersen`: a colouring with so many colours, 1 to 4.
    ///
    /// # Errors
    ///
    /// No puzzle has the name, or it has no such goal.
    pub fn parse(name: &str, goal: u64) -> Result<Self, ArgumentError> {
        let (puzzle, goals) = match name {
            "jugs" => return Self::jugs(5, 3, goal),
            "river" | "river-no-goat" => (Puzzle::River { goat_rides: name == "river" }, 1..=3),
            "tour" => (Puzzle::Tour { cities: Box::new(Cities::standard()) }, 1..=MAX_TOUR),
            "petersen" => (Puzzle::Petersen, 1..=MAX_COLOURS),
            _ => return Err(ArgumentError::Name { field: "puzzle", given: name.to_owned(), names: &Self::NAMES }),
        };
        Ok(Self { puzzle, goal: limits::check("goal", goal, goals)? as u32 })
    }

    /// Jugs of other sizes, 1 to 20 litres each, and a goal of 0 to 20 litres in the first.
    ///
    /// # Errors
    ///
    /// A number is outside its limits.
    pub fn jugs(large: u64, small: u64, goal: u64) -> Result<Self, ArgumentError> {
        let large = limits::check("large", large, 1..=MAX_JUG)? as u32;
        let small = limits::check("small", small, 1..=MAX_JUG)? as u32;
        let goal = limits::check("goal", goal, 0..=MAX_JUG)? as u32;
        Ok(Self { puzzle: Puzzle::Jugs { capacities: [large, small] }, goal })
    }

    /// The puzzle's name, as [`parse`](Self::parse) knows it.
    pub fn name(&self) -> &'static str {
        match self.puzzle {
            Puzzle::Jugs { .. } => "jugs",
            Puzzle::River { goat_rides: true } => "river",
            Puzzle::River { goat_rides: false } => "river-no-goat",
            Puzzle::Tour { .. } => "tour",
            Puzzle::Petersen => "petersen",
        }
    }

    /// The goal, in the puzzle's own unit; see [`parse`](Self::parse).
    pub fn goal(&self) -> u32 {
        self.goal
    }

    /// True if the puzzle is over in this state, and solved.
    pub fn is_goal(&self, state: State) -> bool {
        match &self.puzzle {
            Puzzle::Jugs { .. } => jugs::amounts(state)[0] == self.goal,
            Puzzle::River { .. } => {
                let [farmer, rest @ ..] = river::banks(state);
                farmer == 1 && rest.iter().sum::<u32>() >= self.goal
            }
            Puzzle::Tour { .. } => tours::is_complete(state) && tours::length(state) <= self.goal,
            Puzzle::Petersen => petersen::is_complete(state),
        }
    }

    /// The parts of a state.
    ///
    /// - jugs: litres in the large and in the small one;
    /// - river: the bank (1 is the far one) of farmer, wolf, goat and cabbage;
    /// - tour: the city (from 0 on), and the length so far;
    /// - petersen: the colours of the ten vertices from 1 on, 0 for one that has none yet; see [`Self::edges`].
    pub fn values(&self, state: State) -> Vec<u32> {
        match self.puzzle {
            Puzzle::Jugs { .. } => jugs::amounts(state).to_vec(),
            Puzzle::River { .. } => river::banks(state).to_vec(),
            Puzzle::Tour { .. } => tours::values(state),
            Puzzle::Petersen => petersen::colours(state),
        }
    }

    /// An action in words.
    pub fn action_words(&self, action: u32) -> String {
        let named = |words: &[&str]| words.get(action as usize).copied().unwrap_or_default().to_owned();
        match self.puzzle {
            Puzzle::Jugs { .. } => named(&jugs::ACTIONS),
            Puzzle::River { .. } => named(&river::ACTIONS),
            Puzzle::Tour { .. } => format!("travel to city {}", action + 1),
            Puzzle::Petersen => format!("give the next vertex colour {}", action + 1),
        }
    }

    /// The edges of Petersen's graph, whose vertices are numbered from 0 to 9: 0 to 4 are the outer cycle.
    pub fn edges() -> Vec<(u32, u32)> {
        petersen::edges().collect()
    }

    /// True if a witness shows that the goal can be reached: how tools' answers are checked, not by what they say but by replay.
    ///
    /// A witness lists states as [`values`](Self::values) gives them: for jugs and river every state of a path, the first
    /// included; for tour one list of the cities in their order, the first once; for petersen one complete state.
    pub fn accepts(&self, witness: &[Vec<u32>]) -> bool {
        match (&self.puzzle, witness) {
            (Puzzle::Jugs { .. } | Puzzle::River { .. }, _) => self.replays(witness),
            (Puzzle::Tour { cities }, [order]) => {
                let mut sorted = order.clone();
                sorted.sort_unstable();
                sorted.iter().copied().eq(0..CITIES) && cities.length(order) <= self.goal
            }
            (Puzzle::Petersen, [colours]) => {
                let is_colour = |colour: &u32| (1..=self.goal).contains(colour);
                colours.len() == petersen::VERTICES as usize
                    && colours.iter().all(is_colour)
                    && petersen::edges().all(|(one, other)| colours[one as usize] != colours[other as usize])
            }
            _ => false,
        }
    }

    /// True if some action leads from each state to the next, from the start to a goal.
    fn replays(&self, states: &[Vec<u32>]) -> bool {
        let mut now = self.start();
        let Some((first, rest)) = states.split_first() else { return false };
        if *first != self.values(now) {
            return false;
        }
        for next in rest {
            let mut following = (0..self.actions()).filter_map(|action| self.step(now, action));
            match following.find(|state| self.values(*state) == *next) {
                Some(state) => now = state,
                None => return false,
            }
        }
        self.is_goal(now)
    }
}

impl System for Question {
    fn start(&self) -> State {
        match self.puzzle {
            Puzzle::Jugs { .. } | Puzzle::River { .. } | Puzzle::Petersen => 0,
            Puzzle::Tour { .. } => tours::start(),
        }
    }

    fn actions(&self) -> u32 {
        match self.puzzle {
            Puzzle::Jugs { .. } => jugs::ACTIONS.len() as u32,
            Puzzle::River { .. } => river::ACTIONS.len() as u32,
            Puzzle::Tour { .. } => CITIES,
            Puzzle::Petersen => self.goal,
        }
    }

    fn step(&self, state: State, action: u32) -> Option<State> {
        match &self.puzzle {
            Puzzle::Jugs { capacities } => jugs::step(*capacities, state, action),
            Puzzle::River { goat_rides } => river::step(*goat_rides, state, action),
            Puzzle::Tour { cities } => tours::step(cities, self.goal, state, action),
            Puzzle::Petersen => petersen::step(state, action),
        }
    }
}

limits::named! {
    /// The two ways to ask about a goal.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Door("door") {
        /// "It can happen": true with a witness.
        Find = "find",
        /// "It never happens": false with a counterexample.
        Check = "check",
    }
}

impl Door {
    /// The door's answer where the goal was reached, and where it was not.
    pub fn answer(self, is_reached: bool) -> Answer {
        if is_reached == (self == Self::Find) { Answer::Holds } else { Answer::Fails }
    }
}

limits::named! {
    /// Truth of the door's sentence.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Answer {
        /// The sentence is true.
        Holds = "holds",
        /// The sentence is false.
        Fails = "fails",
        /// Nobody knows.
        Unknown = "unknown",
    }
}

limits::named! {
    /// Worth of an answer.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Kind {
        /// A witness that replays, or everything was looked at.
        Proof = "proof",
        /// Everything up to a bound was looked at.
        Bounded = "bounded",
        /// Nothing follows from it.
        None = "none",
    }
}

/// The answer by a door.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// Truth of the door's sentence.
    pub answer: Answer,
    /// Worth of that answer.
    pub kind: Kind,
    /// A shortest path to the goal, if one was come to: the witness of one door, the counterexample of the other.
    pub path: Option<Vec<Step>>,
    /// The states that were visited, in that order.
    pub visited: Vec<State>,
}

/// Asks a question by one of its doors, within bounds.
pub fn ask(question: &Question, door: Door, bounds: Bounds) -> Answered {
    let (path, visited, kind) = match door {
        Door::Find => {
            let found = find(question, bounds, |state| question.is_goal(state));
            let kind = match found.ended {
                Ended::Reached | Ended::Exhausted => Kind::Proof,
                Ended::AtDepth(_) => Kind::Bounded,
                Ended::AtStates => Kind::None,
            };
            (found.path, found.visited, kind)
        }
        Door::Check => {
            let checked = check(question, bounds, |state| !question.is_goal(state));
            let (path, kind) = match checked.verdict {
                Verdict::Fails(path) => (Some(path), Kind::Proof),
                Verdict::Holds => (None, Kind::Proof),
                Verdict::HoldsWithin(_) => (None, Kind::Bounded),
                Verdict::Unknown => (None, Kind::None),
            };
            (path, checked.visited, kind)
        }
    };
    let answer = if kind == Kind::None { Answer::Unknown } else { door.answer(path.is_some()) };
    Answered { answer, kind, path, visited }
}

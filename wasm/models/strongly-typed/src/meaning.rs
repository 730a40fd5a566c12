//! The meanings of "strongly typed".

use crate::Outcome;

/// What somebody may mean by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Meaning {
    /// Mistakes are refused before the program runs.
    Static,
    /// What a type says of a value is so: mistakes that would make it untrue are refused before the program runs.
    Sound,
    /// Nothing is undefined: whatever happens, the language says what.
    Safe,
    /// No value is quietly converted into one of another type.
    Coercions,
    /// Types can say what a program means: ordinary declarations refuse null, a missing case, a misspelt name, a mixed unit.
    Expressive,
}

impl Meaning {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Static, Self::Sound, Self::Safe, Self::Coercions, Self::Expressive];

    /// Where it stands among all of them.
    pub fn index(self) -> usize {
        self as usize
    }

    /// Its name, such as `static`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Static => "static",
            Self::Sound => "sound",
            Self::Safe => "safe",
            Self::Coercions => "coercions",
            Self::Expressive => "expressive",
        }
    }

    /// What its score is, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Static => "refused before it runs",
            Self::Sound => "types keep their promise",
            Self::Safe => "never undefined",
            Self::Coercions => "no implicit conversion",
            Self::Expressive => "types say what is meant",
        }
    }

    /// Whether this end of a mistake speaks for the language.
    pub fn approves(self, outcome: Outcome) -> bool {
        match self {
            Self::Static | Self::Sound | Self::Expressive => outcome == Outcome::Refused,
            Self::Safe => outcome != Outcome::Undefined,
            Self::Coercions => matches!(outcome, Outcome::Refused | Outcome::Caught),
        }
    }
}

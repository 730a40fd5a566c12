//! The meanings of "strongly typed".

use crate::Outcome;

limits::named! {
    /// A meaning of "strongly typed".
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Meaning {
        /// Mistakes are refused before the program runs.
        Static = "static",
        /// Types keep their promise: no value stays under a declared type that it is not of. A check at run time keeps the promise
        /// as a refusal does: soundness allows errors that the language defines (Wright and Felleisen, "A syntactic approach to
        /// type soundness", 1994). A language whose declared types promise nothing has no score.
        Promise = "promise",
        /// Nothing is undefined: for each outcome the language says what it is.
        Safe = "safe",
        /// Operations on mixed types are refused or caught. Conversion is one way of letting them through; an answer that is simply
        /// false, as of an equality, is another.
        Mixed = "mixed",
        /// Ordinary declarations say what a program means, so that null, a missing case, a misspelt name and a mixed unit are
        /// refused, or warned of.
        Modelling = "modelling",
    }
}

impl Meaning {
    /// The score of the meaning, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Static => "refused before it runs",
            Self::Promise => "types keep their promise",
            Self::Safe => "never undefined",
            Self::Mixed => "mixed types refused or caught",
            Self::Modelling => "modelling mistakes refused or warned of",
        }
    }

    /// True if the usual warnings and linters count as refusals. Completeness of cases is a warning in some languages and an error
    /// in others.
    pub fn counts_warnings(self) -> bool {
        self == Self::Modelling
    }

    /// True if this outcome of a mistake counts for the language.
    pub fn approves(self, outcome: Outcome) -> bool {
        match self {
            Self::Static | Self::Modelling => outcome == Outcome::Refused,
            Self::Safe => outcome != Outcome::Undefined,
            Self::Promise | Self::Mixed => matches!(outcome, Outcome::Refused | Outcome::Caught),
        }
    }
}

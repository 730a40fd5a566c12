//! The mistakes: a fixed list, and a choice. Another list gives other scores. What is asked for on purpose (an escape such as
//! `unsafe`, the bytes of one type read as another) is no mistake.

use crate::Meaning;

/// A mistake that a program makes once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "their words say what they are")]
pub enum Mistake {
    TextForNumber,
    NumberPlusText,
    EqualAcrossTypes,
    UnknownMethod,
    Null,
    OutOfBoundsWrite,
    CovariantStore,
    UseAfterFree,
    Uninitialised,
    WrongDowncast,
    ImplicitNarrowing,
    IntegerOverflow,
    BoolAsInt,
    MutateWhileIterating,
    MissingCase,
    PrintfFormat,
    GradualHole,
    UnsoundGeneric,
    MisspeltField,
    DataRace,
    MetrePlusFoot,
}

/// Words of a mistake, and the meanings that look at it.
struct About {
    name: &'static str,
    words: &'static str,
    meanings: &'static [Meaning],
}

use Meaning::{Mixed, Modelling, Promise, Safe, Static};

impl Mistake {
    /// All mistakes.
    pub const ALL: [Self; 21] = [
        Self::TextForNumber,
        Self::NumberPlusText,
        Self::EqualAcrossTypes,
        Self::UnknownMethod,
        Self::Null,
        Self::OutOfBoundsWrite,
        Self::CovariantStore,
        Self::UseAfterFree,
        Self::Uninitialised,
        Self::WrongDowncast,
        Self::ImplicitNarrowing,
        Self::IntegerOverflow,
        Self::BoolAsInt,
        Self::MutateWhileIterating,
        Self::MissingCase,
        Self::PrintfFormat,
        Self::GradualHole,
        Self::UnsoundGeneric,
        Self::MisspeltField,
        Self::DataRace,
        Self::MetrePlusFoot,
    ];

    fn about(self) -> About {
        let about = |name, words, meanings| About { name, words, meanings };
        // Each mistake counts for being refused before it runs, and for never being undefined. For the promise of types count those
        // that leave, in a program that goes on, a value under a declared type that it is not of: a converted value is of its type,
        // and so is a variable that starts as zero.
        match self {
            Self::TextForNumber => {
                about("text-for-number", "\"12\" passed where a number is expected", &[Static, Safe, Mixed])
            }
            Self::NumberPlusText => about("number-plus-text", "a number added to a string", &[Static, Safe, Mixed]),
            Self::EqualAcrossTypes => {
                about("equal-across-types", "a number compared with a string for equality", &[Static, Safe, Mixed])
            }
            Self::UnknownMethod => {
                about("unknown-method", "a call of a method that the value does not have", &[Static, Safe])
            }
            Self::Null => about("null", "a null or missing value used", &[Static, Safe, Modelling]),
            Self::OutOfBoundsWrite => {
                about("out-of-bounds-write", "a write beyond the end of an array", &[Static, Safe])
            }
            Self::CovariantStore => about(
                "covariant-store",
                "a number stored in an array of strings through a supertype",
                &[Static, Promise, Safe],
            ),
            Self::UseAfterFree => about("use-after-free", "a value used after it was freed", &[Static, Promise, Safe]),
            Self::Uninitialised => about("uninitialised", "a variable read before it is initialised", &[Static, Safe]),
            Self::WrongDowncast => {
                about("wrong-downcast", "a value cast to a type that it is not of", &[Static, Promise, Safe])
            }
            Self::ImplicitNarrowing => about(
                "implicit-narrowing",
                "300 stored in a byte without an explicit conversion",
                &[Static, Safe, Mixed],
            ),
            Self::IntegerOverflow => about("integer-overflow", "the largest integer plus one", &[Static, Safe]),
            Self::BoolAsInt => about("bool-as-int", "a Boolean added to a number", &[Static, Safe, Mixed]),
            Self::MutateWhileIterating => {
                about("mutate-while-iterating", "a list changed while iterating over it", &[Static, Safe])
            }
            Self::MissingCase => about("missing-case", "one case of three not handled", &[Static, Safe, Modelling]),
            Self::PrintfFormat => {
                about("printf-format", "a string passed to a format that expects a number", &[Static, Safe])
            }
            Self::GradualHole => about("gradual-hole", "an untyped value used as a number", &[Static, Promise, Safe]),
            Self::UnsoundGeneric => about(
                "unsound-generic",
                "a number added to a list of strings through a less specific type",
                &[Static, Promise, Safe],
            ),
            Self::MisspeltField => about("misspelt-field", "a misspelt field name", &[Static, Safe, Modelling]),
            Self::DataRace => about("data-race", "two threads changing one number without a lock", &[Static, Safe]),
            Self::MetrePlusFoot => {
                about("metre-plus-foot", "a length in metres added to one in feet", &[Static, Safe, Modelling])
            }
        }
    }

    /// Name, such as `covariant-store`.
    pub fn name(self) -> &'static str {
        self.about().name
    }

    /// Description.
    pub fn words(self) -> &'static str {
        self.about().words
    }

    /// The mistake of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mistake| mistake.name() == name)
    }

    /// True if a meaning looks at the mistake.
    pub fn counts_for(self, meaning: Meaning) -> bool {
        self.about().meanings.contains(&meaning)
    }
}

impl Meaning {
    /// The mistakes that the meaning looks at.
    pub fn mistakes(self) -> impl Iterator<Item = Mistake> {
        Mistake::ALL.into_iter().filter(move |mistake| mistake.counts_for(self))
    }
}

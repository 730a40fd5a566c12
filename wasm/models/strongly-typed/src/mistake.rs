//! The mistakes: a fixed list, and a choice. Another list gives other scores.

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
    UncheckedDowncast,
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
    ReinterpretBytes,
    MetrePlusFoot,
}

/// The meanings that a mistake says something about.
struct About {
    name: &'static str,
    words: &'static str,
    meanings: &'static [Meaning],
}

use Meaning::{Coercions, Expressive, Safe, Sound, Static};

impl Mistake {
    /// All of them.
    pub const ALL: [Self; 22] = [
        Self::TextForNumber,
        Self::NumberPlusText,
        Self::EqualAcrossTypes,
        Self::UnknownMethod,
        Self::Null,
        Self::OutOfBoundsWrite,
        Self::CovariantStore,
        Self::UseAfterFree,
        Self::Uninitialised,
        Self::UncheckedDowncast,
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
        Self::ReinterpretBytes,
        Self::MetrePlusFoot,
    ];

    fn about(self) -> About {
        let about = |name, words, meanings| About { name, words, meanings };
        // Whatever is on the list counts for being refused before it runs, and for never being undefined.
        match self {
            Self::TextForNumber => {
                about("text-for-number", "\"12\" passed where a number is expected", &[Static, Safe, Coercions])
            }
            Self::NumberPlusText => about("number-plus-text", "a number added to a string", &[Static, Safe, Coercions]),
            Self::EqualAcrossTypes => {
                about("equal-across-types", "a number compared with a string for equality", &[Static, Safe, Coercions])
            }
            Self::UnknownMethod => {
                about("unknown-method", "a call of a method that the value does not have", &[Static, Safe])
            }
            Self::Null => about("null", "a null or missing value used", &[Static, Sound, Safe, Expressive]),
            Self::OutOfBoundsWrite => {
                about("out-of-bounds-write", "a write beyond the end of an array", &[Static, Safe])
            }
            Self::CovariantStore => about(
                "covariant-store",
                "a number stored in an array of strings through a supertype",
                &[Static, Sound, Safe],
            ),
            Self::UseAfterFree => about("use-after-free", "a value used after it was freed", &[Static, Sound, Safe]),
            Self::Uninitialised => {
                about("uninitialised", "a variable read before it is initialised", &[Static, Sound, Safe])
            }
            Self::UncheckedDowncast => {
                about("unchecked-downcast", "a value cast down to a type that it does not have", &[Static, Sound, Safe])
            }
            Self::ImplicitNarrowing => about(
                "implicit-narrowing",
                "300 stored in a byte without an explicit conversion",
                &[Static, Safe, Coercions],
            ),
            Self::IntegerOverflow => about("integer-overflow", "the largest integer plus one", &[Static, Safe]),
            Self::BoolAsInt => about("bool-as-int", "a Boolean added to a number", &[Static, Safe, Coercions]),
            Self::MutateWhileIterating => {
                about("mutate-while-iterating", "a list changed while iterating over it", &[Static, Safe])
            }
            Self::MissingCase => about("missing-case", "one case of three not handled", &[Static, Safe, Expressive]),
            Self::PrintfFormat => {
                about("printf-format", "a string passed to a format that expects a number", &[Static, Safe, Expressive])
            }
            Self::GradualHole => about("gradual-hole", "an untyped value used as a number", &[Static, Sound, Safe]),
            Self::UnsoundGeneric => about(
                "unsound-generic",
                "a number added to a list of strings through a less specific type",
                &[Static, Sound, Safe],
            ),
            Self::MisspeltField => about("misspelt-field", "a misspelt field name", &[Static, Safe, Expressive]),
            Self::DataRace => about("data-race", "two threads changing one number without a lock", &[Static, Safe]),
            Self::ReinterpretBytes => {
                about("reinterpret-bytes", "the bytes of one type read as another", &[Static, Sound, Safe])
            }
            Self::MetrePlusFoot => {
                about("metre-plus-foot", "a length in metres added to one in feet", &[Static, Safe, Expressive])
            }
        }
    }

    /// Its name, such as `covariant-store`.
    pub fn name(self) -> &'static str {
        self.about().name
    }

    /// What it is.
    pub fn words(self) -> &'static str {
        self.about().words
    }

    /// The one of this name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mistake| mistake.name() == name)
    }

    /// Whether a meaning looks at it.
    pub fn counts_for(self, meaning: Meaning) -> bool {
        self.about().meanings.contains(&meaning)
    }
}

impl Meaning {
    /// The mistakes that it looks at.
    pub fn mistakes(self) -> impl Iterator<Item = Mistake> {
        Mistake::ALL.into_iter().filter(move |mistake| mistake.counts_for(self))
    }
}

//! The ends that a mistake can come to.

/// What became of a mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The compiler or the checker refused the program, and named the line.
    Refused,
    /// The program stopped at the mistake with one of the language's own errors.
    Caught,
    /// The program went on, and the language says what with.
    Silent,
    /// The language does not say what happens, whatever did.
    Undefined,
    /// The language has no such thing.
    CannotBeWritten,
    /// It was not tried, or without a result.
    NotTested,
}

impl Outcome {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Refused, Self::Caught, Self::Silent, Self::Undefined, Self::CannotBeWritten, Self::NotTested];

    /// Its name, such as `cannot-be-written`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Caught => "caught",
            Self::Silent => "silent",
            Self::Undefined => "undefined",
            Self::CannotBeWritten => "cannot-be-written",
            Self::NotTested => "not-tested",
        }
    }

    /// What a reader sees.
    pub fn words(self) -> &'static str {
        match self {
            Self::Refused => "refused before it ran",
            Self::Caught => "caught as it ran",
            Self::Silent => "went on silently",
            Self::Undefined => "undefined",
            Self::CannotBeWritten => "cannot be written",
            Self::NotTested => "not tested",
        }
    }

    /// Whether the mistake was made and something came of it.
    pub fn counts(self) -> bool {
        !matches!(self, Self::CannotBeWritten | Self::NotTested)
    }
}

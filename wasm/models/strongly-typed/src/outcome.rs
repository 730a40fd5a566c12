//! Outcomes of a mistake.

limits::named! {
    /// The outcome of a mistake.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Outcome {
        /// The compiler or the checker refused the program, and named the line.
        Refused = "refused",
        /// The program stopped at the mistake with one of the language's own errors.
        Caught = "caught",
        /// The program went on, and the language says what with.
        Silent = "silent",
        /// The language does not say what happens, whatever did.
        Undefined = "undefined",
        /// The language has no such thing.
        CannotBeWritten = "cannot-be-written",
        /// Not tried, or tried without a result.
        NotTested = "not-tested",
    }
}

impl Outcome {
    /// Words for readers.
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

    /// True if the mistake was made and had an outcome.
    pub fn counts(self) -> bool {
        !matches!(self, Self::CannotBeWritten | Self::NotTested)
    }
}

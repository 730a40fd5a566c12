//! How runs end.

limits::named! {
    /// A fault, which must not happen. The run ends with it: whatever a program does then is luck.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Fault(..) as "FaultName" {
        /// Memory is read or written that was an array and has been freed.
        FreedArray(usize) = "freed-array",
        /// Memory is read that was a string and has been freed.
        FreedString(usize) = "freed-string",
        /// An array is freed that has been freed.
        ArrayFreedTwice(usize) = "array-freed-twice",
        /// A string is freed that has been freed.
        StringFreedTwice(usize) = "string-freed-twice",
        /// A slot behind the end of an array is used.
        BeyondArray(usize) = "beyond-array",
    }
}

impl Fault {
    /// The array or the string of which it is.
    pub fn of(self) -> usize {
        match self {
            Self::FreedArray(array) | Self::ArrayFreedTwice(array) | Self::BeyondArray(array) => array,
            Self::FreedString(string) | Self::StringFreedTwice(string) => string,
        }
    }
}

limits::named! {
    /// How a run ended.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Outcome(..) as "OutcomeName" {
        /// Results as if one operation had come after the other, in some order.
        Right = "right",
        /// A call of `getenv` found what it could not have found, had one operation come after the other.
        WrongAnswer = "wrong-answer",
        /// All answers are right, but what the environment holds now is not.
        WrongEnvironment = "wrong-environment",
        /// A fault, which must not happen.
        Fault(Fault) = "fault",
    }
}

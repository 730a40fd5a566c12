//! How runs end.

/// What must not happen. The run ends with it: whatever a program does then is luck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// Memory is read or written that was an array and has been freed.
    FreedArray(usize),
    /// Memory is read that was a string and has been freed.
    FreedString(usize),
    /// An array is freed that has been freed.
    ArrayFreedTwice(usize),
    /// A string is freed that has been freed.
    StringFreedTwice(usize),
    /// A slot behind the end of an array is used.
    BeyondArray(usize),
}

impl Fault {
    /// The names of all kinds of faults.
    pub const NAMES: [&'static str; 5] =
        ["freed-array", "freed-string", "array-freed-twice", "string-freed-twice", "beyond-array"];

    /// The name of its kind.
    pub fn name(self) -> &'static str {
        Self::NAMES[match self {
            Self::FreedArray(_) => 0,
            Self::FreedString(_) => 1,
            Self::ArrayFreedTwice(_) => 2,
            Self::StringFreedTwice(_) => 3,
            Self::BeyondArray(_) => 4,
        }]
    }

    /// The array or the string of which it is.
    pub fn of(self) -> usize {
        match self {
            Self::FreedArray(array) | Self::ArrayFreedTwice(array) | Self::BeyondArray(array) => array,
            Self::FreedString(string) | Self::StringFreedTwice(string) => string,
        }
    }
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// As if one operation had come after the other, in some order.
    Right,
    /// A call of `getenv` found what it could not have found, had one operation come after the other.
    WrongAnswer,
    /// All answers are right, but what the environment holds now is not.
    WrongEnvironment,
    /// It came to what must not happen.
    Fault(Fault),
}

impl Outcome {
    /// The names of all kinds of outcomes.
    pub const NAMES: [&'static str; 4] = ["right", "wrong-answer", "wrong-environment", "fault"];

    /// The name of its kind.
    pub fn name(self) -> &'static str {
        Self::NAMES[match self {
            Self::Right => 0,
            Self::WrongAnswer => 1,
            Self::WrongEnvironment => 2,
            Self::Fault(_) => 3,
        }]
    }
}

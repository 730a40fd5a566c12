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

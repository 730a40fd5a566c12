//! Operations of a thread on the environment.

/// A variable, by number; what it is called matters to nobody here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(pub u32);

/// A variable's value, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub u32);

/// One call of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// `getenv(name)`, and then a look at the value that its result points to.
    Get(Name),
    /// `setenv(name, value, 1)`.
    Set(Name, Value),
    /// `unsetenv(name)`.
    Unset(Name),
}

impl Operation {
    /// The variable that it is about.
    pub fn name(self) -> Name {
        match self {
            Self::Get(name) | Self::Set(name, _) | Self::Unset(name) => name,
        }
    }
}

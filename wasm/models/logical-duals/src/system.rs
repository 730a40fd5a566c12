//! Systems that can be searched.

/// A state, packed into bits as its system sees fit.
pub type State = u64;

/// Finitely many states, and the same few actions in each of them.
pub trait System {
    /// The one state that it starts in.
    fn start(&self) -> State;

    /// How many actions there are; they are numbered from 0 on.
    fn actions(&self) -> u32;

    /// The state that an action leads to, or nothing where it cannot be done.
    fn step(&self, state: State, action: u32) -> Option<State>;
}

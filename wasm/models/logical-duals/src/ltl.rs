//! Linear temporal logic of one proposition on lassos: behaviours that go on for ever by repeating their end.

/// A formula (Pnueli 1977).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ltl {
    /// The proposition is true now.
    Now,
    /// Not.
    Not(Box<Ltl>),
    /// In this state or a later one.
    Eventually(Box<Ltl>),
    /// In this state and every later one.
    Always(Box<Ltl>),
}

/// States one after the other, the last followed by one of them again, each with whether the proposition is true there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lasso {
    states: Vec<bool>,
    back: usize,
}

impl Lasso {
    /// Every lasso of up to so many states.
    pub fn all(longest: u32) -> impl Iterator<Item = Self> {
        (1..=longest).flat_map(|length| {
            (0..1_u64 << length).flat_map(move |number| {
                let states: Vec<bool> = (0..length).map(|place| number >> place & 1 == 1).collect();
                (0..states.len()).map(move |back| Self { states: states.clone(), back })
            })
        })
    }

    /// The place that follows one.
    pub fn next(&self, place: usize) -> usize {
        if place + 1 == self.states.len() { self.back } else { place + 1 }
    }

    /// The proposition's truth, place by place.
    pub fn states(&self) -> &[bool] {
        &self.states
    }

    /// True if the formula is true from the first state on.
    pub fn satisfies(&self, formula: &Ltl) -> bool {
        self.places(formula)[0]
    }

    /// Where the formula is true: least and greatest fixed points, from the laws that unfold each operator by a step.
    fn places(&self, formula: &Ltl) -> Vec<bool> {
        match formula {
            Ltl::Now => self.states.clone(),
            Ltl::Not(inner) => self.places(inner).into_iter().map(|is_true| !is_true).collect(),
            // The fewest places such that each has it, or the next of them does.
            Ltl::Eventually(inner) => {
                let inner = self.places(inner);
                self.fixed(vec![false; self.states.len()], |place, next| inner[place] || next)
            }
            // The most places such that each has it, and so does the next of them.
            Ltl::Always(inner) => {
                let inner = self.places(inner);
                self.fixed(vec![true; self.states.len()], |place, next| inner[place] && next)
            }
        }
    }

    fn fixed(&self, mut places: Vec<bool>, unfolded: impl Fn(usize, bool) -> bool) -> Vec<bool> {
        loop {
            let next: Vec<bool> =
                (0..self.states.len()).map(|place| unfolded(place, places[self.next(place)])).collect();
            if next == places {
                return places;
            }
            places = next;
        }
    }
}

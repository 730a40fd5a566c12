//! Linear temporal logic on lassos: behaviours that go on for ever by repeating their end.

/// A formula over the propositions 0 to 7 (Pnueli 1977).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ltl {
    /// A proposition is true now.
    Now(u8),
    /// Not.
    Not(Box<Ltl>),
    /// Both.
    And(Box<Ltl>, Box<Ltl>),
    /// One of them at least.
    Or(Box<Ltl>, Box<Ltl>),
    /// In the next state.
    Next(Box<Ltl>),
    /// In this state or a later one.
    Eventually(Box<Ltl>),
    /// In this state and every later one.
    Always(Box<Ltl>),
    /// The second eventually, and the first until then.
    Until(Box<Ltl>, Box<Ltl>),
    /// The second up to and with the state in which the first is true; for ever where it never is.
    Release(Box<Ltl>, Box<Ltl>),
}

impl Ltl {
    /// The dual: and for or, always for eventually, release for until.
    #[must_use]
    pub fn dual(&self) -> Self {
        let of = |inner: &Self| Box::new(inner.dual());
        match self {
            Self::Now(_) => self.clone(),
            Self::Not(inner) => Self::Not(of(inner)),
            Self::And(one, other) => Self::Or(of(one), of(other)),
            Self::Or(one, other) => Self::And(of(one), of(other)),
            Self::Next(inner) => Self::Next(of(inner)),
            Self::Eventually(inner) => Self::Always(of(inner)),
            Self::Always(inner) => Self::Eventually(of(inner)),
            Self::Until(one, other) => Self::Release(of(one), of(other)),
            Self::Release(one, other) => Self::Until(of(one), of(other)),
        }
    }
}

/// States one after the other, the last followed by one of them again. A state has a bit for each proposition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lasso {
    states: Vec<u8>,
    back: usize,
}

impl Lasso {
    /// A lasso whose last state leads back to the one at `back`; nothing where there is none.
    pub fn new(states: Vec<u8>, back: usize) -> Option<Self> {
        (back < states.len()).then_some(Self { states, back })
    }

    /// Every lasso of up to so many states over so many propositions (up to 8).
    pub fn all(propositions: u32, longest: usize) -> impl Iterator<Item = Self> {
        let values = 1_u64 << propositions;
        (1..=longest).flat_map(move |length| {
            (0..values.pow(length as u32)).flat_map(move |number| {
                let states: Vec<u8> =
                    (0..length).map(|place| (number / values.pow(place as u32) % values) as u8).collect();
                (0..length).map(move |back| Self { states: states.clone(), back })
            })
        })
    }

    /// The same with every proposition the other way.
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self { states: self.states.iter().map(|state| !state).collect(), back: self.back }
    }

    /// How many states it has.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether it has none, which no lasso has.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The place that follows one.
    pub fn next(&self, place: usize) -> usize {
        if place + 1 == self.states.len() { self.back } else { place + 1 }
    }

    /// Whether a proposition is true at a place.
    pub fn is(&self, proposition: u8, place: usize) -> bool {
        self.states[place] >> proposition & 1 == 1
    }

    /// Whether the formula is true from the first state on.
    pub fn satisfies(&self, formula: &Ltl) -> bool {
        self.places(formula)[0]
    }

    /// Where the formula is true: least and greatest fixed points, from the laws that unfold each operator by a step.
    fn places(&self, formula: &Ltl) -> Vec<bool> {
        let both = |one: &Ltl, other: &Ltl, join: fn(bool, bool) -> bool| {
            self.places(one).into_iter().zip(self.places(other)).map(|(one, other)| join(one, other)).collect()
        };
        let all = vec![true; self.len()];
        let none = vec![false; self.len()];
        match formula {
            Ltl::Now(proposition) => (0..self.len()).map(|place| self.is(*proposition, place)).collect(),
            Ltl::Not(inner) => self.places(inner).into_iter().map(|is_true| !is_true).collect(),
            Ltl::And(one, other) => both(one, other, |one, other| one && other),
            Ltl::Or(one, other) => both(one, other, |one, other| one || other),
            Ltl::Next(inner) => {
                let inner = self.places(inner);
                (0..self.len()).map(|place| inner[self.next(place)]).collect()
            }
            Ltl::Eventually(inner) => self.least(&all, &self.places(inner)),
            Ltl::Always(inner) => self.greatest(&none, &self.places(inner)),
            Ltl::Until(one, other) => self.least(&self.places(one), &self.places(other)),
            Ltl::Release(one, other) => self.greatest(&self.places(one), &self.places(other)),
        }
    }

    /// The fewest places such that each has `other`, or `one` and the next of them.
    fn least(&self, one: &[bool], other: &[bool]) -> Vec<bool> {
        self.fixed(vec![false; self.len()], |place, next| other[place] || one[place] && next)
    }

    /// The most places such that each has `other`, and `one` or the next of them.
    fn greatest(&self, one: &[bool], other: &[bool]) -> Vec<bool> {
        self.fixed(vec![true; self.len()], |place, next| other[place] && (one[place] || next))
    }

    fn fixed(&self, mut places: Vec<bool>, unfolded: impl Fn(usize, bool) -> bool) -> Vec<bool> {
        loop {
            let next: Vec<bool> = (0..self.len()).map(|place| unfolded(place, places[self.next(place)])).collect();
            if next == places {
                return places;
            }
            places = next;
        }
    }
}

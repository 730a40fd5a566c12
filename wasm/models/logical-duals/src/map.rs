//! Maps from keys to sets of values, and their duals: from values to sets of keys.

/// A map from keys to sets of values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map {
    keys: Vec<String>,
    values: Vec<String>,
    /// For each key, a bit for each value.
    sets: Vec<u64>,
}

impl Map {
    /// Every map from so many keys to sets of so many values (up to 4 each), over which a law can be looked at exhaustively. A value may
    /// be in none of the sets.
    pub fn all(keys: u32, values: u32) -> impl Iterator<Item = Self> {
        let named = |letter: char, count: u32| (1..=count).map(|number| format!("{letter}{number}")).collect();
        let (key_names, value_names): (Vec<String>, Vec<String>) = (named('k', keys), named('v', values));
        (0..1_u64 << (keys * values)).map(move |bits| Self {
            keys: key_names.clone(),
            values: value_names.clone(),
            sets: (0..keys).map(|key| bits >> (key * values) & ((1 << values) - 1)).collect(),
        })
    }

    /// True if a value is in a key's set; both by their places.
    fn has(&self, key: usize, value: usize) -> bool {
        self.sets.get(key).is_some_and(|set| value < self.values.len() && set >> value & 1 == 1)
    }

    /// The dual: `x` is in the dual's set of `y` where `y` is in this map's set of `x`. As programs build it, from the pairs: a value
    /// that is in no set is no key of it, and a key whose set is empty is none of its values.
    #[must_use]
    pub fn dual(&self) -> Self {
        let used = |key: &usize| self.sets[*key] != 0;
        let kept: Vec<usize> = (0..self.keys.len()).filter(used).collect();
        let found: Vec<usize> =
            (0..self.values.len()).filter(|value| kept.iter().any(|key| self.has(*key, *value))).collect();
        let keys_with = |value: &usize| {
            kept.iter()
                .enumerate()
                .filter(|(_, key)| self.has(**key, *value))
                .fold(0, |set, (place, _)| set | 1 << place)
        };
        Self {
            keys: found.iter().map(|value| self.values[*value].clone()).collect(),
            values: kept.iter().map(|key| self.keys[*key].clone()).collect(),
            sets: found.iter().map(keys_with).collect(),
        }
    }

    /// True if the law of the dual holds of every pair of a key and a value.
    pub fn law_holds(&self) -> bool {
        let dual = self.dual();
        let says = |key: &String, value: &String| {
            let place = |names: &[String], name: &String| names.iter().position(|known| known == name);
            match (place(&dual.keys, value), place(&dual.values, key)) {
                (Some(value), Some(key)) => dual.has(value, key),
                _ => false,
            }
        };
        let mut pairs = (0..self.keys.len()).flat_map(|key| (0..self.values.len()).map(move |value| (key, value)));
        pairs.all(|(key, value)| self.has(key, value) == says(&self.keys[key], &self.values[value]))
    }

    /// True if it has the same keys with the same sets as another, in whatever order.
    pub fn is_same(&self, other: &Self) -> bool {
        self.pairs() == other.pairs()
    }

    fn pairs(&self) -> Vec<(&str, Vec<&str>)> {
        let set = |key: usize| {
            let mut set: Vec<&str> = (0..self.values.len())
                .filter(|value| self.has(key, *value))
                .map(|value| self.values[value].as_str())
                .collect();
            set.sort_unstable();
            set
        };
        let mut pairs: Vec<_> = (0..self.keys.len()).map(|key| (self.keys[key].as_str(), set(key))).collect();
        pairs.sort_unstable();
        pairs
    }
}

//! Maps from keys to sets of values, and their duals: from values to sets of keys.

use std::error::Error;
use std::fmt;

/// The most keys, and the most values, of a map that is read from text.
pub const MAX_NAMES: usize = 8;
/// The most characters of a name.
pub const MAX_NAME: usize = 12;

/// A map from keys to sets of values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map {
    keys: Vec<String>,
    values: Vec<String>,
    /// For each key, a bit for each value.
    sets: Vec<u64>,
}

/// Why a text is no map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MapError {
    /// It has more keys than [`MAX_NAMES`].
    Keys(usize),
    /// It has more values than that.
    Values(usize),
    /// A line has no colon after its key.
    Colon(String),
    /// A key is no name, or a value is none.
    Name(String),
    /// A key stands twice.
    Twice(String),
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keys(keys) => write!(f, "the map has {keys} keys; it must have {MAX_NAMES} at most"),
            Self::Values(values) => write!(f, "the map has {values} values; it must have {MAX_NAMES} at most"),
            Self::Colon(line) => {
                write!(
                    f,
                    "{} has no colon; write a key, a colon and its values, such as ann: read write",
                    limits::Quoted(line)
                )
            }
            Self::Name(name) => write!(
                f,
                "{} is no name; names are letters, digits, - and _, {MAX_NAME} of them at most",
                limits::Quoted(name)
            ),
            Self::Twice(key) => write!(f, "the key {key} stands twice; put all its values into one line"),
        }
    }
}

impl Error for MapError {}

impl Map {
    /// Reads a map: keys, each with a colon and its values, in lines or between semicolons, such as `ann: read write; bob: read`.
    ///
    /// # Errors
    ///
    /// It is none, or too large.
    pub fn parse(text: &str) -> Result<Self, MapError> {
        let (mut keys, mut values, mut sets) = (Vec::new(), Vec::new(), Vec::new());
        for line in text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty()) {
            let (key, rest) = line.split_once(':').ok_or_else(|| MapError::Colon(shortened(line)))?;
            let key = name(key.trim())?;
            if keys.contains(&key) {
                return Err(MapError::Twice(key));
            }
            keys.push(key);
            let mut set = 0;
            for value in rest.split([' ', ',', '\t', '\r']).filter(|value| !value.is_empty()) {
                let value = name(value)?;
                let place = values.iter().position(|known| *known == value).unwrap_or_else(|| {
                    values.push(value);
                    values.len() - 1
                });
                if values.len() > MAX_NAMES {
                    return Err(MapError::Values(values.len()));
                }
                set |= 1 << place;
            }
            sets.push(set);
            if keys.len() > MAX_NAMES {
                return Err(MapError::Keys(keys.len()));
            }
        }
        Ok(Self { keys, values, sets })
    }

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

    /// The keys.
    pub fn keys(&self) -> &[String] {
        &self.keys
    }

    /// The values, whether a set has them or not.
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// Whether a value is in a key's set; both by their places.
    pub fn has(&self, key: usize, value: usize) -> bool {
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

    /// The keys that the dual does not know any more, since their sets are empty.
    pub fn lost(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().zip(&self.sets).filter(|(_, set)| **set == 0).map(|(key, _)| key.as_str())
    }

    /// Whether the law of the dual holds of every pair of a key and a value.
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

    /// Whether it has the same keys with the same sets as another, in whatever order.
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

/// A line for each key, so that [`Map::parse`] reads the same again.
impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (key, name) in self.keys.iter().enumerate() {
            write!(f, "{}{name}:", if key > 0 { "\n" } else { "" })?;
            for (_, value) in self.values.iter().enumerate().filter(|(value, _)| self.has(key, *value)) {
                write!(f, " {value}")?;
            }
        }
        Ok(())
    }
}

fn name(text: &str) -> Result<String, MapError> {
    let is_name = (1..=MAX_NAME).contains(&text.chars().count())
        && text.chars().all(|character| character.is_alphanumeric() || matches!(character, '-' | '_'));
    if is_name { Ok(text.to_owned()) } else { Err(MapError::Name(shortened(text))) }
}

/// What fits into a message.
fn shortened(text: &str) -> String {
    text.chars().take(2 * MAX_NAME).collect()
}

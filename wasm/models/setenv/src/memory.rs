//! The memory that the threads share: `environ`, arrays of pointers, strings.

use super::operation::{Name, Value};
use super::outcome::Fault;
use super::setup::Setup;

/// An entry of an array, or where `environ` points to.
#[cfg_attr(feature = "js", wasm_bindgen::prelude::wasm_bindgen)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// Which array, as in [`Memory::arrays`].
    #[cfg_attr(feature = "js", wasm_bindgen(readonly))]
    pub array: usize,
    /// Which of its slots.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly))]
    pub index: usize,
}

impl Place {
    pub(crate) fn plus(self, slots: usize) -> Self {
        Self { index: self.index + slots, ..self }
    }

    pub(crate) fn minus_one(self) -> Self {
        Self { index: self.index - 1, ..self }
    }
}

/// The content of a slot: a string, as in [`Memory::strings`], or the null pointer that ends the environment.
pub type Slot = Option<usize>;

/// The pointers into shared memory that a thread has read and goes on with, whether or not what they point to is still there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Held {
    /// Into an array.
    pub place: Option<Place>,
    /// To a string.
    pub string: Option<usize>,
}

/// A block of pointers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Array {
    /// Its slots.
    pub slots: Vec<Slot>,
    /// True once it has been given back to `malloc`.
    pub freed: bool,
}

/// A string, `NAME=value`. Nobody ever writes into one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Text {
    /// The text before the equals sign.
    pub name: Name,
    /// The text after it.
    pub value: Value,
    /// True if `setenv` made it.
    pub allocated: bool,
    /// True once it has been given back to `malloc`.
    pub freed: bool,
}

/// All that the threads share. Nothing is ever taken out of it, so that what was freed can still be shown.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Memory {
    /// Where the environment begins.
    pub environ: Place,
    /// The array that the library allocated last and may reallocate; none at first in a program that never set anything.
    pub own: Option<usize>,
    /// All arrays, the oldest first.
    pub arrays: Vec<Array>,
    /// All strings, the oldest first.
    pub strings: Vec<Text>,
    /// How often `unsetenv` has written into an array (glibc 2.41 counts).
    pub removals: u32,
    /// The thread that holds the lock.
    pub lock: Option<usize>,
}

impl Memory {
    pub(crate) fn of(setup: &Setup) -> Self {
        let strings = setup.variables.iter().map(|&(name, value)| Text {
            name,
            value,
            allocated: setup.set_before,
            freed: false,
        });
        let strings: Vec<Text> = strings.collect();
        let room = setup.room_at_first();
        let entries = (0..strings.len()).map(Some).chain([None]);
        let free = std::iter::repeat_n(None, room);
        let front = setup.implementation.adds_in_front();
        let slots = if front { free.chain(entries).collect() } else { entries.chain(free).collect() };
        Self {
            environ: Place { array: 0, index: if front { room } else { 0 } },
            own: setup.set_before.then_some(0),
            arrays: vec![Array { slots, freed: false }],
            strings,
            removals: 0,
            lock: None,
        }
    }

    /// The content of a slot.
    pub(crate) fn load(&self, place: Place) -> Result<Slot, Fault> {
        let array = self.live(place.array)?;
        array.slots.get(place.index).copied().ok_or(Fault::BeyondArray(place.array))
    }

    /// Writes into a slot.
    pub(crate) fn store(&mut self, place: Place, slot: Slot) -> Result<(), Fault> {
        self.live(place.array)?;
        let slots = &mut self.arrays[place.array].slots;
        *slots.get_mut(place.index).ok_or(Fault::BeyondArray(place.array))? = slot;
        Ok(())
    }

    /// Reads a string.
    pub(crate) fn read(&self, string: usize) -> Result<Text, Fault> {
        let text = self.strings[string];
        if text.freed { Err(Fault::FreedString(string)) } else { Ok(text) }
    }

    /// A string that `setenv` makes. Only it knows of it until it stores it.
    pub(crate) fn new_string(&mut self, name: Name, value: Value) -> usize {
        self.strings.push(Text { name, value, allocated: true, freed: false });
        self.strings.len() - 1
    }

    pub(crate) fn free_string(&mut self, string: usize) -> Result<(), Fault> {
        let text = &mut self.strings[string];
        if text.freed {
            return Err(Fault::StringFreedTwice(string));
        }
        text.freed = true;
        Ok(())
    }

    /// A new array: `before` empty slots, then the entries from `from` on (`entries` of them), then `after` empty slots.
    pub(crate) fn grown(&mut self, from: Place, entries: usize, [before, after]: [usize; 2]) -> Result<usize, Fault> {
        let mut slots = vec![None; before];
        for entry in 0..entries {
            slots.push(self.load(from.plus(entry))?);
        }
        slots.extend(std::iter::repeat_n(None, after));
        self.arrays.push(Array { slots, freed: false });
        Ok(self.arrays.len() - 1)
    }

    pub(crate) fn free_array(&mut self, array: usize) -> Result<(), Fault> {
        if self.arrays[array].freed {
            return Err(Fault::ArrayFreedTwice(array));
        }
        self.arrays[array].freed = true;
        Ok(())
    }

    /// The environment as it is now, in the order of the array, up to what cannot be read of it.
    pub fn entries(&self) -> Vec<(Name, Value)> {
        let mut entries = Vec::new();
        let mut place = self.environ;
        while let Ok(Some(string)) = self.load(place) {
            let Ok(text) = self.read(string) else { break };
            entries.push((text.name, text.value));
            place = place.plus(1);
        }
        entries
    }

    /// True if the environment can be read to its end.
    pub fn is_sound(&self) -> bool {
        let mut place = self.environ;
        loop {
            match self.load(place) {
                Err(_) => return false,
                Ok(None) => return true,
                Ok(Some(string)) if self.read(string).is_err() => return false,
                Ok(Some(_)) => place = place.plus(1),
            }
        }
    }

    fn live(&self, array: usize) -> Result<&Array, Fault> {
        let found = &self.arrays[array];
        if found.freed { Err(Fault::FreedArray(array)) } else { Ok(found) }
    }
}

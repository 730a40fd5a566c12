//! What the standard library has too, for less: readers fetch this code.
//!
//! Its ranges of a text bring along the words for one that splits a character, with tables of what can be printed; its search for a
//! text is made for long ones; and it sorts each type by code of its own.

use std::cmp::Ordering;
use std::ops::Range;

/// A range of a text. All that are asked for here lie between characters; one that did not would be empty.
pub(crate) fn part(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or_default()
}

/// The text from an offset on.
pub(crate) fn from(text: &str, at: usize) -> &str {
    part(text, at..text.len())
}

/// Where the first `what` starts, which is short and not empty.
pub(crate) fn find(text: &str, what: &str) -> Option<usize> {
    let (bytes, what) = (text.as_bytes(), what.as_bytes());
    let first = *what.first()?;
    (0..bytes.len()).find(|&at| bytes[at] == first && bytes[at..].starts_with(what))
}

/// What stands before the first `what`, and what behind.
pub(crate) fn split<'a>(text: &'a str, what: &str) -> Option<(&'a str, &'a str)> {
    let at = find(text, what)?;
    Some((part(text, 0..at), from(text, at + what.len())))
}

/// The numbers below `count`, sorted; equal ones by themselves. Runs of one, two, four … are merged.
pub(crate) fn sorted(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut run = 1;
    while run < count {
        let mut merged = Vec::with_capacity(count);
        for start in (0..count).step_by(2 * run) {
            let (middle, end) = ((start + run).min(count), (start + 2 * run).min(count));
            let (mut one, mut other) = (start, middle);
            while one < middle || other < end {
                let is_one = other == end || one < middle && compare(order[one], order[other]).is_le();
                let next = if is_one { &mut one } else { &mut other };
                merged.push(order[*next]);
                *next += 1;
            }
        }
        order = merged;
        run *= 2;
    }
    order
}

/// A name that stands there twice.
pub(crate) fn twice<'a>(names: &[&'a [u8]]) -> Option<&'a [u8]> {
    // Most tags have one attribute at most.
    if names.len() < 2 {
        return None;
    }
    let order = sorted(names.len(), &|one, other| names[one].cmp(names[other]));
    let pair = order.windows(2).find(|pair| names[pair[0]] == names[pair[1]])?;
    Some(names[pair[0]])
}

/// The first number from 1 on whose name is not taken.
pub(crate) fn free(taken: &[String], name: &dyn Fn(u32) -> String) -> u32 {
    let order = sorted(taken.len(), &|one, other| taken[one].cmp(&taken[other]));
    let is_free = |number: &u32| {
        let name = name(*number);
        order.binary_search_by(|&one| taken[one].cmp(&name)).is_err()
    };
    // There are more numbers than names.
    (1..u32::MAX).find(is_free).unwrap_or(u32::MAX)
}

/// Words with one space between them, and nothing around them.
pub(crate) fn spaced(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    joined(words.len(), &|word| words[word], " ")
}

/// Texts with another between them.
pub(crate) fn joined<'a>(count: usize, text: &dyn Fn(usize) -> &'a str, between: &str) -> String {
    let mut said = String::new();
    for index in 0..count {
        if index > 0 {
            said.push_str(between);
        }
        said.push_str(text(index));
    }
    said
}

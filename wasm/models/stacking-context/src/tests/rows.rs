//! The table, against itself and against the order of painting.

use std::collections::BTreeSet;

use super::*;
use crate::{DECLARATIONS, Declaration, Effects, KEYFRAMES, On, declaration};

#[test]
fn every_row_has_a_name_of_its_own_and_properties() {
    let words: BTreeSet<&str> = DECLARATIONS.iter().map(|row| row.word()).collect();
    assert_eq!(words.len(), DECLARATIONS.len());
    for row in &DECLARATIONS {
        assert_eq!(declaration(row.word()), Some(row));
        assert!(row.word().bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'));
        // z and o before a number are words of their own.
        assert!(!matches!(row.word().as_bytes(), [b'z' | b'o', b'0'..=b'9' | b'-', ..]), "{}", row.word());
        let is_call = matches!(row.on_what(), On::Dialog | On::Popover);
        assert_eq!(row.pairs().is_empty(), is_call, "{}", row.word());
        assert_eq!(row.pairs().len(), row.css().split("; ").count() - usize::from(is_call), "{}", row.word());
        if let Some((_, name)) = row.css().split_once("animation: ")
            && row.word() != "animate-nothing"
        {
            let name = name.split(' ').next().unwrap();
            assert!(KEYFRAMES.contains(&format!("@keyframes {name} ")), "{name}");
        }
    }
}

#[test]
fn a_context_is_lifted_and_what_contains_fixed_boxes_contains_absolute_ones() {
    for row in &DECLARATIONS {
        for column in Column::ALL {
            let Some(effects) = row.effects(column) else { continue };
            // A context in the flow lies in layer zero, and that over inline content.
            assert!(effects.lifts || !effects.context, "{} by {}", row.word(), column.name());
            assert!(effects.over_inline || !effects.lifts, "{} by {}", row.word(), column.name());
            assert!(effects.contains_absolute || !effects.contains_fixed, "{} by {}", row.word(), column.name());
        }
        assert_eq!(row.effects(Column::Specifications), Some(row.specified()));
    }
}

/// The fixtures that the experiment asks engines, as trees.
#[test]
fn painting_answers_the_questions_of_every_row_as_its_row_does() {
    let mut rows = 0;
    for row in &DECLARATIONS {
        let word = match row.word() {
            "rel-z0" | "rel-z1" | "abs-z0" | "abs-z1" | "fixed-z1" | "sticky-z1" | "float-z1" => {
                row.word().replace("-z", ".z")
            }
            "rel-will-z-index" | "abs-will-z-index" => row.word().replacen('-', ".", 1),
            "static-z1" => "z1".to_owned(),
            word if row.in_trees() => word.to_owned(),
            _ => continue,
        };
        for column in Column::ALL {
            let Some(expected) = row.effects(column) else { continue };
            let context = painted_by(&format!("around(it.{word}(child.rel.z-1))"), of(column)) == "around it child";
            let lifts = painted_by(&format!("before.rel;it.{word}"), of(column)) == "before it";
            let over = painted_by(&format!("it.{word};later.inline"), of(column)) == "later it";
            assert_eq!(
                [context, lifts, over],
                [expected.context, expected.lifts, expected.over_inline],
                "{word} by {}",
                column.name()
            );
        }
        rows += 1;
    }
    assert!(rows > 100);
}

/// css-will-change-1: "If any non-initial value of a property would create a stacking context on the element, specifying that
/// property in will-change must create a stacking context on the element", and so of what it contains.
#[test]
fn a_change_that_is_announced_does_by_the_specifications_what_any_value_of_the_property_does() {
    // What a value of the property, or of its longhands, does on such an element.
    let any_value = |property: &str, on: On| {
        let is_of_it = |row: &&Declaration| {
            let mut pairs = row.pairs();
            pairs.retain(|(name, _)| *name != "top");
            row.on_what() == on && !pairs.is_empty() && pairs.iter().all(|(name, _)| name.starts_with(property))
        };
        let all = DECLARATIONS.iter().filter(is_of_it).map(|row| row.specified().answers());
        Effects::of(all.fold([false; 5], |one, other| std::array::from_fn(|at| one[at] || other[at])))
    };
    let mut announced = BTreeSet::new();
    for row in &DECLARATIONS {
        let [("will-change", property)] = row.pairs()[..] else { continue };
        assert_eq!(row.specified(), any_value(property, row.on_what()), "{}", row.word());
        announced.insert((row.on_what().words(), property));
    }
    let is_part = |row: &Declaration| matches!(row.on_what(), On::Cell | On::Row);
    for row in DECLARATIONS.iter().filter(|row| row.specified().context && !is_part(row)) {
        let [(property, _)] = row.pairs()[..] else { continue };
        if !["will-change", "animation"].contains(&property) && !property.starts_with("-webkit-") {
            let is_announced =
                announced.iter().any(|(on, one)| *on == row.on_what().words() && property.starts_with(one));
            assert!(is_announced, "nobody announces {property} on {}", row.on_what().words());
        }
    }
}

#[test]
fn a_z_index_that_is_announced_makes_a_context_where_one_that_is_set_does() {
    for around in [
        "p.rel(a.rel.WORD(b.rel.z-1))",
        "p.flex(a.WORD(b.rel.z-1))",
        "p.grid(a.WORD(b.rel.z-1))",
        "a.abs.WORD(b.rel.z-1)",
    ] {
        for column in Column::ALL {
            let by = |word| painted_by(&around.replace("WORD", word), of(column));
            assert_eq!(by("will-z-index"), by("z0"), "{around} by {}", column.name());
        }
    }
    // Neither counts on a box that is not positioned.
    for tree in ["a.WORD(b.rel.z-1)", "a.float.WORD(b.rel.z-1)", "f.flex(c(a.WORD(b.rel.z-1)))"] {
        let by = |word| painted(&tree.replace("WORD", word));
        assert_eq!(by("will-z-index"), by("z0"), "{tree}");
    }
}

#[test]
fn what_older_guides_say_of_container_types_no_specification_and_no_engine_does() {
    for word in ["container-type", "container-size", "contain-size", "contain-inline-size", "overflow", "radius"] {
        for column in Column::ALL {
            assert_eq!(declaration(word).unwrap().effects(column), Some(Effects::default()), "{word}");
        }
    }
}

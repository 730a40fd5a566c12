//! The table, against itself and against the order of painting.

use std::collections::BTreeSet;

use super::*;
use crate::{DECLARATIONS, Effects, KEYFRAMES, On, declaration};

#[test]
fn every_row_has_a_name_of_its_own_and_properties() {
    let words: BTreeSet<&str> = DECLARATIONS.iter().map(|row| row.word()).collect();
    assert_eq!(words.len(), DECLARATIONS.len());
    for row in &DECLARATIONS {
        assert_eq!(declaration(row.word()), Some(row));
        assert!(row.word().bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'));
        // z and o before a number are words of their own.
        assert!(!matches!(row.word().as_bytes(), [b'z' | b'o', b'0'..=b'9' | b'-', ..]), "{}", row.word());
        let is_call = row.on_what() == On::Dialog;
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
            // A context in the flow lies in layer zero.
            assert!(effects.lifts || !effects.context, "{} by {}", row.word(), column.name());
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
            "static-z1" => "z1".to_owned(),
            word if row.in_trees() => word.to_owned(),
            _ => continue,
        };
        for column in Column::ALL {
            let Some(expected) = row.effects(column) else { continue };
            let context = painted_by(&format!("around(it.{word}(child.rel.z-1))"), of(column)) == "around it child";
            let lifts = painted_by(&format!("before.rel;it.{word}"), of(column)) == "before it";
            assert_eq!((context, lifts), (expected.context, expected.lifts), "{word} by {}", column.name());
        }
        rows += 1;
    }
    assert!(rows > 100);
}

#[test]
fn what_older_guides_say_of_container_types_no_specification_and_no_engine_does() {
    for word in ["container-type", "container-size", "contain-size", "contain-inline-size", "overflow", "radius"] {
        for column in Column::ALL {
            assert_eq!(declaration(word).unwrap().effects(column), Some(Effects::default()), "{word}");
        }
    }
}

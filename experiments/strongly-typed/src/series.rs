//! The record's series: the outcome of each mistake, and where `==` is not transitive.

use harness::found::figures;
use harness::record::{Dimension, Estimate, Measure, Outcome as Ends, Point, Series, Setting};
use harness::{Found, Quantity};
use strongly_typed_model::{Mistake, Outcome, Row};

use crate::equality::{Equality, OPERATORS, VALUES};
use crate::languages::{ALL, Language};
use crate::measured::{Measured, Tried};
use crate::said::telling;

/// Series of the mistakes' outcomes.
pub const CELLS: &str = "cells";
/// Series of `==` where it is not transitive.
pub const EQUALITY: &str = "equality";

const LANGUAGE: &str = "language";
const MISTAKE: &str = "mistake";
const OPERATOR: &str = "operator";
const OUTCOME: &str = "outcome";
const LINTED: &str = "linted";
const SAID: &str = "said";
const LINT_SAID: &str = "lint_said";
const TRIPLES: &str = "triples";

/// All series of the record, without points. Scores are none of them: [`crate::scores`] counts them from the cells, so that a meaning
/// can change without a measurement.
pub fn declared() -> Vec<Series> {
    vec![cells(), equality(), figures()]
}

/// The same with points, but for the figures.
pub fn filled(measured: &Measured) -> Vec<Series> {
    vec![cells().points(measured.cells.iter().map(cell)), equality().points(measured.equalities.iter().map(broken))]
}

fn languages() -> Dimension {
    Dimension::new(LANGUAGE, "Language", None).words(ALL.iter().map(|language| (language.id, language.name)))
}

fn mistakes() -> Dimension {
    Dimension::new(MISTAKE, "Mistake", None).words(Mistake::ALL.map(|mistake| (mistake.name(), mistake.words())))
}

fn cells() -> Series {
    let ways = || Outcome::ALL.map(|outcome| (outcome.name(), outcome.words()));
    Series::new(CELLS, "What became of each mistake").dimensions([languages(), mistakes()]).outcomes([
        Ends::new(OUTCOME, "By the compiler as it is", ways()),
        Ends::new(LINTED, "With the usual warnings and linters", ways()),
        Ends::new(SAID, "What was said", []),
        Ends::new(LINT_SAID, "What warnings and linters said", []),
    ])
}

fn cell(Tried { language, mistake, cell }: &Tried) -> Point {
    let point = Point::new([(LANGUAGE, language.id.into()), (MISTAKE, (*mistake).into())])
        .ended(OUTCOME, [cell.outcome.name()])
        .ended(LINTED, [cell.linted.name()])
        .ended(SAID, [&*telling(&cell.output)]);
    // Where both columns end alike, one text says why.
    match cell.linted == cell.outcome {
        true => point,
        false => point.ended(LINT_SAID, [&*telling(&cell.lint_output)]),
    }
}

/// Former name of the wrong downcast, under which records of 2026-11-30 and before have the same programs, but in Python (which made no
/// cast) and Haskell.
const FORMER_DOWNCAST: &str = "unchecked-downcast";

/// The outcomes of a record by language; a cell that it lacks is not tested.
pub fn rows(found: &Found) -> Vec<(&'static Language, Row)> {
    let cells = found.series.iter().find(|series| series.words.id == CELLS);
    let points = cells.map_or(&[][..], |series| &series.points);
    let has =
        |point: &Point, name: &str, key: &str| matches!(point.at.get(name), Some(Setting::Text(text)) if text == key);
    let outcome = |point: Option<&Point>, column: &str| {
        let key = point.and_then(|point| point.outcomes.get(column)?.keys().next());
        key.and_then(|key| Outcome::ALL.into_iter().find(|outcome| outcome.name() == key)).unwrap_or(Outcome::NotTested)
    };
    let row = |language: &'static Language| {
        let own: Vec<&Point> = points.iter().filter(|point| has(point, LANGUAGE, language.id)).collect();
        let named = |name: &str| own.iter().copied().find(|point| has(point, MISTAKE, name));
        let has_former = !["python", "haskell"].contains(&language.folder);
        let former =
            |mistake| (mistake == Mistake::WrongDowncast && has_former).then(|| named(FORMER_DOWNCAST)).flatten();
        let at = |mistake: Mistake| named(mistake.name()).or_else(|| former(mistake));
        let column = |name| Mistake::ALL.map(|mistake| outcome(at(mistake), name));
        let row = Row { plain: column(OUTCOME), linted: column(LINTED), promises: language.promises };
        (!own.is_empty()).then_some((language, row))
    };
    ALL.iter().filter_map(row).collect()
}

fn equality() -> Series {
    Series::new(EQUALITY, "Values a, b and c of which a equals b and b equals c, but a does not equal c")
        .dimensions([languages(), Dimension::new(OPERATOR, "Operator", None).words(OPERATORS.map(|it| (it, it)))])
        .measures([Measure::counted(TRIPLES, "Triples of ten values", "triples")])
}

fn broken(Equality { language, operator, relation }: &Equality) -> Point {
    let triples = relation.intransitive().len() as f64;
    Point::new([(LANGUAGE, (*language).into()), (OPERATOR, (*operator).into())])
        .value(TRIPLES, Estimate::certain(VALUES as u64, triples))
}

/// The number of triples that break an operator of a language.
pub fn triples(found: &Found, language: &str, operator: &str) -> Quantity {
    let at = [(LANGUAGE, language.into()), (OPERATOR, operator.into())];
    found.at(EQUALITY, &at, TRIPLES)
}

#[cfg(test)]
mod tests {
    use harness::Experiment;

    use super::*;
    use crate::cell::Cell;
    use crate::languages::Language;

    /// What a record keeps may not hang on what else the same run heard.
    #[test]
    fn what_was_said_is_kept_in_its_own_words() {
        let tried = |linted: Outcome| {
            let cell = Cell {
                outcome: Outcome::Silent,
                linted,
                output: "past 6\n".to_owned(),
                lint_output: "main.c:2: warning: no".to_owned(),
            };
            cell_of(cell)
        };
        let [alike, apart] = [Outcome::Silent, Outcome::Refused].map(tried);
        assert_eq!(alike.outcomes[SAID], [("past 6".to_owned(), 1)].into());
        assert!(!alike.outcomes.contains_key(LINT_SAID));
        assert_eq!(apart.outcomes[LINT_SAID], [("main.c:2: warning: no".to_owned(), 1)].into());
        let declared = crate::StronglyTyped::series().swap_remove(0);
        assert_eq!(declared.points([alike, apart]).points.len(), 2);
    }

    fn cell_of(cell: Cell) -> Point {
        super::cell(&Tried { language: Language::named("c").unwrap(), mistake: Mistake::ALL[0].name(), cell })
    }
}

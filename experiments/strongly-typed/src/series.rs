//! What was measured, as the record's series: what became of each mistake, the scores, how alike the meanings are, and where `==` is
//! not transitive.

use harness::found::figures;
use harness::record::{Dimension, Estimate, Interval, Measure, Outcome as Ends, Point, Series, unit};
use harness::{Found, Quantity};
use strongly_typed_model::{Meaning, Mistake, Outcome};

use crate::equality::{Equality, OPERATORS, VALUES};
use crate::languages::{ALL, Language};
use crate::measured::{Column, Measured, Scored, Tried};
use crate::said::telling;

/// What became of each mistake.
pub const CELLS: &str = "cells";
/// By meaning.
pub const SCORES: &str = "scores";
/// How alike two meanings order the languages.
pub const MEANINGS: &str = "meanings";
/// Where `==` is not transitive.
pub const EQUALITY: &str = "equality";

const LANGUAGE: &str = "language";
const MISTAKE: &str = "mistake";
const MEANING: &str = "meaning";
const OTHER: &str = "other_meaning";
const COLUMN: &str = "column";
const OPERATOR: &str = "operator";
const OUTCOME: &str = "outcome";
const LINTED: &str = "linted";
const SAID: &str = "said";
const LINT_SAID: &str = "lint_said";
const SCORE: &str = "score";
const TAU: &str = "tau_b";
const TAU_APART: &str = "tau_b_apart";
const TRIPLES: &str = "triples";

/// Both columns, in the record.
const COLUMNS: [(Column, &str, &str); 2] = [
    (Column::Plain, "plain", "the compiler as it is"),
    (Column::Linted, "linted", "with the usual warnings and linters"),
];

/// All series of the record, still without points.
pub fn declared() -> Vec<Series> {
    vec![cells(), scores(), meanings(), equality(), figures()]
}

/// The same, with what was measured; of several languages also how the meanings order them.
pub fn filled(measured: &Measured, several: Option<&Scored>) -> Vec<Series> {
    vec![
        cells().points(measured.cells.iter().map(cell)),
        scores().points(COLUMNS.into_iter().flat_map(|(column, name, _)| scores_in(measured, column, name))),
        meanings().points(several.into_iter().flat_map(alike)),
        equality().points(measured.equalities.iter().map(broken)),
    ]
}

fn languages() -> Dimension {
    Dimension::new(LANGUAGE, "Language", None).words(ALL.iter().map(|language| (language.id, language.name)))
}

fn meaning(name: &str, title: &str) -> Dimension {
    Dimension::new(name, title, None).words(Meaning::ALL.iter().map(|meaning| (meaning.name(), meaning.words())))
}

fn mistakes() -> Dimension {
    Dimension::new(MISTAKE, "Mistake", None).words(Mistake::ALL.map(|mistake| (mistake.name(), mistake.words())))
}

/// What was said is kept as it was said.
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

fn scores() -> Series {
    Series::new(SCORES, "Scores of the languages by each meaning")
        .dimensions([
            languages(),
            meaning(MEANING, "Meaning"),
            Dimension::new(COLUMN, "Column", None).words(COLUMNS.map(|(_, name, words)| (name, words))),
        ])
        .measures([Measure::new(
            SCORE,
            "Share of its mistakes",
            unit::SHARE,
            "share of a fixed list",
            Interval::Certain,
        )])
}

/// All scores by one of the columns.
fn scores_in(measured: &Measured, column: Column, name: &str) -> Vec<Point> {
    let Some(Scored { languages, scores, .. }) = measured.scored(column) else { return Vec::new() };
    let of_language = |(row, language): (usize, &&'static Language)| {
        Meaning::ALL.map(|meaning| {
            let score = scores.score(row, meaning);
            let at = [(LANGUAGE, language.id), (MEANING, meaning.name()), (COLUMN, name)];
            Point::new(at.map(|(name, setting)| (name, setting.into())))
                .value(SCORE, Estimate::certain(score.of().into(), score.share()))
        })
    };
    languages.iter().enumerate().flat_map(of_language).collect()
}

/// Each two of the meanings.
pub fn pairs() -> impl Iterator<Item = (Meaning, Meaning)> {
    Meaning::ALL.into_iter().flat_map(|a| Meaning::ALL.into_iter().filter(move |b| a < *b).map(move |b| (a, b)))
}

fn meanings() -> Series {
    let tau = |name, title| Measure::new(name, title, unit::RATIO, "rank correlation with ties", Interval::Certain);
    Series::new(MEANINGS, "How alike two meanings order the languages")
        .dimensions([meaning(MEANING, "Meaning"), meaning(OTHER, "Other meaning")])
        .measures([tau(TAU, "Kendall's tau-b"), tau(TAU_APART, "Kendall's tau-b without shared mistakes")])
}

/// How alike each two meanings order these languages.
fn alike(Scored { languages, table, scores }: &Scored) -> impl Iterator<Item = Point> {
    let certain = |value| Estimate::certain(languages.len() as u64, value);
    pairs().map(move |(a, b)| {
        Point::new([(MEANING, a.name().into()), (OTHER, b.name().into())])
            .value(TAU, scores.tau_b(a, b).map(certain))
            .value(TAU_APART, table.tau_b_apart(a, b).map(certain))
    })
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

/// Where the triples of an operator are.
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
        super::cell(&Tried { language: Language::of("c").unwrap(), mistake: Mistake::ALL[0].name(), cell })
    }
}

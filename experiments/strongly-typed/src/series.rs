//! The figures: what became of each mistake, the scores, how alike the meanings are, and where `==` is not transitive.

use std::collections::{BTreeMap, BTreeSet};

use harness::quantities::{Quantities, Quantity};
use harness::record::{Dimension, Estimate, Measure, Outcome as Ends, Point, Series, unit};
use strongly_typed_model::{Column, Meaning, Mistake, Outcome, Scores};

use crate::equality::OPERATORS;
use crate::languages::ALL;
use crate::measured::{Measured, Tried};
use crate::said::telling;

/// What became of each mistake.
pub const CELLS: &str = "cells";
/// Of programs that are no mistakes of the list.
pub const ASIDES: &str = "asides";
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
const ORDERS: &str = "orders";
const TRIPLES: &str = "triples";

/// Weights that are drawn to count orders.
const SAMPLES: u64 = 20_000;

/// Named figures that claims stand on.
pub mod name {
    /// Of pairs of languages.
    pub const INCOMPARABLE: &str = "pairs of languages that weights can put either way";
    /// The others.
    pub const ORDERED: &str = "pairs of languages that no weights reverse";
    /// By drawing weights.
    pub const ORDERS: &str = "different orders found by drawing 20,000 weights";
    /// Of different meanings.
    pub const LARGEST_TAU: &str = "largest tau-b of two meanings";
    /// Of different meanings.
    pub const SMALLEST_TAU: &str = "smallest tau-b of two meanings";
    /// Whose declarations refuse all of null, the missing case and metres plus feet.
    pub const ALL_THREE: &str = "languages that refuse null, the missing case and metres plus feet";
    /// Whose declarations refuse none of them.
    pub const NONE_OF_THREE: &str = "languages that refuse none of the three";
}

/// Everything, each figure once.
pub fn quantities(measured: &Measured, seed: u64) -> Quantities {
    let mut all = vec![cells(CELLS, "What became of each mistake", &measured.cells)];
    if !measured.asides.is_empty() {
        all.push(cells(ASIDES, "What became of programs beside the list", &measured.asides));
    }
    let plain = measured.scores(Column::Plain);
    if plain.is_some() {
        all.push(scores(measured));
    }
    if let Some((_, scores)) = plain.as_ref().filter(|(languages, _)| languages.len() > 1) {
        all.push(meanings(scores));
    }
    if !measured.equalities.is_empty() {
        all.push(equality(measured));
    }
    let mut found = Quantities::of(all);
    add_orders(&mut found, plain.as_ref().map(|(_, scores)| scores), seed);
    add_counts(&mut found, measured);
    found
}

fn languages() -> Dimension {
    Dimension::new(LANGUAGE, "Language", None).words(ALL.iter().map(|language| (language.id, language.name)))
}

fn meaning(name: &str, title: &str) -> Dimension {
    Dimension::new(name, title, None).words(Meaning::ALL.iter().map(|meaning| (meaning.name(), meaning.words())))
}

fn cells(id: &str, title: &str, tried: &[Tried]) -> Series {
    let ways = || Outcome::ALL.map(|outcome| (outcome.name(), outcome.words()));
    let asides = [
        ("integer-as-condition", "an integer where a truth value is expected"),
        ("pointer-as-value", "a field of what a pointer leads to, by the pointer"),
        ("hole-lifetime", "a reference that outlives its text, without unsafe code"),
    ];
    let mistakes = Mistake::ALL.map(|mistake| (mistake.name(), mistake.words()));
    let said = Said::of(tried);
    Series::new(id, title)
        .dimensions([languages(), Dimension::new(MISTAKE, "Mistake", None).words(mistakes.into_iter().chain(asides))])
        .outcomes([
            Ends::new(OUTCOME, "By the compiler as it is", ways()),
            Ends::new(LINTED, "With the usual warnings and linters", ways()),
            Ends::new(SAID, "What was said", said.words()),
            Ends::new(LINT_SAID, "What warnings and linters said", said.words()),
        ])
        .points(tried.iter().map(|it| {
            let point = Point::new([(LANGUAGE, it.language.id.into()), (MISTAKE, it.mistake.into())])
                .ended(OUTCOME, [it.cell.outcome.name()])
                .ended(LINTED, [it.cell.linted.name()])
                .ended(SAID, [said.way(&it.cell.output)]);
            // Where both columns end alike, one text says why.
            match it.cell.linted == it.cell.outcome {
                true => point,
                false => point.ended(LINT_SAID, [said.way(&it.cell.lint_output)]),
            }
        }))
}

/// What was said of the cells, each text once, by a name for it.
struct Said(BTreeMap<String, String>);

impl Said {
    fn of(tried: &[Tried]) -> Self {
        let all = tried.iter().flat_map(|it| [&it.cell.output, &it.cell.lint_output]);
        let texts: BTreeSet<String> = all.map(|output| telling(output)).collect();
        Self(texts.into_iter().enumerate().map(|(number, text)| (text, format!("t{number}"))).collect())
    }

    fn words(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(text, name)| (name.as_str(), text.as_str()))
    }

    fn way(&self, output: &str) -> &str {
        &self.0[&telling(output)]
    }
}

fn scores(measured: &Measured) -> Series {
    let columns = [(Column::Plain, "plain"), (Column::Linted, "linted")];
    let points = columns.into_iter().flat_map(|(column, name)| {
        let scored = measured.scores(column);
        let (languages, scores) = scored.map_or((Vec::new(), None), |(languages, scores)| (languages, Some(scores)));
        let of = move |(row, language): (usize, &'static crate::languages::Language)| {
            let scores = scores.clone().expect("there are languages");
            Meaning::ALL.map(move |meaning| {
                let score = scores.score(row, meaning);
                let at = [(LANGUAGE, language.id), (MEANING, meaning.name()), (COLUMN, name)];
                Point::new(at.map(|(name, setting)| (name, setting.into())))
                    .value(SCORE, Estimate::certain(score.of().into(), score.share()))
            })
        };
        languages.into_iter().enumerate().flat_map(of).collect::<Vec<_>>()
    });
    Series::new(SCORES, "Scores of the languages by each meaning")
        .dimensions([
            languages(),
            meaning(MEANING, "Meaning"),
            Dimension::new(COLUMN, "Column", None)
                .words([("plain", "the compiler as it is"), ("linted", "with the usual warnings and linters")]),
        ])
        .measures([Measure::new(
            SCORE,
            "Share of its mistakes",
            unit::SHARE,
            "share of a fixed list",
            Measure::CERTAIN,
        )])
        .points(points)
}

fn pairs() -> impl Iterator<Item = (Meaning, Meaning)> {
    Meaning::ALL.into_iter().flat_map(|a| Meaning::ALL.into_iter().filter(move |b| a < *b).map(move |b| (a, b)))
}

fn meanings(scores: &Scores) -> Series {
    let languages = scores.languages() as u64;
    let certain = |value| Estimate::certain(languages, value);
    Series::new(MEANINGS, "How alike two meanings order the languages")
        .dimensions([meaning(MEANING, "Meaning"), meaning(OTHER, "Other meaning")])
        .measures([
            Measure::new(TAU, "Kendall's tau-b", unit::RATIO, "rank correlation with ties", Measure::CERTAIN),
            Measure::counted(ORDERS, "Orders that weights of the two give", "orders"),
        ])
        .points(pairs().map(|(a, b)| {
            Point::new([(MEANING, a.name().into()), (OTHER, b.name().into())])
                .value(TAU, scores.tau_b(a, b).map(certain))
                .value(ORDERS, certain(scores.orders_of_two(a, b) as f64))
        }))
}

fn equality(measured: &Measured) -> Series {
    Series::new(EQUALITY, "Values a, b and c of which a equals b and b equals c, but a does not equal c")
        .dimensions([languages(), Dimension::new(OPERATOR, "Operator", None).words(OPERATORS.map(|it| (it, it)))])
        .measures([Measure::counted(TRIPLES, "Triples of ten values", "triples")])
        .points(measured.equalities.iter().map(|it| {
            let triples = it.relation.intransitive().len();
            Point::new([(LANGUAGE, it.language.into()), (OPERATOR, it.operator.into())])
                .value(TRIPLES, Estimate::certain(crate::equality::VALUES as u64, triples as f64))
        }))
}

fn add_orders(found: &mut Quantities, scores: Option<&Scores>, seed: u64) {
    let scores = scores.filter(|scores| scores.languages() > 1);
    let n = |scores: &Scores| scores.languages() as u64;
    let taus = |scores: &Scores| -> Vec<f64> { pairs().filter_map(|(a, b)| scores.tau_b(a, b)).collect() };
    let all_pairs = |scores: &Scores| scores.languages() * (scores.languages() - 1) / 2;
    let mut add = |name: &str, unit: &str, value: &dyn Fn(&Scores) -> Option<f64>| {
        let estimate = scores.and_then(|scores| Some(Estimate::certain(n(scores), value(scores)?)));
        found.add(name, Quantity::new(unit, estimate));
    };
    let incomparable = |scores: &Scores| scores.incomparable_pairs(&Meaning::ALL);
    add(name::INCOMPARABLE, "pairs", &|scores| Some(incomparable(scores) as f64));
    add(name::ORDERED, "pairs", &|scores| Some((all_pairs(scores) - incomparable(scores)) as f64));
    add(name::ORDERS, "orders", &|scores| {
        scores.sampled_orders(&Meaning::ALL, SAMPLES, seed).ok().map(|orders| orders as f64)
    });
    add(name::LARGEST_TAU, unit::RATIO, &|scores| taus(scores).into_iter().reduce(f64::max));
    add(name::SMALLEST_TAU, unit::RATIO, &|scores| taus(scores).into_iter().reduce(f64::min));
    for meaning in Meaning::ALL {
        add(&between(meaning), "languages", &|scores| {
            let share = |language| scores.score(language, meaning).share();
            let is_between = |language: &usize| share(*language) > 0.0 && share(*language) < 1.0;
            Some((0..scores.languages()).filter(is_between).count() as f64)
        });
    }
}

/// The figure of the languages whose score by a meaning is neither the worst nor the best.
pub fn between(meaning: Meaning) -> String {
    format!("languages between nothing and everything by “{}”", meaning.words())
}

/// The figure of the mistakes that ended some way in a language.
pub fn ended(language: &str, ends: &str) -> String {
    format!("mistakes {ends} in {language}")
}

/// The figure of whether a program was accepted, as a share of one.
pub fn accepted(language: &str, program: &str) -> String {
    format!("{program} accepted by {language}")
}

/// The figure of whether what a program did is undefined.
pub fn undefined(language: &str, program: &str) -> String {
    format!("{program} undefined in {language}")
}

/// The languages of which claims count how mistakes ended.
pub const COUNTED: [&str; 5] = ["c", "rust", "java", "javascript", "lua"];
/// The programs of which claims ask whether they are accepted.
pub const ACCEPTED: [(&str, &str); 7] = [
    ("java", "covariant-store"),
    ("csharp", "covariant-store"),
    ("typescript", "covariant-store"),
    ("c", "integer-as-condition"),
    ("rust", "integer-as-condition"),
    ("c", "pointer-as-value"),
    ("rust", "pointer-as-value"),
];

fn add_counts(found: &mut Quantities, measured: &Measured) {
    let share = |count: usize, of: usize| (of > 0).then(|| Estimate::certain(of as u64, count as f64 / of as f64));
    let is_refused = |outcome: Outcome| outcome == Outcome::Refused;
    let is_later = |outcome: Outcome| matches!(outcome, Outcome::Caught | Outcome::Silent);
    let is_undefined = |outcome: Outcome| outcome == Outcome::Undefined;
    let ways: [(&str, &dyn Fn(Outcome) -> bool); 3] =
        [("refused", &is_refused), ("caught or silent", &is_later), ("undefined", &is_undefined)];
    for language in COUNTED.iter().chain(&["typescript"]) {
        for (ends, is_so) in ways {
            let of = measured.cells.iter().filter(|it| it.language.id == *language && it.cell.outcome.counts());
            let (all, so) = (of.clone().count(), of.filter(|it| is_so(it.cell.outcome)).count());
            found.add(ended(language, ends), Quantity::new(unit::SHARE, share(so, all)));
        }
    }
    let outcome = |language: &str, program: &str| {
        let tried = measured.cells.iter().chain(&measured.asides);
        let cell = tried.into_iter().find(|it| it.language.id == language && it.mistake == program)?.cell.clone();
        cell.outcome.counts().then_some(cell)
    };
    for (language, program) in ACCEPTED {
        let estimate = outcome(language, program).and_then(|cell| {
            share(usize::from(cell.outcome != Outcome::Refused && cell.linted != Outcome::Refused), 1)
        });
        found.add(accepted(language, program), Quantity::new(unit::SHARE, estimate));
    }
    let hole =
        outcome("rust", "hole-lifetime").and_then(|cell| share(usize::from(cell.outcome == Outcome::Undefined), 1));
    found.add(undefined("rust", "hole-lifetime"), Quantity::new(unit::SHARE, hole));

    let refuses = |language: &&'static crate::languages::Language| {
        let three = [Mistake::Null, Mistake::MissingCase, Mistake::MetrePlusFoot];
        three.map(|mistake| outcome(language.id, mistake.name()).is_some_and(|cell| cell.outcome == Outcome::Refused))
    };
    let languages = measured.languages();
    let counted = |is_so: &dyn Fn([bool; 3]) -> bool| {
        let count = languages.iter().filter(|language| is_so(refuses(language))).count();
        (!languages.is_empty()).then(|| Estimate::certain(languages.len() as u64, count as f64))
    };
    found.add(name::ALL_THREE, Quantity::new("languages", counted(&|three| three == [true; 3])));
    found.add(name::NONE_OF_THREE, Quantity::new("languages", counted(&|three| three == [false; 3])));
}

/// Where the triples of an operator are.
pub fn triples(found: &Quantities, language: &str, operator: &str) -> Quantity {
    let at = [(LANGUAGE, language.into()), (OPERATOR, operator.into())];
    found.at(EQUALITY, &at, TRIPLES)
}

//! Every figure of a run: those of the series, and what claims stand on and no series has, which are orders of languages and what
//! became of programs beside the list.

use std::collections::BTreeSet;

use harness::record::{Estimate, unit};
use harness::{Found, Quantity};
use strongly_typed_model::{Meaning, Mistake, Outcome, Scores, Weights};

use crate::cell::Cell;
use crate::languages::Language;
use crate::measured::{Column, Measured, Scored};
use crate::series::{self, pairs};

/// Weights that are drawn to count orders.
const SAMPLES: u64 = 20_000;

/// What a program prints that has watched itself read a text after its drop.
const AFTER_DROP: &str = "read after its drop: true";
/// What Coq answers where something is taken for granted.
const TAKEN_FOR_GRANTED: &str = "Axioms:";

/// Named figures that claims stand on.
pub mod name {
    /// By one meaning after the other.
    pub const SINGLE_ORDERS: &str = "different orders by one meaning alone";
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
    /// Of different meanings, each mistake counting for one of them.
    pub const LARGEST_TAU_APART: &str = "largest tau-b of two meanings without shared mistakes";
    /// By what a program without unsafe code prints.
    pub const AFTER_DROP: &str = "string read after its drop by Rust without unsafe code";
    /// Whose declarations refuse all of null, the missing case and metres plus feet.
    pub const ALL_THREE: &str = "languages that refuse null, the missing case and metres plus feet";
    /// Whose declarations refuse none of them.
    pub const NONE_OF_THREE: &str = "languages that refuse none of the three";
}

/// What the programs in [`measured::ASIDES`] do.
const ASIDE_WORDS: [(&str, &str); 3] = [
    ("integer-as-condition", "an integer where a Boolean is expected"),
    ("pointer-as-value", "a field read through a pointer with a dot"),
    ("hole-lifetime", "a reference that outlives its string, without unsafe code"),
];

/// What the programs in [`measured::GAPS`] take for granted.
const GAP_WORDS: [(&str, &str); 2] =
    [("admitted", "a proof of False that is admitted"), ("type-in-type", "a proof of False by a type of all types")];

/// All of them.
pub fn found(measured: &Measured, seed: u64) -> Found {
    let scored = measured.scored(Column::Plain);
    // One language alone is in no order.
    let several = scored.as_ref().filter(|scored| scored.languages.len() > 1);
    let mut found = Found::of(series::filled(measured, several));
    add_orders(&mut found, several, seed);
    add_counts(&mut found, measured);
    found
}

fn add_orders(found: &mut Found, scored: Option<&Scored>, seed: u64) {
    let n = |scores: &Scores| scores.languages() as u64;
    let taus = |scores: &Scores| -> Vec<f64> { pairs().filter_map(|(a, b)| scores.tau_b(a, b)).collect() };
    let all_pairs = |scores: &Scores| scores.languages() * (scores.languages() - 1) / 2;
    let mut add = |name: &str, unit: &str, value: &dyn Fn(&Scores) -> Option<f64>| {
        let estimate = scored.and_then(|it| Some(Estimate::certain(n(&it.scores), value(&it.scores)?)));
        found.add(name, Quantity::new(unit, estimate));
    };
    add(name::INCOMPARABLE, "pairs", &|scores| Some(scores.incomparable_pairs() as f64));
    add(name::ORDERED, "pairs", &|scores| Some((all_pairs(scores) - scores.incomparable_pairs()) as f64));
    add(name::ORDERS, "orders", &|scores| Some(scores.sampled_orders(&Meaning::ALL, SAMPLES, seed) as f64));
    add(name::SINGLE_ORDERS, "orders", &|scores| {
        let orders = Meaning::ALL.map(|meaning| scores.places(Weights::only(meaning)));
        Some(orders.into_iter().collect::<BTreeSet<_>>().len() as f64)
    });
    add(name::LARGEST_TAU, unit::RATIO, &|scores| taus(scores).into_iter().reduce(f64::max));
    add(name::SMALLEST_TAU, unit::RATIO, &|scores| taus(scores).into_iter().reduce(f64::min));
    add(name::LARGEST_TAU_APART, unit::RATIO, &|_| {
        let table = &scored?.table;
        pairs().filter_map(|(a, b)| table.tau_b_apart(a, b)).reduce(f64::max)
    });
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
    format!("languages that score between 0% and 100% by “{}”", meaning.words())
}

/// The figure of the mistakes that ended some way in a language.
pub fn ended(language: &str, ends: &str) -> String {
    format!("mistakes {ends} in {}", language_words(language))
}

/// The figure of whether a program was accepted, as a share of one.
pub fn accepted(language: &str, program: &str) -> String {
    format!("{}, accepted by {}", program_words(program), language_words(language))
}

/// The figure of whether a program ended some way, as a share of one.
pub fn ended_as(language: &str, program: &str, outcome: Outcome) -> String {
    format!("{}, {} in {}", program_words(program), outcome.words(), language_words(language))
}

/// The figure of whether Coq said, when asked, what a program takes for granted, as a share of one.
pub fn told(language: &str, program: &str) -> String {
    format!("{}, said by Print Assumptions of {}", program_words(program), language_words(language))
}

fn language_words(id: &str) -> &'static str {
    Language::of(id).map_or("", |language| language.name)
}

fn program_words(name: &str) -> &'static str {
    let beside = ASIDE_WORDS.into_iter().chain(GAP_WORDS).find(|(known, _)| *known == name);
    Mistake::of(name).map(Mistake::words).or(beside.map(|(_, words)| words)).unwrap_or("")
}

/// The languages of which claims count how mistakes ended, and the ways that they count.
pub const COUNTED: [(&str, &str); 9] = [
    ("java", "refused"),
    ("java", "caught or silent"),
    ("typescript", "refused"),
    ("typescript", "caught or silent"),
    ("javascript", "undefined"),
    ("lua", "undefined"),
    ("java", "undefined"),
    ("rust", "undefined"),
    ("c", "undefined"),
];
/// The programs of which claims ask whether they are accepted.
pub const ACCEPTED_BY: [(&str, &str); 10] = [
    ("java", "covariant-store"),
    ("csharp", "covariant-store"),
    ("typescript", "covariant-store"),
    ("c", "integer-as-condition"),
    ("rust", "integer-as-condition"),
    ("c", "pointer-as-value"),
    ("rust", "pointer-as-value"),
    ("coq", "admitted"),
    ("coq", "type-in-type"),
    ("coq-type-in-type", "type-in-type"),
];
/// The programs of which claims ask how they end.
pub const ENDED_AS: [(&str, &str, Outcome); 3] = [
    ("java", "covariant-store", Outcome::Caught),
    ("csharp", "covariant-store", Outcome::Caught),
    ("typescript", "covariant-store", Outcome::Silent),
];
/// The programs of which claims ask whether Coq says what they take for granted.
pub const TOLD_BY: [(&str, &str); 2] = [("coq", "admitted"), ("coq-type-in-type", "type-in-type")];

fn add_counts(found: &mut Found, measured: &Measured) {
    let share = |count: usize, of: usize| (of > 0).then(|| Estimate::certain(of as u64, count as f64 / of as f64));
    let is_so = |ends: &str, outcome: Outcome| match ends {
        "refused" => outcome == Outcome::Refused,
        "undefined" => outcome == Outcome::Undefined,
        _ => matches!(outcome, Outcome::Caught | Outcome::Silent),
    };
    for (language, ends) in COUNTED {
        let of = measured.cells.iter().filter(|it| it.language.id == language && it.cell.outcome.counts());
        let (all, so) = (of.clone().count(), of.filter(|it| is_so(ends, it.cell.outcome)).count());
        found.add(ended(language, ends), Quantity::new(unit::SHARE, share(so, all)));
    }
    let outcome = |language: &str, program: &str| {
        let mut tried = measured.cells.iter().chain(&measured.beside);
        let cell = &tried.find(|it| it.language.id == language && it.mistake == program)?.cell;
        cell.outcome.counts().then_some(cell)
    };
    let mut add = |name: String, cell: Option<&Cell>, is_so: &dyn Fn(&Cell) -> bool| {
        let estimate = cell.and_then(|cell| share(usize::from(is_so(cell)), 1));
        found.add(name, Quantity::new(unit::SHARE, estimate));
    };
    for (language, program) in ACCEPTED_BY {
        add(accepted(language, program), outcome(language, program), &|cell| {
            cell.outcome != Outcome::Refused && cell.linted != Outcome::Refused
        });
    }
    for (language, program, ends) in ENDED_AS {
        add(ended_as(language, program, ends), outcome(language, program), &|cell| cell.outcome == ends);
    }
    for (language, program) in TOLD_BY {
        add(told(language, program), outcome(language, program), &is_told);
    }
    let hole = outcome("rust", "hole-lifetime");
    add(name::AFTER_DROP.to_owned(), hole, &|cell| cell.output.contains(AFTER_DROP));

    let refuses = |language: &&'static Language| {
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

/// Whether Coq said, when asked, that a theorem takes something for granted.
fn is_told(cell: &Cell) -> bool {
    cell.output.lines().any(|line| line.starts_with(TAKEN_FOR_GRANTED))
}

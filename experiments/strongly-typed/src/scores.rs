//! Scores and orders of languages, counted from the outcomes of a record.

use harness::claims::Figure;
use harness::record::{Estimate, unit};
use harness::{Found, Quantity};
use strongly_typed_model::{Meaning, Mistake, Outcome, Score, Table};

use crate::languages::Language;
use crate::series::rows;

/// The scored languages of a record.
pub struct Scores {
    languages: Vec<&'static Language>,
    table: Table,
}

/// Each two of the meanings.
pub fn pairs() -> impl Iterator<Item = (Meaning, Meaning)> {
    Meaning::ALL.into_iter().flat_map(|a| Meaning::ALL.into_iter().filter(move |b| a < *b).map(move |b| (a, b)))
}

impl Scores {
    /// Counts the scores of a record.
    pub fn of(found: &Found) -> Self {
        let (languages, rows) = rows(found).into_iter().unzip();
        Self { languages, table: Table(rows) }
    }

    /// The scores of each language as figures, by the names `c static` and, with the usual warnings and linters, `c static linted`;
    /// its undefined mistakes, counted, as `c undefined`; and how alike “refused before it runs” and another meaning order them, as `static modelling tau-b` and, without shared mistakes, `static modelling tau-b apart`.
    pub fn figures(&self) -> Vec<(String, Figure)> {
        let mut figures = Vec::new();
        let mut add = |name: String, label: String, unit: &str, estimate: Option<Estimate>| {
            if let Some(estimate) = estimate {
                figures.push((name, Figure::new(label, Quantity::new(unit, estimate))));
            }
        };
        let share = |score: Score| Estimate::certain(score.of().into(), score.share());
        for (language, row) in self.languages.iter().zip(&self.table.0) {
            for meaning in Meaning::ALL {
                let name = format!("{} {}", language.id, meaning.name());
                let label = format!("{}: {}", language.name, meaning.words());
                add(name, label, unit::SHARE, row.score(meaning).map(share));
            }
            let label = format!("{}: refused, or warned of by {}", language.name, language.lint.words);
            let linted = row.score_with_warnings().map(share);
            add(format!("{} static linted", language.id), label, unit::SHARE, linted);
            let undefined = row
                .score(Meaning::Safe)
                .map(|safe| Estimate::certain(safe.of().into(), f64::from(safe.of() - safe.good())));
            add(format!("{} undefined", language.id), format!("{}: undefined", language.name), "mistakes", undefined);
        }
        // One meaning with the others: enough to see how little they agree.
        for (a, b) in pairs().filter(|(a, _)| *a == Meaning::Static) {
            let name = format!("{} {} tau-b", a.name(), b.name());
            let label = format!("tau-b of “{}” and “{}”", a.words(), b.words());
            let certain = |value| Estimate::certain(self.languages.len() as u64, value);
            let apart = self.table.tau_b_apart(a, b).map(certain);
            add(format!("{name} apart"), format!("{label}, without shared mistakes"), unit::RATIO, apart);
            add(name, label, unit::RATIO, self.table.tau_b(a, b).map(certain));
        }
        figures
    }

    /// A count of all languages; none of fewer than two, which are in no order.
    fn counted(&self, label: impl Into<String>, unit: &str, value: impl FnOnce() -> Option<f64>) -> Figure {
        let estimate = (self.languages.len() > 1).then(value).flatten();
        let certain = |value| Estimate::certain(self.languages.len() as u64, value);
        Figure::new(label, Quantity::new(unit, estimate.map(certain)))
    }

    /// The pairs of languages that meanings put either way.
    pub fn either_way(&self) -> Figure {
        let value = || Some(self.table.incomparable_pairs() as f64);
        self.counted("pairs of languages that meanings put either way", "pairs", value)
    }

    /// The other pairs.
    pub fn one_way(&self) -> Figure {
        let value = || Some((self.table.pairs() - self.table.incomparable_pairs()) as f64);
        self.counted("pairs of languages that no two meanings put either way", "pairs", value)
    }

    /// The largest tau-b of two meanings.
    pub fn largest_tau(&self) -> Figure {
        let taus = || pairs().filter_map(|(a, b)| self.table.tau_b(a, b)).reduce(f64::max);
        self.counted("largest tau-b of two meanings", unit::RATIO, taus)
    }

    /// The smallest tau-b of two meanings.
    pub fn smallest_tau(&self) -> Figure {
        let taus = || pairs().filter_map(|(a, b)| self.table.tau_b(a, b)).reduce(f64::min);
        self.counted("smallest tau-b of two meanings", unit::RATIO, taus)
    }

    /// The largest tau-b of two meanings where each mistake counts for one of them.
    pub fn largest_tau_apart(&self) -> Figure {
        let taus = || pairs().filter_map(|(a, b)| self.table.tau_b_apart(a, b)).reduce(f64::max);
        self.counted("largest tau-b of two meanings without shared mistakes", unit::RATIO, taus)
    }

    /// The number of languages whose share by a meaning `is_so`.
    pub fn languages_where(&self, label: &str, meaning: Meaning, is_so: impl Fn(f64) -> bool) -> Figure {
        let shares = || self.table.0.iter().filter_map(|row| row.score(meaning)).map(Score::share);
        let value = || (shares().count() > 0).then(|| shares().filter(|share| is_so(*share)).count() as f64);
        self.counted(format!("{label} by “{}”", meaning.words()), "languages", value)
    }

    /// The mistakes of a language that ended in one of these ways, as a share of those that could be written and were tried.
    pub fn ended(&self, language: &str, ways: &str, outcomes: &[Outcome]) -> Figure {
        let row = self.languages.iter().position(|known| known.id == language).map(|at| &self.table.0[at]);
        let share = row.and_then(|row| {
            let tried = row.plain.iter().filter(|outcome| outcome.counts());
            let (of, so) = (tried.clone().count(), tried.filter(|outcome| outcomes.contains(outcome)).count());
            (of > 0).then(|| Estimate::certain(of as u64, so as f64 / of as f64))
        });
        Figure::new(format!("mistakes {ways} in {}", name_of(language)), Quantity::new(unit::SHARE, share))
    }

    /// True as a share of one where a mistake is neither refused nor warned of in a language.
    pub fn accepted(&self, language: &str, mistake: Mistake) -> Figure {
        let label = format!("{}, accepted by {}", mistake.words(), name_of(language));
        self.one(label, language, mistake, |plain, linted| plain != Outcome::Refused && linted != Outcome::Refused)
    }

    /// True as a share of one where a mistake has this outcome in a language.
    pub fn ended_as(&self, language: &str, mistake: Mistake, outcome: Outcome) -> Figure {
        let label = format!("{}, {} in {}", mistake.words(), outcome.words(), name_of(language));
        self.one(label, language, mistake, |plain, _| plain == outcome)
    }

    fn one(&self, label: String, language: &str, mistake: Mistake, is_so: impl Fn(Outcome, Outcome) -> bool) -> Figure {
        let row = self.languages.iter().position(|known| known.id == language).map(|at| &self.table.0[at]);
        let outcomes = row.map(|row| (row.plain[mistake as usize], row.linted[mistake as usize]));
        let tried = outcomes.filter(|(plain, _)| plain.counts());
        let share = tried.map(|(plain, linted)| Estimate::certain(1, f64::from(u8::from(is_so(plain, linted)))));
        Figure::new(label, Quantity::new(unit::SHARE, share))
    }
}

fn name_of(language: &str) -> &'static str {
    Language::named(language).map_or("", |language| language.name)
}

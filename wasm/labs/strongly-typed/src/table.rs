//! From outcomes as JavaScript has them to the scores of the languages that have some, and back.

use limits::{ArgumentError, check, check_number};
use strongly_typed_model::{Column, Comparison, Meaning, Mistake, Outcome, Scores, Table, Weights};

/// The most languages of the lab.
pub const MAX_LANGUAGES: u64 = 64;
/// So many outcomes each has.
pub const MISTAKES: usize = Mistake::ALL.len();
/// The most outcomes that are given at once.
pub const MAX_OUTCOMES: u64 = MAX_LANGUAGES * MISTAKES as u64;

/// The languages that every meaning has a score for. Others keep their number, and have no place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scored {
    /// How many languages were given.
    pub given: usize,
    /// Which of them have scores, in their order.
    pub languages: Vec<usize>,
    /// The scores of these.
    pub scores: Scores,
}

/// Languages in the order of their means.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// The languages, best first.
    pub languages: Vec<u32>,
    /// Their places: equal means share one.
    pub places: Vec<u32>,
    /// Their means, from 0 to 1.
    pub means: Vec<f64>,
}

/// Two languages, whatever the weights are and as they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// `equal`, `dominates`, `dominated` or `incomparable`.
    pub relation: &'static str,
    /// The meanings whose weight alone can reverse them, and the nearest weight that does.
    pub flips: Vec<(Meaning, u32)>,
}

impl Scored {
    /// Of outcomes by number, in the order of [`Outcome::ALL`]: one for each mistake, language after language.
    ///
    /// # Errors
    /// They are no whole rows, too many, no outcomes, or no language has a score for every meaning.
    pub fn new(outcomes: &[u32]) -> Result<Self, ArgumentError> {
        check("outcomes", outcomes.len() as u64, 0..=MAX_OUTCOMES)?;
        let wrong = |value: usize, must| ArgumentError::Number { field: "outcomes", value: value as f64, must };
        if outcomes.is_empty() || !outcomes.len().is_multiple_of(MISTAKES) {
            return Err(wrong(outcomes.len(), "22 for each language"));
        }
        let last = Outcome::ALL.len() as u64 - 1;
        let outcome =
            |number: &u32| check("an outcome", (*number).into(), 0..=last).map(|at| Outcome::ALL[at as usize]);
        let outcomes = outcomes.iter().map(outcome).collect::<Result<Vec<_>, _>>()?;
        let rows: Vec<&[Outcome]> = outcomes.chunks(MISTAKES).collect();
        let scored = |rows: &[&[Outcome]]| {
            let table = Table::new(rows.iter().map(|row| [*row, *row])).ok()?;
            table.scores(Column::Plain).ok()
        };
        let languages: Vec<usize> = (0..rows.len()).filter(|&at| scored(&rows[at..=at]).is_some()).collect();
        let with_scores: Vec<&[Outcome]> = languages.iter().map(|&at| rows[at]).collect();
        let scores = scored(&with_scores).ok_or_else(|| wrong(0, "those of one language with a score at least"))?;
        Ok(Self { given: rows.len(), languages, scores })
    }

    /// By weights.
    pub fn rank(&self, weights: Weights) -> Ranked {
        let ranked = self.scores.rank(weights);
        Ranked {
            languages: ranked.iter().map(|it| self.languages[it.language] as u32).collect(),
            places: ranked.iter().map(|it| it.place as u32).collect(),
            means: ranked.iter().map(|it| it.mean).collect(),
        }
    }

    /// Those whose mean is at least a threshold in percent.
    ///
    /// # Errors
    /// The threshold is not a whole number from 0 to 100.
    pub fn strong(&self, weights: Weights, threshold: f64) -> Result<Vec<u32>, ArgumentError> {
        let strong = self.scores.strong(weights, threshold)?;
        Ok(strong.into_iter().map(|it| self.languages[it] as u32).collect())
    }

    /// Two languages by the meanings that have a weight.
    ///
    /// # Errors
    /// There is no such language, it has no scores, or they are one.
    pub fn compare(&self, a: f64, b: f64, weights: Weights) -> Result<Compared, ArgumentError> {
        let [a, b] = [self.at("the first language", a)?, self.at("the second language", b)?];
        // Checks that they are two.
        let reversals = self.scores.reversals(a, b, weights)?;
        let relation = match self.scores.compare(a, b, &weights.meanings()) {
            Comparison::Equal => "equal",
            Comparison::Dominates => "dominates",
            Comparison::Dominated => "dominated",
            Comparison::Incomparable { .. } => "incomparable",
        };
        Ok(Compared { relation, flips: reversals.into_iter().map(|it| (it.meaning, it.weight as u32)).collect() })
    }

    fn at(&self, field: &'static str, language: f64) -> Result<usize, ArgumentError> {
        let number = check_number(field, language, 0..=self.given as u64 - 1)? as usize;
        let must = "one that every meaning has a score for";
        let none = ArgumentError::Number { field, value: language, must };
        self.languages.iter().position(|it| *it == number).ok_or(none)
    }

    /// How many pairs the meanings that have a weight put either way.
    pub fn incomparable(&self, weights: Weights) -> u32 {
        self.scores.incomparable_pairs(&weights.meanings()) as u32
    }

    /// How alike the two meanings with the largest weights order the languages; nothing with less than two of them, or where
    /// one has all languages tie.
    pub fn tau(&self, weights: Weights) -> Option<f64> {
        let mut meanings = weights.meanings();
        meanings.sort_by_key(|meaning| std::cmp::Reverse(weights.of(*meaning)));
        let [first, second] = meanings.get(..2)? else { return None };
        self.scores.tau_b(*first, *second)
    }
}

/// Five weights.
///
/// # Errors
/// There are not five, one is not a whole number from 0 to 10, or all are 0.
pub fn weights(given: &[f64]) -> Result<Weights, ArgumentError> {
    let five = <[f64; 5]>::try_from(given);
    let must = "five, one for each meaning";
    let wrong = ArgumentError::Number { field: "weights", value: given.len() as f64, must };
    Weights::new(five.map_err(|_| wrong)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const REFUSED: u32 = 0;
    const SILENT: u32 = 2;
    const UNDEFINED: u32 = 3;
    const CANNOT: u32 = 4;

    fn rows(outcomes: &[u32]) -> Vec<u32> {
        outcomes.iter().flat_map(|outcome| [*outcome; MISTAKES]).collect()
    }

    #[test]
    fn a_language_without_scores_keeps_its_number_and_has_no_place() {
        let scored = Scored::new(&rows(&[SILENT, CANNOT, REFUSED])).unwrap();
        let ranked = scored.rank(Weights::EQUAL);
        assert_eq!((ranked.languages, ranked.places), (vec![2, 0], vec![1, 2]));
        assert_eq!(scored.strong(Weights::EQUAL, 100.0).unwrap(), [2]);
        let error = scored.compare(0.0, 1.0, Weights::EQUAL).unwrap_err();
        assert_eq!(error.to_string(), "the second language is 1; it must be one that every meaning has a score for");
    }

    #[test]
    fn two_languages_flip_by_the_weight_that_says_so() {
        // One is never undefined and refuses nothing; the other refuses some, and leaves the rest undefined.
        let mut outcomes = rows(&[SILENT, UNDEFINED]);
        outcomes[MISTAKES..MISTAKES + 6].fill(REFUSED);
        let scored = Scored::new(&outcomes).unwrap();
        let weights = weights(&[1.0, 0.0, 1.0, 0.0, 0.0]).unwrap();
        let compared = scored.compare(0.0, 1.0, weights).unwrap();
        assert_eq!(compared.relation, "incomparable");
        let flips: Vec<_> = compared.flips.iter().map(|(meaning, weight)| (meaning.name(), *weight)).collect();
        assert!(flips.contains(&("static", 3)) && flips.contains(&("safe", 0)), "{flips:?}");
        assert_eq!(scored.incomparable(weights), 1);
        assert_eq!(scored.tau(weights), Some(-1.0));
    }

    #[test]
    fn what_is_no_table_is_refused_in_words() {
        let says = |outcomes: &[u32]| Scored::new(outcomes).unwrap_err().to_string();
        assert_eq!(says(&[]), "outcomes is 0; it must be 22 for each language");
        assert_eq!(says(&[0; 23]), "outcomes is 23; it must be 22 for each language");
        assert_eq!(says(&rows(&[6])), "an outcome is 6; it must be from 0 to 5");
        assert!(says(&rows(&[CANNOT])).contains("one language with a score"));
        assert!(Scored::new(&vec![0; 65 * MISTAKES]).is_err());
        assert!(weights(&[1.0; 4]).unwrap_err().to_string().contains("five"));
        assert!(weights(&[0.0; 5]).is_err() && weights(&[f64::NAN; 5]).is_err() && weights(&[11.0; 5]).is_err());
    }
}

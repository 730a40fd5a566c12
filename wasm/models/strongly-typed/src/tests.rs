use proptest::prelude::*;

use crate::tau::tau_b;
use crate::*;

use Outcome::{CannotBeWritten, Caught, NotTested, Refused, Silent, Undefined};

type Outcomes = [Outcome; 21];

fn with(mut outcomes: Outcomes, changes: &[(Mistake, Outcome)]) -> Outcomes {
    for &(mistake, outcome) in changes {
        outcomes[mistake as usize] = outcome;
    }
    outcomes
}

/// A language whose warnings add nothing.
fn row(outcomes: Outcomes) -> Row {
    Row { plain: outcomes, linted: outcomes, promises: true }
}

fn shares(row: &Row) -> [Option<f64>; 5] {
    Meaning::ALL.map(|meaning| row.score(meaning).map(Score::share))
}

#[test]
fn each_meaning_counts_the_outcomes_that_it_asks_for() {
    let all = |outcome| shares(&row([outcome; 21]));
    assert_eq!(all(Refused), [Some(1.0); 5]);
    assert_eq!(all(Caught), [0.0, 1.0, 1.0, 1.0, 0.0].map(Some));
    assert_eq!(all(Silent), [0.0, 0.0, 1.0, 0.0, 0.0].map(Some));
    assert_eq!(all(Undefined), [Some(0.0); 5]);
}

#[test]
fn a_language_that_promises_nothing_has_no_score_for_keeping_it() {
    let row = Row { promises: false, ..row([Silent; 21]) };
    assert_eq!(shares(&row), [Some(0.0), None, Some(1.0), Some(0.0), Some(0.0)]);
}

#[test]
fn only_modelling_counts_warnings_as_refusals() {
    let row = Row { linted: [Refused; 21], ..row([Silent; 21]) };
    assert_eq!(shares(&row), [0.0, 0.0, 1.0, 0.0, 1.0].map(Some));
    assert_eq!(row.score_with_warnings().map(Score::share), Some(1.0));
}

#[test]
fn the_promise_is_asked_of_mistakes_alone_that_leave_a_value_under_a_wrong_type() {
    let of_promise: Vec<&str> = Meaning::Promise.mistakes().map(Mistake::name).collect();
    let names = ["covariant-store", "use-after-free", "wrong-downcast", "gradual-hole", "unsound-generic"];
    assert_eq!(of_promise, names);
}

#[test]
fn mistakes_that_cannot_be_written_or_were_not_tried_are_no_part_of_a_share() {
    let changes = [(Mistake::Null, CannotBeWritten), (Mistake::DataRace, NotTested), (Mistake::GradualHole, Silent)];
    let row = row(with([Refused; 21], &changes));
    let score = |meaning| row.score(meaning).map(|score| (score.good(), score.of()));
    assert_eq!(score(Meaning::Static), Some((18, 19)));
    assert_eq!(score(Meaning::Promise), Some((4, 5)));
    assert_eq!(score(Meaning::Safe), Some((19, 19)));
    assert_eq!(score(Meaning::Mixed), Some((5, 5)));
    assert_eq!(score(Meaning::Modelling), Some((3, 3)));
}

#[test]
fn names_lead_back_to_what_they_name() {
    for (at, mistake) in Mistake::ALL.into_iter().enumerate() {
        assert_eq!(Mistake::named(mistake.name()), Some(mistake));
        assert_eq!(mistake as usize, at);
        assert!(mistake.counts_for(Meaning::Static) && mistake.counts_for(Meaning::Safe));
    }
    assert_eq!(Meaning::ALL.map(|meaning| meaning.mistakes().count()), [21, 5, 21, 5, 4]);
}

#[test]
fn scores_of_one_size_are_equal() {
    let score = |good, of| Score::new(good, of).unwrap();
    assert!(score(1, 2) == score(2, 4) && score(1, 3) < score(2, 5) && score(21, 21) > score(20, 21));
    assert!(Score::new(2, 1).is_none() && Score::new(0, 0).is_none());
}

#[test]
fn tau_b_is_that_of_worked_examples() {
    assert_eq!(tau_b(&[(1, 1), (2, 2), (3, 3)]), Some(1.0));
    assert_eq!(tau_b(&[(1, 3), (2, 2), (3, 1)]), Some(-1.0));
    assert_eq!(tau_b(&[(1, 3), (1, 2), (1, 1)]), None);
    // By hand: 4 pairs agree and 1 disagrees; of the 6, all are apart by the first and 5 by the second.
    let tau = tau_b(&[(1, 1), (2, 3), (3, 2), (4, 3)]).unwrap();
    assert!((tau - 3.0 / f64::sqrt(30.0)).abs() < 1e-15);
}

#[test]
fn meanings_that_order_alike_by_shared_mistakes_alone_do_not_once_these_count_for_one() {
    // A language for each number of the four modelling mistakes, of which it refuses so many; of the other 17 as many in the
    // reverse order.
    let shared: Vec<Mistake> = Meaning::Modelling.mistakes().collect();
    let others: Vec<Mistake> = Mistake::ALL.into_iter().filter(|it| !it.counts_for(Meaning::Modelling)).collect();
    let language = |number: usize, refused: usize| {
        let refuses = shared.iter().take(number).chain(others.iter().take(refused));
        row(with([Silent; 21], &refuses.map(|mistake| (*mistake, Refused)).collect::<Vec<_>>()))
    };
    let [a, b] = [Meaning::Static, Meaning::Modelling];
    let by_shared_alone = Table(vec![language(0, 3), language(2, 3), language(4, 3)]);
    assert_eq!((by_shared_alone.tau_b(a, b), by_shared_alone.tau_b_apart(a, b)), (Some(1.0), None));
    let reversed = Table(vec![language(0, 3), language(2, 2), language(4, 1)]);
    assert_eq!((reversed.tau_b(a, b), reversed.tau_b_apart(a, b)), (Some(1.0), Some(-1.0)));
    assert_eq!(reversed.tau_b_apart(b, a), Some(-1.0));
    // Both look at all 21.
    assert_eq!(reversed.tau_b_apart(a, Meaning::Safe), None);
    // Meanings that share nothing anyway stay as they are.
    let [a, b] = [Meaning::Promise, Meaning::Mixed];
    let rows = Table(vec![language(0, 3), language(2, 9), language(4, 14), language(1, 17)]);
    assert_eq!(rows.tau_b_apart(a, b), rows.tau_b(a, b));
}

#[test]
fn intransitive_triples_are_found_each_once() {
    // JavaScript: "" == 0 and 0 == "0", but not "" == "0".
    let values = ["\"\"", "0", "\"0\""];
    let equal = [true, true, false, true, true, true, false, true, true];
    let relation = Relation::new(values.len(), &equal).unwrap();
    assert_eq!(relation.intransitive(), [(0, 1, 2)]);
    assert!(Relation::new(2, &[true; 4]).unwrap().intransitive().is_empty());
    assert!(Relation::new(2, &[false; 4]).unwrap().intransitive().is_empty());
    assert_eq!(Relation::new(2, &[true; 3]).unwrap_err().to_string(), "there are 3 answers; 2 values must have 4");
    let error = Relation::new(2, &[true, true, false, true]).unwrap_err();
    assert!(error.to_string().starts_with("values 1 and 0 are equal in one order only"));
}

fn any_row() -> impl Strategy<Value = Row> {
    let outcomes = || proptest::array::uniform21(proptest::sample::select(Outcome::ALL.to_vec()));
    (outcomes(), outcomes(), any::<bool>()).prop_map(|(plain, linted, promises)| Row { plain, linted, promises })
}

proptest! {
    #[test]
    fn scores_and_pairs_are_those_of_the_plain_loop(rows in proptest::collection::vec(any_row(), 2..5)) {
        let share = |row: &Row, meaning: Meaning| {
            let column = if meaning.counts_warnings() { row.linted } else { row.plain };
            let (mut good, mut of) = (0, 0);
            for mistake in Mistake::ALL {
                let outcome = column[mistake as usize];
                if mistake.counts_for(meaning) && outcome.counts() {
                    of += 1;
                    good += i32::from(meaning.approves(outcome));
                }
            }
            (of > 0 && (row.promises || meaning != Meaning::Promise)).then(|| f64::from(good) / f64::from(of))
        };
        let mut expected = 0;
        for i in 0..rows.len() {
            for j in 0..i {
                let (mut forth, mut back) = (false, false);
                for meaning in Meaning::ALL {
                    let [a, b] = [&rows[i], &rows[j]].map(|row| share(row, meaning));
                    prop_assert_eq!(a, rows[i].score(meaning).map(Score::share));
                    if let (Some(a), Some(b)) = (a, b) {
                        forth |= a > b;
                        back |= a < b;
                    }
                }
                expected += usize::from(forth && back);
            }
        }
        prop_assert_eq!(Table(rows).incomparable_pairs(), expected);
    }

    #[test]
    fn tau_b_is_symmetric_within_its_bounds_and_turns_with_one_order(items in proptest::collection::vec((0..5, 0..5), 2..9)) {
        let tau = tau_b(&items);
        let each = |change: fn(&(i32, i32)) -> (i32, i32)| tau_b(&items.iter().map(change).collect::<Vec<_>>());
        prop_assert_eq!(tau, each(|&(a, b)| (b, a)));
        prop_assert_eq!(tau.map(|tau| -tau), each(|&(a, b)| (a, 5 - b)));
        prop_assert!(tau.is_none_or(|tau| (-1.0 - 1e-12..=1.0 + 1e-12).contains(&tau)));
    }

    #[test]
    fn a_relation_has_the_triples_of_the_plain_loop(bits in proptest::collection::vec(any::<bool>(), 36)) {
        let equal: Vec<bool> = (0..36).map(|cell| bits[(cell / 6).max(cell % 6) * 6 + (cell / 6).min(cell % 6)]).collect();
        let relation = Relation::new(6, &equal).unwrap();
        let mut expected = Vec::new();
        for a in 0..6 {
            for b in 0..6 {
                for c in a + 1..6 {
                    if b != a && b != c && equal[a * 6 + b] && equal[b * 6 + c] && !equal[a * 6 + c] {
                        expected.push((a, b, c));
                    }
                }
            }
        }
        let mut found = relation.intransitive();
        found.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(found, expected);
    }
}

use proptest::prelude::*;

use crate::table::UNITS;
use crate::tau::tau_b;
use crate::*;

use Outcome::{CannotBeWritten, Caught, NotTested, Refused, Silent, Undefined};

/// A language in which every mistake ends the same way.
fn all(outcome: Outcome) -> Vec<Outcome> {
    vec![outcome; Mistake::ALL.len()]
}

fn with(mut row: Vec<Outcome>, changes: &[(Mistake, Outcome)]) -> Vec<Outcome> {
    for &(mistake, outcome) in changes {
        row[mistake as usize] = outcome;
    }
    row
}

fn scores(rows: &[Vec<Outcome>]) -> Result<Scores, TableError> {
    Table::new(rows.iter().map(|row| &row[..]))?.scores()
}

fn shares(row: Vec<Outcome>) -> [f64; 5] {
    let scores = scores(&[row]).unwrap();
    Meaning::ALL.map(|meaning| scores.score(0, meaning).share())
}

/// Scores given outright, in tenths or whatever `of` is.
fn made(of: u32, rows: &[[u32; 5]]) -> Scores {
    Scores::made_of(rows.iter().map(|row| row.map(|good| Score::new(good, of).unwrap())).collect())
}

#[test]
fn each_meaning_counts_the_ends_that_it_asks_for() {
    assert_eq!(shares(all(Refused)), [1.0; 5]);
    assert_eq!(shares(all(Caught)), [0.0, 0.0, 1.0, 1.0, 0.0]);
    assert_eq!(shares(all(Silent)), [0.0, 0.0, 1.0, 0.0, 0.0]);
    assert_eq!(shares(all(Undefined)), [0.0; 5]);
}

#[test]
fn what_cannot_be_written_or_was_not_tried_is_no_part_of_a_share() {
    // Null counts for soundness and expressiveness too, the uninitialised variable for soundness.
    let row = with(all(Refused), &[(Mistake::Null, CannotBeWritten), (Mistake::DataRace, NotTested)]);
    let scores = scores(&[with(row, &[(Mistake::Uninitialised, Silent)])]).unwrap();
    let score = |meaning| (scores.score(0, meaning).good(), scores.score(0, meaning).of());
    assert_eq!(score(Meaning::Static), (19, 20));
    assert_eq!(score(Meaning::Sound), (6, 7));
    assert_eq!(score(Meaning::Safe), (20, 20));
    assert_eq!(score(Meaning::Coercions), (5, 5));
    assert_eq!(score(Meaning::Expressive), (4, 4));
}

#[test]
fn a_table_that_gives_no_scores_says_why() {
    assert_eq!(Table::new([]).unwrap_err().to_string(), "there is no language to score");
    let short = Table::new([&[Silent][..]]).unwrap_err();
    assert_eq!(short.to_string(), "language 0 has 1 outcomes; it must have 22, one for each mistake");
    let untested = scores(&[all(Caught), all(CannotBeWritten)]).unwrap_err();
    assert_eq!(untested, TableError::Untested { language: 1, meaning: Meaning::Static });
    assert!(untested.to_string().contains("leave it out"));
}

#[test]
fn names_lead_back_to_what_they_name() {
    for mistake in Mistake::ALL {
        assert_eq!(Mistake::of(mistake.name()), Some(mistake));
        assert_eq!(Mistake::ALL[mistake as usize], mistake);
        assert!(mistake.counts_for(Meaning::Static) && mistake.counts_for(Meaning::Safe));
    }
    for meaning in Meaning::ALL {
        assert!((5..=22).contains(&meaning.mistakes().count()));
    }
}

#[test]
fn every_share_of_the_list_is_a_whole_number_of_units() {
    assert!((1..=22).all(|of| UNITS.is_multiple_of(of)));
    assert_eq!(Score::new(1, 3).unwrap().units() * 3, UNITS);
    assert!(Score::new(2, 1).is_none() && Score::new(0, 0).is_none() && Score::new(1, 23).is_none());
}

#[test]
fn equal_means_share_a_place_and_the_next_one_counts_them() {
    // 1/3 + 1/6 and 1/2 + 0 are one number, whatever their sums as floats.
    let scores = Scores::made_of(
        vec![
            [(0, 1), (0, 1), (0, 1), (0, 1), (0, 1)],
            [(1, 3), (1, 6), (0, 1), (0, 1), (0, 1)],
            [(1, 2), (0, 1), (0, 1), (0, 1), (0, 1)],
            [(1, 1), (1, 1), (0, 1), (0, 1), (0, 1)],
        ]
        .into_iter()
        .map(|row| row.map(|(good, of)| Score::new(good, of).unwrap()))
        .collect(),
    );
    assert_eq!(scores.places(Weights([1; 5])), [4, 2, 2, 1]);
}

#[test]
fn tau_b_is_that_of_worked_examples() {
    assert_eq!(tau_b(&[1, 2, 3], &[1, 2, 3]), Some(1.0));
    assert_eq!(tau_b(&[1, 2, 3], &[3, 2, 1]), Some(-1.0));
    assert_eq!(tau_b(&[1, 1, 1], &[3, 2, 1]), None);
    // By hand: 4 pairs agree and 1 disagrees; of the 6, all are apart by the first and 5 by the second.
    let tau = tau_b(&[1, 2, 3, 4], &[1, 3, 2, 3]).unwrap();
    assert!((tau - 3.0 / f64::sqrt(30.0)).abs() < 1e-15);
}

#[test]
fn meanings_that_order_alike_by_shared_mistakes_alone_do_not_once_these_count_for_one() {
    // A language for each number of the five that "expressive" looks at, of which it refuses so many; of the other 17 as many
    // in the reverse order.
    let shared: Vec<Mistake> = Meaning::Expressive.mistakes().collect();
    let others: Vec<Mistake> = Mistake::ALL.into_iter().filter(|it| !it.counts_for(Meaning::Expressive)).collect();
    let row = |number: usize, refused: usize| {
        let refuses = shared.iter().take(number).chain(others.iter().take(refused));
        with(all(Silent), &refuses.map(|mistake| (*mistake, Refused)).collect::<Vec<_>>())
    };
    let table = |rows: &[Vec<Outcome>]| Table::new(rows.iter().map(|row| &row[..])).unwrap();
    let apart = |rows: &[Vec<Outcome>], a, b| table(rows).tau_b_apart(a, b);
    let by_shared_alone = [row(0, 3), row(2, 3), row(4, 3)];
    assert_eq!(scores(&by_shared_alone).unwrap().tau_b(Meaning::Static, Meaning::Expressive), Some(1.0));
    assert_eq!(apart(&by_shared_alone, Meaning::Static, Meaning::Expressive), None);
    let reversed = [row(0, 3), row(2, 2), row(4, 1)];
    assert_eq!(scores(&reversed).unwrap().tau_b(Meaning::Static, Meaning::Expressive), Some(1.0));
    assert_eq!(apart(&reversed, Meaning::Static, Meaning::Expressive), Some(-1.0));
    assert_eq!(apart(&reversed, Meaning::Expressive, Meaning::Static), Some(-1.0));
    // Both look at all 22; and a language that can write only what both look at has no other score.
    assert_eq!(apart(&reversed, Meaning::Static, Meaning::Safe), None);
    let unwritten: Vec<_> = others.iter().map(|mistake| (*mistake, CannotBeWritten)).collect();
    assert_eq!(apart(&[row(0, 3), with(row(2, 0), &unwritten)], Meaning::Static, Meaning::Expressive), None);
    // What share nothing anyway stay as they are.
    let [a, b] = [Meaning::Sound, Meaning::Coercions];
    let rows = [row(0, 3), row(2, 9), row(4, 14), row(1, 17)];
    assert_eq!(apart(&rows, a, b), scores(&rows).unwrap().tau_b(a, b));
}

#[test]
fn what_is_not_transitive_is_found_and_each_triple_once() {
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

fn any_scores() -> impl Strategy<Value = Scores> {
    proptest::collection::vec(proptest::array::uniform5(0..=4_u32), 2..6).prop_map(|rows| made(4, &rows))
}

fn any_weights() -> impl Strategy<Value = Weights> {
    proptest::array::uniform5(0..=10_u64).prop_filter("not all are 0", |it| it != &[0; 5]).prop_map(Weights)
}

proptest! {
    #[test]
    fn places_are_those_of_the_plain_loop_over_all_pairs(scores in any_scores(), weights in any_weights()) {
        let total = |language| -> u64 {
            Meaning::ALL.iter().map(|it| weights.of(*it) * u64::from(scores.score(language, *it).good())).sum()
        };
        for (language, place) in scores.places(weights).into_iter().enumerate() {
            let better = (0..scores.languages()).filter(|&other| total(other) > total(language)).count();
            prop_assert_eq!(place, better + 1);
        }
    }

    #[test]
    fn a_pair_is_incomparable_exactly_where_two_single_meanings_disagree(scores in any_scores()) {
        let orders = Meaning::ALL.map(|meaning| scores.places(Weights::only(meaning)));
        let is_before = |a: usize, b: usize| orders.iter().any(|places| places[a] < places[b]);
        let pairs = (0..scores.languages()).flat_map(|a| (0..a).map(move |b| (a, b)));
        prop_assert_eq!(scores.incomparable_pairs(), pairs.filter(|&(a, b)| is_before(a, b) && is_before(b, a)).count());
    }

    #[test]
    fn draws_find_orders_of_a_fine_grid_alone_and_the_same_ones_for_the_same_seed(scores in any_scores()) {
        // Differences are quarters, so that crossings lie at proportions p:q of at most 4, and between two of them one
        // of at most 8.
        let [a, b] = [Meaning::Static, Meaning::Sound];
        let mut seen = std::collections::BTreeSet::new();
        for (p, q) in (1..=10).flat_map(|p| (1..=10).map(move |q| (p, q))) {
            let places = scores.places(Weights([p, q, 0, 0, 0]));
            let same = |i: usize, j: usize| [a, b].iter().all(|it| scores.score(i, *it) == scores.score(j, *it));
            let is_open = (0..places.len()).all(|i| (0..i).all(|j| places[i] != places[j] || same(i, j)));
            if is_open {
                seen.insert(places);
            }
        }
        let drawn = |samples| scores.sampled_orders(&[a, b], samples, 1);
        prop_assert_eq!(drawn(50), drawn(50));
        // Each order holds for a twenty-fourth of the weights at least.
        prop_assert_eq!(drawn(500), seen.len());
    }

    #[test]
    fn tau_b_is_symmetric_within_its_bounds_and_turns_with_one_order(
        a in proptest::collection::vec(0..5_u64, 2..9),
        seed in 0..1000_u64,
    ) {
        let b: Vec<u64> = (0..a.len() as u64).map(|i| (i * 7 + seed) % 5).collect();
        let turned: Vec<u64> = b.iter().map(|value| 5 - value).collect();
        let tau = tau_b(&a, &b);
        prop_assert_eq!(tau, tau_b(&b, &a));
        prop_assert_eq!(tau.map(|tau| -tau), tau_b(&a, &turned));
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

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
    Table::new(rows.iter().map(|row| [&row[..], &row[..]]))?.scores(Column::Plain)
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
    let short = Table::new([[&all(Silent)[..], &[Silent][..]]]).unwrap_err();
    assert_eq!(short.to_string(), "language 0 has 1 outcomes; it must have 22, one for each mistake");
    let untested = scores(&[all(Caught), all(CannotBeWritten)]).unwrap_err();
    assert_eq!(untested, TableError::Untested { language: 1, meaning: Meaning::Static });
    assert!(untested.to_string().contains("leave it out"));
}

#[test]
fn the_two_columns_are_scored_apart() {
    let (plain, linted) = (all(Silent), all(Refused));
    let table = Table::new([[&plain[..], &linted[..]]]).unwrap();
    assert_eq!(table.outcome(0, Mistake::Null, Column::Linted), Refused);
    let score = |column| table.scores(column).unwrap().score(0, Meaning::Static).share();
    assert_eq!((score(Column::Plain), score(Column::Linted)), (0.0, 1.0));
}

#[test]
fn names_lead_back_to_what_they_name() {
    for mistake in Mistake::ALL {
        assert_eq!(Mistake::of(mistake.name()), Some(mistake));
        assert_eq!(Mistake::ALL[mistake as usize], mistake);
        assert!(mistake.counts_for(Meaning::Static) && mistake.counts_for(Meaning::Safe));
    }
    for outcome in Outcome::ALL {
        assert_eq!(Outcome::of(outcome.name()), Some(outcome));
    }
    for meaning in Meaning::ALL {
        assert_eq!(Meaning::of(meaning.name()), Ok(meaning));
        assert!((5..=22).contains(&meaning.mistakes().count()));
    }
    let unknown = Meaning::of("strong").unwrap_err().to_string();
    assert_eq!(unknown, "meaning is \"strong\"; it must be one of static, sound, safe, coercions, expressive");
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
    let ranked = scores.rank(Weights::EQUAL);
    let places: Vec<_> = ranked.iter().map(|place| (place.language, place.place)).collect();
    assert_eq!(places, [(3, 1), (1, 2), (2, 2), (0, 4)]);
    assert_eq!(ranked[1].mean, 0.1);
    assert_eq!(scores.first(1, 2, Weights::EQUAL), None);
}

#[test]
fn a_threshold_is_met_by_what_equals_it() {
    let scores = made(10, &[[5; 5], [4; 5], [6, 4, 5, 5, 5]]);
    assert_eq!(scores.strong(Weights::EQUAL, 50.0), Ok(vec![0, 2]));
    assert_eq!(scores.strong(Weights::EQUAL, 51.0), Ok(vec![]));
    assert_eq!(scores.strong(Weights::EQUAL, 0.0), Ok(vec![0, 1, 2]));
    let error = scores.strong(Weights::EQUAL, 101.0).unwrap_err();
    assert_eq!(error.to_string(), "threshold is 101; it must be from 0 to 100");
    assert!(scores.strong(Weights::EQUAL, f64::NAN).is_err());
}

#[test]
fn weights_that_say_nothing_are_refused_in_words() {
    let error = |weights| Weights::new(weights).unwrap_err().to_string();
    assert_eq!(error([0.0; 5]), "the sum of the weights is 0; it must be above 0 for one meaning at least");
    assert_eq!(error([1.0, -1.0, 0.0, 0.0, 0.0]), "the weight of sound is -1; it must be from 0 to 10");
    assert_eq!(error([1.0, 1.0, f64::NAN, 0.0, 0.0]), "the weight of safe is NaN; it must be from 0 to 10");
    assert_eq!(error([11.0, 1.0, 1.0, 0.0, 0.0]), "the weight of static is 11; it must be from 0 to 10");
    assert_eq!(Weights::new([0.0, 10.0, 0.0, 0.0, 2.0]).unwrap().meanings(), [Meaning::Sound, Meaning::Expressive]);
}

#[test]
fn one_that_is_nowhere_worse_is_never_behind_and_others_change_places() {
    let scores = made(10, &[[5, 5, 5, 5, 5], [5, 4, 5, 5, 5], [9, 0, 5, 5, 5]]);
    assert_eq!(scores.compare(0, 1, &Meaning::ALL), Comparison::Dominates);
    assert_eq!(scores.compare(1, 0, &Meaning::ALL), Comparison::Dominated);
    assert_eq!(scores.compare(0, 0, &Meaning::ALL), Comparison::Equal);
    let crossing = Comparison::Incomparable { first: Meaning::Sound, second: Meaning::Static };
    assert_eq!(scores.compare(0, 2, &Meaning::ALL), crossing);
    assert_eq!(scores.compare(0, 2, &[Meaning::Sound]), Comparison::Dominates);
    assert_eq!(scores.incomparable_pairs(&Meaning::ALL), 2);
    assert_eq!(scores.incomparable_pairs(&[Meaning::Static]), 0);
}

#[test]
fn the_nearest_weight_that_reverses_two_languages_is_found() {
    // 5 + 5 against 9 + 0: equal at weights 5 to 4.
    let scores = made(10, &[[5, 5, 5, 5, 5], [9, 0, 5, 5, 5]]);
    let reversals = scores.reversals(0, 1, Weights([4, 4, 0, 0, 0])).unwrap();
    let [more_static, less_sound] = [(Meaning::Static, 6), (Meaning::Sound, 3)];
    let expected = [more_static, less_sound].map(|(meaning, weight)| Reversal { meaning, weight });
    assert_eq!(reversals, expected);
    assert_eq!(
        scores.reversals(0, 1, Weights([0, 1, 0, 0, 0])).unwrap(),
        [Reversal { meaning: Meaning::Static, weight: 2 }]
    );
    let error = |a, b| scores.reversals(a, b, Weights::EQUAL).unwrap_err().to_string();
    assert_eq!(error(1, 1), "the second language is 1; it must be another language than the first");
    assert_eq!(error(2, 1), "the first language is 2; it must be from 0 to 1");
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
    let table = |rows: &[Vec<Outcome>]| Table::new(rows.iter().map(|row| [&row[..], &row[..]])).unwrap();
    let apart = |rows: &[Vec<Outcome>], a, b| table(rows).tau_b_apart(a, b, Column::Plain);
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
fn two_meanings_that_agree_give_one_order_and_each_crossing_one_more() {
    let agree = made(10, &[[1, 1, 0, 0, 0], [2, 2, 0, 0, 0], [2, 3, 0, 0, 0]]);
    assert_eq!(agree.orders_of_two(Meaning::Static, Meaning::Sound), 1);
    // Three that all cross, two of the crossings at the same proportion.
    let cross = made(10, &[[1, 3, 0, 0, 0], [2, 2, 0, 0, 0], [3, 1, 0, 0, 0]]);
    assert_eq!(cross.orders_of_two(Meaning::Static, Meaning::Sound), 2);
    let apart = made(10, &[[0, 5, 0, 0, 0], [1, 3, 0, 0, 0], [3, 2, 0, 0, 0]]);
    assert_eq!(apart.orders_of_two(Meaning::Static, Meaning::Sound), 4);
    assert_eq!(apart.orders_of_two(Meaning::Safe, Meaning::Coercions), 1);
}

#[test]
fn draws_are_bounded_and_the_same_for_the_same_seed() {
    let scores = made(6, &[[0, 5, 1, 3, 2], [1, 3, 2, 2, 6], [3, 2, 4, 1, 0], [6, 0, 0, 5, 1]]);
    let orders = |samples, seed| scores.sampled_orders(&Meaning::ALL, samples, seed);
    assert_eq!(orders(500, 1), orders(500, 1));
    assert!(orders(500, 1).unwrap() <= 24 && orders(500, 1).unwrap() >= orders(50, 1).unwrap());
    assert_eq!(orders(0, 1).unwrap_err().to_string(), "samples is 0; it must be from 1 to 100,000");
    assert!(orders(MAX_SAMPLES + 1, 1).is_err());
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
        for place in scores.rank(weights) {
            let better = (0..scores.languages()).filter(|&other| total(other) > total(place.language)).count();
            prop_assert_eq!(place.place, better + 1);
            let mean = total(place.language) as f64 / (4 * weights.sum()) as f64;
            prop_assert!((place.mean - mean).abs() < 1e-12);
        }
    }

    #[test]
    fn a_pair_is_incomparable_exactly_where_two_single_meanings_disagree(scores in any_scores()) {
        let single = |a, b| Meaning::ALL.iter().any(|it| scores.first(a, b, Weights::only(*it)) == Some(a));
        let mut pairs = 0;
        for a in 0..scores.languages() {
            for b in 0..a {
                let both = single(a, b) && single(b, a);
                pairs += usize::from(both);
                if let Comparison::Incomparable { first, second } = scores.compare(a, b, &Meaning::ALL) {
                    prop_assert_eq!(scores.first(a, b, Weights::only(first)), Some(a));
                    prop_assert_eq!(scores.first(a, b, Weights::only(second)), Some(b));
                } else {
                    prop_assert!(!both);
                }
            }
        }
        prop_assert_eq!(scores.incomparable_pairs(&Meaning::ALL), pairs);
    }

    #[test]
    fn no_weights_reverse_what_dominates(scores in any_scores(), weights in any_weights()) {
        for a in 0..scores.languages() {
            for b in 0..scores.languages() {
                if scores.compare(a, b, &Meaning::ALL) == Comparison::Dominates {
                    prop_assert_ne!(scores.first(a, b, weights), Some(b));
                    let back = scores.reversals(a, b, weights).unwrap();
                    prop_assert!(back.is_empty() || scores.first(a, b, weights).is_none());
                }
            }
        }
    }

    #[test]
    fn every_reversal_reverses_and_none_nearer_does(scores in any_scores(), weights in any_weights()) {
        let with = |meaning: Meaning, weight| {
            let mut changed = weights;
            changed.0[meaning.index()] = weight;
            changed
        };
        let now = scores.first(0, 1, weights);
        let reverses = |changed: Weights| {
            let then = scores.first(0, 1, changed);
            changed.sum() > 0 && then.is_some() && then != now
        };
        let found = scores.reversals(0, 1, weights).unwrap();
        for meaning in Meaning::ALL {
            let distance = |weight: u64| weight.abs_diff(weights.of(meaning));
            let nearest = (0..=10).filter(|&weight| reverses(with(meaning, weight))).map(distance).min();
            let told = found.iter().find(|it| it.meaning == meaning).map(|it| distance(it.weight));
            prop_assert_eq!(told, nearest);
        }
    }

    #[test]
    fn the_orders_of_two_meanings_are_those_of_every_weight_on_a_fine_grid(scores in any_scores()) {
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
        prop_assert_eq!(scores.orders_of_two(a, b), seen.len());
        prop_assert!(scores.sampled_orders(&[a, b], 200, 1).unwrap() <= seen.len());
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

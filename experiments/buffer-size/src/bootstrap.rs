//! Where the best buffer is, and which is the smallest that comes near it, with their uncertainty.
//!
//! Both are read off the medians of noisy rounds, so neither has an interval of order statistics. They get one from the
//! bootstrap: rounds are drawn with replacement, whole (what disturbs a moment disturbs its neighbours), and the same is
//! read off their medians. Efron and Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13.

use harness::record::Estimate;
use harness::statistics::nearest_rank;
use random::{Below, stream};

/// How often rounds are drawn.
const DRAWS: u64 = 1000;
/// What draws them: the same figures give the same interval.
const SEED: u64 = 1;

/// Throughputs of one buffer, round by round.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Size {
    pub bytes: usize,
    pub throughputs: Vec<f64>,
}

/// The buffer with the highest median, the smallest of those that are equal. `sizes` ascend.
///
/// # Panics
/// If there are no sizes, no rounds, or not all sizes have as many rounds.
pub(crate) fn best(sizes: &[Size]) -> Estimate {
    estimate(sizes, |sizes, medians| sizes[place_of_best(medians)].bytes)
}

/// The same, without its uncertainty.
pub(crate) fn best_size(sizes: &[Size]) -> Option<&Size> {
    let medians: Vec<f64> = sizes.iter().map(|size| middle(&mut size.throughputs.clone())).collect();
    (!sizes.is_empty()).then(|| &sizes[place_of_best(&medians)])
}

/// The smallest buffer whose median reaches this share of the highest one. `sizes` ascend.
///
/// # Panics
/// As [`best`].
pub(crate) fn smallest_reaching(share: f64, sizes: &[Size]) -> Estimate {
    estimate(sizes, |sizes, medians| {
        let enough = share * medians[place_of_best(medians)];
        let place = medians.iter().position(|&median| median >= enough).expect("the best one reaches it");
        sizes[place].bytes
    })
}

fn place_of_best(medians: &[f64]) -> usize {
    let mut best = 0;
    for (place, median) in medians.iter().enumerate() {
        if *median > medians[best] {
            best = place;
        }
    }
    best
}

/// The median, without its interval, which takes most of the time.
fn middle(rounds: &mut [f64]) -> f64 {
    rounds.sort_unstable_by(f64::total_cmp);
    let half = rounds.len() / 2;
    if rounds.len() % 2 == 1 { rounds[half] } else { (rounds[half - 1] + rounds[half]) / 2.0 }
}

/// The value read off the medians of all rounds, and the middle 95% of the values read off those of rounds drawn anew.
fn estimate(sizes: &[Size], read_off: impl Fn(&[Size], &[f64]) -> usize) -> Estimate {
    let rounds = sizes[0].throughputs.len();
    assert!(sizes.iter().all(|size| size.throughputs.len() == rounds), "all sizes are measured in every round");
    let of_rounds = |drawn: &[usize]| {
        let median_of =
            |size: &Size| middle(&mut drawn.iter().map(|&round| size.throughputs[round]).collect::<Vec<_>>());
        read_off(sizes, &sizes.iter().map(median_of).collect::<Vec<_>>()) as f64
    };
    let value = of_rounds(&(0..rounds).collect::<Vec<_>>());
    let below = Below::new(rounds as u32);
    let mut seen: Vec<f64> = (0..DRAWS)
        .map(|draw| {
            let mut random = stream(SEED, draw);
            of_rounds(&(0..rounds).map(|_| below.draw(&mut random) as usize).collect::<Vec<_>>())
        })
        .collect();
    seen.sort_by(f64::total_cmp);
    let at = |q| seen[nearest_rank(DRAWS, q) as usize - 1];
    Estimate::between(rounds as u64, value, [at(0.025).min(value), at(0.975).max(value)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(rounds: &[[f64; 4]]) -> Vec<Size> {
        let of = |place: usize| rounds.iter().map(|round| round[place]).collect();
        (0..4).map(|place| Size { bytes: 1 << place, throughputs: of(place) }).collect()
    }

    #[test]
    fn rounds_that_agree_leave_no_doubt() {
        let sizes = sizes(&[[10.0, 94.0, 96.0, 100.0]; 7]);
        let reaching = smallest_reaching(0.95, &sizes);
        assert_eq!((reaching.n, reaching.low, reaching.value, reaching.high), (7, 4.0, 4.0, 4.0));
        assert_eq!(best(&sizes).value, 8.0);
    }

    #[test]
    fn rounds_that_do_not_agree_leave_doubt_of_what_they_differ_in() {
        let rounds = [
            [10.0, 97.0, 100.0, 99.0],
            [10.0, 93.0, 100.0, 98.0],
            [10.0, 96.0, 100.0, 102.0],
            [10.0, 92.0, 100.0, 97.0],
            [10.0, 94.0, 100.0, 99.0],
            [10.0, 97.0, 100.0, 101.0],
            [10.0, 94.0, 100.0, 98.0],
        ];
        let reaching = smallest_reaching(0.95, &sizes(&rounds));
        assert_eq!((reaching.low, reaching.value, reaching.high), (2.0, 4.0, 4.0));
        let best = best(&sizes(&rounds));
        assert_eq!((best.low, best.value, best.high), (4.0, 4.0, 8.0));
    }

    #[test]
    fn of_equal_buffers_the_smallest_is_the_best() {
        assert_eq!(best(&sizes(&[[1.0, 5.0, 5.0, 5.0]; 3])).value, 2.0);
    }

    #[test]
    #[should_panic(expected = "in every round")]
    fn a_size_without_all_rounds_is_refused() {
        let mut sizes = sizes(&[[1.0, 2.0, 3.0, 4.0]; 3]);
        sizes[2].throughputs.pop();
        best(&sizes);
    }
}

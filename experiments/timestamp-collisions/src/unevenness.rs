//! How evenly the counter takes its values.
//!
//! A counter may show some of its values for longer than others. Readers of other cores then meet on the values that last,
//! and so more often than the model says, which knows no such values.

use crate::step::Step;

/// Readings are told apart by their place in this many steps: a pattern of any period that divides it is seen.
const PERIOD: usize = 240;

/// How many times as likely two unrelated readings of one counter are to fall into the same unit as they would be if it
/// took all its values equally often. `None` where there is nothing to compare.
///
/// Each list is one core's readings; `unit` is in ticks. Readings `d` steps apart share a unit with a
/// probability of `1 - d * step / unit`. How often readings are `d` steps apart, whole periods aside, is counted over all
/// pairs of different readings.
pub(crate) fn unevenness<'a>(looks: impl IntoIterator<Item = &'a [u64]>, step: Step, unit: f64) -> Option<f64> {
    let reach = ((unit / step.ticks()).ceil() as usize).clamp(1, PERIOD / 2);
    let weight = |d: usize| (1.0 - d as f64 * step.ticks() / unit).max(0.0);
    // Beside its own, a place has two at each distance: one ahead and one behind.
    let even: f64 = 1.0 + 2.0 * (1..reach).map(weight).sum::<f64>();
    let of_cores: Vec<f64> = looks
        .into_iter()
        .filter(|core| core.len() > 1)
        .map(|core| {
            let counts = places(core, step);
            let n = core.len() as f64;
            let same = counts.iter().map(|&count| count * (count - 1.0)).sum::<f64>();
            let apart = |d: usize| (0..PERIOD).map(|k| counts[k] * counts[(k + d) % PERIOD]).sum::<f64>();
            let met = same + 2.0 * (1..reach).map(|d| weight(d) * apart(d)).sum::<f64>();
            met / (n * (n - 1.0)) * PERIOD as f64 / even
        })
        .collect();
    (!of_cores.is_empty()).then(|| of_cores.iter().sum::<f64>() / of_cores.len() as f64)
}

/// How many readings there are at each place of the period.
fn places(readings: &[u64], step: Step) -> [f64; PERIOD] {
    let mut counts = [0.0; PERIOD];
    step.values(readings).for_each(|value| counts[value as usize % PERIOD] += 1.0);
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(ticks: u64) -> Step {
        Step::whole(ticks).unwrap()
    }

    /// Readings of a counter that shows its values for as long as `lasts` says, again and again; each value is read once for
    /// each unit of time that it lasts.
    fn read(lasts: &[usize], step: u64) -> Vec<u64> {
        let values = (0_u64..).zip(lasts.iter().cycle());
        values.flat_map(|(n, &times)| vec![n * step; times]).take(100_000).collect()
    }

    #[test]
    fn a_counter_that_takes_its_values_equally_often_is_even() {
        for (step, unit) in [(1, 1.0), (2, 2.0), (26, 2.596), (1, 2.596), (1, 1_000.0)] {
            let even = unevenness([&read(&[1], step)[..], &read(&[3], step)], whole(step), unit).unwrap();
            assert!((even - 1.0).abs() < 0.01, "{even} for steps of {step} in {unit}");
        }
    }

    #[test]
    fn values_that_last_longer_meet_more_often() {
        // 3/4 and 1/4 of the time: 9/16 + 1/16 of pairs instead of 1/2.
        let uneven = unevenness([&read(&[3, 1], 26)[..]], whole(26), 2.596).unwrap();
        assert!((uneven - 1.25).abs() < 0.01, "{uneven}");
        // Of five values one lasts six times as long: 36 + 4 of 100 instead of 1/5.
        let uneven = unevenness([&read(&[6, 1, 1, 1, 1], 2)[..]], whole(2), 2.0).unwrap();
        assert!((uneven - 2.0).abs() < 0.02, "{uneven}");
    }

    #[test]
    fn values_of_no_whole_number_of_ticks_are_counted_each() {
        // 24 and 25 ticks in turn: to whole ticks rounded, and yet as even as any.
        let looks: Vec<u64> = (0..100_000_u64).map(|n| n * 49 / 2).collect();
        let step = Step::of_cores([&looks[..]]).unwrap();
        let even = unevenness([&looks[..]], step, 2.45).unwrap();
        assert!((even - 1.0).abs() < 0.01, "{even}");
    }

    #[test]
    fn what_is_uneven_within_a_unit_is_hidden_by_it() {
        let uneven = unevenness([&read(&[3, 1], 1)[..]], whole(1), 100.0).unwrap();
        assert!((uneven - 1.0).abs() < 0.01, "{uneven}");
    }

    #[test]
    fn nothing_is_said_without_readings() {
        assert_eq!(unevenness([], whole(1), 1.0), None);
        assert_eq!(unevenness([&[5][..]], whole(1), 1.0), None);
    }
}

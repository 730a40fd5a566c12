//! Survival curves: which share of children still lives after so long.

use harness::record::Estimate;
use harness::statistics::share;

/// How long one child was watched, and whether it failed then or was still alive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Life {
    pub seconds: f64,
    pub failed: bool,
}

/// The share that survives `seconds`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Step {
    pub seconds: f64,
    pub surviving: Estimate,
}

/// The Kaplan-Meier estimate at each time of a failure, with a pointwise 95% band.
///
/// Kaplan and Meier, "Nonparametric estimation from incomplete observations" (1958). The band is Rothman's (1978): Wilson's
/// interval for as many children as would give the same variance (Greenwood's). As long as no child has left alive, that is
/// simply how many there were, and unlike others the band holds where the share is near 0 and 1. At 0, where Greenwood's
/// variance says nothing, the last number before it is taken.
pub(crate) fn curve(lives: &[Life]) -> Vec<Step> {
    let mut lives = lives.to_vec();
    lives.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
    let mut steps = Vec::new();
    let (mut surviving, mut sum, mut effective) = (1.0, 0.0, lives.len() as f64);
    let mut done = 0;
    while done < lives.len() {
        let seconds = lives[done].seconds;
        let at_risk = (lives.len() - done) as f64;
        let together = lives[done..].iter().take_while(|life| life.seconds == seconds);
        let (count, failed) =
            together.fold((0, 0), |(count, failed), life| (count + 1, failed + usize::from(life.failed)));
        if failed > 0 {
            let failed = failed as f64;
            surviving *= 1.0 - failed / at_risk;
            if failed < at_risk {
                sum += failed / (at_risk * (at_risk - failed));
                effective = (1.0 - surviving) / (surviving * sum);
            }
            steps.push(Step { seconds, surviving: band(surviving, effective) });
        }
        done += count;
    }
    steps
}

/// Wilson's interval around a share, for this many children; they need not be a whole number, so that the interval lies
/// between those of the whole numbers beside it.
fn band(surviving: f64, effective: f64) -> Estimate {
    let of = |n: f64| {
        let n = n.max(1.0);
        share((surviving * n).round().min(n) as u64, n as u64)
    };
    let (below, above) = (of(effective.floor()), of(effective.ceil()));
    let part = effective - effective.floor();
    let between = |below: f64, above: f64| below + part * (above - below);
    let low = between(below.low, above.low).clamp(0.0, surviving);
    let high = between(below.high, above.high).clamp(surviving, 1.0);
    Estimate::between(effective.round() as u64, surviving, [low, high])
}

/// At most so many steps, spread evenly over the failures; the first and the last are among them.
pub(crate) fn thinned(steps: Vec<Step>, most: usize) -> Vec<Step> {
    if steps.len() <= most {
        return steps;
    }
    let last = steps.len() - 1;
    (0..most).map(|index| steps[index * last / (most - 1)].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn life(seconds: f64) -> Life {
        Life { seconds, failed: true }
    }

    fn alive(seconds: f64) -> Life {
        Life { seconds, failed: false }
    }

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-3
    }

    /// Weeks of remission with 6-mercaptopurine: the example of the textbooks. Freireich et al. (1963), as in Kleinbaum and
    /// Klein, "Survival Analysis", table 2.3.
    #[test]
    fn the_curve_is_that_of_the_textbook() {
        let failed = [6.0, 6.0, 6.0, 7.0, 10.0, 13.0, 16.0, 22.0, 23.0].map(life);
        let left = [6.0, 9.0, 10.0, 11.0, 17.0, 19.0, 20.0, 25.0, 32.0, 32.0, 34.0, 35.0].map(alive);
        let steps = curve(&[&failed[..], &left].concat());
        let expected = [
            (6.0, 0.8571),
            (7.0, 0.8067),
            (10.0, 0.7529),
            (13.0, 0.6902),
            (16.0, 0.6275),
            (22.0, 0.5378),
            (23.0, 0.4482),
        ];
        assert_eq!(steps.len(), expected.len());
        for (step, (seconds, surviving)) in steps.iter().zip(expected) {
            assert_eq!(step.seconds, seconds);
            assert!(close(step.surviving.value, surviving), "{step:?}");
        }
        // Greenwood's standard error at week 10 is 0.0963, so that the band is that of 0.7529 × 0.2471 / 0.0963² = 20.06
        // patients: by hand, Wilson's interval of 15.1 in 20.06 is 0.529 to 0.891.
        let Step { surviving, .. } = &steps[2];
        assert_eq!(surviving.n, 20);
        assert!((surviving.low - 0.529).abs() < 0.01 && (surviving.high - 0.891).abs() < 0.01, "{surviving:?}");
    }

    #[test]
    fn where_all_are_watched_to_the_end_the_band_is_wilsons() {
        let lives: Vec<Life> =
            (1..=7).map(|each| life(f64::from(each))).chain([alive(9.0), alive(9.0), alive(9.0)]).collect();
        for (index, step) in curve(&lives).iter().enumerate() {
            let wilson = share(9 - index as u64, 10);
            assert!(close(step.surviving.value, wilson.value));
            assert!(close(step.surviving.low, wilson.low) && close(step.surviving.high, wilson.high), "{step:?}");
        }
    }

    #[test]
    fn when_all_have_died_none_survives_and_the_band_still_says_how_sure_that_is() {
        let steps = curve(&[life(1.0), life(2.0), life(2.0), life(3.0)]);
        let last = &steps.last().unwrap().surviving;
        assert_eq!((last.value, last.low), (0.0, 0.0));
        assert!(last.high > 0.3 && last.high < 0.7, "{last:?}");
    }

    #[test]
    fn nobody_dies_and_there_is_no_step() {
        assert_eq!(curve(&[alive(1.0), alive(1.0)]), []);
        assert_eq!(curve(&[]), []);
    }

    #[test]
    fn a_thinned_curve_keeps_its_ends() {
        let steps = curve(&(1..=200).map(|each| life(f64::from(each))).collect::<Vec<_>>());
        let thin = thinned(steps.clone(), 40);
        assert_eq!((thin.len(), thin[0].seconds, thin[39].seconds), (40, 1.0, 200.0));
        assert!(thin.windows(2).all(|pair| pair[0].seconds < pair[1].seconds));
        assert_eq!(thinned(steps[..30].to_vec(), 40), steps[..30]);
    }
}

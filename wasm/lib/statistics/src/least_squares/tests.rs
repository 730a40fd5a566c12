use super::*;

fn rows(measured: &[([f64; 3], f64)]) -> Vec<Row<3>> {
    measured.iter().map(|&(amounts, seconds)| Row::new(amounts, seconds, 1.0)).collect()
}

#[test]
fn exact_times_give_their_coefficients_whatever_their_scale() {
    let truth = [3e-5, 2e-9, 40.0];
    let amounts = [[1.0, 0.0, 0.0], [1.0, 1e6, 0.0], [2.0, 1e3, 1e-6], [0.0, 1e9, 1e-3], [5.0, 1.0, 1.0]];
    let found = solve(&rows(&amounts.map(|amounts| (amounts, dot(&amounts, &truth))))).unwrap();
    assert!(found.iter().zip(truth).all(|(found, truth)| (found / truth - 1.0).abs() < 1e-10), "{found:?}");
}

#[test]
fn parts_that_do_not_occur_cost_nothing() {
    let found = solve(&rows(&[([1.0, 0.0, 2.0], 5.0), ([1.0, 0.0, 3.0], 7.0)])).unwrap();
    assert!((found[0] - 1.0).abs() < 1e-12 && found[1] == 0.0 && (found[2] - 2.0).abs() < 1e-12);
}

#[test]
fn parts_in_proportion_are_not_told_apart() {
    assert_eq!(solve(&rows(&[([1.0, 2.0, 0.0], 5.0), ([3.0, 6.0, 0.0], 7.0)])), Err(NotDetermined));
}

/// The plain way: of all coefficients on a fine grid, zeros included, the best.
#[test]
fn no_coefficient_is_negative_and_no_grid_has_better_ones() {
    // The third part makes things shorter, which it can't.
    let measured = rows(&[
        ([1.0, 1.0, 1.0], 2.5),
        ([1.0, 2.0, 1.0], 3.6),
        ([1.0, 1.0, 4.0], 1.2),
        ([1.0, 5.0, 2.0], 6.3),
        ([2.0, 1.0, 3.0], 2.9),
    ]);
    let found = solve(&measured).unwrap();
    assert_eq!(found[2], 0.0);
    let smallest = sum_of_squares(&measured, &found);
    let steps = || (0..=60).map(|i| f64::from(i) * 0.05);
    let grid = steps().flat_map(|a| steps().flat_map(move |b| steps().map(move |c| [a, b, c])));
    let plain = grid.map(|coefficients| sum_of_squares(&measured, &coefficients)).fold(f64::INFINITY, f64::min);
    assert!(plain >= smallest - 1e-12 && plain < smallest * 1.05, "{plain} {smallest}");
}

#[test]
fn too_few_times_have_no_uncertainty_to_tell() {
    assert_eq!(Uncertainty::from_slopes(&[([1.0, 0.0], 1.0), ([1.0, 1.0], 1.0)], 0.0), None);
    assert!(Uncertainty::from_slopes(&[([1.0, 0.0], 1.0), ([1.0, 0.0], 1.0)], 0.5).is_some());
}

#[test]
fn the_uncertainty_of_a_mean_is_the_textbooks() {
    // Three values of variance 1 about their mean: t * s / sqrt(n) with two degrees of freedom.
    let uncertainty = Uncertainty::from_slopes(&[([1.0], 1.0); 3], 2.0).unwrap();
    assert!((uncertainty.reach_of(0) - 4.302_653 / 3.0_f64.sqrt()).abs() < 1e-6);
    assert!((uncertainty.reach(&[2.0]) - 2.0 * uncertainty.reach_of(0)).abs() < 1e-12);
}

use super::*;

#[test]
fn the_fact_sheet_values_hold_to_four_digits() {
    let rounded = |x: f64| format!("{x:.3e}");
    let any = |items, servers, capacity| rounded(exact::p_any_over(items, servers, capacity));
    assert_eq!(any(1000, 12, 100), rounded(0.2997));
    assert_eq!(any(1000, 13, 100), rounded(0.04503));
    assert_eq!(any(1000, 14, 100), rounded(0.004814));
    assert_eq!(any(1000, 28, 50), rounded(0.2115));
    assert_eq!(any(10_000, 11, 1000), rounded(0.009335));
    // given to three digits
    assert_eq!(format!("{:.2e}", exact::p_any_over(1000, 15, 100)), "4.25e-4");
    assert_eq!(format!("{:.2e}", exact::p_any_over(1000, 30, 50)), "6.59e-2");
    assert_eq!(format!("{:.2e}", exact::p_any_over(1000, 33, 50)), "9.79e-3");
}

#[test]
fn an_overload_that_is_nearly_certain_has_a_chance_near_one() {
    // Close to the perfect balance gᵐ vanishes where the rest overflows.
    for (servers, at_least) in [(10, 0.999_999), (11, 0.90), (12, 0.29)] {
        let chance = super::exact::p_any_over(1000, servers, 100);
        assert!(chance > at_least && chance <= 1.0, "{servers} servers: {chance}");
    }
}

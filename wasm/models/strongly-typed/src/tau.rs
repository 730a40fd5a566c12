//! Likeness of two orders.

/// Kendall's tau-b of the two scores of each item, from -1 to 1, which takes ties into account (Kendall, "The treatment of ties in
/// ranking problems", 1945). `None` where all items tie by one of them.
pub(crate) fn tau_b<A: Ord, B: Ord>(items: &[(A, B)]) -> Option<f64> {
    let (mut balance, mut apart_by_a, mut apart_by_b) = (0_i64, 0_i64, 0_i64);
    for (i, (a, b)) in items.iter().enumerate() {
        for (other_a, other_b) in &items[..i] {
            let by_a = a.cmp(other_a) as i64;
            let by_b = b.cmp(other_b) as i64;
            balance += by_a * by_b;
            apart_by_a += by_a.abs();
            apart_by_b += by_b.abs();
        }
    }
    let product = apart_by_a * apart_by_b;
    (product > 0).then(|| balance as f64 / libm::sqrt(product as f64))
}

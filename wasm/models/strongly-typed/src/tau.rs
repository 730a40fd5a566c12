//! How alike two orders are.

/// Kendall's tau-b of two lists of scores, an item's at the same place in both, from -1 to 1. Nothing where all of one tie.
pub(crate) fn tau_b(a: &[u64], b: &[u64]) -> Option<f64> {
    let (mut balance, mut apart_by_a, mut apart_by_b) = (0_i64, 0_i64, 0_i64);
    for i in 0..a.len() {
        for j in 0..i {
            let by_a = a[i].cmp(&a[j]) as i64;
            let by_b = b[i].cmp(&b[j]) as i64;
            balance += by_a * by_b;
            apart_by_a += by_a.abs();
            apart_by_b += by_b.abs();
        }
    }
    let product = apart_by_a * apart_by_b;
    (product > 0).then(|| balance as f64 / libm::sqrt(product as f64))
}

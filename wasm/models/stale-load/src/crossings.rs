//! Where one curve passes another.

/// A place where one curve passes another, between two of the places where both are known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crossing {
    /// Where, on straight lines between the points.
    pub at: f64,
    /// Whether the first curve lies above the second behind it.
    pub rises: bool,
}

/// Where curve `a` passes curve `b`, both known at `x` (ascending): a sign change between two points, touching included. No
/// crossing is said where a figure is no number.
pub fn crossings(x: &[f64], a: &[f64], b: &[f64]) -> Vec<Crossing> {
    let mut found = Vec::new();
    // The last point at which they differed.
    let mut last: Option<(f64, f64)> = None;
    for ((&x, &a), &b) in x.iter().zip(a).zip(b) {
        let difference = a - b;
        if difference == 0.0 {
            continue;
        }
        if difference.is_nan() {
            last = None;
            continue;
        }
        if let Some((x0, d0)) = last
            && (d0 < 0.0) != (difference < 0.0)
        {
            found.push(Crossing { at: x0 + (x - x0) * d0 / (d0 - difference), rises: difference > 0.0 });
        }
        last = Some((x, difference));
    }
    found
}

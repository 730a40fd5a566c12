//! Times that are a sum of parts, fitted by least squares of the relative error.
//!
//! A time is `sum of coefficient times amount`: so much a call and so much a byte, so much a connection and so much a wake-up.
//! Times that are fitted together span six decades, and a timing's error grows with it. So what is made small is the sum of
//! squares of `ln(measured / model)`, for which twice as long and half as long are equally far, and to which no duration
//! means more than another. For small errors it is the sum of squared relative errors.
//!
//! No coefficient is negative: nothing takes less than no time. The smallest sum is found by Gauss and Newton's method, each
//! of whose steps is a linear problem, solved for every set of coefficients that may be zero until none is negative.
//!
//! Intervals are those of the linear problem at the solution, with Student's quantiles and the scatter estimated from the
//! residuals; the tests count how often they hold the truth.

pub mod student;

use std::fmt;

/// From where to where a value lies with 95% confidence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Interval {
    /// True for a value in the interval.
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Around a value that is not negative, whose true value is not negative either.
    pub fn around(value: f64, reach: f64) -> Self {
        Self { low: (value - reach).max(0.0), high: value + reach }
    }
}

/// The measured times do not determine the coefficients: at least two of their amounts are in proportion in all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotDetermined;

impl fmt::Display for NotDetermined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("what was measured does not tell the parts apart; it must be measured with other amounts too")
    }
}

impl std::error::Error for NotDetermined {}

/// One measured time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row<const P: usize> {
    /// Number of times that each part occurs in it; none negative, at least one positive.
    pub amounts: [f64; P],
    /// The time, in seconds, above 0.
    pub seconds: f64,
    /// 1 over the square of its relative error, in any unit that all have in common.
    pub weight: f64,
}

impl<const P: usize> Row<P> {
    /// The weight of a time whose relative error is `relative_sigma`.
    pub fn new(amounts: [f64; P], seconds: f64, relative_sigma: f64) -> Self {
        Self { amounts, seconds, weight: 1.0 / (relative_sigma * relative_sigma) }
    }

    fn model(&self, coefficients: &[f64; P]) -> f64 {
        dot(&self.amounts, coefficients)
    }

    /// The logarithm of the measured time over the model's; infinite where the model's is 0.
    pub fn residual(&self, coefficients: &[f64; P]) -> f64 {
        libm::log(self.seconds / self.model(coefficients))
    }
}

/// The sum of products.
pub fn dot<const P: usize>(a: &[f64; P], b: &[f64; P]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The weighted sum of the squared residuals.
pub fn sum_of_squares<const P: usize>(rows: &[Row<P>], coefficients: &[f64; P]) -> f64 {
    rows.iter().map(|row| row.weight * square(row.residual(coefficients))).sum()
}

fn square(x: f64) -> f64 {
    x * x
}

/// Steps after which the method has long ended: it needs fewer than ten.
const MAX_STEPS: usize = 100;

/// Most halvings of a step.
const MAX_HALVINGS: usize = 30;

/// A relative change of a coefficient that is no longer worth a step.
const CONVERGED: f64 = 1e-12;

/// Share of a sum of squares that may be rounding.
const ROUNDING: f64 = 1e-12;

/// The coefficients, none negative, that make the sum of squares smallest. Those of parts that never occur are 0.
pub fn solve<const P: usize>(rows: &[Row<P>]) -> Result<[f64; P], NotDetermined> {
    // Start at the least time per amount of a part, as if it were alone: the right order of magnitude, and surely not too small.
    let mut coefficients: [f64; P] = std::array::from_fn(|part| {
        let alone = rows.iter().filter(|row| row.amounts[part] > 0.0).map(|row| row.seconds / row.amounts[part]);
        alone.reduce(f64::min).unwrap_or(0.0)
    });
    let mut sum = sum_of_squares(rows, &coefficients);
    for _ in 0..MAX_STEPS {
        let goal = Normal::at(rows, &coefficients).solve_non_negative()?;
        if (0..P).all(|part| libm::fabs(goal[part] - coefficients[part]) <= CONVERGED * goal[part]) {
            break;
        }
        // Both ends are without negative coefficients, and so is what lies between.
        let halved = std::iter::successors(Some(1.0), |step| Some(step / 2.0)).take(MAX_HALVINGS);
        let mut tried = halved.map(|step| {
            let next = std::array::from_fn(|part| coefficients[part] + step * (goal[part] - coefficients[part]));
            (sum_of_squares(rows, &next), next)
        });
        // Beside the smallest sum its digits no longer tell which coefficients are nearer, but the method does.
        let Some(found) = tried.find(|(tried, _)| *tried <= sum * (1.0 + ROUNDING)) else { break };
        (sum, coefficients) = found;
    }
    Ok(coefficients)
}

/// The problem at given coefficients, made linear: `matrix * coefficients = right`, for unit weights the normal equations.
struct Normal<const P: usize> {
    matrix: [[f64; P]; P],
    right: [f64; P],
}

impl<const P: usize> Normal<P> {
    /// With `ln(model)` replaced by its tangent, in which an amount weighs as much as it adds to the model, relatively.
    fn at(rows: &[Row<P>], coefficients: &[f64; P]) -> Self {
        let mut normal = Self { matrix: [[0.0; P]; P], right: [0.0; P] };
        for row in rows {
            let model = row.model(coefficients);
            let slopes = row.amounts.map(|amount| amount / model);
            let goal = 1.0 + row.residual(coefficients);
            add_outer(&mut normal.matrix, &slopes, row.weight);
            for (right, slope) in normal.right.iter_mut().zip(slopes) {
                *right += row.weight * slope * goal;
            }
        }
        normal
    }

    /// The best coefficients of which none is negative: of every set of parts the solution with the others at 0, if it is
    /// sensible, and of these the one that explains most.
    fn solve_non_negative(&self) -> Result<[f64; P], NotDetermined> {
        let occurring = (0..P).filter(|&part| self.matrix[part][part] > 0.0).fold(0_u32, |set, part| set | 1 << part);
        let all = self.solve_for(occurring).ok_or(NotDetermined)?;
        if all.iter().all(|&coefficient| coefficient >= 0.0) {
            return Ok(all);
        }
        let sets = (1..occurring).filter(|set| set & !occurring == 0);
        let sensible = sets.filter_map(|set| self.solve_for(set)).filter(|found| found.iter().all(|&x| x >= 0.0));
        // At a solution the squares that it explains are `right * coefficients`.
        sensible.max_by(|a, b| dot(&self.right, a).total_cmp(&dot(&self.right, b))).ok_or(NotDetermined)
    }

    /// The solution with all parts outside a set at 0.
    fn solve_for(&self, set: u32) -> Option<[f64; P]> {
        let factor = Cholesky::factor(&self.matrix, set)?;
        Some(factor.solve(&self.right))
    }
}

/// Adds `weight * v * v^T`.
fn add_outer<const P: usize>(matrix: &mut [[f64; P]; P], v: &[f64; P], weight: f64) {
    for (line, &a) in matrix.iter_mut().zip(v) {
        for (cell, &b) in line.iter_mut().zip(v) {
            *cell += weight * a * b;
        }
    }
}

/// A share of a part's own squares that the other parts leave unexplained, below which rounding would decide.
const SMALLEST_PIVOT: f64 = 1e-12;

/// A symmetric matrix's factor, `L * L^T`, over a set of its lines and columns, each scaled to 1 on the diagonal.
struct Cholesky<const P: usize> {
    lower: [[f64; P]; P],
    scale: [f64; P],
    set: u32,
}

impl<const P: usize> Cholesky<P> {
    /// `None` where the columns of the set are in proportion.
    fn factor(matrix: &[[f64; P]; P], set: u32) -> Option<Self> {
        let scale = std::array::from_fn(|i| if within(set, i) { 1.0 / matrix[i][i].sqrt() } else { 0.0 });
        let mut lower = [[0.0; P]; P];
        for i in (0..P).filter(|&i| within(set, i)) {
            for j in (0..=i).filter(|&j| within(set, j)) {
                let known: f64 = (0..j).map(|k| lower[i][k] * lower[j][k]).sum();
                let rest = matrix[i][j] * scale[i] * scale[j] - known;
                // A comparison with NaN is false.
                lower[i][j] = if i != j {
                    rest / lower[j][j]
                } else if rest > SMALLEST_PIVOT {
                    rest.sqrt()
                } else {
                    return None;
                };
            }
        }
        Some(Self { lower, scale, set })
    }

    /// The solution of `matrix * x = right`; 0 outside the set.
    fn solve(&self, right: &[f64; P]) -> [f64; P] {
        let mut x = [0.0; P];
        for i in (0..P).filter(|&i| within(self.set, i)) {
            let known: f64 = (0..i).map(|k| self.lower[i][k] * x[k]).sum();
            x[i] = (right[i] * self.scale[i] - known) / self.lower[i][i];
        }
        for i in (0..P).rev().filter(|&i| within(self.set, i)) {
            let known: f64 = (i + 1..P).map(|k| self.lower[k][i] * x[k]).sum();
            x[i] = (x[i] - known) / self.lower[i][i];
        }
        std::array::from_fn(|i| x[i] * self.scale[i])
    }
}

fn within(set: u32, part: usize) -> bool {
    set >> part & 1 == 1
}

/// Uncertainty of the parameters of a fit, each and together.
#[derive(Debug, Clone, PartialEq)]
pub struct Uncertainty<const P: usize> {
    covariance: [[f64; P]; P],
    quantile: f64,
}

impl<const P: usize> Uncertainty<P> {
    /// From the slopes of `ln(model)` by each parameter, the weights, and the sum of squared residuals; a parameter whose
    /// slopes are all 0 counts as known. `None` where there are no more times than parameters, or they don't determine them.
    pub fn from_slopes(slopes: &[([f64; P], f64)], sum_of_squares: f64) -> Option<Self> {
        let mut matrix = [[0.0; P]; P];
        slopes.iter().for_each(|(slopes, weight)| add_outer(&mut matrix, slopes, *weight));
        let set = (0..P).filter(|&i| matrix[i][i] > 0.0).fold(0_u32, |set, i| set | 1 << i);
        let degrees_of_freedom = slopes.len().checked_sub(set.count_ones() as usize).filter(|&left| left > 0)?;
        let variance = sum_of_squares / degrees_of_freedom as f64;
        let factor = Cholesky::factor(&matrix, set)?;
        let column = |j: usize| factor.solve(&std::array::from_fn(|i| if i == j { variance } else { 0.0 }));
        let covariance = std::array::from_fn(column);
        Some(Self { covariance, quantile: student::two_sided_95(degrees_of_freedom) })
    }

    /// Half the width of the 95% interval of a quantity that grows by `gradient` with the parameters.
    pub fn reach(&self, gradient: &[f64; P]) -> f64 {
        self.quantile * self.variance_of(gradient).sqrt()
    }

    /// Half the width of the 95% interval of one parameter.
    pub fn reach_of(&self, parameter: usize) -> f64 {
        self.quantile * self.covariance[parameter][parameter].max(0.0).sqrt()
    }

    fn variance_of(&self, gradient: &[f64; P]) -> f64 {
        dot(gradient, &self.covariance.map(|line| dot(&line, gradient))).max(0.0)
    }
}

#[cfg(test)]
mod tests;

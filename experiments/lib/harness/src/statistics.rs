//! Estimates with 95% intervals, by methods that assume nothing of a distribution's shape; save for [`mean`], whose repetitions
//! are long runs.

mod mean;
mod outliers;
mod paired;
mod quantile;
mod share;

pub use mean::mean;
pub(crate) use outliers::count_outliers;
pub use paired::ratio_within_rounds;
pub use quantile::{median, median_if_any, nearest_rank, quantile_ranks};
pub use share::{share, share_if_any};

/// The 97.5% quantile of the normal distribution: a two-sided 95% interval reaches this many standard deviations.
pub(crate) const NORMAL_97_5: f64 = 1.959_963_984_540_054;

#[cfg(test)]
mod tests;

//! Judging: from what a record holds to its claims, and to nothing else.
//!
//! What lies here, and in an experiment's own `judge`, decides words and verdicts and no figure. So it is no part of the
//! [sources](crate::record::Provenance::sources) behind a record: when it changes, published records are judged
//! [again], and nothing has to be measured.

pub(crate) mod again;
pub mod claims;
mod undecided;
pub mod verdicts;

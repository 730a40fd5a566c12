//! The rules, tried on made-up rows.

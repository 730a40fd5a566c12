mod formulas;
mod others;
mod race;
mod search;
mod walks;

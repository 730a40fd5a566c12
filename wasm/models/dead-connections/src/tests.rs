mod formulas;
mod inputs;
mod monotone;
mod properties;
mod refusals;

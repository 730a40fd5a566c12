mod formulas;
mod properties;

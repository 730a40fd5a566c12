mod coverage;
mod fits;
mod fuzz;
mod laws;
mod noise;
mod pasted;

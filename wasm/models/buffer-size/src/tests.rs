mod coverage;
mod fits;
mod laws;
mod noise;

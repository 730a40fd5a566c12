//! The model against what is known exactly, against its oracles, and against published figures.

mod figures;
mod oracles;
mod settings;

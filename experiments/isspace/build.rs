//! Lets the binary know its own code: the models that decide its figures, and what it shares with another
//! experiment, are named here.

fn main() {
    provenance::emit_with_shared(&["whitespace"], &["leavings"]);
}

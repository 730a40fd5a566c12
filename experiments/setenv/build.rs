//! Lets the binary know its own code: what it shares with another experiment is named here.

fn main() {
    provenance::emit_with_shared(&[], &["leavings"]);
}

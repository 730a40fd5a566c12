//! Lets the binary know its own code: the models and the shared crate that decide its figures are named here.

fn main() {
    provenance::emit_with_shared(&["ssh"], &["leavings"]);
}

//! Lets the binary know its own code: the models and the shared crates that decide its figures are named here.

fn main() {
    provenance::emit_with_shared(
        &["histogram", "least_squares", "limits", "request"],
        &["leavings", "python-environment", "sockets"],
    );
}

//! Lets the binary know its own code: the models that decide its figures, the sockets and the networks are named here.

fn main() {
    provenance::emit_with_shared(
        &["cost", "least_squares", "limits", "random"],
        &["leavings", "namespaces", "sockets"],
    );
}

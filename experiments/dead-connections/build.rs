//! Lets the binary know its own code: the models that decide its figures, the networks and the Python are named here.

fn main() {
    provenance::emit_with_shared(&["limits", "tcp_failure"], &["leavings", "namespaces", "python-environment"]);
}

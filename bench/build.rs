//! Lets the binary know its own code.

fn main() {
    provenance::emit();
}

//! Build script of an experiment, named by its manifest: lets the binary know its own code.

fn main() {
    provenance::emit();
}

//! Lets the binary know its own code: the models that decide its figures are named here.

fn main() {
    provenance::emit(&["whitespace"]);
}

#![forbid(unsafe_code)]
static UNIT: &&() = &&();
fn shorter<'a, 'b, T>(_: &'a &'b (), value: &'b T) -> &'a T {
    value
}
fn longer<'a, 'b, T>(value: &'a T) -> &'b T {
    let hole: for<'x> fn(_, &'x T) -> &'b T = shorter;
    hole(UNIT, value)
}
fn main() {
    let text = longer(&String::from("a text that is long enough for an allocation of its own"));
    // UNDEFINED: the text has been freed, though no line is unsafe (rust-lang/rust issue 25860)
    let length = text.bytes().map(u64::from).sum::<u64>(); // MISTAKE
    println!("past {length}");
}

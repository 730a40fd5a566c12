#![forbid(unsafe_code)]
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
static UNIT: &&() = &&();
static DROPPED: AtomicBool = AtomicBool::new(false);
struct Text(String);
impl Drop for Text {
    fn drop(&mut self) {
        DROPPED.store(true, SeqCst);
    }
}
fn shorter<'a, 'b, T>(_: &'a &'b (), value: &'b T) -> &'a T {
    value
}
fn longer<'a, 'b, T>(value: &'a T) -> &'b T {
    let hole: for<'x> fn(_, &'x T) -> &'b T = shorter;
    hole(UNIT, value)
}
fn main() {
    let text = longer(&Text(String::from("a text that is long enough for an allocation of its own")));
    let dropped = DROPPED.load(SeqCst);
    // UNDEFINED: the text has been freed, though no line is unsafe (rust-lang/rust issue 25860)
    let length = text.0.bytes().map(u64::from).sum::<u64>(); // MISTAKE
    println!("past {length}, read after its drop: {dropped}");
}

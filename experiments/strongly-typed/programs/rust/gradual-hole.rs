use std::any::Any;
fn main() {
    let parsed: Box<dyn Any> = Box::new("12");
    let n: i32 = parsed; // MISTAKE
    println!("past {n}");
}

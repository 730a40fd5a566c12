use std::any::Any;
fn main() {
    let mut texts: Vec<Box<str>> = vec!["x".into()];
    let all: &mut Vec<Box<dyn Any>> = &mut texts; // MISTAKE
    all[0] = Box::new(42);
    println!("past");
}

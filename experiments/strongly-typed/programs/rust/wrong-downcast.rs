use std::any::Any;
struct Dog {
    tricks: i32,
}
fn main() {
    let animal: Box<dyn Any> = Box::new(4);
    let dog = animal.downcast::<Dog>().unwrap(); // MISTAKE
    println!("past {}", dog.tricks);
}

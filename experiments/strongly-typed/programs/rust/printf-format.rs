fn main() {
    println!("{:x}", "twelve"); // MISTAKE
    println!("past");
}

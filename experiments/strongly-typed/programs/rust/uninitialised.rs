fn main() {
    let n: i32;
    println!("past {n}"); // MISTAKE
}

fn main() {
    let sum = true + 1; // MISTAKE
    println!("past {sum}");
}

fn main() {
    let sum = 1 + "2"; // MISTAKE
    println!("past {sum}");
}

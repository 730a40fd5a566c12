fn main() {
    let equal = 12 == "12"; // MISTAKE
    println!("past {equal}");
}

fn main() {
    let n: i32 = "2147483647".parse().unwrap();
    let more = n + 1; // MISTAKE
    println!("past {more}");
}

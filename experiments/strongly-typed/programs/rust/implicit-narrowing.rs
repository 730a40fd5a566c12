fn main() {
    let n: i32 = 300;
    let byte: u8 = n; // MISTAKE
    println!("past {byte}");
}

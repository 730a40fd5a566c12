fn half(n: i32) -> i32 {
    n / 2
}
fn main() {
    let n = half("12"); // MISTAKE
    println!("past {n}");
}

struct Point {
    x: i32,
}
fn main() {
    let p = Point { x: 1 };
    p.norm(); // MISTAKE
    println!("past {}", p.x);
}

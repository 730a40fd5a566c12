struct Point {
    x: i32,
}
fn find() -> Option<Point> {
    None
}
fn main() {
    let x = find().x; // MISTAKE
    println!("past {x}");
}

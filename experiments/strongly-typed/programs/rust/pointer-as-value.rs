struct Point {
    x: i32,
}
fn main() {
    let p: &Box<Point> = &Box::new(Point { x: 1 });
    let x = p.x; // MISTAKE
    println!("past {x}");
}

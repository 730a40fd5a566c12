struct Line {
    length: i32,
}
fn main() {
    let line = Line { length: 3 };
    println!("past {}", line.lenght); // MISTAKE
}

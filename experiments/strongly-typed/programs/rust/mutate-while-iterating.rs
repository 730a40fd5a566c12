fn main() {
    let mut list = vec![1, 2, 3];
    for n in &list {
        list.push(*n); // MISTAKE
    }
    println!("past {}", list.len());
}

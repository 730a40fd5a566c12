fn add<T>(list: &mut Vec<T>, item: T) {
    list.push(item);
}
fn main() {
    let mut texts: Vec<String> = Vec::new();
    add::<i32>(&mut texts, 1); // MISTAKE
    println!("past {}", texts.len());
}

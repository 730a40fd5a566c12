fn main() {
    let text = String::from("x");
    drop(text);
    println!("past {text}"); // MISTAKE
}

#[allow(dead_code)]
enum Colour {
    Red,
    Green,
    Blue,
}
fn main() {
    let colour = Colour::Blue;
    let name = match colour { // MISTAKE
        Colour::Red => "red",
        Colour::Green => "green",
    };
    println!("past {name}");
}

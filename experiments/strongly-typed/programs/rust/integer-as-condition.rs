fn main() {
    let n = 2;
    if n { // MISTAKE
        println!("yes");
    }
    println!("past");
}

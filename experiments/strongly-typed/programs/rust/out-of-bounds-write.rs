fn main() {
    let mut a = vec![0; 3];
    let i = a.len();
    a[i] = 1; // MISTAKE
    println!("past {}", a[0]);
}

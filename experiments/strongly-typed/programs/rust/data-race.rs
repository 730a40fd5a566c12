fn main() {
    let mut n = 0;
    std::thread::scope(|scope| {
        scope.spawn(|| n += 1);
        scope.spawn(|| n += 1); // MISTAKE
    });
    println!("past {n}");
}

struct Metre(f64);
struct Foot(f64);
impl std::ops::Add for Metre {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}
fn main() {
    let sum = Metre(1.0) + Foot(1.0); // MISTAKE
    println!("past {}", sum.0);
}

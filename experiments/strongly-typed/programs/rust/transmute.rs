fn main() {
    let text = String::from("12");
    // UNDEFINED: four bytes are read of a text that has two (Rust reference, "Behavior considered undefined")
    let n = unsafe { *std::mem::transmute::<*const u8, *const i32>(text.as_ptr()) }; // MISTAKE
    println!("past, is 12: {}", n == 12);
}

pub fn place() {}

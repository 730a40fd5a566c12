fn words() {}

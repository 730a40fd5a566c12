class Main {
    record Metre(double n) {
        Metre plus(Metre other) { return new Metre(n + other.n); }
    }
    record Foot(double n) {}
    public static void main(String[] args) {
        var sum = new Metre(1).plus(new Foot(1)); // MISTAKE
        System.out.println("past " + sum);
    }
}

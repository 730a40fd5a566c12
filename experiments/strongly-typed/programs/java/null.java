class Main {
    record Point(int x) {}
    static Point find() { return null; }
    public static void main(String[] args) {
        int x = find().x(); // MISTAKE
        System.out.println("past " + x);
    }
}

class Main {
    record Point(int x) {}
    public static void main(String[] args) {
        var p = new Point(1);
        p.norm(); // MISTAKE
        System.out.println("past");
    }
}

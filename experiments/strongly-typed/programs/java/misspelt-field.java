class Main {
    static class Line { int length = 3; }
    public static void main(String[] args) {
        var line = new Line();
        System.out.println("past " + line.lenght); // MISTAKE
    }
}

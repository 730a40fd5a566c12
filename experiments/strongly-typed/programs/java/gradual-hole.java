class Main {
    static Object parsed() { return "12"; }
    public static void main(String[] args) {
        int n = parsed(); // MISTAKE
        System.out.println("past " + n);
    }
}

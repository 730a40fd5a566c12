class Main {
    static int half(int n) { return n / 2; }
    public static void main(String[] args) {
        int n = half("12"); // MISTAKE
        System.out.println("past " + n);
    }
}

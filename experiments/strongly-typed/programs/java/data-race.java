class Main {
    static int n;
    static void count() {
        for (int i = 0; i < 10000; i++) n++; // MISTAKE
    }
    public static void main(String[] args) throws InterruptedException {
        var one = new Thread(Main::count);
        var two = new Thread(Main::count);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println("past " + n);
    }
}

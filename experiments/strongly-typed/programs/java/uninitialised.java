class Main {
    public static void main(String[] args) {
        int n;
        System.out.println("past " + n); // MISTAKE
    }
}

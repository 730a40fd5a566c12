class Main {
    public static void main(String[] args) {
        int n = Integer.MAX_VALUE;
        int more = n + 1; // MISTAKE
        System.out.println("past " + more);
    }
}

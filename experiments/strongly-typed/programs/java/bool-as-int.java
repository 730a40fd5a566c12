class Main {
    public static void main(String[] args) {
        boolean yes = true;
        int sum = yes + 1; // MISTAKE
        System.out.println("past " + sum);
    }
}

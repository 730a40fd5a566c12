class Main {
    public static void main(String[] args) {
        System.out.printf("%d%n", "twelve"); // MISTAKE
        System.out.println("past");
    }
}

class Main {
    public static void main(String[] args) {
        boolean equal = 12 == "12"; // MISTAKE
        System.out.println("past " + equal);
    }
}

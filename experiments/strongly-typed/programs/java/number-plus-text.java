class Main {
    public static void main(String[] args) {
        var sum = 1 + "2"; // MISTAKE
        System.out.println("past " + sum);
    }
}

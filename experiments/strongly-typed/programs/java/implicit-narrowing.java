class Main {
    public static void main(String[] args) {
        int n = 300;
        byte b = n; // MISTAKE
        System.out.println("past " + b);
    }
}

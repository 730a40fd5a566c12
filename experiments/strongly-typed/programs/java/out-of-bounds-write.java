class Main {
    public static void main(String[] args) {
        int[] a = new int[3];
        a[3] = 1; // MISTAKE
        System.out.println("past " + a[0]);
    }
}

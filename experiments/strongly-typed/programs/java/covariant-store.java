class Main {
    public static void main(String[] args) {
        String[] texts = {"x"};
        Object[] all = texts;
        all[0] = 42; // MISTAKE
        System.out.println("past " + texts[0]);
    }
}

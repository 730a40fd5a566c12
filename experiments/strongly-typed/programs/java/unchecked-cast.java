class Main {
    static <T> T cast(Object value) {
        return (T) value; // MISTAKE
    }
    public static void main(String[] args) {
        Integer n = cast("12");
        System.out.println("past, is 12: " + (n == 12));
    }
}

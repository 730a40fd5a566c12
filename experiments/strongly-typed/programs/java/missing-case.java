class Main {
    enum Colour { RED, GREEN, BLUE }
    public static void main(String[] args) {
        var colour = Colour.BLUE;
        var name = switch (colour) { // MISTAKE
            case RED -> "red";
            case GREEN -> "green";
        };
        System.out.println("past " + name);
    }
}

class Main {
    static class Animal {}
    static class Dog extends Animal { int tricks = 1; }
    public static void main(String[] args) {
        Animal animal = new Animal();
        Dog dog = (Dog) animal; // MISTAKE
        System.out.println("past " + dog.tricks);
    }
}

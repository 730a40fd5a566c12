import java.lang.reflect.Field;
import sun.misc.Unsafe;
class Main {
    Integer n;
    public static void main(String[] args) throws ReflectiveOperationException {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        long offset = unsafe.objectFieldOffset(Main.class.getDeclaredField("n"));
        Main main = new Main();
        // UNDEFINED: a reference is put in a field of another type (documentation of putObject)
        unsafe.putObject(main, offset, "12"); // MISTAKE
        System.out.println("past, is 12: " + (main.n == 12));
    }
}

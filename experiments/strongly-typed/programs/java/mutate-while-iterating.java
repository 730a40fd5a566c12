import java.util.ArrayList;
import java.util.List;
class Main {
    public static void main(String[] args) {
        var list = new ArrayList<>(List.of(1, 2, 3));
        for (var n : list) { // MISTAKE
            if (n == 1) list.add(n);
        }
        System.out.println("past " + list);
    }
}

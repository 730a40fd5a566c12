import java.util.ArrayList;
import java.util.List;
class Main {
    public static void main(String[] args) {
        List<String> texts = new ArrayList<>();
        List raw = texts;
        raw.add(1); // MISTAKE
        System.out.println("past " + texts.size());
        String text = texts.get(0);
    }
}

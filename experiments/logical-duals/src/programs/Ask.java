import edu.mit.csail.sdg.alloy4.A4Reporter;
import edu.mit.csail.sdg.parser.CompModule;
import edu.mit.csail.sdg.parser.CompUtil;
import edu.mit.csail.sdg.translator.A4Options;
import edu.mit.csail.sdg.translator.A4Solution;
import edu.mit.csail.sdg.translator.TranslateAlloyToKodkod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;

/**
 * Asks Alloy the one command of each file: {@code java -cp alloy.jar Ask.java ROUNDS FILE…}. Each answer is a line of JSON: the file's
 * {@code place}, whether there is an instance ({@code reached}), what the model calls {@code shown} of it, and {@code seconds} without the
 * start of Java.
 */
class Ask {
    private static final A4Reporter REPORTER = new A4Reporter();
    private static final A4Options OPTIONS = new A4Options();

    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        List<CompModule> models = new ArrayList<>();
        for (int place = 1; place < args.length; place++) {
            models.add(CompUtil.parseEverything_fromFile(REPORTER, new HashMap<>(), args[place]));
        }
        // What is loaded, and compiled, at first use is no part of the times.
        solve(models.get(0));
        for (int round = 0; round < rounds; round++) {
            for (int place = 0; place < models.size(); place++) {
                answer(place, models.get(place));
            }
        }
    }

    private static A4Solution solve(CompModule model) throws Exception {
        return TranslateAlloyToKodkod.execute_command(
                REPORTER, model.getAllReachableSigs(), model.getAllCommands().get(0), OPTIONS);
    }

    private static void answer(int place, CompModule model) throws Exception {
        long started = System.nanoTime();
        A4Solution solution = solve(model);
        double seconds = (System.nanoTime() - started) / 1e9;
        boolean reached = solution.satisfiable();
        Object shown = reached ? solution.eval(CompUtil.parseOneExpression_fromString(model, "shown")) : "";
        System.out.println(String.format(
                Locale.ROOT,
                "{\"place\": %d, \"reached\": %b, \"shown\": \"%s\", \"seconds\": %.6f}",
                place, reached, shown, seconds));
    }
}

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
 * {@code place}, whether there is an instance ({@code reached}), and what the model calls {@code shown} of it.
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
        for (int round = 0; round < rounds; round++) {
            for (int place = 0; place < models.size(); place++) {
                answer(place, models.get(place));
            }
        }
    }

    private static void answer(int place, CompModule model) throws Exception {
        A4Solution solution = TranslateAlloyToKodkod.execute_command(
                REPORTER, model.getAllReachableSigs(), model.getAllCommands().get(0), OPTIONS);
        boolean reached = solution.satisfiable();
        Object shown = reached ? solution.eval(CompUtil.parseOneExpression_fromString(model, "shown")) : "";
        System.out.println(String.format(
                Locale.ROOT,
                "{\"place\": %d, \"reached\": %b, \"shown\": \"%s\"}",
                place, reached, shown));
    }
}

import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/** What Java calls a space. */
class Spaces {
    static void print(String id, IntPredicate isSpace) {
        StringBuilder line = new StringBuilder(id + " 110000");
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            if (isSpace.test(codePoint)) {
                line.append(' ').append(Integer.toHexString(codePoint));
            }
        }
        System.out.println(line);
    }

    public static void main(String[] words) {
        Pattern pattern = Pattern.compile("\\s");
        System.out.println("version " + System.getProperty("java.version"));
        print("java-is-whitespace", Character::isWhitespace);
        print("java-is-space-char", Character::isSpaceChar);
        print("java-strip", codePoint -> Character.toString(codePoint).strip().isEmpty());
        print("java-trim", codePoint -> Character.toString(codePoint).trim().isEmpty());
        print("java-regex", codePoint -> pattern.matcher(Character.toString(codePoint)).matches());
        System.out.println("end");
    }
}

import java.nio.charset.StandardCharsets;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/** What Java calls a space, and what splitting at it cuts in UTF-8 that was decoded as Latin-1. */
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

    static boolean isCut(int codePoint) {
        if (codePoint < 0x80 || (codePoint >= 0xD800 && codePoint < 0xE000)) {
            return false;
        }
        byte[] bytes = ("a" + Character.toString(codePoint) + "b").getBytes(StandardCharsets.UTF_8);
        String decoded = new String(bytes, StandardCharsets.ISO_8859_1);
        return !String.join("", SPACES.split(decoded)).equals(decoded);
    }

    static final Pattern SPACES = Pattern.compile("\\s+");

    public static void main(String[] words) {
        Pattern pattern = Pattern.compile("\\s");
        System.out.println("version " + System.getProperty("java.version"));
        print("java-is-whitespace", Character::isWhitespace);
        print("java-is-space-char", Character::isSpaceChar);
        print("java-strip", codePoint -> Character.toString(codePoint).strip().isEmpty());
        print("java-trim", codePoint -> Character.toString(codePoint).trim().isEmpty());
        print("java-regex", codePoint -> pattern.matcher(Character.toString(codePoint)).matches());
        print("java-split-latin-1", Spaces::isCut);
        System.out.println("end");
    }
}

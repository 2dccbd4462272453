package mortise.core.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The text of {@code --help}: flags by family, from the same table that they are parsed with. */
final class Help {

    private static final int WIDTH = 110;
    private static final String INDENT = "      ";

    private Help() {
    }

    static String text(FlagTable table) {
        StringBuilder text = new StringBuilder("""
                Usage: mortise start [flags]
                       mortise version | build | help

                A flag wins over the configuration files in config/. Spell it --flag=value or --flag value; a switch may
                stand alone. A list is separated by commas.
                """);
        families(table).forEach((family, flags) -> {
            text.append('\n').append(family).append('\n');
            flags.forEach((name, attributes) -> describe(name, attributes, text));
        });
        return text.append("""

                  --help                            This text.
                  --version                         Name and version of the distribution.
                """).toString();
    }

    /** A flag that several families know is described once, under the first of them. */
    private static Map<String, Map<String, List<Flag>>> families(FlagTable table) {
        Map<String, Map<String, List<Flag>>> families = new TreeMap<>();
        table.all().forEach((name, flags) -> families
                .computeIfAbsent(flags.get(0).family(), family -> new TreeMap<>()).put(name, flags));
        return families;
    }

    private static void describe(String name, List<Flag> attributes, StringBuilder text) {
        Flag flag = attributes.get(0);
        text.append(String.format("  %-33s %s", name, flag.type().toLowerCase(Locale.ROOT)
                + (flag.list() ? " list" : "")));
        if (!flag.options().isEmpty()) {
            text.append(", one of ").append(String.join("|", flag.options()));
        }
        if (!flag.defaultValue().isEmpty()) {
            text.append(", default ").append(flag.defaultValue());
        }
        text.append('\n');
        wrap(flag.description()).forEach(line -> text.append(INDENT).append(line).append('\n'));
    }

    private static List<String> wrap(String description) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : description.split(" ")) {
            if (line.length() + word.length() + INDENT.length() > WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}

package mortise.itests.architecture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sizes above a limit that are put up with: a list that may only get shorter and smaller. */
final class SizeRatchet {

    private static final String HEADER = """
            # What was larger than its limit when it was listed, as `kind name lines`. A size here may only shrink:
            # larger fails, smaller fails until -Dmortise.golden.update=true lowers or removes the line.
            """;

    private final Path file;
    private final Map<String, Long> listed = new TreeMap<>();
    private final Map<String, Long> actual = new TreeMap<>();
    private final List<String> offences = new ArrayList<>();

    SizeRatchet(Path file, String text) {
        this.file = file;
        for (String line : text.lines().filter(l -> !l.isBlank() && !l.startsWith("#")).toList()) {
            int space = line.lastIndexOf(' ');
            listed.put(line.substring(0, space), Long.parseLong(line.substring(space + 1)));
        }
    }

    static SizeRatchet read(Path file) {
        return new SizeRatchet(file, Reactor.text(file));
    }

    void judge(String kind, String name, long lines, long max) {
        if (lines > max) {
            String key = kind + " " + name;
            long put = actual.merge(key, lines, Math::max);
            if (put > listed.getOrDefault(key, max)) {
                offences.add(key + " has " + lines + " lines, allowed are " + listed.getOrDefault(key, max));
            }
        }
    }

    /** What is too large, and what is listed with more than it has by now. */
    List<String> offences() {
        List<String> all = new ArrayList<>(offences);
        listed.forEach((key, size) -> {
            long now = actual.getOrDefault(key, 0L);
            if (now < size) {
                all.add(key + " is listed with " + size + " lines and has "
                        + (now == 0 ? "shrunk below its limit" : now));
            }
        });
        return all;
    }

    /** Takes over sizes that shrank; never adds or raises one. */
    void lower() {
        listed.keySet().removeIf(key -> !actual.containsKey(key));
        listed.replaceAll((key, size) -> Math.min(size, actual.getOrDefault(key, size)));
        StringBuilder text = new StringBuilder(HEADER);
        listed.forEach((key, size) -> text.append(key).append(' ').append(size).append('\n'));
        Golden.write(file, text.toString());
    }
}

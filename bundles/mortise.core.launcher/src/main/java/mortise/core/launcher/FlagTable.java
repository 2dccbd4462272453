package mortise.core.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All start flags: those of the launcher and those that the bundles of this distribution declare. Immutable. */
final class FlagTable {

    private static final int COLUMNS = 9;

    private final Map<String, List<Flag>> byName = new TreeMap<>();

    FlagTable(List<Flag> flags) {
        flags.forEach(flag -> byName.computeIfAbsent(flag.name(), name -> new ArrayList<>()).add(flag));
    }

    /** Reads the table that the assembler made, see {@code metatype/flags.tsv}, and adds the launcher's own flags. */
    static FlagTable read(Path file) {
        List<Flag> flags = new ArrayList<>(LauncherFlags.ALL);
        try {
            List<String> lines = Files.readAllLines(file);
            lines.subList(1, lines.size()).forEach(line -> flags.add(parse(line)));
        } catch (IOException e) {
            throw new StartException("the distribution has no readable " + file, e);
        }
        return new FlagTable(flags);
    }

    /** Returns the attributes that a flag sets, in the order of their PIDs; empty when there is no such flag. */
    List<Flag> named(String name) {
        return byName.getOrDefault(name, List.of());
    }

    /** Returns every flag by name; one flag may set attributes of several configurations. */
    Map<String, List<Flag>> all() {
        return byName;
    }

    private static Flag parse(String line) {
        String[] column = line.split("\t", -1);
        if (column.length != COLUMNS) {
            throw new StartException("the flag table of the distribution is damaged at: " + line);
        }
        boolean list = !column[3].isEmpty() && !column[3].equals("0");
        List<String> options = column[7].isEmpty() ? List.of() : List.of(column[7].split(","));
        return new Flag(column[0], column[1], column[2], list, column[4], column[5], column[6], options, column[8]);
    }
}

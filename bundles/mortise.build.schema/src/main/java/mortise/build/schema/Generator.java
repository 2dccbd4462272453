package mortise.build.schema;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Properties;

/**
 * Writes {@code kinds.bin} and {@code descriptions.bin} of a bundle. The bundle says in {@code kinds.properties} what
 * it wants: {@code group}, a name in {@code groups.tsv} or {@code meta}, and {@code definitions}, short names of
 * definitions that it needs besides those of its resources, with commas between them.
 */
public final class Generator {

    /** The two files, not yet written. */
    record Result(
            byte[] kinds, byte[] descriptions, List<ResourceFacts> resources, Collection<Definition> definitions) {
    }

    private Generator() {
    }

    /**
     * Generates.
     *
     * @param args folder with the tables, path of {@code kinds.properties}, symbolic name of the bundle, folder to
     *     write below
     * @throws IOException when files cannot be read or written
     * @throws SchemaException when tables and libraries do not fit together; nothing is written then
     */
    public static void main(String[] args) throws IOException {
        var wanted = new Properties();
        try (Reader in = Files.newBufferedReader(Path.of(args[1]))) {
            wanted.load(in);
        }
        Result result = generate(
                Path.of(args[0]), wanted.getProperty("group", ""), wanted.getProperty("definitions", ""));
        Path folder = Files.createDirectories(Path.of(args[3]).resolve(args[2].replace('.', '/')));
        Files.write(folder.resolve("kinds.bin"), result.kinds());
        Files.write(folder.resolve("descriptions.bin"), result.descriptions());
    }

    static Result generate(Path tables, String group, String moreDefinitions) {
        var problems = new Problems();
        var facts = new Facts(tables, problems);
        var definitions = new Definitions(facts, problems);
        List<ResourceFacts> resources = new ResourceFacts.Reader(facts, definitions, problems).read(group);
        for (String name : moreDefinitions.isBlank() ? new String[0] : moreDefinitions.strip().split("\\s*,\\s*")) {
            definitions.add(name, "kinds.properties");
        }
        if (group.equals("meta")) {
            facts.models.names().stream().filter(name -> name.startsWith("meta."))
                    .forEach(name -> definitions.add(name, "meta"));
        }
        problems.throwIfAny();
        Collection<Definition> all = definitions.all();
        return new Result(
                new TablesWriter().kinds(resources, all), TablesWriter.descriptions(resources, all), resources, all);
    }
}

package mortise.build.schema;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import mortise.spi.group.Field.Presence;

/**
 * Writes the two files of a group. Numbers are unsigned LEB128 unless said otherwise, texts are their length in bytes
 * and UTF-8, lists are their size and the elements. {@code TablesInput} of mortise.core.schema reads them.
 *
 * <pre>
 * kinds.bin         "MKN1", length of the resources in bytes, resources,
 *                   list of texts that definitions refer to by index,
 *                   list of (name of a definition, its start in bytes behind this list), definitions
 * descriptions.bin  deflated: list of texts; then indexes of texts: for each definition its own and one for each field,
 *                   for each resource one for each column
 * </pre>
 */
final class TablesWriter {

    private static final int HAS_KEYS = 1;
    private static final int ATOMIC = 2;
    private static final int HAS_PATCH = 4;
    private static final int HAS_VALUES = 8;
    private static final int REQUIRED = 16;
    private static final int HAS_DEFAULT = 32;

    /** Gives texts numbers, in the order in which they come first. */
    private static final class Pool {

        private final Map<String, Integer> indexes = new LinkedHashMap<>();

        int index(String text) {
            return indexes.computeIfAbsent(text, t -> indexes.size());
        }
    }

    private final Pool pool = new Pool();

    /** Returns the contents of {@code kinds.bin}. */
    byte[] kinds(List<ResourceFacts> resources, Collection<Definition> definitions) {
        var facts = new Output();
        facts.list(resources, TablesWriter::resource);
        var starts = new Output();
        starts.number(definitions.size());
        var bodies = new Output();
        for (Definition definition : definitions) {
            starts.text(definition.name());
            starts.number(bodies.size());
            definition(bodies, definition);
        }
        var all = new Output();
        all.bytes("MKN1".getBytes(StandardCharsets.US_ASCII));
        all.number(facts.size());
        all.bytes(facts.toByteArray());
        all.list(List.copyOf(pool.indexes.keySet()), Output::text);
        all.bytes(starts.toByteArray());
        all.bytes(bodies.toByteArray());
        return all.toByteArray();
    }

    /** Returns the contents of {@code descriptions.bin}. */
    static byte[] descriptions(List<ResourceFacts> resources, Collection<Definition> definitions) {
        var texts = new Pool();
        var references = new Output();
        for (Definition definition : definitions) {
            references.number(texts.index(definition.description()));
            definition.members().forEach(member -> references.number(texts.index(member.description())));
        }
        for (ResourceFacts resource : resources) {
            resource.columns().forEach(column -> references.number(texts.index(column.description())));
        }
        var plain = new Output();
        plain.list(List.copyOf(texts.indexes.keySet()), Output::text);
        plain.bytes(references.toByteArray());
        return deflate(plain.toByteArray());
    }

    private static byte[] deflate(byte[] plain) {
        var result = new ByteArrayOutputStream();
        var deflater = new Deflater(Deflater.BEST_COMPRESSION);
        try (var out = new DeflaterOutputStream(result, deflater)) {
            out.write(plain);
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        } finally {
            deflater.end();
        }
        return result.toByteArray();
    }

    private static void resource(Output out, ResourceFacts resource) {
        out.text(resource.plural());
        out.text(resource.kind());
        out.flag(resource.namespaced());
        out.list(resource.shortNames(), Output::text);
        out.list(resource.categories(), Output::text);
        out.list(resource.verbs(), Output::text);
        out.flag(resource.status());
        out.text(resource.storageVersion());
        out.text(resource.hash());
        out.list(resource.versions(), (to, version) -> {
            to.text(version.name());
            to.flag(version.byDefault());
            to.text(version.definition());
            to.text(version.warning());
            to.text(version.removedIn());
        });
        out.list(resource.selectable(), (to, selectable) -> {
            to.text(selectable.field());
            to.text(selectable.path());
            to.text(selectable.zero());
        });
        out.list(resource.columns(), (to, column) -> {
            to.text(column.name());
            to.text(column.type());
            to.text(column.format());
            to.number(Integer.parseInt(column.priority()));
            to.text(column.cell());
        });
    }

    private void definition(Output out, Definition definition) {
        out.flag(definition.atomic());
        out.list(definition.members(), this::member);
    }

    private void member(Output out, Definition.Member member) {
        pooled(out, member.name());
        type(out, member.type());
        out.list(member.wire(), Output::number);
        out.number(member.list().ordinal() * Presence.values().length + member.presence().ordinal());
        boolean patch = !member.patchStrategies().isEmpty() || !member.patchMergeKey().isEmpty();
        out.number((member.keys().isEmpty() ? 0 : HAS_KEYS)
                | (member.atomic() ? ATOMIC : 0)
                | (patch ? HAS_PATCH : 0)
                | (member.values().isEmpty() ? 0 : HAS_VALUES)
                | (member.required() ? REQUIRED : 0)
                | (member.defaultValue() == null ? 0 : HAS_DEFAULT));
        if (!member.keys().isEmpty()) {
            out.list(member.keys(), this::pooled);
        }
        if (patch) {
            out.list(member.patchStrategies(), this::pooled);
            pooled(out, member.patchMergeKey());
        }
        if (!member.values().isEmpty()) {
            out.list(member.values(), this::pooled);
        }
        if (member.defaultValue() != null) {
            value(out, member.defaultValue());
        }
    }

    private void type(Output out, Type type) {
        out.number(type.kind().ordinal());
        Type element = type.element();
        if (element != null) {
            type(out, element);
        }
        if (!type.definition().isEmpty()) {
            pooled(out, type.definition());
        }
    }

    /** A letter, and for all but true, false and the empty map what follows from it. */
    private void value(Output out, Object value) {
        if (value instanceof String text) {
            out.number('s');
            pooled(out, text);
        } else if (value instanceof Long number) {
            out.number('n');
            out.number(Math.toIntExact(number));
        } else if (value instanceof List<?> list) {
            out.number('l');
            out.list(list, (to, element) -> pooled(to, (String) element));
        } else {
            out.number(value instanceof Boolean yes ? yes ? 't' : 'f' : 'm');
        }
    }

    private void pooled(Output out, String text) {
        out.number(pool.index(text));
    }
}

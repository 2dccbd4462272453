package mortise.core.settings;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.Decoded;
import mortise.core.codec.MalformedBodyException;
import mortise.core.codec.YamlDecoder;
import org.jspecify.annotations.Nullable;

/**
 * A kind of document with settings, in the versions that are understood. Immutable.
 *
 * @param kind what the documents say that they are
 * @param versions names of versions such as {@code v1}, without their group
 */
public record DocumentKind(String kind, List<String> versions) {

    private static final int DEPTH_MAX = 64;

    /** Keeps a copy of the list. */
    public DocumentKind {
        versions = List.copyOf(versions);
    }

    /**
     * Reads the text of a document, YAML or JSON.
     *
     * @param bytesMax size that the text may have, in bytes
     * @param apiDomain suffix of the group that the document names, which is {@code apiserver.config.<api domain>}
     * @param fields reads the fields of the document but {@code apiVersion} and {@code kind}
     * @throws IllegalArgumentException when it is not such a document, has fields that there are not, or has one twice
     */
    public <T> T read(byte[] text, int bytesMax, String apiDomain, Function<TreeReader, T> fields) {
        Decoded decoded;
        try {
            decoded = YamlDecoder.decode(text, new DecodeLimits(DEPTH_MAX, bytesMax));
        } catch (MalformedBodyException broken) {
            throw new IllegalArgumentException(String.valueOf(broken.getMessage()), broken);
        }
        check(decoded.value(), "apiserver.config." + apiDomain);
        var problems = new Problems();
        decoded.strictErrors().forEach(problems::add);
        T settings = TreeReader.read(decoded.value(), "", problems, document -> {
            document.text("apiVersion");
            document.text("kind");
            return fields.apply(document);
        });
        problems.throwIfAny("strict decoding error: ");
        return settings;
    }

    private void check(@Nullable Object tree, String group) {
        Map<?, ?> document = tree instanceof Map<?, ?> map ? map : Map.of();
        if (!(document.get("kind") instanceof String given) || given.isEmpty()) {
            throw new IllegalArgumentException("Object 'Kind' is missing");
        }
        if (!(document.get("apiVersion") instanceof String version) || version.isEmpty()) {
            throw new IllegalArgumentException("Object 'apiVersion' is missing");
        }
        boolean known = versions.stream().anyMatch(name -> version.equals(group + "/" + name));
        if (!known || !given.equals(kind)) {
            throw new IllegalArgumentException(
                    "no kind \"" + given + "\" is registered for version \"" + version + "\"");
        }
    }
}

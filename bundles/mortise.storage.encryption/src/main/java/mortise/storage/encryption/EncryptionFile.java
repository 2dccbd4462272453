package mortise.storage.encryption;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.DuplicateKeyException;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads the file of {@code --encryption-provider-config}. No message quotes what could be a secret. */
final class EncryptionFile {

    static final int FILE_BYTES_MAX = 1 << 20;

    private static final int DEPTH_MAX = 20;
    private static final String API_VERSION = "apiserver.config.k8s.io/v1";
    private static final String KIND = "EncryptionConfiguration";

    private EncryptionFile() {
    }

    /**
     * Reads the bytes of a file.
     *
     * @throws IllegalArgumentException when there is none, or it is too large
     */
    static byte[] bytes(Path file) {
        try {
            if (Files.size(file) > FILE_BYTES_MAX) {
                throw new IllegalArgumentException(file + " is larger than " + FILE_BYTES_MAX + " bytes");
            }
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no file " + file, e);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + file + ": " + e, e);
        }
    }

    /**
     * Returns what the file says.
     *
     * @param reader a new one
     * @throws IllegalArgumentException saying in one line what is wrong, and where
     */
    static EncryptionRules parse(byte[] content, ProviderReader reader) {
        var root = new ConfigNode("", tree(content));
        root.requireFields(Set.of("apiVersion", "kind", "metadata", "resources"));
        if (!root.text("apiVersion").equals(API_VERSION) || !root.text("kind").equals(KIND)) {
            throw root.mistake("apiVersion and kind have to be " + API_VERSION + " and " + KIND);
        }
        List<ConfigNode> entries = root.items("resources");
        if (entries.isEmpty()) {
            throw new ConfigNode("resources", "").mistake("Required value: at least one resources is required");
        }
        var rules = new ArrayList<EncryptionRules.Rule>();
        for (ConfigNode entry : entries) {
            rules.add(rule(entry, reader));
        }
        return EncryptionRules.of(rules);
    }

    private static EncryptionRules.Rule rule(ConfigNode entry, ProviderReader reader) {
        entry.requireFields(Set.of("resources", "providers"));
        List<ConfigNode> names = entry.items("resources");
        List<ConfigNode> providers = entry.items("providers");
        if (names.isEmpty()) {
            throw entry.mistake("resources: Required value: at least one resources is required");
        }
        if (providers.isEmpty()) {
            throw entry.mistake("providers: Required value: at least one providers is required");
        }
        return new EncryptionRules.Rule(
                ResourceNames.read(names), providers.stream().map(reader::read).toList());
    }

    private static Map<?, ?> tree(byte[] content) {
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
            if (new Yaml(new SafeConstructor(options())).load(text) instanceof Map<?, ?> map) {
                return map;
            }
            throw new IllegalArgumentException("expected a map of fields");
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("not UTF-8 text", e);
        } catch (DuplicateKeyException e) {
            throw new IllegalArgumentException("a field is there twice" + line(e));
        } catch (MarkedYAMLException e) {
            // Its own message quotes lines of the file, and so does it as a cause.
            throw new IllegalArgumentException("not well-formed YAML" + line(e));
        } catch (YAMLException e) {
            throw new IllegalArgumentException("not well-formed YAML");
        }
    }

    private static String line(MarkedYAMLException e) {
        return e.getProblemMark() == null ? "" : ", line " + (e.getProblemMark().getLine() + 1);
    }

    private static LoaderOptions options() {
        var options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        options.setNestingDepthLimit(DEPTH_MAX);
        options.setCodePointLimit(FILE_BYTES_MAX);
        return options;
    }
}

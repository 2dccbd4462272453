package mortise.itests.clients;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The samples: one valid object of each kind, in {@code samples/<group>_<version>_<Kind>.yaml}, with the fields that
 * are likely to go wrong. Quantities and times are written as a server writes them, so that they can be compared.
 */
final class Samples {

    private static final String DOMAIN = "k8s.io";

    private Samples() {
    }

    /** The sample of a kind of the default API domain. */
    static ObjectNode of(Kind kind) {
        return of(kind, DOMAIN);
    }

    /** The sample of a kind whose group ends in another API domain: the group names in it are changed. */
    static ObjectNode of(Kind kind, String domain) {
        return Serialization.unmarshal(text(kind, domain), ObjectNode.class);
    }

    /** The sample's YAML. */
    static String text(Kind kind, String domain) {
        String group = kind.group().isEmpty() ? "core" : kind.group().replace("." + domain, "." + DOMAIN);
        String file = group + "_" + kind.version() + "_" + kind.name() + ".yaml";
        try (InputStream content = Samples.class.getResourceAsStream("/samples/" + file)) {
            if (content == null) {
                throw new AssertionError(kind + " is served, but there is no sample " + file);
            }
            return new String(content.readAllBytes(), StandardCharsets.UTF_8).replace("." + DOMAIN, "." + domain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The objects that namespaced samples and pods need: their namespace, and the service account of its pods. */
    static JsonNode[] surroundings() {
        return new JsonNode[] {
            Json.read("{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'clients'}}".replace('\'', '"')),
            Json.read("{'apiVersion':'v1','kind':'ServiceAccount','metadata':{'name':'default','namespace':'clients'}}"
                    .replace('\'', '"')),
        };
    }
}

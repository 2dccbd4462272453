package mortise.core.discovery.openapi;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import mortise.api.GroupVersion;
import mortise.core.registry.RegistrySnapshot;
import mortise.core.registry.ServedGroup;
import mortise.core.registry.ServedVersion;

/**
 * The documents of one snapshot of the registry. Immutable; documents of group versions that did not change are those
 * of the catalog before, so that nothing is made twice.
 */
public final class OpenApiCatalog {

    /** Changes when the same definitions are written differently, for clients that keep documents by their hash. */
    private static final String FORM = "1";

    private record Entry(ServedVersion version, Published document) {
    }

    private final String apiDomain;
    private final Map<String, Object> info;
    private final Map<String, Entry> versions = new LinkedHashMap<>();
    private final Map<String, Published> documents = new TreeMap<>();
    private final Published v2;
    private final Published v2Protobuf;

    /**
     * Makes the catalog of a snapshot, and none of its documents.
     *
     * @param snapshot what is served
     * @param last documents of group versions, by path, that may be used again
     * @param apiDomain suffix of the built-in groups' names
     * @param version version of the server
     */
    private OpenApiCatalog(
            RegistrySnapshot snapshot, Map<String, Entry> last, String apiDomain, String version) {
        this.apiDomain = apiDomain;
        info = Tree.of("title", "Mortise", "version", version);
        documents.put("version", document(info, Description::addVersion));
        documents.put("apis", document(info, Description::addGroups));
        for (ServedGroup group : snapshot.groups()) {
            String path = group.name().isEmpty() ? "api" : "apis/" + group.name();
            documents.put(path, document(info, to -> to.addGroup(Description.group(group.name(), apiDomain))));
            for (ServedVersion served : group.versions()) {
                String below = path + "/" + served.name();
                Naming naming = naming(group, served);
                Entry known = last.get(below);
                Entry entry = known != null && same(known.version(), served) ? known
                        : new Entry(served, document(info, to -> to.addResources(naming, served)));
                versions.put(below, entry);
                documents.put(below, entry.document());
            }
        }
        Supplier<Description> all = () -> everything(snapshot);
        v2 = new Published(this::hashOfAll, out -> JsonDocument.v2(all.get(), info, out));
        v2Protobuf = new Published(
                () -> new Fingerprint().add("protobuf").add(v2.hash()).text(),
                out -> write(ProtobufDocument.v2(all.get(), info), out));
    }

    /** Returns a catalog without documents, of which the first real one is made. */
    public static OpenApiCatalog empty(String apiDomain, String version) {
        return new OpenApiCatalog(new RegistrySnapshot(0, List.of()), Map.of(), apiDomain, version);
    }

    /** Returns the catalog of another snapshot. */
    public OpenApiCatalog of(RegistrySnapshot snapshot) {
        return new OpenApiCatalog(snapshot, versions, apiDomain, (String) info.get("version"));
    }

    /** Returns the documents of OpenAPI v3 by their path, for example {@code apis/apps/v1}. */
    public Map<String, Published> documents() {
        return documents;
    }

    /** Returns the document of OpenAPI v2 in JSON. */
    public Published v2() {
        return v2;
    }

    /** Returns the document of OpenAPI v2 in gnostic's protobuf form. */
    public Published v2Protobuf() {
        return v2Protobuf;
    }

    /** Knows no catalog, since documents outlive them. */
    private static Published document(Map<String, Object> info, Consumer<Description> content) {
        Supplier<Description> description = () -> {
            var made = new Description();
            content.accept(made);
            return made;
        };
        return new Published(() -> {
            Fingerprint fingerprint = new Fingerprint().add(FORM).add(info.toString());
            description.get().tell(fingerprint::add);
            return fingerprint.text();
        }, out -> JsonDocument.v3(description.get(), info, out));
    }

    private Description everything(RegistrySnapshot snapshot) {
        var description = new Description();
        description.addVersion();
        description.addGroups();
        for (ServedGroup group : snapshot.groups()) {
            description.addGroup(Description.group(group.name(), apiDomain));
            group.versions().forEach(version -> description.addResources(naming(group, version), version));
        }
        return description;
    }

    private String hashOfAll() {
        var fingerprint = new Fingerprint();
        documents.forEach((path, document) -> fingerprint.add(path).add(document.hash()));
        return fingerprint.text();
    }

    private Naming naming(ServedGroup group, ServedVersion version) {
        return new Naming(new GroupVersion(group.name(), version.name()), apiDomain);
    }

    /** Definitions never change, so that the same ones mean the same document. */
    private static boolean same(ServedVersion one, ServedVersion other) {
        if (one.resources().size() != other.resources().size()) {
            return false;
        }
        for (int i = 0; i < one.resources().size(); i++) {
            if (one.resources().get(i).definition() != other.resources().get(i).definition()) {
                return false;
            }
        }
        return true;
    }

    private static void write(byte[] bytes, OutputStream out) {
        try {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

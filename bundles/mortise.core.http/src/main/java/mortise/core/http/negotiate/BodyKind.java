package mortise.core.http.negotiate;

import java.util.LinkedHashMap;
import java.util.Map;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.api.GroupVersionKind;
import mortise.core.codec.Decoded;
import mortise.core.registry.RegistrySnapshot;
import mortise.core.registry.ServedGroup;
import mortise.core.registry.ServedResource;
import mortise.core.registry.ServedVersion;
import org.jspecify.annotations.Nullable;

/** Checks that a body is of the kind that its path takes. Pure. */
public final class BodyKind {

    private BodyKind() {
    }

    /**
     * Checks a body, and fills in {@code kind} and {@code apiVersion} where it has none.
     *
     * @return the same body; an empty object for {@code null}
     * @throws ApiException 400 when it is of another kind
     */
    public static Decoded check(Decoded body, GroupVersionKind expected, RegistrySnapshot registry) {
        if (body.value() == null) {
            return check(new Decoded(new LinkedHashMap<>(), body.duplicateFields()), expected, registry);
        }
        Map<String, @Nullable Object> tree = tree(body, expected);
        String kind = text(tree, "kind", expected);
        String apiVersion = text(tree, "apiVersion", expected);
        GroupVersion version = apiVersion.isEmpty() ? expected.groupVersion() : GroupVersion.parse(apiVersion);
        String actual = kind.isEmpty() ? expected.kind() : kind;
        if (!version.equals(expected.groupVersion())) {
            throw otherVersion(actual, version, expected, registry);
        }
        if (!actual.equals(expected.kind())) {
            throw unfit(actual, version, expected, "converting (" + packageName(version.group(), version.version())
                    + actual + ") to (" + packageName(expected.group(), "core") + expected.kind()
                    + "): unknown conversion");
        }
        if (kind.isEmpty() || apiVersion.isEmpty()) {
            tree.put("kind", actual);
            tree.put("apiVersion", version.toString());
        }
        return body;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> tree(Decoded body, GroupVersionKind expected) {
        if (body.value() instanceof Map<?, ?> tree) {
            return (Map<String, @Nullable Object>) tree;
        }
        throw ApiException.badRequest("the object provided is unrecognized (must be of type " + expected.kind()
                + "): couldn't get version/kind; json parse error: json: cannot unmarshal "
                + ApiObject.typeName(body.value()) + " into Go value of type struct");
    }

    private static String text(Map<String, @Nullable Object> tree, String field, GroupVersionKind expected) {
        Object value = tree.get(field);
        if (value == null || value instanceof String) {
            return value == null ? "" : (String) value;
        }
        throw ApiException.badRequest("the object provided is unrecognized (must be of type " + expected.kind()
                + "): couldn't get version/kind; json parse error: json: cannot unmarshal "
                + ApiObject.typeName(value) + " into Go struct field ." + field + " of type string");
    }

    private static ApiException otherVersion(
            String kind, GroupVersion version, GroupVersionKind expected, RegistrySnapshot registry) {
        if (kind.equals(expected.kind()) && isServed(kind, version, registry)) {
            return ApiException.badRequest("the API version in the data (" + version
                    + ") does not match the expected API version (" + expected.groupVersion() + ")");
        }
        return unfit(kind, version, expected,
                "no kind \"" + kind + "\" is registered for version \"" + version + "\"");
    }

    private static boolean isServed(String kind, GroupVersion version, RegistrySnapshot registry) {
        for (ServedGroup group : registry.groups()) {
            if (!group.name().equals(version.group())) {
                continue;
            }
            for (ServedVersion served : group.versions()) {
                for (ServedResource resource : served.resources()) {
                    if (served.name().equals(version.version()) && resource.definition().kind().equals(kind)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static ApiException unfit(
            String kind, GroupVersion version, GroupVersionKind expected, String why) {
        return ApiException.badRequest(kind + " in version \"" + version.version() + "\" cannot be handled as a "
                + expected.kind() + ": " + why);
    }

    private static String packageName(String group, String ofCore) {
        int dot = group.indexOf('.');
        return (group.isEmpty() ? ofCore : dot < 0 ? group : group.substring(0, dot)) + ".";
    }
}

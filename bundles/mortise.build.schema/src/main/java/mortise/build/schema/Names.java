package mortise.build.schema;

/** The short names of definitions, such as {@code core.v1.PodSpec}, and of the protobuf messages they belong to. */
final class Names {

    private static final String API = "k8s.io.api.";
    private static final String MACHINERY = "k8s.io.apimachinery.pkg.";
    private static final String EXTENSIONS = "k8s.io.apiextensions_apiserver.pkg.apis.";

    private Names() {
    }

    /** Returns the short name of a protobuf message; for example {@code meta.v1.Time}, {@code runtime.RawExtension}. */
    static String ofMessage(String fullName) {
        if (fullName.startsWith(API)) {
            return fullName.substring(API.length());
        }
        if (fullName.startsWith(EXTENSIONS)) {
            return fullName.substring(EXTENSIONS.length());
        }
        String rest = fullName.startsWith(MACHINERY) ? fullName.substring(MACHINERY.length()) : fullName;
        int start = rest.startsWith("apis.") || rest.startsWith("api.") || rest.startsWith("util.")
                ? rest.indexOf('.') + 1 : 0;
        return rest.substring(start);
    }

    /** Returns {@code core.v1} for {@code core.v1.PodSpec}. */
    static String packageOf(String definition) {
        return definition.substring(0, definition.lastIndexOf('.'));
    }

    /** Returns {@code PodSpec} for {@code core.v1.PodSpec}. */
    static String simple(String definition) {
        return definition.substring(definition.lastIndexOf('.') + 1);
    }
}

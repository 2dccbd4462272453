package mortise.core.discovery.openapi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mortise.core.schema.MetaTypes;
import mortise.spi.group.Field;
import mortise.spi.group.Field.Merge;
import mortise.spi.group.Field.Presence;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;

/** The types that belong to no group: what lists carry, what deleting takes, what errors and discovery look like. */
final class MetaKinds {

    private static final String API_VERSION = "Group and version of the schema of this object.";
    private static final String KIND = "Kind of this object.";

    static final StructType STATUS = MetaTypes.status();
    static final StructType DELETE_OPTIONS = MetaTypes.deleteOptions();
    static final StructType WATCH_EVENT = MetaTypes.watchEvent();
    static final StructType API_RESOURCE_LIST = MetaTypes.type("APIResourceList");
    static final StructType API_GROUP = MetaTypes.type("APIGroup");
    static final StructType API_GROUP_LIST = MetaTypes.type("APIGroupList");
    static final StructType API_VERSIONS = MetaTypes.type("APIVersions");

    static final StructType VERSION_INFO =
            new Members("io.k8s.apimachinery.pkg.version.Info", "Which release the server speaks like.")
                    .must("buildDate", ValueType.STRING, "When the server was built.")
                    .must("compiler", ValueType.STRING, "What it was built with.")
                    .may("emulationMajor", ValueType.STRING, "Major version whose behaviour is shown.")
                    .may("emulationMinor", ValueType.STRING, "Minor version whose behaviour is shown.")
                    .must("gitCommit", ValueType.STRING, "Revision of the source.")
                    .must("gitTreeState", ValueType.STRING, "Whether the source was changed.")
                    .must("gitVersion", ValueType.STRING, "The whole version.")
                    .must("goVersion", ValueType.STRING, "The platform it runs on.")
                    .must("major", ValueType.STRING, "Major version.")
                    .may("minCompatibilityMajor", ValueType.STRING, "Oldest major version it can work with.")
                    .may("minCompatibilityMinor", ValueType.STRING, "Oldest minor version it can work with.")
                    .must("minor", ValueType.STRING, "Minor version.")
                    .must("platform", ValueType.STRING, "Operating system and processor.")
                    .type();

    private MetaKinds() {
    }

    /** Returns the type of lists of a type. */
    static StructType listOf(StructType item) {
        String kind = item.name().substring(item.name().lastIndexOf('.') + 1);
        return new Members(item.name() + "List", "A list of objects of kind " + kind + ".")
                .kind()
                .mustList("items", ValueType.of(item), "The objects.")
                .always("metadata", ValueType.of(MetaTypes.listMeta()), "What the list says about itself.")
                .type();
    }

    /** Collects the fields of a type. */
    private static final class Members {

        private final String name;
        private final List<Field> fields = new ArrayList<>();
        private final Map<String, String> texts = new HashMap<>();

        Members(String name, String description) {
            this.name = name;
            texts.put("", description);
        }

        Members may(String field, ValueType type, String description) {
            return add(field, type, Presence.UNLESS_EMPTY, false, description);
        }

        Members must(String field, ValueType type, String description) {
            return add(field, type, Presence.ALWAYS, true, description);
        }

        Members always(String field, ValueType type, String description) {
            return add(field, type, Presence.ALWAYS, false, description);
        }

        Members mustList(String field, ValueType element, String description) {
            return add(field, ValueType.listOf(element), Presence.ALWAYS, true, description);
        }

        Members kind() {
            return may("apiVersion", ValueType.STRING, API_VERSION).may("kind", ValueType.STRING, KIND);
        }

        StructType type() {
            return new StructType(name, false, () -> fields, field -> texts.getOrDefault(field, ""));
        }

        private Members add(String field, ValueType type, Presence presence, boolean required, String description) {
            fields.add(new Field(field, type, List.of(), presence, required, null, List.of(), Merge.USUAL));
            texts.put(field, description);
            return this;
        }
    }
}

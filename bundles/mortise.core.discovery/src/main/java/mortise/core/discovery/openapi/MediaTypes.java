package mortise.core.discovery.openapi;

import java.util.List;

/** Media types of requests and answers. */
final class MediaTypes {

    private static final String JSON = "application/json";
    private static final String YAML = "application/yaml";
    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
    private static final String STREAM = ";stream=watch";

    /** What may be sent for a kind with a protobuf form. */
    static final List<String> TYPED = List.of(JSON, YAML, PROTOBUF);
    /** What may be sent for a kind without. */
    static final List<String> OPEN = List.of(JSON, YAML);
    static final List<String> ANY = List.of("*/*");
    static final List<String> JSON_ONLY = List.of(JSON);
    static final List<String> TEXT = List.of("text/plain", JSON, YAML, PROTOBUF);
    static final List<String> PATCHES = List.of("application/json-patch+json", "application/merge-patch+json",
            "application/strategic-merge-patch+json", "application/apply-patch+yaml");
    /** Strategic merge patch needs to know the fields. */
    static final List<String> OPEN_PATCHES = List.of(
            "application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml");

    private MediaTypes() {
    }

    /** Returns what a list comes in, watches included. */
    static List<String> lists(boolean typed) {
        return typed ? List.of(JSON, JSON + STREAM, PROTOBUF, PROTOBUF + STREAM, YAML)
                : List.of(JSON, JSON + STREAM, YAML);
    }
}

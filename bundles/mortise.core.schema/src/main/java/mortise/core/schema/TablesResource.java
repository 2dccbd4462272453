package mortise.core.schema;

import java.util.List;

/**
 * What the table of a group says about a resource.
 *
 * @param verbs what may be done with it; empty for everything
 * @param status whether it has the subresource {@code status}
 */
record TablesResource(
        String plural, String kind, boolean namespaced, List<String> shortNames, List<String> categories,
        List<String> verbs, boolean status, String storageVersion, String hash, List<Version> versions,
        List<Selectable> selectable, List<Column> columns) {

    /** A version; warning and release are empty unless it is deprecated. */
    record Version(String name, boolean byDefault, String definition, String warning, String removedIn) {
    }

    /** A field that selectors may name, and what it reads as when it is absent. */
    record Selectable(String field, String path, String absent) {
    }

    /** A column. */
    record Column(String name, String type, String format, int priority, String cell) {
    }

    static TablesResource read(TablesInput in) {
        return new TablesResource(
                in.text(), in.text(), in.flag(), in.texts(), in.texts(), in.texts(), in.flag(), in.text(), in.text(),
                in.list(from -> new Version(from.text(), from.flag(), from.text(), from.text(), from.text())),
                in.list(from -> new Selectable(from.text(), from.text(), from.text())),
                in.list(from -> new Column(from.text(), from.text(), from.text(), from.number(), from.text())));
    }
}

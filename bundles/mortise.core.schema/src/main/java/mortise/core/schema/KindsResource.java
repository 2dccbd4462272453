package mortise.core.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import mortise.api.ApiObject;
import mortise.spi.group.Conversion;
import mortise.spi.group.Deprecation;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceVersion;
import mortise.spi.group.TableColumn;
import mortise.spi.group.Verb;
import org.jspecify.annotations.Nullable;

/** Makes the definition of a resource from the table and from what the bundle of the group adds. Immutable. */
final class KindsResource {

    private static final Map<String, Verb> VERBS =
            Verb.ALL.stream().collect(Collectors.toUnmodifiableMap(Verb::text, Function.identity()));

    private final Kinds kinds;
    private final TablesResource facts;
    private final int firstColumn;
    private final Map<String, Function<ApiObject, @Nullable Object>> cells;
    private final Map<String, Conversion> conversions;

    /** {@code firstColumn} says how many columns the resources before this one have. */
    KindsResource(
            Kinds kinds, TablesResource facts, int firstColumn,
            Map<String, Function<ApiObject, @Nullable Object>> cells, Map<String, Conversion> conversions) {
        this.kinds = kinds;
        this.facts = facts;
        this.firstColumn = firstColumn;
        this.cells = Map.copyOf(cells);
        this.conversions = Map.copyOf(conversions);
    }

    ResourceDefinition.Builder definition() {
        String singular = facts.kind().toLowerCase(Locale.ROOT);
        ResourceDefinition.Builder builder = ResourceDefinition.named(facts.plural(), singular, facts.kind())
                .shortNames(facts.shortNames().toArray(String[]::new))
                .categories(facts.categories().toArray(String[]::new))
                .verbs(verbs())
                .storageVersion(facts.storageVersion())
                .storageVersionHash(facts.hash())
                .columns(columns());
        if (!facts.namespaced()) {
            builder.clusterScoped();
        }
        facts.versions().forEach(version -> builder.version(version(version)));
        if (facts.status()) {
            builder.status();
        }
        facts.selectable().forEach(field -> builder.selectable(field.field(), reader(field)));
        return builder;
    }

    private Set<Verb> verbs() {
        return facts.verbs().isEmpty()
                ? Verb.ALL : facts.verbs().stream().map(VERBS::get).collect(Collectors.toUnmodifiableSet());
    }

    private ResourceVersion version(TablesResource.Version version) {
        return new ResourceVersion(
                version.name(), version.byDefault(), kinds.schema(version.definition()),
                conversions.getOrDefault(version.name(), Conversion.NONE),
                version.warning().isEmpty()
                        ? Optional.empty() : Optional.of(new Deprecation(version.warning(), version.removedIn())));
    }

    private static Function<ApiObject, String> reader(TablesResource.Selectable field) {
        String[] path = field.path().split("\\.");
        return object -> {
            Object value = object.at(path);
            return value == null ? field.absent() : value.toString();
        };
    }

    private List<TableColumn> columns() {
        var columns = new ArrayList<TableColumn>(facts.columns().size());
        for (TablesResource.Column column : facts.columns()) {
            int text = firstColumn + columns.size();
            columns.add(new TableColumn(
                    column.name(), column.type(), column.format(), () -> kinds.columnText(text), column.priority(),
                    cell(column)));
        }
        return columns;
    }

    private Function<ApiObject, @Nullable Object> cell(TablesResource.Column column) {
        if (!Cells.isCode(column.cell())) {
            return Cells.lazy(column.cell());
        }
        Function<ApiObject, @Nullable Object> code = cells.get(column.name());
        if (code == null) {
            throw new IllegalStateException(
                    facts.kind() + " needs a function for the column " + column.name());
        }
        return code;
    }
}

package mortise.tck.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import mortise.api.ApiObject;
import mortise.api.FieldPath;
import mortise.api.GroupVersionKind;
import mortise.api.Syntax;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.Conversion;
import mortise.spi.group.Elapsed;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceVersion;
import mortise.spi.group.SubresourceBehavior;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.TableColumn;
import mortise.spi.group.Verb;
import org.junit.jupiter.api.Test;

/** What every {@link ApiGroup} has to do. A bundle extends this class and says how its group is made. */
public abstract class ApiGroupContract {

    private static final Set<String> CELL_TYPES = Set.of("string", "integer", "number", "boolean", "date");
    /** Kinds whose table begins with when something was. */
    private static final Set<String> TIMES_FIRST = Set.of("Event");
    private static final String VERSION = "v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?";

    /** Returns the group under test. */
    protected abstract ApiGroup group();

    /**
     * Returns objects of the group's kinds with as many fields as possible, each in any of its versions; defaults and
     * conversions are tried on them.
     */
    protected List<ApiObject> samples() {
        return List.of();
    }

    /** Says whether the fields of every kind are known, which is needed to encode objects as Protobuf. */
    protected boolean hasTypes() {
        return true;
    }

    @Test
    void theNameIsASubdomainOrEmpty() {
        String name = group().name();
        if (!name.isEmpty()) {
            assertThat(Syntax.subdomain(name)).as("what is wrong with '%s'", name).isEmpty();
        }
    }

    @Test
    void theGroupServesSomethingAndSaysTheSameTwice() {
        ApiGroup group = group();
        List<String> first = group.resources().stream().map(ResourceDefinition::plural).toList();
        assertThat(first).isNotEmpty();
        assertThat(group.resources()).extracting(ResourceDefinition::plural).isEqualTo(first);
    }

    @Test
    void noTwoResourcesShareAName() {
        var names = new ArrayList<String>();
        for (ResourceDefinition definition : group().resources()) {
            names.add(definition.plural());
            if (!definition.singular().equals(definition.plural())) {
                names.add(definition.singular());
            }
            names.addAll(definition.shortNames());
        }
        assertThat(names).doesNotHaveDuplicates();
        assertThat(names).allSatisfy(name -> assertThat(Syntax.label1035(name)).as(name).isEmpty());
        assertThat(group().resources()).extracting(ResourceDefinition::kind).doesNotHaveDuplicates();
    }

    @Test
    void noTwoResourcesStoreInEachOther() {
        List<String> prefixes = group().resources().stream()
                .map(definition -> definition.storagePrefix() + "/").toList();
        for (String prefix : prefixes) {
            assertThat(prefixes.stream().filter(other -> other.startsWith(prefix)))
                    .as("prefixes that start with %s", prefix).hasSize(1);
        }
    }

    @Test
    void pluralAndKindAreSpelledAsUsual() {
        assertThat(group().resources()).allSatisfy(definition -> {
            assertThat(definition.plural()).matches("[a-z][a-z0-9]*");
            assertThat(definition.singular()).isEqualToIgnoringCase(definition.kind());
            assertThat(definition.kind()).matches("[A-Z][A-Za-z0-9]*");
        });
    }

    @Test
    void versionsAreNamedOnceAndTheStorageVersionIsOneOfThem() {
        assertThat(group().resources()).allSatisfy(definition -> {
            List<String> versions = definition.versions().stream().map(ResourceVersion::name).toList();
            assertThat(versions).isNotEmpty().doesNotHaveDuplicates().contains(definition.storageVersion());
            assertThat(versions).allMatch(version -> version.matches(VERSION));
        });
    }

    @Test
    void alphaVersionsAreOffUnlessSwitchedOn() {
        assertThat(group().resources()).flatExtracting(ResourceDefinition::versions)
                .filteredOn(version -> version.name().contains("alpha"))
                .noneMatch(ResourceVersion::servedByDefault);
    }

    @Test
    void whatCanBeWatchedCanBeListed() {
        assertThat(group().resources()).allSatisfy(definition -> {
            assertThat(definition.verbs()).isNotEmpty();
            if (definition.verbs().contains(Verb.WATCH)) {
                assertThat(definition.verbs()).contains(Verb.LIST);
            }
            if (definition.verbs().contains(Verb.DELETE_COLLECTION)) {
                assertThat(definition.verbs()).contains(Verb.DELETE, Verb.LIST);
            }
        });
    }

    @Test
    void subresourcesAreNamedOnceAndCanBeUsed() {
        assertThat(group().resources()).allSatisfy(definition -> {
            assertThat(definition.subresources()).extracting(SubresourceDefinition::name).doesNotHaveDuplicates();
            assertThat(definition.subresources()).allSatisfy(subresource -> {
                assertThat(subresource.verbs()).isNotEmpty();
                assertThat(subresource.kind().kind()).matches("[A-Z][A-Za-z0-9]*");
                assertThat(subresource.kind().version()).as("version of %s", subresource.kind())
                        .matches("|" + VERSION);
            });
        });
    }

    @Test
    void subresourcesHaveTheVerbsThatTheyCanDo() {
        assertThat(group().resources()).flatExtracting(ResourceDefinition::subresources).allSatisfy(subresource -> {
            assertThat(possible(subresource.behavior())).as(subresource.name()).containsAll(subresource.verbs());
        });
    }

    private static Set<Verb> possible(SubresourceBehavior behavior) {
        if (behavior instanceof SubresourceBehavior.Connect) {
            return Verb.ALL;
        }
        return behavior instanceof SubresourceBehavior.Action
                ? Set.of(Verb.CREATE) : Set.of(Verb.GET, Verb.PATCH, Verb.UPDATE);
    }

    @Test
    void virtualObjectsAreOnlyCreatedAndRead() {
        assertThat(group().resources()).filteredOn(definition -> definition.virtual().isPresent())
                .allSatisfy(definition -> assertThat(Set.of(Verb.CREATE, Verb.GET, Verb.LIST))
                        .as(definition.plural()).containsAll(definition.verbs()));
    }

    @Test
    void tablesHaveDistinctColumnsAndBeginWithTheName() {
        assertThat(group().resources()).filteredOn(definition -> !definition.columns().isEmpty())
                .allSatisfy(definition -> {
                    assertThat(definition.columns()).extracting(TableColumn::name).as(definition.kind())
                            .doesNotHaveDuplicates().doesNotContain("");
                    assertThat(definition.columns()).extracting(TableColumn::name).as(definition.kind())
                            .contains("Name");
                    if (!TIMES_FIRST.contains(definition.kind())) {
                        assertThat(definition.columns().get(0).name()).as(definition.kind()).isEqualTo("Name");
                    }
                });
    }

    @Test
    void everyCellHasItsTypeEvenThatOfAnEmptyObject() {
        forEachVersion((definition, version, object) -> {
            toStored(version, object);
            assertThat(definition.columns()).allSatisfy(column -> {
                assertThat(column.type()).as(column.name()).isIn(CELL_TYPES);
                assertThat(column.priority()).as(column.name()).isNotNegative();
                assertThat(column.description().get()).as(column.name()).isNotNull();
                Object cell = column.cell().apply(object);
                assertThat(cell == null || cell instanceof String || cell instanceof Long || cell instanceof Double
                        || cell instanceof Boolean || cell instanceof Elapsed)
                        .as("cell %s of an empty %s: %s", column.name(), definition.kind(), cell).isTrue();
            });
        });
    }

    @Test
    void theFieldsOfEveryKindAreKnown() {
        if (!hasTypes()) {
            return;
        }
        for (ResourceDefinition definition : group().resources()) {
            for (ResourceVersion version : definition.versions()) {
                assertThat(version.schema().type()).as("%s %s", version.name(), definition.kind()).isPresent();
            }
            for (SubresourceDefinition subresource : definition.subresources()) {
                bodySchema(subresource).ifPresent(schema -> assertThat(schema.type())
                        .as("%s/%s", definition.plural(), subresource.name()).isPresent());
            }
        }
    }

    private static Optional<ObjectSchema> bodySchema(SubresourceDefinition subresource) {
        if (subresource.behavior() instanceof SubresourceBehavior.View view) {
            return Optional.of(view.schema());
        }
        return subresource.behavior() instanceof SubresourceBehavior.Action action
                ? Optional.of(action.schema()) : Optional.empty();
    }

    @Test
    void conversionsLoseNothing() {
        forEachVersion((definition, version, object) -> {
            if (version.conversion() == Conversion.NONE) {
                return;
            }
            ApiObject before = object.deepCopy();
            version.conversion().toStored(object);
            version.conversion().fromStored(object);
            assertSame(object, before, version.name() + " " + definition.kind() + ", stored and read");
            version.conversion().toStored(object);
            ApiObject stored = object.deepCopy();
            version.conversion().fromStored(object);
            version.conversion().toStored(object);
            assertSame(object, stored, "stored " + definition.kind() + ", read and stored");
        });
    }

    /** The core sets the kind, so conversions need not. */
    private static void assertSame(ApiObject object, ApiObject expected, String what) {
        ApiObject left = object.deepCopy();
        ApiObject right = expected.deepCopy();
        for (String field : List.of("apiVersion", "kind")) {
            left.tree().remove(field);
            right.tree().remove(field);
        }
        assertThat(left.tree()).as(what).isEqualTo(right.tree());
    }

    @Test
    void completingTwiceIsTheSameAsOnceAndAddsNothingUnknown() {
        forEachVersion((definition, version, object) -> {
            version.schema().applyDefaults(object);
            version.schema().complete(object);
            ApiObject once = object.deepCopy();
            version.schema().complete(object);
            assertThat(object).as(definition.kind()).isEqualTo(once);
            assertThat(version.schema().prune(object)).as("unknown fields of a complete %s", definition.kind())
                    .isEmpty();
            version.schema().complete(object);
            assertThat(object).as("%s, read again", definition.kind()).isEqualTo(once);
        });
    }

    @Test
    void theNameRuleTakesAnOrdinaryNameAndRefusesASlash() {
        assertThat(group().resources()).allSatisfy(definition -> {
            assertThat(definition.nameRule().check("ordinary-1")).isEmpty();
            assertThat(definition.nameRule().check("a/b")).isPresent();
        });
    }

    @Test
    void selectableFieldsOfAnEmptyObjectHaveAValue() {
        forEachVersion((definition, version, object) -> {
            toStored(version, object);
            definition.selectableFields().forEach((field, read) -> {
                assertThat(FieldPath.of(field).toString()).isNotIn("metadata.name", "metadata.namespace");
                assertThat(read.apply(object)).as("%s of an empty %s", field, definition.kind()).isNotNull();
            });
        });
    }

    @Test
    void strategiesAndSchemasTakeAnObjectWithOnlyAName() {
        forEachVersion((definition, version, object) -> {
            assertThat(version.schema().prune(object)).as("unknown fields of an empty %s", definition.kind()).isEmpty();
            version.schema().applyDefaults(object);
            assertThatCode(() -> {
                version.schema().validate(object, Optional.empty());
                toStored(version, object);
                definition.strategy().prepareForCreate(object);
                definition.strategy().validate(object, Optional.empty());
                definition.strategy().gracePeriodSeconds(object, OptionalLong.empty());
                definition.strategy().heldBack(object);
            }).doesNotThrowAnyException();
        });
    }

    @Test
    void validationChangesNothing() {
        forEachVersion((definition, version, object) -> {
            version.schema().applyDefaults(object);
            ApiObject sent = object.deepCopy();
            version.schema().validate(object, Optional.of(sent));
            assertThat(object).isEqualTo(sent);
            prepared(definition, version, object);
            ApiObject before = object.deepCopy();
            definition.strategy().validate(object, Optional.of(before));
            assertThat(object).isEqualTo(before);
        });
    }

    @Test
    void defaultingTwiceIsTheSameAsOnce() {
        forEachVersion((definition, version, object) -> {
            version.schema().applyDefaults(object);
            ApiObject once = object.deepCopy();
            version.schema().applyDefaults(object);
            assertThat(object).as(definition.kind()).isEqualTo(once);
        });
    }

    @Test
    void anUpdateThatChangesNothingStaysOne() {
        forEachVersion((definition, version, object) -> {
            prepared(definition, version, object);
            ApiObject old = object.deepCopy();
            definition.strategy().prepareForUpdate(object, old.deepCopy());
            assertThat(object).as("a %s that was written back", definition.kind()).isEqualTo(old);
            for (SubresourceDefinition subresource : definition.subresources()) {
                if (subresource.verbs().contains(Verb.UPDATE) && subresource.kind().kind().equals(definition.kind())) {
                    subresource.strategy().prepareForUpdate(object, old.deepCopy());
                    assertThat(object).as("written back through %s", subresource.name()).isEqualTo(old);
                }
            }
        });
    }

    @Test
    void storageVersionHashesDoNotRepeat() {
        Set<String> seen = new HashSet<>();
        assertThat(group().resources()).extracting(ResourceDefinition::storageVersionHash)
                .filteredOn(hash -> !hash.isEmpty()).allMatch(seen::add);
    }

    private static void prepared(ResourceDefinition definition, ResourceVersion version, ApiObject object) {
        version.schema().applyDefaults(object);
        toStored(version, object);
        definition.strategy().prepareForCreate(object);
    }

    /** Strategies, columns and selectors see objects in the storage version. */
    private static void toStored(ResourceVersion version, ApiObject object) {
        version.conversion().toStored(object);
    }

    /** Does something with a new object of every kind in every version, and with each sample in its version. */
    private interface Visit {
        void to(ResourceDefinition definition, ResourceVersion version, ApiObject object);
    }

    private void forEachVersion(Visit visit) {
        ApiGroup group = group();
        for (ResourceDefinition definition : group.resources()) {
            for (ResourceVersion version : definition.versions()) {
                ApiObject object = ApiObject.ofKind(
                        new GroupVersionKind(group.name(), version.name(), definition.kind()));
                object.metadata().setName("a");
                if (definition.namespaced()) {
                    object.metadata().setNamespace("default");
                }
                visit.to(definition, version, object);
                String apiVersion = object.apiVersion();
                samples().stream().filter(sample -> sample.kind().equals(definition.kind())
                        && sample.apiVersion().equals(apiVersion)).map(ApiObject::deepCopy)
                        .forEach(sample -> visit.to(definition, version, sample));
            }
        }
    }
}

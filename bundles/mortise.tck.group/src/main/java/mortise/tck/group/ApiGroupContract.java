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
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceVersion;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.Verb;
import org.junit.jupiter.api.Test;

/** What every {@link ApiGroup} has to do. A bundle extends this class and says how its group is made. */
public abstract class ApiGroupContract {

    /** Returns the group under test. */
    protected abstract ApiGroup group();

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
            assertThat(versions).allMatch(version -> version.matches("v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?"));
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
                assertThat(subresource.kind().kind()).isNotEmpty();
            });
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
        forEachVersion((definition, version, object) -> definition.selectableFields().forEach((field, read) -> {
            assertThat(FieldPath.of(field).toString()).isNotIn("metadata.name", "metadata.namespace");
            assertThat(read.apply(object)).as("%s of an empty %s", field, definition.kind()).isNotNull();
        }));
    }

    @Test
    void strategiesAndSchemasTakeAnObjectWithOnlyAName() {
        forEachVersion((definition, version, object) -> {
            assertThat(version.schema().prune(object)).as("unknown fields of an empty %s", definition.kind()).isEmpty();
            version.schema().applyDefaults(object);
            definition.strategy().prepareForCreate(object);
            assertThatCode(() -> {
                version.schema().validate(object, Optional.empty());
                definition.strategy().validate(object, Optional.empty());
                definition.strategy().gracePeriodSeconds(object, OptionalLong.empty());
                definition.strategy().heldBack(object);
            }).doesNotThrowAnyException();
        });
    }

    @Test
    void validationChangesNothing() {
        forEachVersion((definition, version, object) -> {
            prepared(definition, version, object);
            ApiObject before = object.deepCopy();
            version.schema().validate(object, Optional.of(before));
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
        definition.strategy().prepareForCreate(object);
    }

    /** Does something with a new object of every kind in every version. */
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
            }
        }
    }
}

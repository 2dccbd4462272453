package mortise.spi.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import mortise.api.ApiObject;
import mortise.api.GroupVersionKind;
import org.jspecify.annotations.Nullable;

/**
 * A resource type: the facts by which it is routed, stored, checked and described. Made by {@link #named}.
 *
 * @param plural name in the URL, for example {@code configmaps}
 * @param singular name for one, for example {@code configmap}
 * @param kind schema of an object, for example {@code ConfigMap}
 * @param namespaced whether objects live in namespaces
 * @param shortNames further names that command lines accept
 * @param categories sets of resources it belongs to, for example {@code all}
 * @param versions versions it is served in, preferred first
 * @param storageVersion the version objects are stored in; one of {@code versions}
 * @param verbs what may be done with it
 * @param subresources paths below an object
 * @param storagePrefix where objects are stored below {@code /registry/}, for example {@code configmaps}
 * @param nameRule syntax of the objects' names
 * @param writeRules exceptions from the usual rules of writing
 * @param selectableFields fields that a field selector may name besides name and namespace, with how to read each
 * @param strategy the kind's own behaviour
 * @param storageVersionHash opaque text that discovery shows; empty for none
 * @param storedKind what stored objects say they are; usually group, storage version and kind
 * @param columns the table that command lines show; empty for name and age
 * @param virtual gives objects that are not stored, if so
 * @param lifetime how long an object stays after it was last written; zero for ever
 */
public record ResourceDefinition(
        String plural,
        String singular,
        String kind,
        boolean namespaced,
        List<String> shortNames,
        List<String> categories,
        List<ResourceVersion> versions,
        String storageVersion,
        Set<Verb> verbs,
        List<SubresourceDefinition> subresources,
        String storagePrefix,
        NameRule nameRule,
        Set<WriteRule> writeRules,
        Map<String, Function<ApiObject, String>> selectableFields,
        ResourceStrategy strategy,
        String storageVersionHash,
        Optional<GroupVersionKind> storedKind,
        List<TableColumn> columns,
        Optional<VirtualObjects> virtual,
        Duration lifetime) {

    public ResourceDefinition {
        shortNames = List.copyOf(shortNames);
        categories = List.copyOf(categories);
        versions = List.copyOf(versions);
        verbs = Set.copyOf(verbs);
        subresources = List.copyOf(subresources);
        columns = List.copyOf(columns);
        writeRules = Set.copyOf(writeRules);
        selectableFields = Collections.unmodifiableMap(new LinkedHashMap<>(selectableFields));
        if (lifetime.isNegative()) {
            throw new IllegalArgumentException(plural + " has a negative lifetime");
        }
        String wanted = storageVersion;
        if (versions.stream().noneMatch(version -> version.name().equals(wanted))) {
            throw new IllegalArgumentException(plural + " is not served in its storage version " + storageVersion);
        }
    }

    /** Returns the kind of a list of objects. */
    public String listKind() {
        return kind + "List";
    }

    /** Starts the definition of a resource with every verb, stored under its plural name. */
    public static Builder named(String plural, String singular, String kind) {
        return new Builder(plural, singular, kind);
    }

    /** Collects the facts of a resource. Not thread-safe. */
    public static final class Builder {

        private final String plural;
        private final String singular;
        private final String kind;
        private boolean namespaced = true;
        private List<String> shortNames = List.of();
        private List<String> categories = List.of();
        private final List<ResourceVersion> versions = new ArrayList<>();
        private @Nullable String storageVersion;
        private Set<Verb> verbs = Verb.ALL;
        private final List<SubresourceDefinition> subresources = new ArrayList<>();
        private String storagePrefix;
        private NameRule nameRule = NameRule.SUBDOMAIN;
        private Set<WriteRule> writeRules = Set.of();
        private final Map<String, Function<ApiObject, String>> selectableFields = new LinkedHashMap<>();
        private ResourceStrategy strategy = ResourceStrategy.NONE;
        private String storageVersionHash = "";
        private @Nullable GroupVersionKind storedKind;
        private List<TableColumn> columns = List.of();
        private @Nullable VirtualObjects virtual;
        private Duration lifetime = Duration.ZERO;

        private Builder(String plural, String singular, String kind) {
            this.plural = plural;
            this.singular = singular;
            this.kind = kind;
            this.storagePrefix = plural;
        }

        /** Objects have no namespace. */
        public Builder clusterScoped() {
            namespaced = false;
            return this;
        }

        public Builder shortNames(String... names) {
            shortNames = List.of(names);
            return this;
        }

        public Builder categories(String... names) {
            categories = List.of(names);
            return this;
        }

        /** Adds a version that is served unless switched off, with objects that keep every field. */
        public Builder version(String name) {
            return version(new ResourceVersion(name, true, ObjectSchema.OPEN));
        }

        /** Adds a version; the first one added is preferred, and is the storage version unless another is named. */
        public Builder version(ResourceVersion version) {
            versions.add(version);
            return this;
        }

        public Builder storageVersion(String name) {
            storageVersion = name;
            return this;
        }

        public Builder verbs(Set<Verb> allowed) {
            verbs = allowed;
            return this;
        }

        /** Adds {@code status}: reading gives the object, writing changes nothing but {@code status}. */
        public Builder status() {
            return subresource(SubresourceDefinition.status(kind));
        }

        /** Adds a path below objects, or replaces the one of that name. */
        public Builder subresource(SubresourceDefinition subresource) {
            subresources.removeIf(known -> known.name().equals(subresource.name()));
            subresources.add(subresource);
            return this;
        }

        public Builder storedUnder(String prefix) {
            storagePrefix = prefix;
            return this;
        }

        public Builder nameRule(NameRule rule) {
            nameRule = rule;
            return this;
        }

        public Builder writeRules(WriteRule... rules) {
            writeRules = Set.of(rules);
            return this;
        }

        /**
         * Lets field selectors name a field; {@code read} returns its value, empty when it has none. It is given
         * objects without their metadata.
         */
        public Builder selectable(String field, Function<ApiObject, String> read) {
            selectableFields.put(field, read);
            return this;
        }

        public Builder strategy(ResourceStrategy kindsOwn) {
            strategy = kindsOwn;
            return this;
        }

        public Builder storageVersionHash(String hash) {
            storageVersionHash = hash;
            return this;
        }

        /** Objects are stored as those of another group or kind, and shared with it. */
        public Builder storedAs(GroupVersionKind kindInStore) {
            storedKind = kindInStore;
            return this;
        }

        public Builder columns(List<TableColumn> table) {
            columns = table;
            return this;
        }

        /** Objects are not stored. */
        public Builder virtual(VirtualObjects objects) {
            virtual = objects;
            return this;
        }

        /** Objects are deleted when so much time has passed since they were last written; zero for never. */
        public Builder lifetime(Duration time) {
            lifetime = time;
            return this;
        }

        /** Returns the definition. */
        public ResourceDefinition build() {
            return new ResourceDefinition(
                    plural, singular, kind, namespaced, shortNames, categories, versions,
                    storageVersion == null ? versions.get(0).name() : storageVersion,
                    verbs, subresources, storagePrefix, nameRule, writeRules, selectableFields, strategy,
                    storageVersionHash, Optional.ofNullable(storedKind), columns, Optional.ofNullable(virtual),
                    lifetime);
        }
    }
}

package mortise.controller.garbagecollector;

import mortise.api.GroupVersion;

/**
 * What objects say they are, and what references say of owners.
 *
 * @param apiVersion group and version, for example {@code apps/v1}
 * @param kind for example {@code ReplicaSet}
 */
record TypeName(String apiVersion, String kind) implements Comparable<TypeName> {

    GroupVersion version() {
        return GroupVersion.parse(apiVersion);
    }

    @Override
    public int compareTo(TypeName other) {
        int order = apiVersion.compareTo(other.apiVersion);
        return order != 0 ? order : kind.compareTo(other.kind);
    }

    @Override
    public String toString() {
        return apiVersion + "/" + kind;
    }
}

package mortise.authz.rbac;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mortise.api.ApiObject;
import mortise.authz.rbac.Policy.Grant;

/**
 * Collects roles and bindings as they change and makes a {@link Policy} of them when asked to. What has not changed
 * since the last one is shared with it: a change costs a copy of the index of its namespace, not of all bindings.
 * Belongs to one thread.
 */
final class PolicyBuilder {

    /** Bindings are asked in this order, so that the same question has the same answer after a restart. */
    private static final Comparator<Grant> BY_NAME = Comparator.comparing(grant -> grant.binding().name());

    private final String group;
    private final Map<RoleKey, Binding> bindings = new HashMap<>();
    /** Never changed once it is part of a policy. */
    private Map<RoleKey, Role> roles = new HashMap<>();
    /** Neither this one nor its values are changed once they are part of a policy. */
    private Map<String, Map<String, List<Grant>>> grants = new HashMap<>();
    /** By kind, the newest version of an object that came. */
    private final Map<String, Long> newest = new HashMap<>();
    private boolean rolesShared;
    private boolean grantsShared;
    /** Namespaces whose index is no part of a policy yet. */
    private final Set<String> own = new HashSet<>();

    /** @param group full name of the API group of roles */
    PolicyBuilder(String group) {
        this.group = group;
    }

    /** Adds a role, or replaces the one of its name. */
    void putRole(ApiObject object) {
        note(object);
        ownRoles().put(key(object), Role.of(object));
    }

    /** Takes a role away. */
    void removeRole(ApiObject object) {
        note(object);
        ownRoles().remove(key(object));
    }

    /** Adds a binding, or replaces the one of its name. */
    void putBinding(ApiObject object) {
        removeBinding(object);
        Binding binding = Binding.of(object);
        bindings.put(key(object), binding);
        for (Binding.Subject subject : binding.subjects()) {
            var grant = new Grant(binding, subject);
            ownGrants(binding.namespace()).merge(subject.key(), List.of(grant), (old, added) -> with(old, grant));
        }
    }

    private static List<Grant> with(List<Grant> some, Grant added) {
        var all = new ArrayList<Grant>(some.size() + 1);
        all.addAll(some);
        int at = Collections.binarySearch(all, added, BY_NAME);
        all.add(at < 0 ? -at - 1 : at, added);
        return all;
    }

    /** Takes a binding away. */
    void removeBinding(ApiObject object) {
        note(object);
        Binding gone = bindings.remove(key(object));
        if (gone == null) {
            return;
        }
        Map<String, List<Grant>> here = ownGrants(gone.namespace());
        for (Binding.Subject subject : gone.subjects()) {
            here.computeIfPresent(subject.key(), (key, old) -> {
                List<Grant> rest = old.stream().filter(grant -> grant.binding() != gone).toList();
                return rest.isEmpty() ? null : rest;
            });
        }
        if (here.isEmpty()) {
            grants.remove(gone.namespace());
        }
    }

    private void note(ApiObject object) {
        newest.merge(object.kind(), version(object), Math::max);
    }

    /** Returns the revision of the store at which an object was written; 0 for one that was not. */
    static long version(ApiObject object) {
        String text = object.metadata().resourceVersion();
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }

    private static RoleKey key(ApiObject object) {
        return new RoleKey(object.metadata().namespace(), object.metadata().name());
    }

    private Map<RoleKey, Role> ownRoles() {
        if (rolesShared) {
            roles = new HashMap<>(roles);
            rolesShared = false;
        }
        return roles;
    }

    private Map<String, List<Grant>> ownGrants(String namespace) {
        if (grantsShared) {
            grants = new HashMap<>(grants);
            grantsShared = false;
        }
        if (own.add(namespace)) {
            grants.put(namespace, new HashMap<>(grants.getOrDefault(namespace, Map.of())));
        }
        return grants.computeIfAbsent(namespace, none -> new HashMap<>());
    }

    /** Returns everything as it is now. */
    Policy build() {
        rolesShared = true;
        grantsShared = true;
        own.clear();
        return new Policy(group, roles, grants, Map.copyOf(newest));
    }
}

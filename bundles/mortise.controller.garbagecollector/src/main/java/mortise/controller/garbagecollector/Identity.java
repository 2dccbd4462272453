package mortise.controller.garbagecollector;

import java.util.Comparator;

/**
 * Where an object is, or where a reference says that it is.
 *
 * @param type what it is
 * @param namespace the namespace it is in; empty when it is in none. Of an owner that nobody has seen yet, the
 *     namespace of a dependent, which may turn out to mean nothing
 * @param name its name
 * @param uid what makes it this one and not another of that name
 */
record Identity(TypeName type, String namespace, String name, String uid) implements Comparable<Identity> {

    private static final Comparator<Identity> ORDER = Comparator.comparing(Identity::type)
            .thenComparing(Identity::namespace).thenComparing(Identity::name).thenComparing(Identity::uid);

    @Override
    public int compareTo(Identity other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return "[" + type + ", namespace: " + namespace + ", name: " + name + ", uid: " + uid + "]";
    }
}

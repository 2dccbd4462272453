package mortise.spi.group;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What can be done with a resource. */
public enum Verb {
    CREATE, DELETE, DELETE_COLLECTION, GET, LIST, PATCH, UPDATE, WATCH;

    /** Every verb. */
    public static final Set<Verb> ALL = Collections.unmodifiableSet(EnumSet.allOf(Verb.class));

    /** Returns the word that discovery and authorization use, for example {@code deletecollection}. */
    public String text() {
        return this == DELETE_COLLECTION ? "deletecollection" : name().toLowerCase(Locale.ROOT);
    }
}

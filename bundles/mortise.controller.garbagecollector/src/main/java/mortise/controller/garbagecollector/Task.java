package mortise.controller.garbagecollector;

import java.util.List;

/**
 * Something to do about an object.
 *
 * @param kind what
 * @param uid uid of the object
 * @param owner uid of the owner that it is about; empty when it is about none
 * @param places of a report, where the object is, and where it takes its owner to be: both may be gone by then
 */
record Task(Kind kind, String uid, String owner, List<Identity> places) {

    enum Kind {
        /** See whether the object is there, whether it must go, or what its deletion waits for. */
        EXAMINE,
        /** Release the dependents of an object, then let it go. */
        ORPHAN,
        /** Remove a reference to an owner. */
        DISOWN,
        /** Tell users that an owner is in another namespace than the object, where it cannot be. */
        REPORT
    }

    static Task examine(String uid) {
        return new Task(Kind.EXAMINE, uid, "", List.of());
    }

    static Task orphan(String uid) {
        return new Task(Kind.ORPHAN, uid, "", List.of());
    }

    static Task disown(String uid, String owner) {
        return new Task(Kind.DISOWN, uid, owner, List.of());
    }

    static Task report(Identity dependent, Identity owner) {
        return new Task(Kind.REPORT, dependent.uid(), owner.uid(), List.of(dependent, owner));
    }
}

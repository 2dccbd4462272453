package mortise.controller.garbagecollector;

/**
 * Something to do about an object.
 *
 * @param kind what
 * @param uid uid of the object
 * @param owner uid of the owner that it is about; empty when it is about none
 */
record Task(Kind kind, String uid, String owner) {

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
        return new Task(Kind.EXAMINE, uid, "");
    }

    static Task orphan(String uid) {
        return new Task(Kind.ORPHAN, uid, "");
    }
}

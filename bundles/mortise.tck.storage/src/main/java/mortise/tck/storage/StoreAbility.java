package mortise.tck.storage;

/** What a backend may lack. The kit then checks that it lacks it in the honest way, instead of leaving tests out. */
public enum StoreAbility {

    /** What was acknowledged is there after the store was closed and opened again. Without it, a store opens empty. */
    PERSISTENT,

    /** Takes values of 3 MiB. Without it, such a commit fails with a {@code StoreException} and changes nothing. */
    LARGE_VALUES,

    /** Deletes values whose lifetime is over. Without it, such a commit fails with a {@code StoreException}. */
    EXPIRES
}

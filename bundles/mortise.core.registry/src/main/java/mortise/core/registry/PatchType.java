package mortise.core.registry;

/** How a patch is written. */
public enum PatchType {
    /** RFC 6902: a list of operations. */
    JSON,
    /** RFC 7386: the fields as they shall be. */
    MERGE,
    /** The fields as they shall be, lists merged as their fields say; only for kinds whose fields are known. */
    STRATEGIC,
    /** Server-side apply: everything that its manager wants of the object. */
    APPLY
}

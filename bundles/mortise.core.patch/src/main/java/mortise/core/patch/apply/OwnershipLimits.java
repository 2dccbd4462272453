package mortise.core.patch.apply;

/** How much of it is kept and looked at. */
final class OwnershipLimits {

    /** Entries of managers that did not apply, before the oldest are joined. */
    static final int UPDATE_ENTRIES_MAX = 10;
    /** Entries of {@code managedFields} that are read. */
    static final int ENTRIES_MAX = 1_000;
    /** Nesting of a set of fields; that of objects is limited where they are decoded. */
    static final int DEPTH_MAX = 512;
    /** Fields of one entry. */
    static final int FIELDS_MAX = 1_000_000;
    /** Steps to items of a list that are kept for the next write, twice: by what they are and by their text. */
    static final int STEPS_MAX = 2_000;
    /** Characters of a step that is kept. */
    static final int STEP_CHARS_MAX = 256;
    /** Mistakes of an applied object that are reported. */
    static final int MISTAKES_MAX = 100;
    /** Conflicts that are reported. */
    static final int CONFLICTS_MAX = 1_000;
    /** Characters of a wrong value that are shown. */
    static final int SHOWN_CHARS_MAX = 1_000;
    /** Bytes of the annotation that holds what was last applied: as many as all annotations may have. */
    static final int LAST_APPLIED_BYTES_MAX = 256 << 10;

    private OwnershipLimits() {
    }
}

package mortise.spi.controller;

/** Whether there is an object. */
public enum Presence {
    /** There is none. */
    ABSENT,
    /** There is one. */
    THERE,
    /** There is one that is being deleted: it has a deletion timestamp. */
    LEAVING
}

package mortise.spi.storage;

/**
 * Which changes to follow.
 *
 * @param prefix keys that start with this text
 * @param afterRevision changes with a greater revision
 */
public record WatchRequest(String prefix, long afterRevision) {
}

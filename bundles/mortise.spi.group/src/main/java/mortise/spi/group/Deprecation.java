package mortise.spi.group;

/**
 * That a version should not be used any more.
 *
 * @param warning what callers are told, for example {@code v1 Endpoints is deprecated in v1.33+; use ...}
 * @param removedIn the Kubernetes release that no longer serves it, for example {@code 1.40}; empty when none is named
 */
public record Deprecation(String warning, String removedIn) {
}

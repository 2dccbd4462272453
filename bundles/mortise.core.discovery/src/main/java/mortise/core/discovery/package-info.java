/**
 * What the server says about itself: discovery in both forms, OpenAPI, the version, and the list of paths. Every
 * document is derived from one {@link mortise.core.registry.RegistrySnapshot} and kept until the snapshot changes.
 */
@NullMarked
package mortise.core.discovery;

import org.jspecify.annotations.NullMarked;

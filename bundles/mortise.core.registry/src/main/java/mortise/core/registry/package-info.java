/**
 * The registry: which resources are served, and the eight verbs over them.
 *
 * <p>{@link mortise.core.registry.Registry} is the one service other core bundles ask; everything they see is an
 * immutable {@link mortise.core.registry.RegistrySnapshot}.
 */
@Export
@Version("0.1.0")
@NullMarked
package mortise.core.registry;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

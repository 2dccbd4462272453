/**
 * The vocabulary that every part of Mortise shares: names of groups, versions, kinds and resources, the object tree,
 * the identity of a caller, selectors, field paths, and errors with what the caller is told.
 *
 * <p>Only JDK types appear here. Values are immutable unless their Javadoc says otherwise.
 */
@Export
@Version("0.1.0")
@NullMarked
package mortise.api;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

/**
 * Bytes to trees and back: JSON and YAML bodies, the canonical stored form of an object, and a skim over stored bytes
 * that needs no tree.
 */
@Export
@Version("0.2.0")
@NullMarked
package mortise.core.codec;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

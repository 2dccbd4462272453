/**
 * The socket for controllers: what the server itself does with objects while it runs.
 */
@Export
@Version("0.5.0")
@NullMarked
package mortise.spi.controller;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

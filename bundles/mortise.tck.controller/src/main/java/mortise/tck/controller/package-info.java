/**
 * What every controller has to do: extend {@link mortise.tck.controller.ControllerContract}. Objects to work on without
 * a server: {@link mortise.tck.controller.FakeObjectAccess}.
 */
@Export
@Version("0.1.0")
@NullMarked
package mortise.tck.controller;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

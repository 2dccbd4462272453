/**
 * Starts the OSGi framework of a distribution in place. Runs on the class path ({@code lib/}), is no bundle, and
 * exports nothing but what the system bundle passes on. {@link mortise.core.launcher.Launcher} is the entry point.
 */
@NullMarked
package mortise.core.launcher;

import org.jspecify.annotations.NullMarked;

/**
 * Lays the start flags over the configuration files. Config Admin stays the one place where components get their
 * configuration; this plug-in of it makes a flag win over a file and a file win over what the launcher provides.
 */
@NullMarked
package mortise.core.configuration;

import org.jspecify.annotations.NullMarked;

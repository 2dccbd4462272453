/**
 * Build time only: reads OSGi feature files (JSON) and lays out the folder of a distribution. Nothing of this is part
 * of a running server. {@link mortise.build.assembler.Assembler} is the entry point, called by
 * {@code distribution/pom.xml}.
 */
@NullMarked
package mortise.build.assembler;

import org.jspecify.annotations.NullMarked;

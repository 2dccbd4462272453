/**
 * The expression language (CEL) of rules, policies and selectors: compiling, estimating and evaluating. Works on trees
 * of JDK collections; no type of the parser library is seen here.
 */
@Export
@Version("0.1.0")
@NullMarked
package mortise.core.expression;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

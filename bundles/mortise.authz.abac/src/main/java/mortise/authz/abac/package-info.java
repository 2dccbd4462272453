/**
 * What a file of policies allows, one policy a line.
 */
@NullMarked
package mortise.authz.abac;

import org.jspecify.annotations.NullMarked;

/**
 * The group {@code authentication}: whose is a token, and who am I.
 */
@NullMarked
package mortise.group.authentication;

import org.jspecify.annotations.NullMarked;

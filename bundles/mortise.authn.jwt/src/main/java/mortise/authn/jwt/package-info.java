/**
 * Signed tokens of identity providers, by OpenID Connect flags or an authentication configuration file.
 */
@NullMarked
package mortise.authn.jwt;

import org.jspecify.annotations.NullMarked;

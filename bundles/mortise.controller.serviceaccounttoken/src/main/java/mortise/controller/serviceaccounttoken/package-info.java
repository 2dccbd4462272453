/**
 * Tokens of service accounts in secrets.
 */
@NullMarked
package mortise.controller.serviceaccounttoken;

import org.jspecify.annotations.NullMarked;

/**
 * Tokens of service accounts: issuing, checking, and telling others with which keys.
 */
@NullMarked
package mortise.authn.serviceaccount;

import org.jspecify.annotations.NullMarked;

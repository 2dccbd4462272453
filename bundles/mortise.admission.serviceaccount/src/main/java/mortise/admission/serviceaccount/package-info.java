/**
 * Gives pods a service account, and the token of it as a volume.
 */
@NullMarked
package mortise.admission.serviceaccount;

import org.jspecify.annotations.NullMarked;

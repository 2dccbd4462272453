/**
 * Tells servers behind this one how it knows who somebody is.
 */
@NullMarked
package mortise.controller.clusterauthentication;

import org.jspecify.annotations.NullMarked;

/**
 * Gives every namespace a service account for pods that name none.
 */
@NullMarked
package mortise.controller.serviceaccount;

import org.jspecify.annotations.NullMarked;

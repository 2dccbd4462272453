/**
 * What is done about bootstrap tokens while the server runs.
 */
@NullMarked
package mortise.controller.bootstraptoken;

import org.jspecify.annotations.NullMarked;

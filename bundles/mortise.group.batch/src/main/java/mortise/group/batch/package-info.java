/**
 * The group {@code batch}: work that ends.
 */
@NullMarked
package mortise.group.batch;

import org.jspecify.annotations.NullMarked;

/**
 * The pages that monitoring reads.
 */
@NullMarked
package mortise.ops.metrics;

import org.jspecify.annotations.NullMarked;

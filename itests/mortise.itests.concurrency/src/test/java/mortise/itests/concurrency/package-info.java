/** Few steps at the same time, very often: see README.md. */
@NullMarked
package mortise.itests.concurrency;

import org.jspecify.annotations.NullMarked;

/** Benchmarks of the parts that carry the load: codec, cache, list and commit. Not part of a distribution. */
@NullMarked
package mortise.itests.bench;

import org.jspecify.annotations.NullMarked;

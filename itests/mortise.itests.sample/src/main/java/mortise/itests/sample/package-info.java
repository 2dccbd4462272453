/**
 * A sample API group, {@code workshop.example.com}, as the tutorial in {@code docs/your-first-api-group.md} builds it.
 */
@NullMarked
package mortise.itests.sample;

import org.jspecify.annotations.NullMarked;

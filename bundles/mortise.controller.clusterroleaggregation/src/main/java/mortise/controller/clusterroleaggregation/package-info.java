/**
 * Collects the rules of cluster roles that are made of others.
 */
@NullMarked
package mortise.controller.clusterroleaggregation;

import org.jspecify.annotations.NullMarked;

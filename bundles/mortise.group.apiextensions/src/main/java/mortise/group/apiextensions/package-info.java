/**
 * The group {@code apiextensions.k8s.io}: definitions of custom resources.
 */
@NullMarked
package mortise.group.apiextensions;

import org.jspecify.annotations.NullMarked;

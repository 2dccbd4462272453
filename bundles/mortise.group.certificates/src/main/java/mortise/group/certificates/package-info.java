/**
 * The group {@code certificates.k8s.io}: requests for certificates, and bundles of trusted ones.
 */
@NullMarked
package mortise.group.certificates;

import org.jspecify.annotations.NullMarked;

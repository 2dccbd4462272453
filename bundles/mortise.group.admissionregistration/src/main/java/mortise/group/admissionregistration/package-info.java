/**
 * The group {@code admissionregistration.k8s.io}: webhooks and policies that look at writes.
 */
@NullMarked
package mortise.group.admissionregistration;

import org.jspecify.annotations.NullMarked;

/**
 * The group {@code events.k8s.io}: what happened, and to what.
 */
@NullMarked
package mortise.group.events;

import org.jspecify.annotations.NullMarked;

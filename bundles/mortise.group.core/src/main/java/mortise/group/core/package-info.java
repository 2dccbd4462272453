/**
 * The core group: namespaces, nodes, pods, services, configuration and what they need.
 */
@NullMarked
package mortise.group.core;

import org.jspecify.annotations.NullMarked;

/**
 * The group {@code flowcontrol.apiserver.k8s.io}: which requests share what capacity.
 */
@NullMarked
package mortise.group.flowcontrol;

import org.jspecify.annotations.NullMarked;

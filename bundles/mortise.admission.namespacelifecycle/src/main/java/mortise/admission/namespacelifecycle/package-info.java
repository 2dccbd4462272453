/**
 * Keeps objects out of namespaces that are not there or on their way out, and keeps the namespaces of the server.
 */
@NullMarked
package mortise.admission.namespacelifecycle;

import org.jspecify.annotations.NullMarked;

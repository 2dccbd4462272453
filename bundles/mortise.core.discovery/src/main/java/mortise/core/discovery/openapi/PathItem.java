package mortise.core.discovery.openapi;

import java.util.List;

/**
 * A path and what can be done there.
 *
 * @param path with names of parameters in braces
 * @param parameters parameters of all its operations
 * @param operations at most one for each method
 */
record PathItem(String path, List<Parameter> parameters, List<Operation> operations) {
}

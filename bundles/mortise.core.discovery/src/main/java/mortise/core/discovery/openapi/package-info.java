/**
 * OpenAPI documents in both versions, made from the registry's snapshot and the fields of its kinds. A
 * {@link mortise.core.discovery.openapi.Description} is what a document says, in neither version; the forms write it
 * as JSON or protobuf. Not exported.
 */
@NullMarked
package mortise.core.discovery.openapi;

import org.jspecify.annotations.NullMarked;

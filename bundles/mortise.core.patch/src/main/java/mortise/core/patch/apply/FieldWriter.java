package mortise.core.patch.apply;

import java.time.Instant;

/**
 * Who writes, as an entry of {@code metadata.managedFields} names it. Immutable.
 *
 * @param manager name of the field manager; may be empty for writes that are no apply
 * @param apiVersion version in which the request names the fields, for example {@code apps/v1}
 * @param subresource for example {@code status}; empty for the object itself
 * @param time when; kept in whole seconds
 */
public record FieldWriter(String manager, String apiVersion, String subresource, Instant time) {
}

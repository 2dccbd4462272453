package mortise.core.registry;

import mortise.api.GroupVersionKind;
import mortise.spi.group.ResourceVersion;

/**
 * One of the forms in which objects that are stored as one kind are shown.
 *
 * @param kind what clients see
 * @param version its fields, and how they become stored ones
 */
record KnownForm(GroupVersionKind kind, ResourceVersion version) {
}

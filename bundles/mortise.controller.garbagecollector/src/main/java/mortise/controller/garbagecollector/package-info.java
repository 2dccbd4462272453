/**
 * Deletes objects whose owners are gone, and deletes or releases those of owners that go.
 */
@NullMarked
package mortise.controller.garbagecollector;

import org.jspecify.annotations.NullMarked;
